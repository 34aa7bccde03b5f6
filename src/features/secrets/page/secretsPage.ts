// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { secretsAnnouncement, SecretsPanel } from './SecretsPanel';

export const secretsPage: PageFeature = {
  places: { panels: [SecretsPanel] },
  announcements: [secretsAnnouncement],
};
