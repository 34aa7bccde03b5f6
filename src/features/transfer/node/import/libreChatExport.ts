// Reads a chat that LibreChat exported as JSON: a list of messages with their predecessors, or a tree of them.
//
// Source: the code of danny-avila/LibreChat (client/src/hooks/Conversations/useExportConversation.ts,
// api/server/utils/import/importers.js).
import * as v from 'valibot';
import {
  Counter,
  type ImportedChat,
  joinTexts,
  type LossCounter,
  optionalField,
  type ImportOptions,
  safeChatId,
  type SkipReason,
} from './importedChat';
import { linkMessages, type LinkedMessage } from './linkedMessages';
import { normalizeTree } from './normalizeTree';

const list = v.fallback(v.array(v.unknown()), []);
const chatSchema = v.object({
  conversationId: v.string(),
  title: optionalField(v.string()),
  options: optionalField(v.object({ model: optionalField(v.string()) })),
  messages: list,
  messagesTree: list,
});
const messageSchema = v.object({
  messageId: v.string(),
  parentMessageId: optionalField(v.string()),
  isCreatedByUser: optionalField(v.boolean()),
  sender: optionalField(v.string()),
  text: optionalField(v.string()),
  content: list,
  model: optionalField(v.string()),
  createdAt: optionalField(v.string()),
  error: optionalField(v.boolean()),
  unfinished: optionalField(v.boolean()),
  files: list,
  attachments: list,
  children: list,
});
/** A text is `text` or `{ value }`. */
const textSchema = optionalField(
  v.union([
    v.string(),
    v.pipe(
      v.object({ value: v.string() }),
      v.transform(({ value }) => value),
    ),
  ]),
);
const partSchema = v.fallback(v.object({ type: v.string(), text: textSchema, think: textSchema }), {
  type: '',
});

export function isLibreChatChat(json: unknown): boolean {
  const parsed = v.safeParse(chatSchema, json);
  return (
    parsed.success &&
    [...parsed.output.messages, ...parsed.output.messagesTree].some((message) =>
      v.is(messageSchema, message),
    )
  );
}

export function readLibreChatChat(
  json: unknown,
  options: ImportOptions,
): ImportedChat | SkipReason {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return 'unknownFormat';
  }
  const chat = parsed.output;
  const losses: LossCounter = new Counter();
  const linked: LinkedMessage[] = [];
  const pending = [...chat.messagesTree, ...chat.messages].map(
    (message): [unknown, string | undefined] => [message, undefined],
  );
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
  const createdAt = linked.find(({ time }) => time !== undefined)?.time ?? options.now;
  const { messages } = linkMessages(linked, createdAt, losses, options);
  const tree = normalizeTree(messages, undefined, losses);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = chat.title?.trim() ?? '';
  return {
    ...(title === '' || title === 'New Chat' ? {} : { title }),
    conversation: {
      id: safeChatId(`librechat-${chat.conversationId.toLowerCase()}`, options.digest),
      createdAt,
      model: options.model,
      ...tree,
    },
    losses: losses.counts,
  };
}

/** @param parentId Its predecessor where the export is a tree. */
function readMessage(
  message: v.InferOutput<typeof messageSchema>,
  parentId: string | undefined,
  chatModel: string | undefined,
  losses: LossCounter,
): LinkedMessage {
  const texts: string[] = [];
  const thoughts: string[] = [];
  for (const part of message.content.map((one) => v.parse(partSchema, one))) {
    if (part.type === 'text' && part.text !== undefined) {
      texts.push(part.text);
    } else if (part.think !== undefined) {
      thoughts.push(part.think);
    } else {
      losses.add(part.type === 'tool_call' ? 'toolMessage' : 'unknownContent');
    }
  }
  losses.add('attachment', message.files.length + message.attachments.length);
  const isQuestion = message.isCreatedByUser ?? message.sender === 'User';
  const time = Date.parse(message.createdAt ?? '');
  const isWhole = message.error !== true && message.unfinished !== true;
  return {
    id: message.messageId,
    parentId: parentId ?? message.parentMessageId,
    role: isQuestion ? 'user' : 'assistant',
    text: texts.length === 0 ? (message.text ?? '') : joinTexts(texts),
    reasoning: joinTexts(thoughts),
    model: message.model ?? chatModel,
    time: Number.isNaN(time) ? undefined : time,
    ...(isWhole ? {} : { state: 'truncated' }),
  };
}
