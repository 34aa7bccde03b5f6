// The words of a chat that is exported as Markdown, the same as in the view.
import { env, l10n } from 'vscode';
import type { MarkdownLabels } from '../../chat/transfer/export/exportMarkdown';
import { isRunning } from '../../shared/conversation/conversation';
import { answerNotice } from '../chatView/answerNotice';

export function markdownLabels(): MarkdownLabels {
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'long', timeStyle: 'short' });
  return {
    untitled: l10n.t('Chat'),
    you: l10n.t('You'),
    reasoning: l10n.t('Reasoning'),
    time: (at) => format.format(at),
    assistant: (models) => {
      const named = models.filter((model) => model !== '');
      return named.length === 0 ? l10n.t('Assistant') : l10n.t('Assistant ({0})', named.join(', '));
    },
    ended: (answer) =>
      isRunning(answer.state)
        ? l10n.t('This answer was still coming when the chat was exported.')
        : answerNotice(answer)?.sentence,
    pictures: (count) =>
      count === 1 ? l10n.t('With a picture.') : l10n.t('With {0} pictures.', count),
    otherVersions: (kind, count) =>
      kind === 'question' ? otherQuestions(count) : otherAnswers(count),
  };
}

function otherQuestions(count: number): string {
  return count === 1
    ? l10n.t('There is another version of this question.')
    : l10n.t('There are {0} other versions of this question.', count);
}

function otherAnswers(count: number): string {
  return count === 1
    ? l10n.t('There is another version of this answer.')
    : l10n.t('There are {0} other versions of this answer.', count);
}
