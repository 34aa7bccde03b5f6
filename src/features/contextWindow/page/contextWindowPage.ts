// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { isSummarizing } from '../common/contextWindowView';
import { contextLimitAnnouncement, ContextLimitPanel } from './ContextLimitPanel';
import { ContextButton } from './ContextMeter';
import './contextWindow.css';

export const contextWindowPage: PageFeature = {
  places: { panels: [ContextLimitPanel], barEnd: [ContextButton] },
  announcements: [contextLimitAnnouncement],
  isBusy: isSummarizing,
};
