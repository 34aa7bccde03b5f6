// What the feature adds to the page.
import type { PageFeature } from '../../../chat/page/pageFeatures';
import { AttachButton } from './AttachButton';
import { attachmentAnnouncement } from './attachmentAnnouncement';
import { ComposerAttachments } from './ComposerAttachments';
import { EditorOfferButton, ExplainStarter } from './EditorOfferButton';
import { QuestionAttachments } from './QuestionAttachments';
import { SuggestionBox } from './suggestionBox';
import './attachments.css';

export const attachmentsPage: PageFeature = {
  places: {
    starters: [ExplainStarter],
    composer: [ComposerAttachments],
    barStart: [AttachButton, EditorOfferButton],
    question: [QuestionAttachments],
  },
  createAssistant: (deps) => new SuggestionBox(deps),
  announcements: [attachmentAnnouncement],
};
