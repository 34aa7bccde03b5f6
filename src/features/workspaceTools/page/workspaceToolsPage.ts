// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { AccessQuestion, AccessSwitch } from './AccessSwitch';
import { readAnnouncement, ReadLine, RoundRows } from './ReadLine';
import './workspaceTools.css';

export const workspaceToolsPage: PageFeature = {
  places: {
    panels: [AccessQuestion],
    barStart: [AccessSwitch],
    answerRounds: [RoundRows],
    answerTotals: [ReadLine],
  },
  announcements: [readAnnouncement],
};
