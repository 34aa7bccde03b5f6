// Reads a chat from ChatGPT's conversations.json: a tree in which several messages can make up one answer. Messages are
// read in the formats used since 2022; OpenAI publishes no schema.
//
// Sources: the unofficial specification in mohamed-chs/convoviz (docs/dev/chatgpt-spec.md, 3.0 of
// February 2026), and the older format with the role next to the content instead of under `author`.
import * as v from 'valibot';
import type { Answer, Message } from '../../../../conversation/common/conversation';
import type { EndState } from '../../../../gateway/common/endState';
import { canvasBlocks, codeBlock } from './artifacts';
import { readParts, type MessageContent } from './contentParts';
import {
  Counter,
  joinTexts,
  objectByKey,
  optionalField,
  optionalList,
  questionOf,
  safeMessageId,
  type ChatReader,
  type ImportOptions,
  type LossCounter,
} from './importedChat';
import { chatOfProgram, missingAnswerId } from './normalizeTree';

const chatSchema = v.object({
  id: optionalField(v.string()),
  conversation_id: optionalField(v.string()),
  title: optionalField(v.string()),
  create_time: optionalField(v.number()),
  current_node: optionalField(v.string()),
  default_model_slug: optionalField(v.string()),
  mapping: objectByKey,
});
const nodeSchema = v.object({
  message: v.optional(v.unknown()),
  parent: optionalField(v.string()),
  children: optionalList,
});

const messageSchema = v.object({
  id: optionalField(v.string()),
  role: optionalField(v.string()),
  author: optionalField(v.object({ role: optionalField(v.string()) })),
  create_time: optionalField(v.number()),
  content: optionalField(
    v.object({
      content_type: optionalField(v.string()),
      parts: optionalField(v.array(v.unknown())),
      text: optionalField(v.string()),
      language: optionalField(v.string()),
      thoughts: v.optional(v.unknown()),
      content: optionalField(v.string()),
    }),
  ),
  status: optionalField(v.string()),
  recipient: optionalField(v.string()),
  metadata: optionalField(
    v.object({
      model_slug: optionalField(v.string()),
      is_visually_hidden_from_conversation: optionalField(v.boolean()),
      finish_details: optionalField(v.object({ type: optionalField(v.string()) })),
      attachments: optionalField(v.array(v.unknown())),
    }),
  ),
});

const fileSchema = v.fallback(v.object({ mime_type: optionalField(v.string()) }), {});
const thoughtSchema = v.fallback(
  v.object({ summary: optionalField(v.string()), content: optionalField(v.string()) }),
  {},
);

interface ChatGptMessage extends MessageContent {
  readonly id: string | undefined;
  readonly role: 'user' | 'assistant';
  readonly model: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number | undefined;
  readonly finishReason: string | undefined;
  readonly status: string | undefined;
}

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
  /** The messages since that question. */
  readonly answer: AnswerMessages | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * A limit for the text of all answers, in UTF-16 code units: versions repeat the messages that they
 * share, so that a small file could expand without bounds.
 */
const minTextBudget = 1_000_000;
/** How many times as long as the text in the file all answers may be. */
const maxTextExpansion = 8;

export const readChatGptChat: ChatReader = (json, options) => {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return undefined;
  }
  const chat = parsed.output;
  const createdAt = millisecondsOf(chat.create_time) ?? options.now;
  const losses: LossCounter = new Counter();
  const reader = new TreeReader(chat.mapping, chat.default_model_slug ?? '', losses, options);
  reader.readAll(createdAt);
  return chatOfProgram(
    {
      program: 'chatgpt',
      id: chat.conversation_id ?? chat.id,
      title: chat.title,
      createdAt,
      messages: reader.messages,
      shownId: reader.messageIdAt(chat.current_node),
    },
    losses,
    options,
  );
};

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

  /** Goes from the roots down, without recursion: a chat can be longer than the call stack is deep. */
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
    const { images, files } = content;
    if (text.trim() === '' && images.length === 0 && files.length === 0) {
      return from;
    }
    const unanswered =
      from.questionId === undefined ? from.parentId : missingAnswerId(from.questionId);
    const parentId = this.#addAnswer(from) ?? unanswered;
    if (!this.#messages.has(id)) {
      const asked = questionOf({ id, text, images, files, parentId, askedAt: time });
      this.#messages.set(id, asked);
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

/** Returns undefined for a message that is not imported, and counts it as a loss if it has content. */
function readChatGptMessage(json: unknown, losses: LossCounter): ChatGptMessage | undefined {
  if (json == null) {
    // The root of a chat has no message.
    return undefined;
  }
  const parsed = v.safeParse(messageSchema, json);
  if (!parsed.success) {
    losses.add('unreadableMessage');
    return undefined;
  }
  const { id, author, content, metadata, recipient, status, create_time: time } = parsed.output;
  const role = author?.role ?? parsed.output.role;
  const type = content?.content_type ?? 'text';
  if (role !== 'user' && role !== 'assistant') {
    losses.add(role === 'system' ? 'systemMessage' : 'toolMessage', isBlank(content) ? 0 : 1);
    return undefined;
  }
  if (type === 'user_editable_context' || type === 'model_editable_context') {
    losses.add('systemMessage');
    return undefined;
  }
  const canvas = (recipient ?? '').startsWith('canmore.')
    ? canvasBlocks(content?.text ?? readParts(content?.parts, losses).text)
    : '';
  const isHidden = metadata?.is_visually_hidden_from_conversation === true;
  if (isHidden || (role === 'assistant' && (recipient ?? 'all') !== 'all' && canvas === '')) {
    losses.add(role === 'user' ? 'systemMessage' : 'toolMessage', isBlank(content) ? 0 : 1);
    return undefined;
  }
  losses.add('attachment', metadata?.attachments?.filter((file) => !isImage(file)).length ?? 0);
  return {
    ...(canvas === '' ? readContent(type, content ?? {}, losses) : readParts(canvas, losses)),
    id,
    role,
    model: metadata?.model_slug,
    time: millisecondsOf(time),
    finishReason: metadata?.finish_details?.type,
    status,
  };
}

type ChatGptContent = Partial<NonNullable<v.InferOutput<typeof messageSchema>['content']>>;

function readContent(
  type: string,
  { parts = [], text, language, thoughts, content }: ChatGptContent,
  losses: LossCounter,
): MessageContent {
  switch (type) {
    case 'thoughts':
      return { ...readParts([], losses), reasoning: thoughtsText(thoughts, parts) };
    case 'reasoning_recap':
      return { ...readParts([], losses), reasoning: content ?? '' };
    case 'code': {
      const said = readParts(text ?? parts, losses);
      return { ...said, text: codeBlock(said.text, language) };
    }
    default: {
      const said = readParts(parts, losses, text || content);
      losses.add('unknownContent', knownTypes.has(type) || said.text !== '' ? 0 : 1);
      return { ...said, text: withoutCitations(said.text, losses) };
    }
  }
}

const knownTypes: ReadonlySet<string> = new Set(['text', 'multimodal_text']);

function thoughtsText(thoughts: unknown, parts: readonly unknown[]): string {
  if (typeof thoughts === 'string') {
    return thoughts;
  }
  const texts = (Array.isArray(thoughts) ? thoughts : parts).flatMap((thought: unknown) => {
    if (typeof thought === 'string') {
      return [thought];
    }
    const { summary = '', content = '' } = v.parse(thoughtSchema, thought);
    return [summary, content];
  });
  return joinTexts(texts.filter((text) => text.trim() !== ''));
}

/** Removes marks in the private use area, which point to sources that the file does not contain. */
function withoutCitations(text: string, losses: LossCounter): string {
  return text.replaceAll(/\uE200[^\uE200\uE201]*\uE201/gu, () => {
    losses.add('citation');
    return '';
  });
}

function isBlank({
  content_type: type = 'text',
  parts = [],
  text,
  content,
}: ChatGptContent = {}): boolean {
  return (
    type === 'text' &&
    (text ?? content ?? '').trim() === '' &&
    parts.every((part) => typeof part === 'string' && part.trim() === '')
  );
}

function isImage(file: unknown): boolean {
  return v.parse(fileSchema, file).mime_type?.startsWith('image') === true;
}

/** Converts seconds since 1970; undefined for a number that is not a plausible time. */
function millisecondsOf(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds < 1e11
    ? Math.round(seconds * 1000)
    : undefined;
}
