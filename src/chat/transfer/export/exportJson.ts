// Portico's own form for chats in a file: all that is known of them. media/exportedChats.schema.json describes it.
import * as v from 'valibot';
import type {
  Conversation,
  OmittedTurns,
  Message,
} from '../../../shared/conversation/conversation';
import { reduce } from '../../../shared/conversation/conversationEvent';
import { conversationSchema, messageSchema, namedSchemas } from '../../conversationSchema';
import { orphanedAnswerEnds } from '../../session/orphanedAnswers';
import { normalizeTree } from '../import/normalizeTree';
import { chatId, messageId } from '../import/safeIds';
import { Counter, type ImportedChat, type ReaderOptions, type SkipReason } from '../import/importedChat';

export const exportFormat = 'portico-chats';
/** Grows when an older Portico would misread a file. */
export const exportVersion = 1;

/** A chat with what is kept of it besides its events. */
export interface ChatToExport {
  readonly title: string;
  readonly conversation: Conversation;
}

/** The whole file, as it is written: the list comes last, so that a reader knows the version before it. */
export const exportedChatsSchema = v.object({
  format: v.literal(exportFormat),
  version: v.literal(exportVersion),
  exportedAt: namedSchemas.time,
  conversations: v.array(v.object({ title: v.string(), ...conversationSchema.entries })),
});

/** What can be read of one chat before its messages are, each for itself. */
const chatSchema = v.object({
  ...conversationSchema.entries,
  title: v.fallback(v.string(), ''),
  messages: v.array(v.unknown()),
  offPath: v.fallback(v.array(v.unknown()), []),
});

/** In characters; a longer message is a piece of its own. */
const pieceLength = 65_536;

/** The file in pieces: all chats together may be longer than a string may be, and one alone takes its time. */
export async function* exportJson(
  chats: Iterable<ChatToExport> | AsyncIterable<ChatToExport>,
  exportedAt: number,
): AsyncGenerator<string> {
  let piece = `{"format":${JSON.stringify(exportFormat)},"version":${exportVersion},"exportedAt":${exportedAt},"conversations":[`;
  let before = '\n';
  for await (const chat of chats) {
    piece += before;
    before = ',\n';
    for (const part of chatParts(chat)) {
      piece += part;
      if (piece.length >= pieceLength) {
        yield piece;
        piece = '';
      }
    }
  }
  yield `${piece}\n]}\n`;
}

function* chatParts({ title, conversation }: ChatToExport): Generator<string> {
  const { readOnly: _here, title: _own, messages, offPath, ...told } = conversation;
  yield JSON.stringify({ title, ...told }).slice(0, -1);
  for (const [key, list] of Object.entries({ messages, offPath })) {
    yield `,${JSON.stringify(key)}:[`;
    for (const [index, message] of list.entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(message)}`;
    }
    yield ']';
  }
  yield '}';
}

export function isPorticoChat(json: unknown): boolean {
  return v.is(
    v.object({ id: v.string(), createdAt: v.number(), messages: v.array(v.unknown()) }),
    json,
  );
}

export function readPorticoChat(json: unknown, { digest, now }: ReaderOptions): ImportedChat | SkipReason {
  const read = v.safeParse(chatSchema, json);
  if (!read.success) {
    return 'unreadable';
  }
  const { title, messages, offPath, gateway, ...chat } = read.output;
  const lost = new Counter();
  const shown = messages.flatMap((message) => readMessage(message, lost));
  const path = shown.map((message, index) => withParent(message, shown[index - 1]));
  const all = [...path, ...offPath.flatMap((message) => readMessage(message, lost))];
  const owned = all.map((message) => withOwnIds(message, digest));
  const tree = normalizeTree(owned, owned[path.length - 1]?.id, lost);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const { omitted } = chat;
  const conversation: Conversation = {
    ...chat,
    id: chatId(chat.id, digest),
    ...tree,
    ...(gateway !== undefined && isWebAddress(gateway.baseUrl) ? { gateway } : {}),
    ...(omitted && { omitted: omitted.map((mark) => withOwnPlace(mark, digest)) }),
  };
  return {
    ...(title === '' ? {} : { title }),
    // No window gives the answers that ran when the file was written.
    conversation: orphanedAnswerEnds(conversation, now).reduce(reduce, conversation),
    losses: lost.counts,
  };
}

/** The chat would offer to switch to it. */
function isWebAddress(url: string): boolean {
  const { protocol, username, password } = URL.parse(url) ?? {};
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}

function readMessage(json: unknown, lost: Counter): readonly Message[] {
  const read = v.safeParse(messageSchema, json);
  if (!read.success) {
    lost.add('unreadableMessage');
    return [];
  }
  return [read.output];
}

/** A question that does not say what it follows, in a file that was put together by hand, follows the one before it. */
function withParent(message: Message, before: Message | undefined): Message {
  return message.kind === 'question' && message.parentId === undefined
    ? { ...message, parentId: before?.id ?? '' }
    : message;
}

function withOwnPlace(mark: OmittedTurns, digest: (text: string) => string): OmittedTurns {
  return { ...mark, lastQuestionId: messageId(mark.lastQuestionId, digest) };
}

function withOwnIds(message: Message, digest: (text: string) => string): Message {
  const own = (id: string): string => (id === '' ? '' : messageId(id, digest));
  return message.kind === 'question'
    ? { ...message, id: own(message.id), parentId: own(message.parentId ?? '') }
    : { ...message, id: own(message.id), questionId: own(message.questionId) };
}
