// Shared by the readers of all import formats: options, results, losses, errors and safe IDs.
import * as v from 'valibot';
import { oneLine } from '../../../../base/text/oneLine';
import { screenText } from '../../../../base/text/screenText';
import type { Attachment } from '../../../../conversation/common/attachment';
import type { Conversation, Question } from '../../../../conversation/common/conversation';
import type { QuestionImage } from '../../../../gateway/common/messageParts';
import { estimateTokens } from '../../../../gateway/common/tokenEstimate';
import { labeledBlock } from '../../../../workspace/node/labeledBlock';

type Digest = (text: string) => string;

/** What a reader needs in addition to the file. */
export interface ImportOptions {
  /** A hash in hexadecimal digits, the same on every machine. */
  readonly digest: Digest;
  /** The time of messages that have none, in milliseconds since 1970. */
  readonly now: number;
  /** The model for the next question of a chat from another program. */
  readonly model: string;
}

export interface ImportedChat {
  /** Absent if the file has none. */
  readonly title?: string;
  readonly conversation: Conversation;
  readonly losses: Losses;
}

/** Reads one chat; undefined if it is in another format. */
export type ChatReader = (
  json: unknown,
  options: ImportOptions,
) => ImportedChat | SkipReason | undefined;

/** Why a chat is not imported. */
export type SkipReason =
  /** It has no question. */
  | 'empty'
  | 'unknownFormat'
  /** An entry in another program's index of chats, which holds no messages. */
  | 'onlyListed'
  /** The saved chat with this ID cannot be read, or a newer Portico wrote to it. */
  | 'notWritable';

/** What was not imported of a chat, or only in part. */
export type LossKind =
  /** Instructions to the model, visible or hidden. */
  | 'systemMessage'
  /** A tool call or its result. */
  | 'toolMessage'
  /** An image that the file refers to but does not contain. */
  | 'image'
  /** A file or other context that was sent with a question. */
  | 'attachment'
  /** Audio or video; a transcript is imported. */
  | 'recording'
  /** A mark in the text that points to a source. */
  | 'citation'
  | 'unknownContent'
  /** An answer before the first question. */
  | 'answerWithoutQuestion'
  /** A message that does not fit the file's format, or has the ID of another one. */
  | 'unreadableMessage'
  /** A message whose predecessors are missing or form a cycle. */
  | 'orphanMessage'
  /** A version whose beginning was omitted because too much of it repeats other versions. */
  | 'shortenedVersion';

/** The number of losses of each kind that occurred. */
export type Losses = ReadonlyMap<LossKind, number>;

export class Counter<K> {
  readonly #counts = new Map<K, number>();

  readonly counts: ReadonlyMap<K, number> = this.#counts;

  add(kind: K, count = 1): void {
    if (count > 0) {
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    }
  }
}

export type LossCounter = Counter<LossKind>;

export type FileErrorKind =
  /** The file system reported an error. */
  | 'unreadable'
  /** It ends before its outermost value does. */
  | 'cutOff'
  | 'notJson'
  /** One chat in it is too large to parse. */
  | 'tooLarge'
  /** A web page, such as the chat.html of ChatGPT's export. */
  | 'webPage'
  /** A ZIP archive without a JSON file. */
  | 'noJsonInZip'
  /** A file in a ZIP archive that expands to much more than text does. */
  | 'zipBomb'
  /** JSON with an empty list of chats. */
  | 'emptyList'
  /** JSON without any chat in a known format. */
  | 'noChats'
  /** Portico's own format, from a newer version. */
  | 'newerVersion';

/** Thrown when a file, or the rest of it, cannot be read. */
export class FileError extends Error {
  constructor(readonly kind: FileErrorKind) {
    super(kind);
  }
}

/** Joins the texts of several messages that become one, as paragraphs. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** They replace what is not imported of a message without text: no model accepts an empty message. */
export const imagePlaceholder = '[image]';
export const attachmentPlaceholder = '[attachment]';

/** A text that was attached to a message. */
export interface TextFile {
  /** Absent for a text that was pasted. */
  readonly name: string | undefined;
  readonly text: string;
}

/** The question's text names its attachments if it has no other. */
export function questionOf({
  files,
  images,
  ...question
}: Omit<Question, 'kind' | 'attachments'> & { readonly files: readonly TextFile[] }): Question {
  const attachments = files.map(({ name, text }, index): Attachment => {
    const content =
      name === undefined
        ? labeledBlock({ title: 'Pasted text', content: screenText(text) })
        : labeledBlock({ title: 'File', name, content: text });
    return {
      id: `${question.id}-${index + 1}`,
      kind: name === undefined ? 'pastedText' : 'file',
      name: oneLine(name ?? 'paste.txt'),
      text: content,
      tokens: Math.ceil(estimateTokens(content)),
    };
  });
  const hasImages = images !== undefined && images.length > 0;
  const names = attachments.map(({ name }) => name).join(', ');
  const placeholder = names === '' ? attachmentPlaceholder : `[${names}]`;
  return {
    ...question,
    kind: 'question',
    text: question.text.trim() === '' && !hasImages ? placeholder : question.text,
    ...(hasImages ? { images } : {}),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

/** Undefined if a URL is not that of an image with its data. */
export function imageOfDataUrl(url: string): QuestionImage | undefined {
  const [, mediaType, data] =
    /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/u.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

/** Not `v.record`, which skips keys such as `__proto__`. */
export const objectByKey = v.custom<object>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
);

/** A list that counts as empty if it is missing or not one. */
export const optionalList = v.fallback(v.array(v.unknown()), []);

/** A field that counts as absent if it is missing, null or not of the schema. */
export function optionalField<T extends v.GenericSchema>(
  schema: T,
): v.SchemaWithFallback<v.OptionalSchema<T, undefined>, undefined> {
  return v.fallback(v.optional(schema), undefined);
}

/**
 * A chat's ID becomes the name of a folder, so an ID that could name anything else is replaced by its
 * hash: importing a file twice then gives the same ID. Lower case only, since some file systems ignore case.
 */
export function safeChatId(id: string, digest: Digest): string {
  return /^[a-z0-9][a-z0-9-]{7,99}$/u.test(id) ? id : `chat-${digest(id).slice(0, 32)}`;
}

export function safeMessageId(id: string, digest: Digest): string {
  return /^[A-Za-z0-9][\w:.-]{0,127}$/u.test(id) ? id : `message-${digest(id).slice(0, 32)}`;
}
