// Reads a chat that LibreChat exported as JSON: a list of messages with their predecessors, or a tree of them.
//
// Source: the code of danny-avila/LibreChat (client/src/hooks/Conversations/useExportConversation.ts,
// api/server/utils/import/importers.js).
import * as v from 'valibot';
import {
  type ChatReader,
  Counter,
  type LossCounter,
  optionalField,
  optionalList,
} from './importedChat';
import { linkedChat, type LinkedMessage, readParts, timeOf } from './linkedMessages';

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
  files: optionalList,
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
  losses.add('attachment', message.files.length + message.attachments.length);
  const isQuestion = message.isCreatedByUser ?? message.sender === 'User';
  const isWhole = message.error !== true && message.unfinished !== true;
  return {
    id: message.messageId,
    parentId: parentId ?? message.parentMessageId,
    role: isQuestion ? 'user' : 'assistant',
    ...readParts(message.content, message.text, losses),
    model: message.model ?? chatModel,
    time: timeOf(message.createdAt),
    ...(isWhole ? {} : { state: 'truncated' }),
  };
}
