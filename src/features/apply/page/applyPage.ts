// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { AppliedReport } from './AppliedReport';
import { appliedAnnouncement, errorsAnnouncement } from './appliedText';
import { applyButton } from './applyButton';
import { ApplyProvider } from './applyContext';
import { showCodePlacements } from './codePlacements';
import { CompareButton } from './CompareButton';
import { proposalsAnnouncement, ProposalsPanel } from './ProposalsPanel';
import './apply.css';

export const applyPage: PageFeature = {
  places: { panels: [ProposalsPanel], answerTools: [CompareButton], answerEnd: [AppliedReport] },
  Provider: ApplyProvider,
  codeBlock: applyButton,
  announcements: [proposalsAnnouncement, appliedAnnouncement, errorsAnnouncement],
  start: showCodePlacements,
};
