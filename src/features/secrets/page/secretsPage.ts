// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { secretsAnnouncement, SecretsSlot } from './SecretsPanel';

export const secretsPage: PageFeature = {
  places: { panels: [SecretsSlot] },
  announcements: [secretsAnnouncement],
};
