// The usage of an answer: all known figures, the request, and the total of the chat.
import * as l10n from '@vscode/l10n';
import type { UsageRow, UsageTexts } from '../common/usageView';
import { SentRequestButtons } from '../../sentRequest/page/SentRequestButtons';

interface Props {
  readonly id: string;
  readonly answerId: string;
  readonly usage: UsageTexts;
  readonly total: readonly UsageRow[];
}

export function UsageTable({ id, answerId, usage: { rows, notReported, request }, total }: Props) {
  return (
    <div class="usage" id={id}>
      <Figures rows={rows} />
      {notReported !== undefined && <p class="usage-note">{notReported}</p>}
      {request !== undefined && <SentRequestButtons answerId={answerId} request={request} />}
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
