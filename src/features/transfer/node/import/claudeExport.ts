// Reads a chat from the conversations.json of Claude's data export: messages with blocks, since 2025 with their
// predecessors. Anthropic publishes no schema.
//
// Sources: Sinity/polylogue (docs/providers/claude-ai.md), and the types that several exporters on GitHub declare.
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
  uuid: optionalField(v.string()),
  name: optionalField(v.string()),
  model: optionalField(v.string()),
  created_at: optionalField(v.string()),
  current_leaf_message_uuid: optionalField(v.string()),
  chat_messages: v.array(v.unknown()),
});
const messageSchema = v.object({
  uuid: v.string(),
  sender: v.string(),
  text: optionalField(v.string()),
  content: list,
  created_at: optionalField(v.string()),
  parent_message_uuid: optionalField(v.string()),
  attachments: list,
  files: list,
});
const blockSchema = v.fallback(
  v.object({
    type: v.string(),
    text: optionalField(v.string()),
    thinking: optionalField(v.string()),
  }),
  { type: '' },
);

export function isClaudeChat(json: unknown): boolean {
  return v.is(v.object({ chat_messages: v.array(v.unknown()) }), json);
}

export function readClaudeChat(json: unknown, options: ImportOptions): ImportedChat | SkipReason {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return 'unknownFormat';
  }
  const chat = parsed.output;
  const createdAt = timeOf(chat.created_at) ?? options.now;
  const losses: LossCounter = new Counter();
  const linked: LinkedMessage[] = [];
  for (const message of chat.chat_messages) {
    linked.push(...readMessage(message, linked.at(-1)?.id, chat.model, losses));
  }
  const { messages, ids } = linkMessages(linked, createdAt, losses, options);
  const shown = chat.current_leaf_message_uuid ?? '';
  const tree = normalizeTree(messages, ids.get(shown), losses);
  if (tree.messages.length === 0) {
    return 'empty';
  }
  const title = chat.name?.trim() ?? '';
  const id = chat.uuid ?? `${title} ${createdAt}`;
  return {
    ...(title === '' ? {} : { title }),
    conversation: {
      id: safeChatId(`claude-${id.toLowerCase()}`, options.digest),
      createdAt,
      model: options.model,
      ...tree,
    },
    losses: losses.counts,
  };
}

/** @param previousId Its predecessor where the export does not name one. */
function readMessage(
  json: unknown,
  previousId: string | undefined,
  model: string | undefined,
  losses: LossCounter,
): readonly LinkedMessage[] {
  const parsed = v.safeParse(messageSchema, json);
  if (!parsed.success) {
    losses.add('unreadableMessage');
    return [];
  }
  const { uuid, sender, content, attachments, files, ...message } = parsed.output;
  losses.add('attachment', attachments.length + files.length);
  const texts: string[] = [];
  const thoughts: string[] = [];
  for (const block of content.map((one) => v.parse(blockSchema, one))) {
    if (block.type === 'text' && block.text !== undefined) {
      texts.push(block.text);
    } else if (block.thinking !== undefined) {
      thoughts.push(block.thinking);
    } else {
      losses.add(block.type.startsWith('tool_') ? 'toolMessage' : 'unknownContent');
    }
  }
  return [
    {
      id: uuid,
      parentId: message.parent_message_uuid ?? previousId,
      role:
        sender === 'human' || sender === 'user'
          ? 'user'
          : sender === 'assistant'
            ? sender
            : 'other',
      // Exports of 2023 have no blocks.
      text: texts.length === 0 ? (message.text ?? '') : joinTexts(texts),
      reasoning: joinTexts(thoughts),
      model,
      time: timeOf(message.created_at),
    },
  ];
}

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
