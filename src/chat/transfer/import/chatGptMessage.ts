// One message of a ChatGPT export, in the shapes that it has had since 2022: no schema is published.
//
// Sources: the unofficial specification in mohamed-chs/convoviz (docs/dev/chatgpt-spec.md, 3.0 of
// February 2026), and the older shape that has the role beside the content instead of under `author`.
import * as v from 'valibot';
import { optionalField } from './lenient';
import { type Counter, imagePlaceholder } from './importedChat';

const messageSchema = v.object({
  id: optionalField(v.string()),
  role: optionalField(v.string()),
  author: optionalField(v.object({ role: optionalField(v.string()) })),
  create_time: optionalField(v.number()),
  content: optionalField(
    v.object({
      content_type: optionalField(v.string()),
      parts: optionalField(v.array(v.unknown())),
      text: optionalField(v.string()),
      language: optionalField(v.string()),
      thoughts: v.optional(v.unknown()),
      content: optionalField(v.string()),
    }),
  ),
  status: optionalField(v.string()),
  recipient: optionalField(v.string()),
  metadata: optionalField(
    v.object({
      model_slug: optionalField(v.string()),
      is_visually_hidden_from_conversation: optionalField(v.boolean()),
      finish_details: optionalField(v.object({ type: optionalField(v.string()) })),
      attachments: optionalField(v.array(v.unknown())),
    }),
  ),
});

const partSchema = v.object({
  content_type: optionalField(v.string()),
  text: optionalField(v.string()),
});
const thoughtSchema = v.object({
  summary: optionalField(v.string()),
  content: optionalField(v.string()),
});
const attachmentSchema = v.object({ mime_type: optionalField(v.string()) });

/** What of a message has a place in a conversation. */
export interface ChatGptMessage {
  readonly id: string | undefined;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly model: string | undefined;
  /** In milliseconds since 1970. */
  readonly at: number | undefined;
  readonly finish: string | undefined;
  readonly status: string | undefined;
}

/** Undefined where nothing of it has a place in a conversation; what is lost with it is counted. */
export function readChatGptMessage(json: unknown, lost: Counter): ChatGptMessage | undefined {
  if (json == null) {
    // The root of a chat has no message.
    return undefined;
  }
  const read = v.safeParse(messageSchema, json);
  if (!read.success) {
    lost.add('unreadableMessage');
    return undefined;
  }
  const { id, author, content, metadata, recipient, status, create_time: at } = read.output;
  const role = author?.role ?? read.output.role;
  const type = content?.content_type ?? 'text';
  const hidden = metadata?.is_visually_hidden_from_conversation === true;
  if (role !== 'user' && role !== 'assistant') {
    const known = role === 'system' ? 'systemMessage' : 'toolMessage';
    lost.add(known, isBlank(content) ? 0 : 1);
    return undefined;
  }
  if (type === 'user_editable_context' || type === 'model_editable_context') {
    lost.add('systemMessage');
    return undefined;
  }
  if (hidden || (role === 'assistant' && (recipient ?? 'all') !== 'all')) {
    lost.add(role === 'user' ? 'systemMessage' : 'toolMessage', isBlank(content) ? 0 : 1);
    return undefined;
  }
  const files = (metadata?.attachments ?? []).filter((file) => !isPictureFile(file));
  lost.add('attachment', files.length);
  const { text, reasoning } = contentOf(type, content ?? {}, lost);
  return {
    id,
    role,
    text: text.trim() === '' && (content?.parts ?? []).some(isPicture) ? imagePlaceholder : text,
    reasoning,
    model: metadata?.model_slug,
    at: milliseconds(at),
    finish: metadata?.finish_details?.type,
    status,
  };
}

type Content = NonNullable<v.InferOutput<typeof messageSchema>['content']>;

function contentOf(
  type: string,
  { parts, text, language, thoughts, content }: Partial<Content>,
  lost: Counter,
): { readonly text: string; readonly reasoning: string } {
  switch (type) {
    case 'thoughts':
      return { text: '', reasoning: thoughtsText(thoughts, parts) };
    case 'reasoning_recap':
      return { text: '', reasoning: content ?? '' };
    case 'code':
      return { text: fenced(text ?? partsText(parts, lost), language), reasoning: '' };
    case 'text':
    case 'multimodal_text':
      return {
        text: withoutCitations(partsText(parts, lost) || (text ?? ''), lost),
        reasoning: '',
      };
    default: {
      const said = partsText(parts, lost) || (text ?? '') || (content ?? '');
      lost.add('otherContent', said === '' ? 1 : 0);
      return { text: withoutCitations(said, lost), reasoning: '' };
    }
  }
}

function partsText(parts: readonly unknown[] | undefined, lost: Counter): string {
  return (parts ?? [])
    .map((part) => partText(part, lost))
    .filter((part) => part !== '')
    .join('\n\n');
}

function partText(part: unknown, lost: Counter): string {
  if (typeof part === 'string') {
    return part;
  }
  const read = v.safeParse(partSchema, part);
  const type = read.success ? (read.output.content_type ?? '') : '';
  const text = read.success ? (read.output.text ?? '') : '';
  if (isPicture(part)) {
    lost.add('picture');
  } else if (type.includes('audio_asset') || type.includes('video')) {
    lost.add('recording');
  } else if (text === '') {
    lost.add('otherContent');
  }
  return text;
}

function thoughtsText(thoughts: unknown, parts: readonly unknown[] | undefined): string {
  if (typeof thoughts === 'string') {
    return thoughts;
  }
  return (Array.isArray(thoughts) ? thoughts : (parts ?? []))
    .flatMap((thought: unknown) => {
      if (typeof thought === 'string') {
        return [thought];
      }
      const read = v.safeParse(thoughtSchema, thought);
      return read.success ? [read.output.summary, read.output.content] : [];
    })
    .filter((text) => text != null && text.trim() !== '')
    .join('\n\n');
}

/** With a fence that no run of backticks within can end. */
function fenced(code: string, language: string | undefined): string {
  const runs = code.match(/`{3,}/gu) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map(({ length }) => length)) + 1);
  const name = language === 'unknown' ? '' : (language ?? '').replaceAll(/[^\w+#.-]/gu, '');
  return code === '' ? '' : `${fence}${name}\n${code}\n${fence}`;
}

/** Marks in the private use area, which point to sources that the file does not hold. */
function withoutCitations(text: string, lost: Counter): string {
  return text.replaceAll(/\uE200[^\uE200\uE201]*\uE201/gu, () => {
    lost.add('citation');
    return '';
  });
}

function isBlank(content: Partial<Content> | undefined): boolean {
  const { parts, text, content: said, content_type: type } = content ?? {};
  return (
    (type ?? 'text') === 'text' &&
    (text ?? said ?? '').trim() === '' &&
    (parts ?? []).every((part) => typeof part === 'string' && part.trim() === '')
  );
}

function isPicture(part: unknown): boolean {
  const read = v.safeParse(partSchema, part);
  return read.success && (read.output.content_type ?? '').startsWith('image');
}

function isPictureFile(file: unknown): boolean {
  const read = v.safeParse(attachmentSchema, file);
  return read.success && (read.output.mime_type ?? '').startsWith('image/');
}

/** Of seconds since 1970; undefined where that is no time. */
export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds < 1e11
    ? Math.round(seconds * 1000)
    : undefined;
}
