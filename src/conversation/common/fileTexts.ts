// What a model has seen of files: what the user attached, and what it read by itself.
import type { Attachment } from './attachment';
import type { Message } from './conversation';

export type SeenFileText = Pick<Attachment, 'name' | 'text' | 'source' | 'isExcerpt'>;

/** The texts that a message gave to the model, without those of PDF files. */
export function fileTextsOf(message: Message): readonly SeenFileText[] {
  return message.kind === 'question'
    ? (message.attachments ?? []).filter(({ kind }) => kind !== 'pdf')
    : (message.rounds ?? []).flatMap(({ runs }) => runs.flatMap(({ result }) => result ?? []));
}
