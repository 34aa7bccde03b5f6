// What crosses between extension host and webview: state and numbered events go down, commands go up.
import type { Budget, TrimAction, ContextLimitPrompt } from '../conversation/contextBudget';
import type { Conversation } from '../conversation/conversation';
import type { ConversationEvent } from '../conversation/conversationEvent';
import type { QueuedQuestion } from '../conversation/draft';

/** What a button of a notice does; the host runs it. */
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

export type NoticeAction = (typeof noticeActions)[number];

/** A model that is offered in place of one that is gone. Every text is ready to be shown. */
export interface Alternative {
  readonly model: string;
  /** What its record says; `''` where that is nothing. */
  readonly about: string;
  /** What asking it changes beside the model's name; one sentence each. */
  readonly differences: readonly string[];
}

/** What stands under an answer that did not end well. Every text is ready to be shown. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly sentence: string;
  readonly actions: readonly { readonly action: NoticeAction; readonly label: string }[];
  /** The server's own words, redacted; one line per entry. */
  readonly details: readonly string[];
  /** The likest first. */
  readonly alternatives?: readonly Alternative[];
}

/** What an answer tells of being asked again without a click. Every text is ready to be shown. */
export interface AutoRetryNotice {
  /** Why the next time is waited for, while it is. */
  readonly waiting?: string;
  /** One sentence for each time. */
  readonly notices: readonly string[];
}

/** One figure, ready to be shown. */
export interface UsageRow {
  readonly label: string;
  readonly value: string;
}

/** What is known of an answer that has ended. Every text is ready to be shown. */
export interface UsageTexts {
  /** All of it in one line. */
  readonly summary: string;
  /** What the reader should not miss: one sentence. */
  readonly warning?: string;
  readonly rows: readonly UsageRow[];
  /** Of what was sent: what the button says that shows it, or why there is none. */
  readonly sent?: { readonly known: boolean; readonly text: string };
}

export interface UsageView {
  /** By the ID of the answer. */
  readonly answers: Readonly<Record<string, UsageTexts>>;
  /** Of the whole conversation, answers that were replaced too. */
  readonly total: readonly UsageRow[];
}

export const setupSteps = ['baseUrl', 'apiKey', 'model'] as const;

/** A step that has to be taken before a question can be sent. */
export type SetupStep = (typeof setupSteps)[number];

export interface ConnectionState {
  /** The Base URL as used; undefined when none is set or what is set cannot be used. */
  readonly baseUrl: string | undefined;
  /** What the user calls it, where it has a name. */
  readonly gatewayName?: string;
  /** Which of the gateway's keys is used, where it has a label. */
  readonly keyLabel?: string;
  /** Why the Base URL that is set cannot be used: one sentence. */
  readonly baseUrlProblem: string | undefined;
  /** `lost`: stored earlier, and VS Code no longer has it. `optional`: loopback and none stored. */
  readonly key: 'stored' | 'missing' | 'lost' | 'optional';
}

export interface Preferences {
  readonly sendWith: 'enter' | 'ctrlEnter';
  /** Nothing of what goes on in the chats is kept. */
  readonly historyOff?: boolean;
}

/**
 * Asked before a conversation goes on at another gateway than it was held with: its history would
 * go to another operator. Every text is ready to be shown.
 */
export interface GatewayChangePrompt {
  readonly sentence: string;
  /** The buttons' labels. */
  readonly send: string;
  readonly back: string;
}

export const gatewayChangeAnswers = ['send', 'back', 'cancel'] as const;

export type GatewayChangeAnswer = (typeof gatewayChangeAnswers)[number];

/** One sentence on chats that are not shown. Every text is ready to be shown. */
export interface BackgroundChats {
  readonly sentence: string;
  /** The chat that it is about; absent where there are several. */
  readonly id?: string;
  /** The button's label. */
  readonly open: string;
  /** Its answer has ended: the sentence can be put aside. */
  readonly ended: boolean;
}

/** The questions that are asked one after the other, each once the answer before it is complete. */
export interface QueueState {
  readonly questions: readonly QueuedQuestion[];
  /** Nothing is sent by itself: the reader says when the first is to be asked. */
  readonly waits: boolean;
}

/** What is done with a question in the queue; `edit`: it goes back into the message box, before what stands there. */
export const queueItemActions = ['edit', 'moveUp', 'moveDown', 'remove'] as const;

export type QueueItemAction = (typeof queueItemActions)[number];

/** All that the chat view shows. */
export interface ViewState {
  readonly conversation: Conversation;
  /** By the ID of the answer it belongs to. */
  readonly notices: Readonly<Record<string, Notice>>;
  /** By the ID of the answer it belongs to; only of those that were or will be asked again. */
  readonly autoRetries: Readonly<Record<string, AutoRetryNotice>>;
  readonly usage: UsageView;
  readonly connection: ConnectionState;
  readonly preferences: Preferences;
  readonly gatewayChangePrompt?: GatewayChangePrompt;
  /** Only while an answer runs in a chat that is not shown, or has ended there unseen. */
  readonly backgroundChats?: BackgroundChats | undefined;
  /** The message box as the host last heard of it; read when the view starts, when a chat is opened, and when it was typed elsewhere. */
  readonly draft: string;
  readonly queue: QueueState;
  /** By question: what is being rewritten and not sent yet; read as the draft is. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Only where the context length of the model is known. */
  readonly budget?: Budget | undefined;
  /** Only while a question waits for what is to be left out. */
  readonly contextLimitPrompt?: ContextLimitPrompt | undefined;
}

export type ViewEvent =
  | {
      readonly type: 'conversation';
      readonly event: ConversationEvent;
      /** The notice of the answer that the event ends. */
      readonly notice?: Notice;
      /** What the answer that the event changes tells from now on. */
      readonly autoRetry?: AutoRetryNotice;
    }
  /** Another chat takes the place of the one shown. */
  | { readonly type: 'opened'; readonly state: ViewState }
  /** The path goes through another version from now on, and brings messages into view that were aside. */
  | {
      readonly type: 'versionShown';
      readonly messageId: string;
      readonly conversation: Conversation;
      readonly notices: Readonly<Record<string, Notice>>;
      readonly autoRetries: Readonly<Record<string, AutoRetryNotice>>;
      readonly usage: UsageView;
    }
  | {
      readonly type: 'notice';
      readonly answerId: string;
      readonly notice: Notice;
      /** The alternative that the reader has just picked, and that waits for its click. */
      readonly picked?: Alternative;
    }
  /** Figures of answers that are new or told anew, and the total that goes with them. */
  | { readonly type: 'usage'; readonly usage: UsageView }
  | { readonly type: 'connection'; readonly connection: ConnectionState }
  | { readonly type: 'preferences'; readonly preferences: Preferences }
  | { readonly type: 'budget'; readonly budget: Budget | undefined }
  | {
      readonly type: 'contextLimitPrompt';
      readonly contextLimitPrompt: ContextLimitPrompt | undefined;
    }
  /** It was typed in another view of the same chat. */
  | { readonly type: 'draft'; readonly text: string }
  | { readonly type: 'backgroundChats'; readonly backgroundChats: BackgroundChats | undefined }
  /** Without a question: it is answered, or there is nothing to ask any more. */
  | { readonly type: 'gatewayChangePrompt'; readonly prompt?: GatewayChangePrompt }
  | { readonly type: 'queue'; readonly queue: QueueState };

/** A message that the reader is to see, with words marked that were searched for. */
export interface RevealTarget {
  readonly messageId: string;
  /** As they were typed; each marks what begins with it. */
  readonly words: readonly string[];
}

/**
 * Host to webview. A snapshot replaces everything and stands for all events up to `seq`;
 * `events` holds the events numbered `seq`, `seq + 1`, … A gap asks for a new snapshot.
 */
export type ToWebviewMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly state: ViewState }
  | { readonly type: 'events'; readonly seq: number; readonly events: readonly ViewEvent[] }
  | { readonly type: 'focusComposer' }
  | ({ readonly type: 'reveal' } & RevealTarget);

/** Webview to host. The host takes each as `unknown` and reads it with a schema. */
export interface FromWebviewMessage {
  /** The ID of the chat that the page spoke of: another may have taken its place meanwhile. Absent before the first snapshot. */
  readonly chatId?: string;
  readonly command: ViewCommand;
}

export type ViewCommand =
  /** The view has started, or missed events: send a snapshot. */
  | { readonly type: 'ready' }
  /** The reader has turned to this view: commands act on its chat from now on. */
  | { readonly type: 'focused' }
  /** The composer keeps its text until an `asked` event with the same text arrives. */
  | { readonly type: 'ask'; readonly text: string }
  /** Asks a question in other words; the text stays in its box until an `asked` event with it arrives. */
  | { readonly type: 'edit'; readonly messageId: string; readonly text: string }
  /** What is being rewritten; without a text it was left. */
  | { readonly type: 'saveEdit'; readonly messageId: string; readonly text?: string }
  /** Shows a message that is aside, and what followed it. */
  | { readonly type: 'chooseVersion'; readonly messageId: string }
  /** Opens a new chat that begins with all up to this answer. */
  | { readonly type: 'fork'; readonly messageId: string }
  /** The composer keeps its text until a `queue` event brings the question. */
  | { readonly type: 'enqueue'; readonly text: string }
  | { readonly type: 'editQueueItem'; readonly id: string; readonly action: QueueItemAction }
  | { readonly type: 'clearQueue' }
  /** Asks the first of the queue. */
  | { readonly type: 'sendNext' }
  | { readonly type: 'stop' }
  /** Asks at once where the answer waits to be asked again by itself. */
  | { readonly type: 'retryNow'; readonly messageId: string }
  | { readonly type: 'newChat' }
  /** Without an ID the reader is asked which one. */
  | { readonly type: 'openBackgroundChat'; readonly id?: string }
  | { readonly type: 'dismissBackgroundChat'; readonly id: string }
  | { readonly type: 'showHistory' }
  | { readonly type: 'trimContext'; readonly action: TrimAction }
  /** What stands in the message box. */
  | { readonly type: 'saveDraft'; readonly text: string }
  | { readonly type: 'runSetupStep'; readonly step: SetupStep }
  | { readonly type: 'answerGatewayChange'; readonly answer: GatewayChangeAnswer }
  | { readonly type: 'runNoticeAction'; readonly messageId: string; readonly action: NoticeAction }
  /** Has the user choose a model: it is asked at once, or offered with what it changes. */
  | { readonly type: 'pickModelForRetry'; readonly messageId: string }
  /** Sends the request of an answer again, to one of the alternatives in its notice. */
  | { readonly type: 'retryWithModel'; readonly messageId: string; readonly model: string }
  | { readonly type: 'copyAnswer'; readonly messageId: string }
  | { readonly type: 'showSentRequest'; readonly messageId: string }
  | { readonly type: 'copyAsCurl'; readonly messageId: string }
  /** Code is named by its place: the n-th code block (fenced or indented, nested too) of the answer. */
  | { readonly type: 'copyCode'; readonly messageId: string; readonly block: number }
  | { readonly type: 'insertCode'; readonly messageId: string; readonly block: number }
  | { readonly type: 'openLink'; readonly url: string };
