// The changes of files that wait for the user. VS Code's diff editor shows them: the panel lists the files.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, ViewProps } from '../../../chat/page/pageFeatures';
import { Button, Icon, LinkButton } from '../../../platform/page/controls';
import { focusComposer, useFocusFallback } from '../../../platform/page/focus';
import { joinItems } from '../../../platform/page/joinPageTexts';
import type { ProposalView } from '../common/applyView';

export function ProposalsPanel({ view: { proposals = [] } }: ViewProps) {
  return proposals.length === 0 ? null : <ProposalList proposals={proposals} />;
}

/** The panel does not take the focus. Files whose changes are new or other ones are announced. */
export const proposalsAnnouncement: Announcement = (event, before, current) => {
  if (event.type !== 'proposals' || current?.proposals !== event.proposals) {
    return undefined;
  }
  const known = new Set(before?.proposals?.map(({ id, text }) => `${id} ${text}`));
  const changed = (event.proposals ?? []).filter(({ id, text }) => !known.has(`${id} ${text}`));
  return changed.length === 0
    ? undefined
    : l10n.t(
        'Proposed changes: {0}',
        joinItems(changed.map(({ file, text }) => l10n.t('{0} ({1})', file, text))),
      );
};

function ProposalList({ proposals }: { readonly proposals: readonly ProposalView[] }) {
  const { post } = useContext(PageContext);
  const panel = useFocusFallback<HTMLElement>(focusComposer);
  const title = l10n.t('Proposed changes');
  const hasConflicts = proposals.some((one) => one.hasConflicts === true);
  const isLeft = proposals.every((one) => one.isLeft === true);
  const withRemovals = proposals.filter(({ hasRemovals }) => hasRemovals === true);
  return (
    <section ref={panel} class="panel proposals" aria-label={title}>
      <h2>{title}</h2>
      <ul role="list" aria-label={l10n.t('Changed files')}>
        {proposals.map(({ id, file, text }) => (
          <li key={id}>
            <Icon name="diff" />
            <span>
              <LinkButton onClick={() => post({ type: 'showProposal', id })}>
                <bdi>{file}</bdi>
              </LinkButton>{' '}
              <span class="proposal-detail">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <div class="button-row">
        {!isLeft && (
          <Button onClick={() => post({ type: 'acceptProposals' })}>{l10n.t('Accept all')}</Button>
        )}
        {isLeft && hasConflicts && (
          <Button onClick={() => post({ type: 'nextConflict' })}>{l10n.t('Next conflict')}</Button>
        )}
        {withRemovals.map(({ id, file, text }) => (
          <Button
            key={id}
            secondary
            title={text}
            onClick={() => post({ type: 'acceptRemovals', id })}
          >
            {withRemovals.length === 1
              ? l10n.t('Accept removals')
              : l10n.t('Accept removals in {0}', file)}
          </Button>
        ))}
        <Button secondary onClick={() => post({ type: 'rejectProposals' })}>
          {l10n.t('Reject all')}
        </Button>
      </div>
    </section>
  );
}
