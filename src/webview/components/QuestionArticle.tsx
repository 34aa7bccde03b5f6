// A question, word for word.
import type { Question } from '../../shared/conversation';
import { t } from '../l10n';
import { Icon } from './Icon';

export function QuestionArticle({ question }: { readonly question: Question }) {
  return (
    <div
      class="message question"
      role="article"
      aria-label={t('You')}
      data-message-id={question.id}
    >
      <div class="message-head" aria-hidden="true">
        <Icon name="account" />
        {t('You')}
      </div>
      <div class="question-text">{question.text}</div>
    </div>
  );
}
