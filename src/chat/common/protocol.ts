// What the host sends to the chat page: snapshots and numbered events. The page's commands are in viewCommands.ts.
import type { ConnectionState } from '../../conversation/common/connectionState';
import type { Conversation } from '../../conversation/common/conversation';
import type { ConversationEvent } from '../../conversation/common/conversationEvent';
import type { QueueState, SentQuestion } from '../../conversation/common/draft';
import type { AdjustmentNotice, Alternative, Notice } from '../../platform/common/notice';
import type { FeatureCommand, FeatureEvent, FeatureState, MessageFeatureState } from './features';

export interface Preferences {
  readonly sendWith: 'enter' | 'ctrlEnter';
  /** Whether screen readers speak the text of answers: not, by sentences while it arrives, or all at its end. */
  readonly announce: 'off' | 'sentences' | 'end';
  /** Chats are not saved. */
  readonly isHistoryOff?: boolean;
  /** Long lines of code are wrapped. */
  readonly wrapsCode?: boolean;
}

/** One sentence about the chats that run in the background. All texts are for the user. */
export interface BackgroundChats {
  readonly sentence: string;
  /** The chat in question; absent if there are several. */
  readonly id?: string;
  readonly openLabel: string;
  /** The answer has ended: the user can dismiss the sentence. */
  readonly isFinished: boolean;
}

/** How much of the prompt the model has processed. */
export interface PromptProgressView {
  readonly answerId: string;
  /** A whole number from 0 to 100. */
  readonly percent: number;
}

/** The chat's own state. */
interface ChatState {
  readonly conversation: Conversation;
  /** IDs of messages that are shown as plain text, because a page stopped while rendering them. */
  readonly plainMessages?: readonly string[];
  /** The keys are answer IDs. */
  readonly notices: Readonly<Record<string, Notice>>;
  /** The keys are the IDs of the answers with automatic retries. */
  readonly adjustments: Readonly<Record<string, AdjustmentNotice>>;
  /** Is present while an answer waits for its first content, and the gateway sends progress. */
  readonly promptProgress?: PromptProgressView | undefined;
  readonly connection: ConnectionState;
  readonly preferences: Preferences;
  /** Paths of references of which there is a file in the workspace, as the page sent them. */
  readonly fileReferences: readonly string[];
  /** Is present while an answer runs in a chat that is not shown, or has ended there unread. */
  readonly backgroundChats?: BackgroundChats | undefined;
  /** The unsent text of the message box as the host has it. The page applies it at its start and on `opened` and `draft`. */
  readonly draft: string;
  /** The question that left the message box last: a page that missed its `questionSent` event removes it now. */
  readonly lastSent?: SentQuestion;
  readonly queue: QueueState;
  /** The unsent text of edited questions, by question ID. The page applies it at its start and on `opened`. */
  readonly edits?: Readonly<Record<string, string>>;
}

/** The chat's own state, and the features' parts of it. */
export type ViewState = ChatState & FeatureState;

export type ViewEvent =
  | {
      readonly type: 'conversation';
      readonly event: ConversationEvent;
      /** The notice of the answer that the event ends. */
      readonly notice?: Notice;
      /** The automatic retries of the answer that the event changes. */
      readonly adjustment?: AdjustmentNotice;
    }
  /** Another chat replaces the one shown. */
  | { readonly type: 'opened'; readonly state: ViewState }
  /** The path now leads through this version of a message, or beside it; the page has no content of hidden messages. */
  | ({ readonly type: 'versionShown'; readonly messageId: string } & MessageFeatureState &
      Pick<ViewState, 'conversation' | 'notices' | 'adjustments'>)
  | {
      readonly type: 'notice';
      readonly answerId: string;
      readonly notice: Notice;
      /** The alternative that the user has just picked and now has to confirm. */
      readonly picked?: Alternative;
    }
  | ({ readonly type: 'promptProgress' } & PromptProgressView)
  | { readonly type: 'connection'; readonly connection: ConnectionState }
  | { readonly type: 'preferences'; readonly preferences: Preferences }
  /** There is a file in the workspace for each of these paths. */
  | { readonly type: 'fileReferencesResolved'; readonly paths: readonly string[] }
  /** The text was typed in another view of the same chat. */
  | { readonly type: 'draft'; readonly text: string }
  /**
   * A question has left the message box: it was asked or queued, and the host's draft is without it. `sendId` is that of
   * the command; the view that posted it removes exactly that text, the others if it is all that their box has.
   */
  | ({ readonly type: 'questionSent' } & SentQuestion)
  | { readonly type: 'backgroundChats'; readonly backgroundChats: BackgroundChats | undefined }
  | { readonly type: 'queue'; readonly queue: QueueState }
  | FeatureEvent;

export interface EventMessage {
  readonly type: 'event';
  readonly seq: number;
  readonly event: ViewEvent;
  /** The fields of the event that are undefined: VS Code drops them on the way to the page. */
  readonly cleared: readonly string[];
}

export function eventMessage(seq: number, event: ViewEvent): EventMessage {
  const fields = Object.entries(event);
  const cleared = fields.flatMap(([field, value]) => (value === undefined ? [field] : []));
  return { type: 'event', seq, event, cleared };
}

/** The event as the host has sent it. */
export function sentEvent({ event, cleared }: EventMessage): ViewEvent {
  return { ...event, ...Object.fromEntries(cleared.map((field) => [field, undefined])) };
}

/** A code block of an answer; `block` counts from 0. */
export interface CodeBlockPosition {
  readonly messageId: string;
  readonly block: number;
}

/** A message to scroll to, with search terms to highlight. */
export interface RevealTarget {
  readonly messageId: string;
  /** The words as the user typed them; each matches the beginning of a word. */
  readonly words: readonly string[];
}

/**
 * Host to page. A snapshot replaces the whole state and includes all events up to `seq`; after a gap in the numbers of
 * the events the page requests one.
 */
export type ToWebviewMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly state: ViewState }
  | EventMessage
  | { readonly type: 'focusComposer' }
  /** The user has chosen to edit this question. */
  | { readonly type: 'editQuestion'; readonly messageId: string }
  /** The code of a block was inserted into an editor. */
  | ({ readonly type: 'codeInserted' } & CodeBlockPosition)
  /** What a feature did for a command has ended, or failed. */
  | { readonly type: 'commandEnded'; readonly command: FeatureCommand }
  | ({ readonly type: 'reveal' } & RevealTarget);
