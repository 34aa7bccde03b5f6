// What becomes of a question on its way to the gateway: a check replaces its content, or the user changes it.
import { isSameQuestion, type QuestionDraft, questionDraft } from '../../common/attachment';
import type { QuestionContent } from '../../common/conversation';
import type { QueuedQuestion } from '../../common/draft';
import type { PendingSend } from './sendCheck';

/** With another content in place of its question's, if it has one. */
export function withContent(send: PendingSend, content: QuestionContent): PendingSend {
  const { source, question } = send;
  if (question === undefined) {
    return send;
  }
  const replaced = { ...send, question: { ...question, content } };
  return typeof source === 'object'
    ? {
        ...replaced,
        source: { id: source.id, ...questionDraft(content.text, content.attachments) },
      }
    : replaced;
}

/** Whether the user has changed what is in the message box, or the first question of the queue. */
export function isSourceChanged(
  { source, question }: PendingSend,
  draft: QuestionDraft & { readonly queue: readonly QueuedQuestion[] },
): boolean {
  return source === 'messageBox'
    ? !isSameQuestion(draft, question?.content)
    : typeof source === 'object' && draft.queue[0] !== source;
}
