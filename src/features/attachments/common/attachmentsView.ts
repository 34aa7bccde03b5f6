// What the chat view shows of attachments: those of the message box, and what else can be attached.
import type { Attachment } from '../../../conversation/common/attachment';
import type { AttachmentsCommand } from './attachmentsViewCommands';
import type { SuggestionIcon } from './suggestionIcons';
import type { SuggestionTrigger } from './typedText';

/** What the user can attach or insert. All texts are for the user. */
export interface Suggestion {
  /** Sent back when it is chosen. */
  readonly id: string;
  readonly label: string;
  /** Is shown before the label, and no part of the name: `/explain`. */
  readonly prefix?: string;
  /** The folder of a file for example. */
  readonly description?: string;
  readonly icon: SuggestionIcon;
}

/** The suggestions for what the user has typed after a trigger, best first. */
export interface Suggestions {
  readonly trigger: SuggestionTrigger;
  readonly query: string;
  readonly items: readonly Suggestion[];
  /** More may follow for the same query. */
  readonly isSearching?: true;
}

export interface AttachmentsViewState {
  /** Those of the message box, without their text. */
  readonly attachments: readonly Attachment[];
  /** Present once the page has asked for some. */
  readonly suggestions?: Suggestions | undefined;
}

type AttachmentsEvent =
  | { readonly type: 'attachments'; readonly attachments: readonly Attachment[] }
  | { readonly type: 'suggestions'; readonly suggestions: Suggestions };

/** The editor's selection, or its file if nothing is selected. */
export interface OfferedContext {
  /** The name that the attachment would have. */
  readonly name: string;
  readonly isSelection: boolean;
}

/** The same for all chats of a window. */
interface EditorOfferViewState {
  /** Can be attached with a click. */
  readonly editorOffer?: OfferedContext | undefined;
}

type EditorOfferEvent = { readonly type: 'editorOffer' } & Required<EditorOfferViewState>;

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly attachments: {
      readonly state: AttachmentsViewState;
      readonly event: AttachmentsEvent;
    };
  }
  interface WindowFeatures {
    readonly attachments: {
      readonly state: EditorOfferViewState;
      readonly event: EditorOfferEvent;
      readonly command: AttachmentsCommand;
    };
  }
}
