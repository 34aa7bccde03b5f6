// Registers Apply's commands in editors: those of the diff of proposed changes, of a selection, and of the last answer.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ConnectionState } from '../../../conversation/common/connectionState';
import { afterActivation } from '../../../platform/host/afterActivation';
import { registerCommands, uriArgument, withArgument } from '../../../platform/host/typedCommands';
import { showInformation } from '../../../platform/host/window';
import { isFile } from '../../../workspace/host/filePlace';
import type { FileChange } from '../node/fileChanges';
import { applyContributions } from './applyContributions';
import type { ApplyServices } from './createApply';
import type { Proposal, Proposals } from './proposals';

const codePlace = v.object({
  uri: uriArgument,
  range: v.custom<vscode.Range>((value) => value instanceof vscode.Range),
});

export function registerApply({
  loadApply,
  chats,
  current,
  lastEditor,
  reportError,
}: ApplyServices & {
  readonly chats: ChatWindow;
  readonly current: { readonly state: () => Promise<ConnectionState> };
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly reportError: (error: unknown) => void;
}): Disposable {
  const edits = new DisposableStore();
  const onActive =
    (run: (proposals: Proposals, proposal: Proposal, line?: number) => Promise<unknown>) =>
    async (argument?: unknown) => {
      const { proposals } = await loadApply();
      const { active } = proposals;
      if (active === undefined) {
        void showInformation(vscode.l10n.t('No diff editor with proposed changes is active.'));
        return;
      }
      // A mark at a conflict passes its line, and the button in the editor's title what is in the editor.
      await run(proposals, active, typeof argument === 'number' ? argument : undefined);
    };
  const onChange = (
    run: (proposals: Proposals, proposal: Proposal, change: FileChange) => Promise<unknown>,
  ) =>
    onActive(async (proposals, proposal, line) => {
      const change = await proposals.meantChange(proposal, line);
      if (change !== undefined) {
        await run(proposals, proposal, change);
      }
    });
  const deps = { chats, lastEditor, reportError, connectionState: () => current.state() };
  const commands = registerCommands(applyContributions.commandIds, {
    editSelection: withArgument(codePlace, async (place) => {
      const { editSelection } = await import('./editSelection');
      const following = await editSelection(deps, await loadApply(), place);
      if (following !== undefined) {
        edits.add(following);
      }
    }),
    applyLast: async () => (await loadApply()).applyLast(),
    acceptChanges: onActive(async (proposals, proposal) => {
      if (await proposals.acceptAll(proposal)) {
        void proposals.offerRest(proposal);
      }
    }),
    rejectChanges: onActive((proposals, proposal) => proposals.reject(proposal, proposal.changes)),
    acceptChange: onChange((proposals, proposal, change) => proposals.accept(proposal, [change])),
    rejectChange: onChange((proposals, proposal, change) => proposals.reject(proposal, [change])),
  });
  return new DisposableStore(edits, commands, afterActivation(registerEditAction));
}

/** Offers Edit Selection… in the lightbulb's menu. */
function registerEditAction(): vscode.Disposable {
  const kind = vscode.CodeActionKind.RefactorRewrite.append('portico');
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      provideCodeActions: ({ uri }, range) => {
        if (range.isEmpty || !isFile(uri)) {
          return [];
        }
        const title = vscode.l10n.t('Edit with Portico…');
        const action = new vscode.CodeAction(title, kind);
        const command = applyContributions.commandIds.editSelection;
        action.command = { title, command, arguments: [{ uri, range }] };
        return [action];
      },
    },
    { providedCodeActionKinds: [kind] },
  );
}
