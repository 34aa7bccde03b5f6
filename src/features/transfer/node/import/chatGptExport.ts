// Reads a chat from ChatGPT's conversations.json: a tree in which several messages can make up one answer.
import * as v from 'valibot';
import type { Answer, EndState, Message } from '../../../../conversation/common/conversation';
import { type ChatGptMessage, millisecondsOf, readChatGptMessage } from './chatGptMessage';
import {
  Counter,
  type ImportedChat,
  joinTexts,
  type LossCounter,
  optionalField,
  type ImportOptions,
  safeChatId,
  safeMessageId,
  type SkipReason,
} from './importedChat';
import { missingAnswerId, normalizeTree } from './normalizeTree';

/** Not `v.record`, which skips keys such as `__proto__`. */
const mapping = v.custom<object>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
);
const chatSchema = v.object({
  id: optionalField(v.string()),
  conversation_id: optionalField(v.string()),
  title: optionalField(v.string()),
  create_time: optionalField(v.number()),
  current_node: optionalField(v.string()),
  default_model_slug: optionalField(v.string()),
  mapping,
});
const nodeSchema = v.object({
  message: v.optional(v.unknown()),
  parent: optionalField(v.string()),
  children: v.fallback(v.array(v.unknown()), []),
});

type Node = v.InferOutput<typeof nodeSchema>;

/** The messages of an answer, last first. A linked list, since versions share their first messages. */
interface AnswerMessages {
  readonly message: ChatGptMessage;
  readonly previous: AnswerMessages | undefined;
}

/** The state of the chat after the messages from the root to a node. */
interface Position {
  /** The ID of the answer that the next question follows; empty at the beginning. */
  readonly parentId: string;
  readonly questionId: string | undefined;
  /** Since that question. */
  readonly answer: AnswerMessages | undefined;
  /** In milliseconds since 1970. */
  readonly time: number;
}

/**
 * A limit for the text of all answers, in UTF-16 code units: versions repeat the messages that they
 * share, so that a small file could expand without bounds.
 */
const minTextBudget = 1_000_000;
/** Times the length of the text in the file. */
const maxTextExpansion = 8;

export function isChatGptChat(json: unknown): boolean {
  return v.is(v.object({ mapping }), json);
}

export function readChatGptChat(json: unknown, options: ImportOptions): ImportedChat | SkipReason {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return 'unknownFormat';
  }
  const chat = parsed.output;
  const createdAt = millisecondsOf(chat.create_time) ?? options.now;
  const losses: LossCounter = new Counter();
  const reader = new TreeReader(chat.mapping, chat.default_model_slug ?? '', losses, options);
  reader.readAll(createdAt);
  const tree = normalizeTree(reader.messages, reader.messageIdAt(chat.current_node), losses);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = chat.title?.trim() ?? '';
  const id = chat.conversation_id ?? chat.id ?? `${title} ${createdAt}`;
  return {
    ...(title === '' ? {} : { title }),
    conversation: {
      id: safeChatId(`chatgpt-${id.toLowerCase()}`, options.digest),
      createdAt,
      model: options.model,
      ...tree,
    },
    losses: losses.counts,
  };
}

class TreeReader {
  readonly #messages = new Map<string, Message>();
  readonly #positions = new Map<string, Position>();
  readonly #nodes = new Map<string, Node>();
  readonly #children = new Map<string, string[]>();
  readonly #roots: string[] = [];
  #textBudget = minTextBudget;

  constructor(
    nodes: object,
    private readonly defaultModel: string,
    private readonly losses: LossCounter,
    private readonly options: ImportOptions,
  ) {
    for (const [key, json] of Object.entries(nodes)) {
      const parsed = v.safeParse(nodeSchema, json);
      if (parsed.success) {
        this.#nodes.set(key, parsed.output);
      } else {
        losses.add('unreadableMessage');
      }
    }
    this.#linkNodes();
  }

  get messages(): readonly Message[] {
    return [...this.#messages.values()];
  }

  /** From the roots down. Not recursive, since a chat can be longer than the call stack is deep. */
  readAll(createdAt: number): void {
    const start = { parentId: '', questionId: undefined, answer: undefined, time: createdAt };
    const pending = this.#roots.map((key): [string, Position] => [key, start]);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [key, from] = next;
      const position = this.#readNode(key, from);
      this.#positions.set(key, position);
      const children = this.#children.get(key) ?? [];
      if (children.length === 0) {
        this.#addAnswer(position);
      }
      pending.push(...children.toReversed().map((child): [string, Position] => [child, position]));
    }
    this.losses.add('orphanMessage', this.#nodes.size - this.#positions.size);
  }

  /** The ID of the message at a node, or of the closest one before a node that has none. */
  messageIdAt(key: string | undefined): string | undefined {
    const position = key === undefined ? undefined : this.#positions.get(key);
    return (
      position &&
      (this.#addAnswer(position) ?? position.questionId ?? (position.parentId || undefined))
    );
  }

  /** Gives each node one parent. What a parent says of its children counts only if a child names no parent. */
  #linkNodes(): void {
    const parents = new Map<unknown, string>();
    for (const [key, { children }] of this.#nodes) {
      for (const child of children) {
        parents.set(child, key);
      }
    }
    for (const [key, { parent = parents.get(key) }] of this.#nodes) {
      const siblings = parent === undefined ? undefined : this.#children.get(parent);
      if (parent === undefined || !this.#nodes.has(parent)) {
        this.#roots.push(key);
      } else if (siblings === undefined) {
        this.#children.set(parent, [key]);
      } else {
        siblings.push(key);
      }
    }
  }

  #readNode(key: string, from: Position): Position {
    const content = readChatGptMessage(this.#nodes.get(key)?.message, this.losses);
    if (content === undefined) {
      return from;
    }
    const id = safeMessageId(content.id ?? key, this.options.digest);
    const time = content.time ?? from.time;
    const { role, text, reasoning } = content;
    this.#textBudget += maxTextExpansion * (text.length + reasoning.length);
    if (role === 'assistant') {
      if (from.questionId === undefined) {
        this.losses.add('answerWithoutQuestion');
        return from;
      }
      const message = { ...content, id, time };
      return text === '' && reasoning === ''
        ? from
        : { ...from, answer: { message, previous: from.answer }, time };
    }
    if (text.trim() === '') {
      return from;
    }
    const unanswered =
      from.questionId === undefined ? from.parentId : missingAnswerId(from.questionId);
    const parentId = this.#addAnswer(from) ?? unanswered;
    if (!this.#messages.has(id)) {
      this.#messages.set(id, { kind: 'question', id, text, parentId, askedAt: time });
    }
    return { parentId, questionId: id, answer: undefined, time };
  }

  /** Adds the answer that ends at a position. Returns its ID, or undefined if there is none. */
  #addAnswer({ questionId, answer }: Position): string | undefined {
    const id = answer?.message.id;
    if (questionId === undefined || answer === undefined || id === undefined) {
      return undefined;
    }
    if (!this.#messages.has(id)) {
      const messages: ChatGptMessage[] = [];
      for (let next: AnswerMessages | undefined = answer; next; next = next.previous) {
        this.#textBudget -= next.message.text.length + next.message.reasoning.length;
        if (this.#textBudget < 0) {
          this.losses.add('shortenedVersion');
          break;
        }
        messages.push(next.message);
      }
      this.#messages.set(id, this.#createAnswer(id, questionId, messages.toReversed()));
    }
    return id;
  }

  #createAnswer(id: string, questionId: string, messages: readonly ChatGptMessage[]): Answer {
    const last = messages.at(-1);
    const text = joinTexts(messages.map((message) => message.text));
    const finishReason = last?.finishReason;
    return {
      kind: 'answer',
      id,
      questionId,
      model: messages.findLast(({ model }) => model !== undefined)?.model ?? this.defaultModel,
      state: text === '' ? 'truncated' : endState(finishReason, last?.status),
      text,
      reasoning: joinTexts(messages.map(({ reasoning }) => reasoning)),
      startedAt: messages[0]?.time ?? 0,
      outcome: {
        endedAt: last?.time ?? 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    };
  }
}

function endState(finishReason: string | undefined, status: string | undefined): EndState {
  if (finishReason === 'interrupted' || status === 'finished_partial_completion') {
    return 'stopped';
  }
  return finishReason === 'max_tokens' || status === 'in_progress' ? 'truncated' : 'complete';
}
