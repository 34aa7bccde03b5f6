// The entry of the chat page.
import { viewReducer } from './chat/common/viewState';
import { startPage } from './chat/page/startPage';
import { viewFeatures } from './compose/common';
import { pageFeatures } from './compose/page';

startPage(Object.values(pageFeatures), viewReducer(viewFeatures));
