// Reads a chat from the conversations.json of Claude's data export: messages with blocks, since 2025 with their
// predecessors. Anthropic publishes no schema.
//
// Sources: Sinity/polylogue (docs/providers/claude-ai.md), and the types that several exporters on GitHub declare.
import * as v from 'valibot';
import { withoutArtifactTags } from './artifacts';
import { readParts } from './contentParts';
import {
  Counter,
  joinTexts,
  optionalField,
  optionalList,
  type ChatReader,
  type LossCounter,
  type TextFile,
} from './importedChat';
import { linkedChat, timeOf, type LinkedMessage } from './linkedMessages';

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
  const said = readParts(content, losses, message.text);
  const texts = attachments.flatMap(textOf);
  const nameOf = (file: unknown): string | undefined => v.parse(fileSchema, file).file_name;
  // Both lists may have a file.
  const names = new Set(attachments.map(nameOf));
  const lost = files.filter((file) => !names.has(nameOf(file)));
  losses.add('attachment', attachments.length - texts.length + lost.length);
  // The parts of tools have been counted.
  const hasTools = content.some((part) => v.is(toolSchema, part));
  const thoughts: string[] = [];
  const text = withoutArtifactTags(
    said.text.replaceAll(unsupported, () => {
      losses.add('toolMessage', hasTools ? 0 : 1);
      return '';
    }),
  ).replaceAll(thinkingTag, (_, thought: string) => {
    thoughts.push(thought.trim());
    return '';
  });
  return [
    {
      ...said,
      id: uuid,
      parentId: message.parent_message_uuid ?? previousId,
      role:
        sender === 'human' || sender === 'user'
          ? 'user'
          : sender === 'assistant'
            ? sender
            : 'other',
      text,
      reasoning: joinTexts([...thoughts, said.reasoning]),
      files: [...said.files, ...texts],
      model,
      time: timeOf(message.created_at),
    },
  ];
}

/** What an export has in place of a block of tools, and of an artifact. */
const unsupported =
  /```\s*(?:This block is not supported on your current device yet|Viewing artifacts created via the Analysis Tool web feature preview isn[’']t yet supported on mobile)\.\s*```\s*/gu;
const toolSchema = v.object({ type: v.pipe(v.string(), v.startsWith('tool_')) });
/** Exports of 2024 have the reasoning in the text. */
const thinkingTag = /<antThinking>([^]*?)<\/antThinking>\s*/gu;

const fileSchema = v.fallback(
  v.object({ file_name: optionalField(v.string()), extracted_content: optionalField(v.string()) }),
  {},
);

/** The text of a file, or a long text that was pasted: it has no name, or this one. */
function textOf(attachment: unknown): readonly TextFile[] {
  const { file_name: name, extracted_content: text = '' } = v.parse(fileSchema, attachment);
  const isPasted = name === '' || name === 'paste.txt';
  return text === '' ? [] : [{ name: isPasted ? undefined : name, text }];
}
