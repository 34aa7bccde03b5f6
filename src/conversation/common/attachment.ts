// Attachments: what the user adds to a question from the editor, the workspace or the clipboard. They belong to the
// question and are sent before its text.
import type { QuestionImage } from '../../gateway/common/messageParts';
import { kindTraits, type AttachmentKind } from './attachmentKinds';

/** Where an attachment is read again before it is sent. */
export interface AttachmentSource {
  readonly uri: string;
  /** The first line, counted from 1; absent for all lines. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The encoding that the user has chosen, as VS Code's setting `files.encoding` names it. */
  readonly encoding?: string;
}

export interface Attachment {
  /** Unique in the conversation. */
  readonly id: string;
  readonly kind: AttachmentKind;
  /** Names it for the user and for the model, for example a path relative to the workspace, with its lines. */
  readonly name: string;
  /** The block that is sent, exactly as its preview shows it. Absent for images, and in the page. */
  readonly text?: string;
  readonly image?: QuestionImage;
  /** Estimated size of what is sent. */
  readonly tokens: number;
  /** Absent if it cannot change. */
  readonly source?: AttachmentSource;
  /** Secrets in it were replaced, so it is not read again: that would bring them back. */
  readonly isMasked?: true;
  /** Its source had changed, so that it was read again when the question was sent. */
  readonly isUpdated?: true;
  /** The text is only a part of the source, which is too long. */
  readonly isExcerpt?: true;
}

/** What a user writes in the message box or the queue. */
export interface QuestionDraft {
  readonly text: string;
  /** Absent if there are none. */
  readonly attachments?: readonly Attachment[];
}

/** `text` with attachments, if there are any. */
export function questionDraft(
  text: string,
  attachments: readonly Attachment[] = [],
): QuestionDraft {
  return attachments.length === 0 ? { text } : { text, attachments };
}

/** Whether two questions have the same text and attachments; blanks around the text do not count. */
export function isSameQuestion(a: QuestionDraft, b: QuestionDraft | undefined): boolean {
  return a.text.trim() === b?.text.trim() && idsOf(a) === idsOf(b);
}

function idsOf({ attachments = [] }: QuestionDraft): string {
  return attachments.map(({ id }) => id).join();
}

/** What a model receives of a question as text: a block for each attachment, then what the user wrote. */
export function sentText({ text, attachments = [] }: QuestionDraft): string {
  return [...attachments.flatMap((attachment) => attachment.text ?? []), text].join('\n\n');
}

/** Whether one of them replaces the other: a file that is attached again, for example. */
export function isSameSource(a: Attachment, b: Attachment): boolean {
  const isOtherSource = a.source && b.source && a.source.uri !== b.source.uri;
  const isNamedAlike = a.kind === b.kind && a.name === b.name && isOtherSource !== true;
  const isAnyReplaced =
    kindTraits[a.kind].replaces === 'any' || (a.source ?? b.source) !== undefined;
  const hasSameContent = a.text === b.text && a.image?.data === b.image?.data;
  return isNamedAlike && (isAnyReplaced || hasSameContent);
}

/** What a model receives of a question as images. */
export function sentImages({
  images = [],
  attachments = [],
}: {
  readonly images?: readonly QuestionImage[];
  readonly attachments?: readonly Attachment[];
}): readonly QuestionImage[] {
  return [...images, ...attachments.flatMap(({ image }) => image ?? [])];
}

/** Removes what the page does not show: it may be large, and the page must not have what it does not need. */
export function withoutText({
  text: _text,
  source: _source,
  ...attachment
}: Attachment): Attachment {
  return attachment;
}

/** The longest text of a file, in bytes on disk and in UTF-16 units elsewhere: about 300,000 tokens. */
export const maxTextLength = 1_000_000;
