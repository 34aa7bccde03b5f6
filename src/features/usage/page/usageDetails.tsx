// The usage of an answer: one line beside its toolbar, and a button for all of it.
import * as l10n from '@vscode/l10n';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { AnswerDetails } from '../../../chat/page/pageFeatures';
import { IconButton, LinkButton } from '../../../platform/page/controls';
import { BalanceLine } from '../../balance/page/BalanceLine';
import { SentRequestButtons } from '../../sentRequest/page/SentRequestButtons';
import type { UsageRow, UsageTexts } from '../common/usageView';
import { UsageContext } from './usageContext';

/** The IDs of the answers whose usage is open. Messages far from the view lose their components. */
const openAnswers = new Set<string>();

export function useUsageDetails(answerId: string): AnswerDetails {
  const { answers, total } = useContext(UsageContext);
  const [isOpen, setIsOpen] = useState(openAnswers.has(answerId));
  const wasOpened = useRef(false);
  const usage = answers[answerId];
  const id = `usage-${answerId}`;
  if (usage === undefined) {
    return { isOpen, button: null, summary: null, details: null };
  }
  return {
    isOpen,
    button: (
      <IconButton
        icon="info"
        label={l10n.t('Usage')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={usage.summary}
        onClick={() => {
          openAnswers[isOpen ? 'delete' : 'add'](answerId);
          wasOpened.current = !isOpen;
          setIsOpen(!isOpen);
        }}
      />
    ),
    summary: (
      <span class="usage-summary" aria-hidden="true">
        {usage.summary}
      </span>
    ),
    details: isOpen && (
      <UsageTable
        id={id}
        answerId={answerId}
        usage={usage}
        total={total}
        scrollsIntoView={wasOpened.current}
      />
    ),
  };
}

interface TableProps {
  readonly id: string;
  readonly answerId: string;
  readonly usage: UsageTexts;
  readonly total: readonly UsageRow[];
  /** The user has opened it, not the view that shows the answer again. */
  readonly scrollsIntoView: boolean;
}

/** All known figures, the request, and the total of the chat. */
function UsageTable({ id, answerId, usage, total, scrollsIntoView }: TableProps) {
  const { rows, notReported, request } = usage;
  const { post } = useContext(PageContext);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (scrollsIntoView) {
      box.current?.scrollIntoView({ block: 'nearest' });
    }
  }, []);
  return (
    <div ref={box} class="usage" id={id}>
      <Figures rows={rows} />
      {notReported !== undefined && <p class="usage-note">{notReported}</p>}
      {request !== undefined && <SentRequestButtons answerId={answerId} request={request} />}
      <p class="usage-total">{l10n.t('Entire chat')}</p>
      <Figures rows={total} />
      <p>
        <LinkButton onClick={() => post({ type: 'showCosts' })}>{l10n.t('Show costs')}</LinkButton>
      </p>
      <BalanceLine />
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
