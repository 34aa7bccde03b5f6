// A chat of ChatGPT's conversations.json: a tree of messages, many for one answer, of which one path was shown.
import * as v from 'valibot';
import type { Answer, EndState, Message } from '../../../shared/conversation/conversation';
import { type ChatGptMessage, readChatGptMessage, milliseconds } from './chatGptMessage';
import { normalizeTree, unansweredId } from './normalizeTree';
import { optionalField } from './lenient';
import { chatId, messageId } from './safeIds';
import { Counter, type ImportedChat, type ReaderOptions, type SkipReason } from './importedChat';

/** `v.record` would pass over keys such as `__proto__`. */
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

/** What an answer is put together from, the last piece first. */
interface Piece {
  readonly message: ChatGptMessage;
  readonly before: Piece | undefined;
}

/** Where the messages on the way from the root to a node have led. */
interface Place {
  /** The ID of the answer that the next question follows. */
  readonly after: string;
  readonly questionId: string | undefined;
  readonly pieces: Piece | undefined;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** How much longer than all that the file says answers may become by what versions have in common. */
const mostRepetition = 8;

export function isChatGptChat(json: unknown): boolean {
  return v.is(v.object({ mapping }), json);
}

export function readChatGptChat(json: unknown, parts: ReaderOptions): ImportedChat | SkipReason {
  const read = v.safeParse(chatSchema, json);
  if (!read.success) {
    return 'unreadable';
  }
  const chat = read.output;
  const createdAt = milliseconds(chat.create_time) ?? parts.now;
  const lost = new Counter();
  const reader = new TreeReader(chat.mapping, chat.default_model_slug ?? '', lost, parts);
  reader.readAll(createdAt);
  const tree = normalizeTree(reader.messages, reader.shownAt(chat.current_node), lost);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = chat.title?.trim() ?? '';
  const id = chat.conversation_id ?? chat.id ?? `${title} ${createdAt}`;
  return {
    ...(title === '' ? {} : { title }),
    conversation: {
      id: chatId(`chatgpt-${id.toLowerCase()}`, parts.digest),
      createdAt,
      model: parts.model,
      ...tree,
    },
    losses: lost.counts,
  };
}

class TreeReader {
  readonly #messages = new Map<string, Message>();
  readonly #places = new Map<string, Place>();
  readonly #nodes = new Map<string, Node>();
  readonly #children = new Map<string, string[]>();
  /** Nodes under no other. */
  readonly #roots: string[] = [];
  readonly #model: string;
  readonly #lost: Counter;
  readonly #parts: ReaderOptions;
  /** How much may still be put together, in UTF-16 code units. */
  #room: number;

  constructor(nodes: object, model: string, lost: Counter, parts: ReaderOptions) {
    this.#model = model;
    this.#lost = lost;
    this.#parts = parts;
    this.#room = 1_000_000;
    for (const [key, json] of Object.entries(nodes)) {
      const read = v.safeParse(nodeSchema, json);
      if (read.success) {
        this.#nodes.set(key, read.output);
      } else {
        lost.add('unreadableMessage');
      }
    }
    this.#link();
  }

  get messages(): readonly Message[] {
    return [...this.#messages.values()];
  }

  /** From the roots down, without recursion: a chat may be longer than the stack is deep. */
  readAll(createdAt: number): void {
    const start: Place = { after: '', questionId: undefined, pieces: undefined, at: createdAt };
    const waiting = this.#roots.map((key) => ({ key, from: start }));
    let seen = 0;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { key, from } = next;
      seen += 1;
      const place = this.#step(key, from);
      this.#places.set(key, place);
      const children = this.#children.get(key) ?? [];
      if (children.length === 0) {
        this.#close(place);
      }
      waiting.push(...children.toReversed().map((child) => ({ key: child, from: place })));
    }
    this.#lost.add('looseMessage', this.#nodes.size - seen);
  }

  /** The message that stands at a node, or before it where it has none of its own. */
  shownAt(node: string | undefined): string | undefined {
    const place = node === undefined ? undefined : this.#places.get(node);
    return place && (this.#close(place) ?? place.questionId ?? (place.after || undefined));
  }

  /** Each node under one other: what parents say of their children counts where a child says nothing. */
  #link(): void {
    const parents = new Map<string, string>();
    for (const [key, { children }] of this.#nodes) {
      for (const child of children) {
        if (typeof child === 'string' && this.#nodes.has(child)) {
          parents.set(child, key);
        }
      }
    }
    for (const [key, { parent }] of this.#nodes) {
      const under = parent ?? parents.get(key);
      const siblings = under === undefined ? undefined : this.#children.get(under);
      if (under === undefined || !this.#nodes.has(under)) {
        this.#roots.push(key);
      } else if (siblings === undefined) {
        this.#children.set(under, [key]);
      } else {
        siblings.push(key);
      }
    }
  }

  #step(key: string, from: Place): Place {
    const told = readChatGptMessage(this.#nodes.get(key)?.message, this.#lost);
    if (told === undefined) {
      return from;
    }
    const id = messageId(told.id ?? key, this.#parts.digest);
    const message = { ...told, id, at: told.at ?? from.at };
    const { at } = message;
    this.#room += mostRepetition * (told.text.length + told.reasoning.length);
    if (told.role === 'assistant') {
      if (from.questionId === undefined) {
        this.#lost.add('questionlessAnswer');
        return from;
      }
      return told.text === '' && told.reasoning === ''
        ? from
        : { ...from, pieces: { message, before: from.pieces }, at };
    }
    if (told.text.trim() === '') {
      return from;
    }
    const parent = this.#close(from) ?? unansweredParent(from);
    if (!this.#messages.has(id)) {
      this.#messages.set(id, { kind: 'question', id, text: told.text, parentId: parent, askedAt: at });
    }
    return { after: parent, questionId: id, pieces: undefined, at };
  }

  /** Puts the answer together that ends at a place; gives its ID, undefined where nothing was answered. */
  #close({ questionId, pieces }: Place): string | undefined {
    const id = pieces?.message.id;
    if (questionId === undefined || pieces === undefined || id === undefined) {
      return undefined;
    }
    if (!this.#messages.has(id)) {
      const all: ChatGptMessage[] = [];
      for (let piece: Piece | undefined = pieces; piece !== undefined; piece = piece.before) {
        this.#room -= piece.message.text.length + piece.message.reasoning.length;
        if (this.#room < 0) {
          this.#lost.add('repetitiveVersion');
          break;
        }
        all.push(piece.message);
      }
      this.#messages.set(id, this.#answer(id, questionId, all.toReversed()));
    }
    return id;
  }

  #answer(id: string, questionId: string, pieces: readonly ChatGptMessage[]): Answer {
    const last = pieces.at(-1);
    const joined = (field: 'text' | 'reasoning'): string =>
      pieces
        .map((piece) => piece[field])
        .filter((text) => text !== '')
        .join('\n\n');
    const text = joined('text');
    const finishReason = last?.finish;
    return {
      kind: 'answer',
      id,
      questionId,
      model: pieces.findLast(({ model }) => model !== undefined)?.model ?? this.#model,
      state: text === '' ? 'truncated' : stateOf(last?.finish, last?.status),
      text,
      reasoning: joined('reasoning'),
      startedAt: pieces[0]?.at ?? 0,
      outcome: {
        endedAt: last?.at ?? 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    };
  }
}

function unansweredParent({ questionId, after }: Place): string {
  return questionId === undefined ? after : unansweredId(questionId);
}

function stateOf(finish: string | undefined, status: string | undefined): EndState {
  if (finish === 'interrupted' || status === 'finished_partial_completion') {
    return 'stopped';
  }
  return finish === 'max_tokens' || status === 'in_progress' ? 'truncated' : 'complete';
}
