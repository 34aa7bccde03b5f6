// What a chat needs from the outside world; the gateway, the store and VS Code plug in here.
import type { Disposable } from '../base/disposable';
import type {
  Conversation,
  QuestionImage,
  Price,
  ToolCall,
  Usage,
} from '../shared/conversation/conversation';
import type { ConversationEvent } from '../shared/conversation/conversationEvent';
import type { AutoRetry, RetryWait } from '../shared/conversation/autoRetry';
import type { Draft } from '../shared/conversation/draft';
import type { Failure } from '../shared/conversation/failure';
import type { Quirk } from '../shared/conversation/quirk';
import type { ApiFormat } from '../shared/conversation/apiFormat';
import type { SentRequest } from './request/sentRequest';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Shown before the text; only the user's messages have any. */
  readonly images?: readonly QuestionImage[];
}

/** One request for a completion. Optional fields are sent only when present. */
export interface CompletionRequest {
  readonly apiFormat: ApiFormat;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Sent as it is, `false` too. */
  readonly stream: boolean;
  readonly temperature?: number;
  /** Upper limit of the answer, in tokens. */
  readonly maxTokens?: number;
  readonly reasoningEffort?: string;
  /** What the model is known to refuse. */
  readonly quirks?: readonly Quirk[];
}

/** A piece of an answer, whatever form of the interface it came through. */
export type StreamPart =
  /** The request leaves; `prefilled`: it ends in the answer's own beginning. It may come again before all content, and is no sign of an answer. */
  | { readonly type: 'sent'; readonly request: SentRequest; readonly prefilled: boolean }
  | { readonly type: 'text'; readonly text: string }
  /** `field`: where the form has several for it, the one that it came in. */
  | { readonly type: 'reasoning'; readonly text: string; readonly field?: string }
  /** The model declined, by the form's own field; the text is what it said instead. */
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'toolCalls'; readonly calls: readonly ToolCall[] }
  | { readonly type: 'servedModel'; readonly model: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The form's own word for why the answer ended. */
  | { readonly type: 'finish'; readonly reason: string }
  /** No answer came, and the question will be asked again: after `wait`, or when `askNow` is called. */
  | { readonly type: 'retryScheduled'; readonly wait: RetryWait; readonly askNow: () => void }
  /** The question leaves once more. */
  | { readonly type: 'autoRetried'; readonly again: AutoRetry }
  /** The last part of an answer that failed; nothing follows. */
  | { readonly type: 'failure'; readonly failure: Failure };

export interface ChatModel {
  /**
   * Asks for one completion. Never throws: what goes wrong is the last part. Ends without a
   * `finish` part when the stream ended cleanly without a finish reason. When `signal` aborts,
   * the connection is closed at once and the parts end without a failure.
   */
  complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}

/** A model as a gateway's list describes it; everything but the ID only where the record says so. */
export interface ModelRecord {
  /** Byte for byte as listed, at most 256 characters. */
  readonly id: string;
  readonly name?: string;
  readonly owner?: string;
  /** In tokens. */
  readonly contextLength?: number;
  readonly endpointTypes?: readonly string[];
  /** As the record gives it. */
  readonly price?: Price;
  /** Whether it takes pictures. */
  readonly imageInput?: boolean;
  /** False only when the record says that the model is for something else. */
  readonly chat: boolean;
}

export interface ModelList {
  readonly models: readonly ModelRecord[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

export type ModelListResult =
  | { readonly ok: true; readonly list: ModelList }
  | { readonly ok: false; readonly failure: Failure };

export interface ModelLister {
  /** Asks the gateway. Never throws. */
  refresh(signal?: AbortSignal): Promise<ModelListResult>;
}

/** For which origins a key without a label was stored; it outlives the keys. Never rejects. */
export interface OriginsWithKey {
  has(origin: string): Promise<boolean>;
  add(origin: string): Promise<void>;
  remove(origin: string): Promise<void>;
}

export interface LabelsOfOrigin {
  /** Of the keys that have a label, oldest first; the key without one is not counted. */
  readonly labels: readonly string[];
  /** The key that was chosen last, `''` for the one without a label; it need not be stored. */
  readonly chosen?: string;
}

/** The labels of the keys that were stored, by origin; they outlive the keys. Never rejects. */
export interface KeyLabels {
  of(origin: string): Promise<LabelsOfOrigin>;
  add(origin: string, label: string): Promise<void>;
  /** A label that goes is no longer chosen. */
  remove(origin: string, label: string): Promise<void>;
  choose(origin: string, label: string): Promise<void>;
}

/** The last good list of each gateway, kept over restarts. `gateway`: its `gatewayId`. */
export interface ModelListCache {
  load(gateway: string): Promise<ModelList | undefined>;
  save(gateway: string, list: ModelList): Promise<void>;
}

/** What windows on one conversation tell one another about an answer; it is no part of the conversation. */
export type WindowSignal =
  /** Asks whether somebody gives the answer; `gives`: this window does. */
  | { readonly type: 'present'; readonly answerId: string; readonly gives?: true }
  /** The reader of another window wants it to end. */
  | { readonly type: 'stopAsked'; readonly answerId: string };

/** What is kept of a conversation besides its events. */
export interface ConversationStore {
  /** The conversation as far as it was kept, or undefined when there is none of that ID. */
  load(id: string): Promise<Conversation | undefined>;
  /** Starts keeping a conversation; what it holds already is kept too. */
  create(conversation: Conversation): void;
  /** Keeps an event; deltas reach the disk within a quarter of a second. Signals go the same way. */
  append(id: string, told: ConversationEvent | WindowSignal): void;
  /** Tells what other windows append, from where the conversation was loaded, else all of it. */
  follow(
    conversation: Conversation,
    listener: (told: ConversationEvent | WindowSignal) => void,
  ): Disposable;
  /** Resolves when all that was appended outlives a power cut, or the disk has refused it. Never rejects. */
  sync(id: string): Promise<void>;
  /**
   * What was typed and not sent, kept beside its conversation as a whole; nothing is kept of an empty
   * one. It reaches the disk after all that was appended before.
   */
  saveDraft(id: string, draft: Draft): void;
  /** The draft as this window saved it last where that is not on disk yet, else as all windows have kept it. */
  loadDraft(id: string): Promise<Draft>;
  /** Resolves when all that was handed over is on disk. */
  flush(): Promise<void>;
}

/** A kept conversation, as a list of them tells it. */
export interface ConversationSummary {
  readonly id: string;
  /** As the user or the first question named it; `''` where neither did. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When something was last said in it, in milliseconds since 1970. */
  readonly changedAt: number;
  readonly pinned: boolean;
  /** The URI of the folder that was open when it began. */
  readonly workspace?: string;
}

/** A piece of a message in which a search found its words. */
export interface Snippet {
  readonly messageId: string;
  /** In one line, with an ellipsis where it was cut off. */
  readonly text: string;
  /** Where the words stand in it, in UTF-16 units. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

export interface SearchResult {
  readonly conversation: ConversationSummary;
  /** Absent where nothing was searched for, or the title alone has it. */
  readonly snippet?: Snippet;
}

export interface HistoryQuery {
  /** Every word has to be the beginning of one in the title or in some message; blank finds everything. */
  readonly text: string;
  /** Only conversations that began there. */
  readonly workspace?: string;
  readonly limit: number;
  /** What other windows have written meanwhile is looked for; the first page does not wait for it. */
  readonly refresh?: boolean;
}

export interface HistoryPage {
  /** The pinned ones first, then the newest. */
  readonly results: readonly SearchResult[];
  /** There are more than the limit. */
  readonly hasMore: boolean;
  /** All that is on disk has been looked at; before that a page tells what is known so far. */
  readonly isFinal: boolean;
}

/** What was removed, and where it can be brought back from. */
export interface RemovedConversation {
  readonly id: string;
  readonly trashName: string;
}

/** The conversations of all windows. */
export interface ConversationHistory {
  /** Each page takes the place of the one before; the last is whole. Ends early when `signal` aborts. */
  find(query: HistoryQuery, signal: AbortSignal): AsyncIterable<HistoryPage>;
  rename(id: string, title: string): Promise<void>;
  pin(id: string, pinned: boolean): Promise<void>;
  /** Into the trash, from which it goes after 30 days. */
  remove(id: string): Promise<RemovedConversation>;
  restore(removed: RemovedConversation): Promise<void>;
  /** For good, what is in the trash too. */
  removeAll(): Promise<void>;
}
