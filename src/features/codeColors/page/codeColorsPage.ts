// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { CodeStyles } from './CodeStyles';

export const codeColorsPage: PageFeature = { Provider: CodeStyles };
