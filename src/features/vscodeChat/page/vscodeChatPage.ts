// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { VscodeChatHint } from './VscodeChatHint';

export const vscodeChatPage: PageFeature = { places: { emptyHints: [VscodeChatHint] } };
