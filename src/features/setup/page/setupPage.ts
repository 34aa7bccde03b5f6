// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { ComposerNames } from './ComposerNames';
import { GatewayChangePanel } from './GatewayChangePanel';
import { CompactSetup, SetupWelcome } from './SetupPanel';
import './setup.css';

export const setupPage: PageFeature = {
  places: {
    welcome: [SetupWelcome],
    panels: [CompactSetup, GatewayChangePanel],
    barEnd: [ComposerNames],
  },
};
