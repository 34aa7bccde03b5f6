// In the conversation: above this line is what is no longer sent, and what is sent in its place.
import type { OmittedTurns } from '../../../shared/conversation/conversation';
import { t } from '../../l10n';
import { PlainText } from './PlainText';

export function OmittedTurnsDivider({ leftOut: { summary } }: { readonly leftOut: OmittedTurns }) {
  return (
    <div class="left-out">
      <p>
        {summary === undefined
          ? t('What is above is no longer sent')
          : t('What is above is sent as a summary')}
      </p>
      {summary !== undefined && (
        <details>
          <summary>{t('Summary by {0}', summary.model)}</summary>
          <PlainText text={summary.text} />
        </details>
      )}
    </div>
  );
}
