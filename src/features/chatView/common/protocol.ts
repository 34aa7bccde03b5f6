// What the host sends to the chat page: snapshots and numbered events. The page's commands are in viewCommands.ts.
import type { Attachment } from '../../../conversation/common/attachment';
import type { ConnectionState } from '../../../conversation/common/connectionState';
import type { ContextLimitPrompt, TokenBudget } from '../../../conversation/common/contextLimit';
import type { Conversation } from '../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { SuggestionIcon } from './suggestionIcons';
import type { QueueState, SentQuestion } from '../../../conversation/common/draft';

export const noticeActions = [
  'retry',
  'continue',
  'setApiKey',
  'chooseModel',
  'changeBaseUrl',
  'switchGateway',
  'checkConnection',
  'newChat',
  'openSettings',
  'showLog',
] as const;

/** What a button of a notice does; the host runs it. */
export type NoticeAction = (typeof noticeActions)[number];

/** A model that the user can ask instead of an unavailable one. All texts are for the user. */
export interface Alternative {
  readonly model: string;
  /** From the model's record in the list; `''` if the list says nothing. */
  readonly description: string;
  /** What changes with this model, one sentence each. */
  readonly differences: readonly string[];
}

/** The notice under an answer that did not end normally. All texts are for the user. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly sentence: string;
  /** The most helpful ones first; Retry is the first or second. */
  readonly actions: readonly { readonly action: NoticeAction; readonly label: string }[];
  /** The server's own words, redacted; one line per entry. */
  readonly details: readonly string[];
  /** The most similar model first; the page offers that one, and the model picker for the others. */
  readonly alternatives?: readonly Alternative[];
}

/** What Portico did about an answer's request on its own. All texts are for the user. */
export interface AdjustmentNotice {
  /** Why the next retry waits; present while it does. */
  readonly waitReason?: string;
  /** One sentence for each kind of adjustment so far. */
  readonly notices: readonly string[];
}

export interface UsageRow {
  /** The row above includes it. */
  readonly isPart?: true;
  readonly label: string;
  readonly value: string;
}

/** The usage of an answer that has ended. All texts are for the user. */
export interface UsageTexts {
  /** Everything on one line. */
  readonly summary: string;
  /** What the user must not miss, as one sentence. */
  readonly warning?: string;
  /** Only known figures. */
  readonly rows: readonly UsageRow[];
  /** One line that names the unknown figures. */
  readonly notReported?: string;
  /** The sent request: the label of the button that shows it, or why it cannot be shown. */
  readonly request?: { readonly isAvailable: boolean; readonly text: string };
}

export interface UsageView {
  /** By answer ID. */
  readonly answers: Readonly<Record<string, UsageTexts>>;
  /** Of the entire chat, replaced answers included. */
  readonly total: readonly UsageRow[];
}

export interface Preferences {
  readonly sendWith: 'enter' | 'ctrlEnter';
  /** Whether screen readers speak the text of answers: not, by sentences while it arrives, or all at its end. */
  readonly announce: 'off' | 'sentences' | 'end';
  /** Chats are not saved. */
  readonly isHistoryOff?: boolean;
  /** Long lines of code are wrapped. */
  readonly wrapsCode?: boolean;
}

/** Asks for consent before a chat continues on another gateway. All texts are for the user. */
export interface GatewayChangePrompt {
  readonly sentence: string;
  readonly sendLabel: string;
  readonly switchBackLabel: string;
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

/** A saved chat that the empty view offers. All texts are for the user. */
export interface RecentChat {
  readonly id: string;
  readonly title: string;
  /** When it was last changed. */
  readonly age: string;
}

/** Characters that open a list of suggestions in the message box. */
export const suggestionTriggers = ['@', '#', '/'] as const;

export type SuggestionTrigger = (typeof suggestionTriggers)[number];

/** What the user can attach or insert. All texts are for the user. */
export interface Suggestion {
  /** Sent back when it is chosen. */
  readonly id: string;
  readonly label: string;
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

export const secretsAnswers = ['mask', 'send', 'cancel'] as const;

export type SecretsAnswer = (typeof secretsAnswers)[number];

/** Possible secrets in a question that is held. All texts are for the user. */
export interface SecretsPrompt {
  /** The question comes from the queue: the user may be typing, so the panel does not get the focus. */
  readonly isQueued?: true;
  readonly sentence: string;
  readonly findings: readonly {
    /** For example “GitHub token”. */
    readonly rule: string;
    /** Where it is: the question or an attachment, with the line. */
    readonly place: string;
    /** Its first characters. */
    readonly masked: string;
  }[];
  /** False for secrets in earlier messages, which cannot be changed. */
  readonly canMask: boolean;
}

/** How much of the prompt the model has processed. */
export interface PromptProgressView {
  readonly answerId: string;
  /** A whole number from 0 to 100. */
  readonly percent: number;
}

export interface ViewState {
  readonly conversation: Conversation;
  /** IDs of messages that are shown as plain text, because a page stopped while rendering them. */
  readonly plainMessages?: readonly string[];
  /** By answer ID. */
  readonly notices: Readonly<Record<string, Notice>>;
  /** By answer ID; only of answers with automatic retries. */
  readonly adjustments: Readonly<Record<string, AdjustmentNotice>>;
  /** Only while an answer waits for its first content, and the gateway sends progress. */
  readonly promptProgress?: PromptProgressView | undefined;
  readonly usage: UsageView;
  readonly connection: ConnectionState;
  readonly preferences: Preferences;
  /** Paths of references of which there is a file in the workspace, as the page sent them. */
  readonly fileReferences: readonly string[];
  readonly gatewayChangePrompt?: GatewayChangePrompt;
  /** Only while an answer runs in a chat that is not shown, or has ended there unread. */
  readonly backgroundChats?: BackgroundChats | undefined;
  /** Latest first; for the empty view. */
  readonly recentChats?: readonly RecentChat[];
  /** IDs of the models that turned out to be unavailable at the current gateway. */
  readonly unavailableModels?: readonly string[];
  /** VS Code's own chat offers the gateway's models, and can be opened. */
  readonly isInVscodeChat?: boolean;
  /** The unsent text of the message box as the host has it. The page applies it at its start and on `opened` and `draft`. */
  readonly draft: string;
  /** The question that left the message box last: a page that missed its `questionSent` event removes it now. */
  readonly lastSent?: SentQuestion;
  /** Of the message box, without their text. */
  readonly attachments: readonly Attachment[];
  /** Whether the chat's model accepts images; absent if that is not known. */
  readonly acceptsImages?: boolean | undefined;
  /** The name of the editor's selection, which can be attached with a click. */
  readonly selectionOffer?: string | undefined;
  /** Present once the page has asked for some. */
  readonly suggestions?: Suggestions;
  /** Present while a question is held because secrets were found in it. */
  readonly secretsPrompt?: SecretsPrompt | undefined;
  readonly queue: QueueState;
  /** The unsent text of edited questions, by question ID. The page applies it at its start and on `opened`. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Only if the model's context length is known. */
  readonly budget?: TokenBudget | undefined;
  /** No source gives the model's context length: the page offers to set it. */
  readonly isContextLengthUnknown?: boolean;
  readonly contextLimitPrompt?: ContextLimitPrompt | undefined;
}

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
  /** The path now leads through this version of a message; the page has no content of messages off the path. */
  | ({ readonly type: 'versionShown'; readonly messageId: string } & Pick<
      ViewState,
      'conversation' | 'notices' | 'adjustments' | 'usage'
    >)
  | {
      readonly type: 'notice';
      readonly answerId: string;
      readonly notice: Notice;
      /** The alternative that the user has just picked and now has to confirm. */
      readonly picked?: Alternative;
    }
  | ({ readonly type: 'promptProgress' } & PromptProgressView)
  /** Usage of new or changed answers, and the new total. */
  | { readonly type: 'usage'; readonly usage: UsageView }
  | { readonly type: 'connection'; readonly connection: ConnectionState }
  | { readonly type: 'preferences'; readonly preferences: Preferences }
  /** There is a file in the workspace for each of these paths. */
  | { readonly type: 'fileReferencesResolved'; readonly paths: readonly string[] }
  | {
      readonly type: 'budget';
      readonly budget: TokenBudget | undefined;
      readonly isContextLengthUnknown?: boolean;
    }
  | {
      readonly type: 'contextLimitPrompt';
      readonly contextLimitPrompt: ContextLimitPrompt | undefined;
    }
  /** The text was typed in another view of the same chat. */
  | { readonly type: 'draft'; readonly text: string }
  /**
   * A question has left the message box: it was asked or queued, and the host's draft is without it. `sendId` is that of
   * the command; the view that posted it removes exactly that text, the others if it is all that their box has.
   */
  | ({ readonly type: 'questionSent' } & SentQuestion)
  | { readonly type: 'backgroundChats'; readonly backgroundChats: BackgroundChats | undefined }
  | { readonly type: 'recentChats'; readonly recentChats: readonly RecentChat[] }
  | { readonly type: 'unavailableModels'; readonly unavailableModels: readonly string[] }
  | { readonly type: 'vscodeChat'; readonly isInVscodeChat: boolean }
  /** Without a prompt, the page removes the one it shows. */
  | { readonly type: 'gatewayChangePrompt'; readonly prompt?: GatewayChangePrompt }
  | { readonly type: 'attachments'; readonly attachments: readonly Attachment[] }
  | { readonly type: 'imageInput'; readonly acceptsImages: boolean | undefined }
  | { readonly type: 'selectionOffer'; readonly selectionOffer: string | undefined }
  | { readonly type: 'suggestions'; readonly suggestions: Suggestions }
  | { readonly type: 'secretsPrompt'; readonly secretsPrompt: SecretsPrompt | undefined }
  | { readonly type: 'queue'; readonly queue: QueueState };

/** A code block of an answer; `block` counts from 0. */
export interface CodeBlockPosition {
  readonly messageId: string;
  readonly block: number;
}

/** A message to scroll to, with search terms to highlight. */
export interface RevealTarget {
  readonly messageId: string;
  /** As the user typed them; each matches the beginning of a word. */
  readonly words: readonly string[];
}

/**
 * Host to page. A snapshot replaces the whole state and includes all events up to `seq`;
 * `events` holds the events numbered `seq`, `seq + 1`, … After a gap the page requests a snapshot.
 */
export type ToWebviewMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly state: ViewState }
  | { readonly type: 'events'; readonly seq: number; readonly events: readonly ViewEvent[] }
  | { readonly type: 'focusComposer' }
  /** The user has chosen to edit this question. */
  | { readonly type: 'editQuestion'; readonly messageId: string }
  /** The code of a block was inserted into an editor. */
  | ({ readonly type: 'codeInserted' } & CodeBlockPosition)
  | ({ readonly type: 'reveal' } & RevealTarget);
