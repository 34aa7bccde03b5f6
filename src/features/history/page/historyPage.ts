// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { RecentChatList } from './RecentChatList';
import './history.css';

export const historyPage: PageFeature = { places: { emptyHints: [RecentChatList] } };
