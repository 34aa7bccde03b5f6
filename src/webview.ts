// The entry of the chat page.
import { startPage } from './chat/page/startPage';
import { reduceView } from './compose/common';
import { pageFeatures } from './compose/page';

startPage(pageFeatures, reduceView);
