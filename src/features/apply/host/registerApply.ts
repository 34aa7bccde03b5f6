// Registers the commands of the diff editor that shows proposed changes.
import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { registerCommands } from '../../../platform/host/typedCommands';
import { showInformation } from '../../../platform/host/window';
import { applyContributions } from './applyContributions';
import type { ApplyServices } from './createApply';
import type { FileChange } from '../node/fileChanges';
import type { Proposal, Proposals } from './proposals';

export function registerApply({ loadApply }: ApplyServices): Disposable {
  const onActive =
    (run: (proposals: Proposals, proposal: Proposal) => Promise<unknown>) => async () => {
      const { proposals } = await loadApply();
      const { active } = proposals;
      if (active === undefined) {
        void showInformation(vscode.l10n.t('No diff editor with proposed changes is active.'));
        return;
      }
      await run(proposals, active);
    };
  const onChange = (
    run: (proposals: Proposals, proposal: Proposal, change: FileChange) => Promise<unknown>,
  ) =>
    onActive(async (proposals, proposal) => {
      const change = proposals.changeAtCursor(proposal);
      if (change === undefined) {
        void showInformation(vscode.l10n.t('Place the cursor in a change.'));
        return;
      }
      await run(proposals, proposal, change);
    });
  return registerCommands(applyContributions.commandIds, {
    acceptChanges: onActive((proposals, proposal) => proposals.acceptAll(proposal)),
    rejectChanges: onActive((proposals, proposal) => proposals.reject(proposal, proposal.changes)),
    acceptChange: onChange((proposals, proposal, change) => proposals.accept(proposal, [change])),
    rejectChange: onChange((proposals, proposal, change) => proposals.reject(proposal, [change])),
  });
}
