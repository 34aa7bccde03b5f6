// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { budgetAnnouncement, BudgetPanel } from './BudgetPanel';

export const costsPage: PageFeature = {
  places: { panels: [BudgetPanel] },
  announcements: [budgetAnnouncement],
};
