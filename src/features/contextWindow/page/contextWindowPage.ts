// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { isSummarizing } from '../common/contextWindowView';
import { contextLimitAnnouncement, ContextLimitSlot } from './ContextLimitPanel';
import { ContextSlot } from './ContextMeter';
import './contextWindow.css';

export const contextWindowPage: PageFeature = {
  places: { panels: [ContextLimitSlot], barEnd: [ContextSlot] },
  announcements: [contextLimitAnnouncement],
  isBusy: isSummarizing,
};
