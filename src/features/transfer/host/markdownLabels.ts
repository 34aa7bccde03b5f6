// The texts of a chat that is exported as Markdown; the end of an answer is described as in the chat view.
import { env, l10n } from 'vscode';
import type { MarkdownLabels } from '../node/export/exportMarkdown';
import { isRunning } from '../../../conversation/common/conversation';
import { answerNotice } from '../../../platform/host/text/answerNotice';

export function markdownLabels(): MarkdownLabels {
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'long', timeStyle: 'short' });
  return {
    untitled: l10n.t('Chat'),
    you: l10n.t('You'),
    reasoning: l10n.t('Reasoning'),
    time: (at) => format.format(at),
    assistant: (models) => {
      const ids = models.filter((model) => model !== '');
      return ids.length === 0 ? l10n.t('Assistant') : l10n.t('Assistant ({0})', ids.join(', '));
    },
    ended: (answer) =>
      isRunning(answer.state)
        ? l10n.t('This answer was still in progress when the chat was exported.')
        : answerNotice(answer)?.sentence,
    images: (count) => (count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count)),
    otherVersions: (kind, count) => {
      if (count === 1) {
        return kind === 'question'
          ? l10n.t('This question has 1 other version.')
          : l10n.t('This answer has 1 other version.');
      }
      return kind === 'question'
        ? l10n.t('This question has {0} other versions.', count)
        : l10n.t('This answer has {0} other versions.', count);
    },
  };
}
