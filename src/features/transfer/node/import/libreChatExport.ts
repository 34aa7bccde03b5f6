// Reads a chat that LibreChat exported as JSON: a list of messages with their predecessors, or a tree of them.
//
// Source: the code of danny-avila/LibreChat (client/src/hooks/Conversations/useExportConversation.ts,
// api/server/utils/import/__data__, packages/data-schemas/src/schema/message.ts, client/src/utils/citations.ts).
import * as v from 'valibot';
import { meaningOfFinish } from '../../../../gateway/common/finishReason';
import { readParts } from './contentParts';
import {
  Counter,
  joinTexts,
  optionalField,
  optionalList,
  type ChatReader,
  type LossCounter,
} from './importedChat';
import { linkedChat, timeOf, type LinkedMessage } from './linkedMessages';

const chatSchema = v.object({
  conversationId: v.string(),
  title: optionalField(v.string()),
  options: optionalField(v.object({ model: optionalField(v.string()) })),
  messages: optionalList,
  messagesTree: optionalList,
});
const messageSchema = v.object({
  messageId: v.string(),
  parentMessageId: optionalField(v.string()),
  isCreatedByUser: optionalField(v.boolean()),
  sender: optionalField(v.string()),
  text: optionalField(v.string()),
  content: optionalList,
  model: optionalField(v.string()),
  createdAt: optionalField(v.string()),
  error: optionalField(v.boolean()),
  unfinished: optionalField(v.boolean()),
  finish_reason: optionalField(v.string()),
  files: optionalList,
  /** Excerpts of the chat that a question refers to. */
  quotes: optionalList,
  attachments: optionalList,
  children: optionalList,
});

export const readLibreChatChat: ChatReader = (json, options) => {
  const parsed = v.safeParse(chatSchema, json);
  const roots = parsed.success ? [...parsed.output.messagesTree, ...parsed.output.messages] : [];
  if (!parsed.success || !roots.some((message) => v.is(messageSchema, message))) {
    return undefined;
  }
  const chat = parsed.output;
  const losses: LossCounter = new Counter();
  const linked: LinkedMessage[] = [];
  const pending = roots.map((message): [unknown, string | undefined] => [message, undefined]);
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const [message, parentId] = next;
    const parsedMessage = v.safeParse(messageSchema, message);
    if (!parsedMessage.success) {
      losses.add('unreadableMessage');
      continue;
    }
    const { messageId, children } = parsedMessage.output;
    linked.push(readMessage(parsedMessage.output, parentId, chat.options?.model, losses));
    pending.push(...children.map((child): [unknown, string] => [child, messageId]));
  }
  const { conversationId: id, title } = chat;
  return linkedChat({ program: 'librechat', id, title }, linked, losses, options);
};

/** @param parentId Its predecessor where the export is a tree. */
function readMessage(
  message: v.InferOutput<typeof messageSchema>,
  parentId: string | undefined,
  chatModel: string | undefined,
  losses: LossCounter,
): LinkedMessage {
  const { files, quotes, attachments, error, unfinished, finish_reason: finishReason } = message;
  const parsed = files.map((file) => v.parse(fileSchema, file));
  const texts = parsed.flatMap(({ filename: name, text = '' }) =>
    text === '' ? [] : [{ name, text }],
  );
  const images = parsed.filter(({ type, text }) => !text && type?.startsWith('image/') === true);
  const quoted = quotes.filter((quote) => typeof quote === 'string');
  losses.add('image', images.length);
  losses.add(
    'attachment',
    files.length -
      images.length -
      texts.length +
      quotes.length -
      quoted.length +
      attachments.length,
  );
  const isQuestion = message.isCreatedByUser ?? message.sender === 'User';
  const isCut = unfinished === true || meaningOfFinish(finishReason ?? '') === 'length';
  const linked = {
    id: message.messageId,
    parentId: parentId ?? message.parentMessageId,
    model: message.model ?? chatModel,
    time: timeOf(message.createdAt),
  };
  const text = message.text ?? '';
  if (isQuestion) {
    const asked = readParts(message.content, losses, text);
    const all = [
      ...asked.files,
      ...texts,
      ...quoted.map((quote) => ({ name: 'quote.txt', text: quote })),
    ];
    return { ...linked, role: 'user', ...asked, files: all };
  }
  if (error === true && message.content.length === 0) {
    return { ...linked, role: 'assistant', text: '', error: text };
  }
  const [marked = '', thought = ''] = thinking.exec(text) ?? [];
  const said = readParts(message.content, losses, text.slice(marked.length));
  return {
    ...linked,
    role: 'assistant',
    ...said,
    text: withoutMarks(said.text, losses),
    reasoning: joinTexts([thought, said.reasoning.replaceAll(thinkTag, '')]),
    finishReason,
    ...(isCut ? { state: 'truncated' } : {}),
  };
}

const fileSchema = v.fallback(
  v.object({
    type: optionalField(v.string()),
    filename: optionalField(v.string()),
    /** What was extracted of it, where it is sent as text. */
    text: optionalField(v.string()),
  }),
  {},
);

/** Where reasoning stood before messages had parts. */
const thinking = /^\s*:::thinking\s+([^]*?)\s*\n:::\s*/u;
const thinkTag = /^\s*<think>\s*|\s*<\/think>\s*$/gu;

/** Private characters, or how a model spells them: they group marks of sources, and the text that a mark is for. */
const citations = /[ \t]*(?:(?:\uE200|\\ue200)?(?:\uE202|\\ue202)turn\d+[a-z]+\d+)+/gu;
const grouping = /[\uE200\uE201\uE203\uE204\uE206]|\\ue20[01346]/gu;

/** Removes the marks of sources, which the messages have in no list. */
function withoutMarks(text: string, losses: LossCounter): string {
  return text
    .replaceAll(citations, (found) => {
      losses.add('citation', found.split('turn').length - 1);
      return '';
    })
    .replaceAll(grouping, '');
}
