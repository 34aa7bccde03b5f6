// In the conversation: above this line is what is no longer sent, and what is sent in its place.
import type { OmittedTurns } from '../../../shared/conversation/conversation';
import * as l10n from '@vscode/l10n';
import { PlainText } from './PlainText';

export function OmittedTurnsDivider({ leftOut: { summary } }: { readonly leftOut: OmittedTurns }) {
  return (
    <div class="left-out">
      <p>
        {summary === undefined
          ? l10n.t('What is above is no longer sent')
          : l10n.t('What is above is sent as a summary')}
      </p>
      {summary !== undefined && (
        <details>
          <summary>{l10n.t('Summary by {0}', summary.model)}</summary>
          <PlainText text={summary.text} />
        </details>
      )}
    </div>
  );
}
