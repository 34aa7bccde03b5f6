// A divider in the conversation: turns above it are not sent, or sent as a summary.
import * as l10n from '@vscode/l10n';
import type { OmittedTurns } from '../../../../../conversation/common/conversation';
import { PlainText } from './PlainText';

export function OmittedTurnsDivider({ omitted: { summary } }: { readonly omitted: OmittedTurns }) {
  return (
    <div class="omitted-turns">
      <p>
        {summary === undefined
          ? l10n.t('Messages above are no longer sent to the model')
          : l10n.t('Messages above are sent as a summary')}
      </p>
      {summary !== undefined && (
        <details>
          <summary>{l10n.t('Summarized by {0}', summary.model)}</summary>
          <PlainText text={summary.text} />
        </details>
      )}
    </div>
  );
}
