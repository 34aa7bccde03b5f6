// Reads one message of a ChatGPT export in the formats used since 2022; OpenAI publishes no schema.
//
// Sources: the unofficial specification in mohamed-chs/convoviz (docs/dev/chatgpt-spec.md, 3.0 of
// February 2026), and the older format with the role beside the content instead of under `author`.
import * as v from 'valibot';
import { imagePlaceholder, joinTexts, type LossCounter, optionalField } from './importedChat';

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

/** A part of a message's content, or an attached file. */
const partSchema = v.fallback(
  v.object({
    content_type: optionalField(v.string()),
    mime_type: optionalField(v.string()),
    text: optionalField(v.string()),
  }),
  {},
);
const thoughtSchema = v.fallback(
  v.object({ summary: optionalField(v.string()), content: optionalField(v.string()) }),
  {},
);

export interface ChatGptMessage {
  readonly id: string | undefined;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly model: string | undefined;
  /** In milliseconds since 1970. */
  readonly time: number | undefined;
  readonly finishReason: string | undefined;
  readonly status: string | undefined;
}

/** Returns undefined for a message that is not imported, and counts it as a loss if it has content. */
export function readChatGptMessage(json: unknown, losses: LossCounter): ChatGptMessage | undefined {
  if (json == null) {
    // The root of a chat has no message.
    return undefined;
  }
  const parsed = v.safeParse(messageSchema, json);
  if (!parsed.success) {
    losses.add('unreadableMessage');
    return undefined;
  }
  const { id, author, content, metadata, recipient, status, create_time: time } = parsed.output;
  const role = author?.role ?? parsed.output.role;
  const type = content?.content_type ?? 'text';
  if (role !== 'user' && role !== 'assistant') {
    losses.add(role === 'system' ? 'systemMessage' : 'toolMessage', isBlank(content) ? 0 : 1);
    return undefined;
  }
  if (type === 'user_editable_context' || type === 'model_editable_context') {
    losses.add('systemMessage');
    return undefined;
  }
  const isHidden = metadata?.is_visually_hidden_from_conversation === true;
  if (isHidden || (role === 'assistant' && (recipient ?? 'all') !== 'all')) {
    losses.add(role === 'user' ? 'systemMessage' : 'toolMessage', isBlank(content) ? 0 : 1);
    return undefined;
  }
  losses.add('attachment', metadata?.attachments?.filter((file) => !isImage(file)).length ?? 0);
  const { text, reasoning } = readContent(type, content ?? {}, losses);
  return {
    id,
    role,
    text: text.trim() === '' && (content?.parts ?? []).some(isImage) ? imagePlaceholder : text,
    reasoning,
    model: metadata?.model_slug,
    time: millisecondsOf(time),
    finishReason: metadata?.finish_details?.type,
    status,
  };
}

type ChatGptContent = Partial<NonNullable<v.InferOutput<typeof messageSchema>['content']>>;

function readContent(
  type: string,
  { parts = [], text, language, thoughts, content }: ChatGptContent,
  losses: LossCounter,
): { readonly text: string; readonly reasoning: string } {
  switch (type) {
    case 'thoughts':
      return { text: '', reasoning: thoughtsText(thoughts, parts) };
    case 'reasoning_recap':
      return { text: '', reasoning: content ?? '' };
    case 'code':
      return { text: codeBlock(text ?? partsText(parts, losses), language), reasoning: '' };
    case 'text':
    case 'multimodal_text':
      return {
        text: withoutCitations(partsText(parts, losses) || (text ?? ''), losses),
        reasoning: '',
      };
    default: {
      const found = partsText(parts, losses) || (text ?? '') || (content ?? '');
      losses.add('unknownContent', found === '' ? 1 : 0);
      return { text: withoutCitations(found, losses), reasoning: '' };
    }
  }
}

function partsText(parts: readonly unknown[], losses: LossCounter): string {
  return joinTexts(parts.map((part) => partText(part, losses)));
}

function partText(part: unknown, losses: LossCounter): string {
  if (typeof part === 'string') {
    return part;
  }
  const { content_type: type = '', text = '' } = v.parse(partSchema, part);
  if (isImage(part)) {
    losses.add('image');
  } else if (type.includes('audio_asset') || type.includes('video')) {
    losses.add('recording');
  } else if (text === '') {
    losses.add('unknownContent');
  }
  return text;
}

function thoughtsText(thoughts: unknown, parts: readonly unknown[]): string {
  if (typeof thoughts === 'string') {
    return thoughts;
  }
  const texts = (Array.isArray(thoughts) ? thoughts : parts).flatMap((thought: unknown) => {
    if (typeof thought === 'string') {
      return [thought];
    }
    const { summary = '', content = '' } = v.parse(thoughtSchema, thought);
    return [summary, content];
  });
  return joinTexts(texts.filter((text) => text.trim() !== ''));
}

/** With a fence that is longer than any run of backticks in the code. */
function codeBlock(code: string, language: string | undefined): string {
  const runs = code.match(/`{3,}/gu) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map(({ length }) => length)) + 1);
  const name = language === 'unknown' ? '' : (language ?? '').replaceAll(/[^\w+#.-]/gu, '');
  return code === '' ? '' : `${fence}${name}\n${code}\n${fence}`;
}

/** Removes marks in the private use area, which point to sources that the file does not contain. */
function withoutCitations(text: string, losses: LossCounter): string {
  return text.replaceAll(/\uE200[^\uE200\uE201]*\uE201/gu, () => {
    losses.add('citation');
    return '';
  });
}

function isBlank({
  content_type: type = 'text',
  parts = [],
  text,
  content,
}: ChatGptContent = {}): boolean {
  return (
    type === 'text' &&
    (text ?? content ?? '').trim() === '' &&
    parts.every((part) => typeof part === 'string' && part.trim() === '')
  );
}

function isImage(part: unknown): boolean {
  const { content_type: contentType, mime_type: mimeType } = v.parse(partSchema, part);
  return (contentType ?? mimeType ?? '').startsWith('image');
}

/** Converts seconds since 1970; undefined for a number that is not a plausible time. */
export function millisecondsOf(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds < 1e11
    ? Math.round(seconds * 1000)
    : undefined;
}
