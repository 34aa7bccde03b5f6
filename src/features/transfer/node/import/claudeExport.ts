// Reads a chat from the conversations.json of Claude's data export: messages with blocks, since 2025 with their
// predecessors. Anthropic publishes no schema.
//
// Sources: Sinity/polylogue (docs/providers/claude-ai.md), and the types that several exporters on GitHub declare.
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
  content: optionalList,
  created_at: optionalField(v.string()),
  parent_message_uuid: optionalField(v.string()),
  attachments: optionalList,
  files: optionalList,
});

export const readClaudeChat: ChatReader = (json, options) => {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return undefined;
  }
  const chat = parsed.output;
  const losses: LossCounter = new Counter();
  const linked: LinkedMessage[] = [];
  for (const message of chat.chat_messages) {
    linked.push(...readMessage(message, linked.at(-1)?.id, chat.model, losses));
  }
  return linkedChat(
    {
      program: 'claude',
      id: chat.uuid,
      title: chat.name,
      createdAt: timeOf(chat.created_at),
      shownId: chat.current_leaf_message_uuid,
    },
    linked,
    losses,
    options,
  );
};

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
      ...readParts(content, message.text, losses),
      model,
      time: timeOf(message.created_at),
    },
  ];
}
