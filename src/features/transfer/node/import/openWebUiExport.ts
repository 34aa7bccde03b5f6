// Reads a chat from an export of Open WebUI: a tree of messages by ID. Reasoning stands in the text, in a <details> element.
//
// Source: the code of open-webui/open-webui (backend/open_webui/utils/middleware.py: serialize_output;
// src/lib/components/chat/Messages/Citations.svelte and ResponseMessage.svelte, Settings/DataControls.svelte).
import * as v from 'valibot';
import type { Source } from '../../../../gateway/common/source';
import { AnswerSources } from '../../../../gateway/node/formats/answerSources';
import { readParts } from './contentParts';
import {
  Counter,
  imageOfDataUrl,
  joinTexts,
  objectByKey,
  optionalField,
  optionalList,
  type ChatReader,
  type LossCounter,
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
/** One part of an answer. `content` of a message has them all as text, in most versions. */
const outputSchema = v.fallback(
  v.object({
    type: v.string(),
    content: optionalList,
    summary: optionalList,
  }),
  { type: '', content: [], summary: [] },
);
const textSchema = v.fallback(v.object({ text: v.string() }), { text: '' });
const sourceSchema = v.fallback(
  v.object({
    source: optionalField(v.object({ id: optionalField(v.string()) })),
    document: optionalList,
    metadata: optionalList,
  }),
  { source: undefined, document: [], metadata: [] },
);
const metadataSchema = v.fallback(
  v.object({
    source: optionalField(v.string()),
    source_url: optionalField(v.string()),
    name: optionalField(v.string()),
    title: optionalField(v.string()),
  }),
  {},
);
const messageSchema = v.object({
  parentId: optionalField(v.string()),
  role: v.string(),
  /** A text, or a list of parts in chats that came from another client of the API. */
  content: v.optional(v.unknown()),
  output: optionalList,
  /** Old versions write true; the content is the error then. */
  error: optionalField(
    v.union([v.literal(true), v.object({ content: optionalField(v.string()) })]),
  ),
  sources: optionalList,
  citations: optionalList,
  model: optionalField(v.string()),
  timestamp: optionalField(v.number()),
  done: optionalField(v.boolean()),
  files: optionalList,
});
const contentSchema = optionalField(v.object({ content: optionalField(v.string()) }));
const fileSchema = v.fallback(
  v.object({
    type: optionalField(v.string()),
    content_type: optionalField(v.string()),
    url: optionalField(v.string()),
    name: optionalField(v.string()),
    /** The text of a page, a note or an older file. */
    content: optionalField(v.string()),
    data: contentSchema,
    file: optionalField(v.object({ filename: optionalField(v.string()), data: contentSchema })),
  }),
  {},
);

export const readOpenWebUiChat: ChatReader = (json, options) => {
  // Older exports list the bodies alone.
  const parsed = v.safeParse(v.union([chatSchema, bodySchema]), json);
  if (!parsed.success) {
    return undefined;
  }
  const record = 'chat' in parsed.output ? parsed.output : { chat: parsed.output };
  const { chat } = record;
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
  const { role, output, files, error, done, ...message } = parsed.output;
  const { text: content, ...read } = readParts(message.content, losses);
  const images = [...read.images];
  const texts = [...read.files];
  for (const file of files) {
    const { type, content_type: contentType, url = '', ...item } = v.parse(fileSchema, file);
    const image = imageOfDataUrl(url);
    const text = item.file?.data?.content ?? item.data?.content ?? item.content ?? '';
    if (image !== undefined) {
      images.push(image);
    } else if (text !== '') {
      texts.push({ name: item.name ?? item.file?.filename ?? 'file', text });
    } else {
      losses.add((contentType ?? type ?? '').startsWith('image') ? 'image' : 'attachment');
    }
  }
  const isKnown = role === 'user' || role === 'assistant';
  losses.add(role === 'system' ? 'systemMessage' : 'toolMessage', isKnown ? 0 : 1);
  const linked: LinkedMessage = {
    id,
    parentId: message.parentId,
    role: isKnown ? role : 'other',
    text: content,
    images,
    files: texts,
    model: message.model,
    time: timeOf(message.timestamp),
  };
  if (role !== 'assistant') {
    return [linked];
  }
  const isError = error === true;
  const said = content === '' ? readOutput(output) : splitDetails(isError ? '' : content, losses);
  return [
    {
      ...linked,
      ...said,
      reasoning: joinTexts([read.reasoning, said.reasoning]),
      sources: readSources(message.sources.length > 0 ? message.sources : message.citations),
      ...(error === undefined ? {} : { error: isError ? content : (error.content ?? '') }),
      ...(done === false ? { state: 'truncated' } : {}),
    },
  ];
}

type Said = Required<Pick<LinkedMessage, 'text' | 'reasoning'>>;

/** Takes reasoning and tool calls out of the text. */
function splitDetails(content: string, losses: LossCounter): Said {
  const thoughts: string[] = [];
  const text = content.replace(
    /<details type="(\w+)"[^<>]*>\s*(?:<summary>[^<]*<\/summary>)?([^]*?)<\/details>\s*/gu,
    (_, type: string, inner: string) => {
      if (type === 'reasoning') {
        thoughts.push(withoutEscapes(inner).replace(/^> ?/gmu, '').trim());
      } else {
        losses.add('toolMessage');
      }
      return '';
    },
  );
  return { text, reasoning: joinTexts(thoughts) };
}

/** What Python's `html.escape()` has escaped. */
function withoutEscapes(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

function readOutput(output: readonly unknown[]): Said {
  const items = output.map((item) => v.parse(outputSchema, item));
  const textsOf = (wanted: string): string =>
    joinTexts(
      items
        .filter(({ type }) => type === wanted)
        .flatMap(({ content, summary }) => (summary.length > 0 ? summary : content))
        .map((part) => v.parse(textSchema, part).text),
    );
  return { text: textsOf('message'), reasoning: textsOf('reasoning') };
}

/** `[1]` in the text means the first distinct document, whichever source it is of. */
function readSources(sources: readonly unknown[]): readonly Source[] {
  const documents = new Map<string, { readonly url: string; readonly title: string | undefined }>();
  for (const item of sources) {
    const { source, document, metadata } = v.parse(sourceSchema, item);
    for (const index of document.keys()) {
      const { source: of, source_url: url, title, name } = v.parse(metadataSchema, metadata[index]);
      const id = of ?? source?.id ?? 'N/A';
      if (!documents.has(id)) {
        const shown = title ?? (name === id ? undefined : name);
        documents.set(id, { url: url ?? id, title: shown });
      }
    }
  }
  const list = new AnswerSources();
  list.push([{ kind: 'results', items: [...documents.values()] }]);
  return list.list('');
}

/** Seconds since 1970, in some versions milliseconds. */
function timeOf(time: number | undefined): number | undefined {
  const milliseconds = time === undefined || time > 1e11 ? time : time * 1000;
  return Number.isNaN(new Date(milliseconds ?? Number.NaN).getTime()) ? undefined : milliseconds;
}
