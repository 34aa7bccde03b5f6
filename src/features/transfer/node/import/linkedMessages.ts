// Makes questions and answers of messages that name their predecessors, as Claude, Open WebUI and LibreChat export them.
import type { Answer, Message } from '../../../../conversation/common/conversation';
import type { EndState } from '../../../../gateway/common/endState';
import type { QuestionImage } from '../../../../gateway/common/messageParts';
import type { Source } from '../../../../gateway/common/source';
import { pictureMarkup } from '../../../../gateway/node/formats/answerFiles';
import { artifactBlock } from './artifacts';
import {
  joinTexts,
  questionOf,
  safeMessageId,
  type ImportedChat,
  type ImportOptions,
  type LossCounter,
  type SkipReason,
  type TextFile,
} from './importedChat';
import { chatOfProgram, missingAnswerId, type ChatOfProgram } from './normalizeTree';

export interface LinkedMessage {
  readonly id: string;
  /** A message without a known predecessor is the first of a chat. */
  readonly parentId: string | undefined;
  /** `other`: not imported, but others may follow it. */
  readonly role: 'user' | 'assistant' | 'other';
  readonly text: string;
  readonly reasoning?: string;
  readonly images?: readonly QuestionImage[];
  readonly files?: readonly TextFile[];
  readonly model?: string | undefined;
  /** Milliseconds since 1970; after its predecessor where it is not known. */
  readonly time?: number | undefined;
  /** `complete` if absent. */
  readonly state?: EndState;
  readonly finishReason?: string | undefined;
  /** Why the answer failed, in the server's words. */
  readonly error?: string;
  readonly sources?: readonly Source[];
}

/** Where the messages from the first one to another one end. */
interface Position {
  /** The answer that the next question follows; `''` at the beginning. */
  readonly answerId: string;
  /** The question that the next answer answers. */
  readonly questionId: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
}

interface LinkedChat extends Omit<ChatOfProgram, 'messages' | 'createdAt'> {
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
}

/** @param chat `shownId` is an ID of the file. */
export function linkedChat(
  chat: LinkedChat,
  linked: readonly LinkedMessage[],
  losses: LossCounter,
  options: ImportOptions,
): ImportedChat | SkipReason {
  const firstTime = linked.find(({ time }) => time !== undefined)?.time;
  const createdAt = chat.createdAt ?? firstTime ?? options.now;
  const { messages, ids } = linkMessages(linked, createdAt, losses, options);
  const shownId = ids.get(chat.shownId ?? '');
  return chatOfProgram({ ...chat, createdAt, messages, shownId }, losses, options);
}

/**
 * Several messages of an answer in a row become one, unless they branch: then each branch keeps its own text only, since
 * branches of branches would repeat the beginning without bounds.
 * @returns with the ID that each message has in the result
 */
export function linkMessages(
  linked: readonly LinkedMessage[],
  startedAt: number,
  losses: LossCounter,
  { digest }: ImportOptions,
): { readonly messages: readonly Message[]; readonly ids: ReadonlyMap<string, string> } {
  const byId = new Map(linked.map((message) => [message.id, message]));
  losses.add('unreadableMessage', linked.length - byId.size);
  const children = new Map<string, LinkedMessage[]>();
  const roots: LinkedMessage[] = [];
  for (const message of byId.values()) {
    const { parentId = '' } = message;
    if (byId.has(parentId)) {
      const known = children.get(parentId);
      if (known === undefined) {
        children.set(parentId, [message]);
      } else {
        known.push(message);
      }
    } else {
      roots.push(message);
    }
  }
  const messages = new Map<string, Message>();
  const ids = new Map<string, string>();
  const pending = roots.map((message): [LinkedMessage, Position] => [
    message,
    { answerId: '', questionId: undefined, time: startedAt },
  ]);
  let reachedCount = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [message, from] = next;
    reachedCount += 1;
    const id = safeMessageId(message.id, digest);
    const time = message.time ?? from.time + 1;
    let position: Position = { ...from, time };
    const previous = messages.get(from.answerId);
    if (message.role === 'user') {
      const { text, images = [], files = [] } = message;
      const parentId =
        from.questionId === undefined ? from.answerId : missingAnswerId(from.questionId);
      messages.set(id, questionOf({ id, text, parentId, askedAt: time, images, files }));
      ids.set(message.id, id);
      position = { answerId: '', questionId: id, time };
    } else if (message.role === 'assistant') {
      const siblings = children.get(message.parentId ?? '')?.length ?? 0;
      if (from.questionId !== undefined) {
        messages.set(id, answerOf(message, id, from.questionId, time));
        ids.set(message.id, id);
        position = { answerId: id, questionId: undefined, time };
      } else if (previous?.kind !== 'answer') {
        losses.add('answerWithoutQuestion');
      } else if (siblings === 1) {
        messages.set(previous.id, joined(previous, answerOf(message, id, '', time)));
        ids.set(message.id, previous.id);
      } else {
        losses.add('shortenedVersion');
        messages.set(id, answerOf(message, id, previous.questionId, time));
        ids.set(message.id, id);
        position = { answerId: id, questionId: undefined, time };
      }
    }
    for (const child of (children.get(message.id) ?? []).toReversed()) {
      pending.push([child, position]);
    }
  }
  losses.add('orphanMessage', byId.size - reachedCount);
  return { messages: [...messages.values()], ids };
}

/** Milliseconds since 1970. */
export function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The server's words within a failure have at most this many UTF-16 code units. */
const maxDetailLength = 2_000;

function answerOf(
  { reasoning = '', model = '', state = 'complete', ...message }: LinkedMessage,
  id: string,
  questionId: string,
  time: number,
): Answer {
  const { error, finishReason, sources = [], images = [], files = [] } = message;
  const blocks = files.map(({ name, text }) =>
    artifactBlock({ title: name ?? 'paste.txt', path: name, content: text }),
  );
  const pictures = images.map(({ mediaType, data }) =>
    pictureMarkup(`data:${mediaType};base64,${data}`),
  );
  const text = joinTexts([message.text, ...blocks.map((block) => block ?? '')]) + pictures.join('');
  const shownState = text === '' && state === 'complete' ? 'truncated' : state;
  return {
    kind: 'answer',
    id,
    questionId,
    model,
    state: error === undefined ? shownState : 'failed',
    text,
    reasoning,
    startedAt: time,
    outcome: {
      endedAt: time,
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(error === undefined
        ? {}
        : { failure: { kind: 'streamError', detail: error.slice(0, maxDetailLength) } }),
      ...(sources.length === 0 ? {} : { sources }),
    },
  };
}

function joined(first: Answer, then: Answer): Answer {
  const text = paragraphs(first.text, then.text);
  return {
    ...first,
    model: then.model === '' ? first.model : then.model,
    state: text !== '' && then.text === '' ? first.state : then.state,
    text,
    reasoning: paragraphs(first.reasoning, then.reasoning),
    outcome: { ...first.outcome, ...then.outcome, endedAt: then.startedAt },
  };
}

/** Unlike `joinTexts`, it does not copy the first text: an answer may have thousands of parts. */
function paragraphs(first: string, then: string): string {
  return first === '' || then === '' ? first + then : `${first}\n\n${then}`;
}
