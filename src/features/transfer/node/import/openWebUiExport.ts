// Reads a chat from an export of Open WebUI: a tree of messages by ID. Reasoning stands in the text, in a <details> element.
//
// Source: the code of open-webui/open-webui (src/lib/components/chat/Chat.svelte, backend/open_webui/models/chats.py).
import * as v from 'valibot';
import {
  type ChatReader,
  Counter,
  imageOfDataUrl,
  joinTexts,
  type LossCounter,
  objectByKey,
  optionalField,
  optionalList,
} from './importedChat';
import { linkedChat, type LinkedMessage } from './linkedMessages';

const bodySchema = v.object({
  title: optionalField(v.string()),
  history: v.object({ messages: objectByKey, currentId: optionalField(v.string()) }),
});
const chatSchema = v.object({
  id: optionalField(v.string()),
  title: optionalField(v.string()),
  created_at: optionalField(v.number()),
  chat: bodySchema,
});
const messageSchema = v.object({
  parentId: optionalField(v.string()),
  role: v.string(),
  content: optionalField(v.string()),
  model: optionalField(v.string()),
  timestamp: optionalField(v.number()),
  done: optionalField(v.boolean()),
  files: optionalList,
});
const fileSchema = v.fallback(
  v.object({ type: optionalField(v.string()), url: optionalField(v.string()) }),
  {},
);

export const readOpenWebUiChat: ChatReader = (json, options) => {
  const parsed = v.safeParse(chatSchema, json);
  if (!parsed.success) {
    return undefined;
  }
  const { chat, ...record } = parsed.output;
  const losses: LossCounter = new Counter();
  const linked = Object.entries(chat.history.messages).flatMap(([id, message]) =>
    readMessage(id, message, losses),
  );
  return linkedChat(
    {
      program: 'open-webui',
      id: record.id,
      title: record.title ?? chat.title,
      createdAt: timeOf(record.created_at),
      shownId: chat.history.currentId,
    },
    linked,
    losses,
    options,
  );
};

function readMessage(id: string, json: unknown, losses: LossCounter): readonly LinkedMessage[] {
  const parsed = v.safeParse(messageSchema, json);
  if (!parsed.success) {
    losses.add('unreadableMessage');
    return [];
  }
  const { role, content = '', files, done, ...message } = parsed.output;
  const images = files.flatMap((file) => {
    const { type = '', url = '' } = v.parse(fileSchema, file);
    const image = imageOfDataUrl(url);
    losses.add(type.startsWith('image') ? 'image' : 'attachment', image === undefined ? 1 : 0);
    return image === undefined ? [] : [image];
  });
  const isKnown = role === 'user' || role === 'assistant';
  losses.add(role === 'system' ? 'systemMessage' : 'toolMessage', isKnown ? 0 : 1);
  return [
    {
      id,
      parentId: message.parentId,
      role: isKnown ? role : 'other',
      ...(role === 'assistant' ? splitDetails(content, losses) : { text: content }),
      images,
      model: message.model,
      time: timeOf(message.timestamp),
      ...(done === false ? { state: 'truncated' } : {}),
    },
  ];
}

/** Takes reasoning and tool calls out of the text. */
function splitDetails(
  content: string,
  losses: LossCounter,
): { readonly text: string; readonly reasoning: string } {
  const thoughts: string[] = [];
  const text = content.replace(
    /<details type="(\w+)"[^<>]*>\s*(?:<summary>[^<]*<\/summary>)?([^]*?)<\/details>\s*/gu,
    (_, type: string, inner: string) => {
      if (type === 'reasoning') {
        thoughts.push(inner.replace(/^(?:> ?|&gt; ?)/gmu, '').trim());
      } else {
        losses.add('toolMessage');
      }
      return '';
    },
  );
  return { text, reasoning: joinTexts(thoughts) };
}

/** Seconds since 1970, in some versions milliseconds. */
function timeOf(time: number | undefined): number | undefined {
  const milliseconds = time === undefined || time > 1e11 ? time : time * 1000;
  return Number.isNaN(new Date(milliseconds ?? Number.NaN).getTime()) ? undefined : milliseconds;
}
