// The usage of an answer: a summary on hover and focus, all figures when opened.
import * as l10n from '@vscode/l10n';
import { useContext, useState } from 'preact/hooks';
import type { UsageRow } from '../../../shared/protocol/protocol';
import { PageContext, UsageContext } from '../../contexts';
import { Button, IconButton } from '../controls';

export function UsageDetails({ answerId }: { readonly answerId: string }) {
  const { post, ui } = useContext(PageContext);
  const { answers, total } = useContext(UsageContext);
  const [isOpen, setIsOpen] = useState(ui.openUsage.has(answerId));
  const texts = answers[answerId];
  if (texts === undefined) {
    return null;
  }
  const { summary, warning, rows, request } = texts;
  const id = `usage-${answerId}`;
  return (
    <>
      <IconButton
        icon={warning === undefined ? 'info' : 'warning'}
        label={l10n.t('Usage')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={warning === undefined ? summary : `${warning} ${summary}`}
        onClick={() => {
          ui.openUsage[isOpen ? 'delete' : 'add'](answerId);
          setIsOpen(!isOpen);
        }}
      />
      <span class="usage-summary" aria-hidden="true">
        {summary}
      </span>
      {isOpen && (
        <div class="usage" id={id}>
          {warning !== undefined && <p>{warning}</p>}
          <Figures rows={rows} />
          {request?.isAvailable === true && (
            <div class="button-row">
              <Button
                secondary
                onClick={() => post({ type: 'showSentRequest', messageId: answerId })}
              >
                {request.text}
              </Button>
              <Button secondary onClick={() => post({ type: 'copyAsCurl', messageId: answerId })}>
                {l10n.t('Copy as cURL')}
              </Button>
            </div>
          )}
          {request?.isAvailable === false && <p class="usage-no-request">{request.text}</p>}
          <p class="usage-total">{l10n.t('Entire chat')}</p>
          <Figures rows={total} />
        </div>
      )}
    </>
  );
}

function Figures({ rows }: { readonly rows: readonly UsageRow[] }) {
  return (
    <dl>
      {rows.map(({ label, value }) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
