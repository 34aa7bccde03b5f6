// What an answer took: one line when the pointer or the focus is there, all of it on request.
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { UsageRow, UsageView } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';

/** A context, so that the total that each answer's end changes draws no other article anew. */
export const Figures = createContext<UsageView>({ answers: {}, total: [] });

/** Which answers' details readers opened; outlives articles that are emptied. */
const opened = new Set<string>();

interface Props {
  readonly answerId: string;
  readonly post: Post;
}

export function AnswerDetails({ answerId, post }: Props) {
  const { answers, total } = useContext(Figures);
  const [open, setOpen] = useState(opened.has(answerId));
  const texts = answers[answerId];
  if (texts === undefined) {
    return null;
  }
  const { summary, warning, rows, sent } = texts;
  const listId = `details-${answerId}`;
  return (
    <>
      <button
        type="button"
        class={`icon-button codicon codicon-${warning === undefined ? 'info' : 'warning'}`}
        aria-label={l10n.t('Details of this answer')}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        title={warning === undefined ? summary : `${warning} ${summary}`}
        onClick={() => {
          opened[open ? 'delete' : 'add'](answerId);
          setOpen(!open);
        }}
      />
      <span class="answer-summary" aria-hidden="true">
        {summary}
      </span>
      {open && (
        <div class="answer-details" id={listId}>
          {warning !== undefined && <p>{warning}</p>}
          <FigureList rows={rows} />
          {sent?.known === true && (
            <div class="sent-actions">
              <button
                type="button"
                class="button secondary"
                onClick={() => post({ type: 'showSentRequest', messageId: answerId })}
              >
                {sent.text}
              </button>
              <button
                type="button"
                class="button secondary"
                onClick={() => post({ type: 'copyAsCurl', messageId: answerId })}
              >
                {l10n.t('Copy as curl')}
              </button>
            </div>
          )}
          {sent?.known === false && <p class="sent-unknown">{sent.text}</p>}
          <p class="total">{l10n.t('The whole conversation')}</p>
          <FigureList rows={total} />
        </div>
      )}
    </>
  );
}

function FigureList({ rows }: { readonly rows: readonly UsageRow[] }) {
  return (
    <dl>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
