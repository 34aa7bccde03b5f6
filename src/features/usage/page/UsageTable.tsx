// The usage of an answer: all known figures, the request, and the total of the chat.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { UsageRow, UsageTexts } from '../../chatView/common/protocol';
import { PageContext } from '../../chatView/page/contexts';
import { Button } from '../../../platform/page/controls';

interface Props {
  readonly id: string;
  readonly answerId: string;
  readonly usage: UsageTexts;
  readonly total: readonly UsageRow[];
}

export function UsageTable({ id, answerId, usage: { rows, notReported, request }, total }: Props) {
  const { post } = useContext(PageContext);
  return (
    <div class="usage" id={id}>
      <Figures rows={rows} />
      {notReported !== undefined && <p class="usage-note">{notReported}</p>}
      {request?.isAvailable === true && (
        <div class="button-row">
          <Button secondary onClick={() => post({ type: 'showSentRequest', messageId: answerId })}>
            {request.text}
          </Button>
          <Button secondary onClick={() => post({ type: 'copyAsCurl', messageId: answerId })}>
            {l10n.t('Copy as cURL')}
          </Button>
        </div>
      )}
      {request?.isAvailable === false && <p class="usage-note">{request.text}</p>}
      <p class="usage-total">{l10n.t('Entire chat')}</p>
      <Figures rows={total} />
    </div>
  );
}

function Figures({ rows }: { readonly rows: readonly UsageRow[] }) {
  return (
    <dl>
      {rows.map(({ label, value, isPart = false }) => (
        <div key={`${label} ${value}`} class={isPart ? 'part' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
