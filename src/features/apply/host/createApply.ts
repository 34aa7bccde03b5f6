// Creates what applies code, on first use, and executes the commands of the chat page that concern it.
import * as vscode from 'vscode';
import { once } from '../../../base/once';
import type { CommandHandlers } from '../../../chat/host/chat';
import type { ChatServices } from '../../../chat/host/createChats';
import { afterActivation } from '../../../platform/host/afterActivation';
import type { CoreServices } from '../../../platform/host/coreServices';
import { settingsReader } from '../../../platform/host/settings';
import { proposalScheme } from '../../../workspace/host/filePlace';
import { WorkspaceFileList } from '../../../workspace/host/workspaceFileList';
import type { ApplyCommand } from '../common/applyViewCommands';
import { PlaceThread } from '../node/placeThread';
import { applyContributions } from './applyContributions';
import type { ApplyService } from './applyService';
import { compareCode, type CompareDeps } from './compareAnswers';
import { FileNames } from './fileNames';
import type { Proposal, Proposals } from './proposals';

const { effectiveValue } = settingsReader(applyContributions.settings);

/**
 * The format that lands best where lines are misquoted (docs/apply-measure.md): a diff has each unchanged line once, so a
 * wrong copy is refused and can't change the file. It has at most 80 tokens.
 */
const changeFormat =
  'To change an attached file, answer with a unified diff in a ```diff block, with the path of the file in its ---/+++ lines. Copy three unchanged lines around each change exactly, and never shorten them.';

/** The instruction for the model when files are attached; '' if the setting turns it off. */
export function applyInstructions(): string {
  return effectiveValue('portico.applyInstructions') === false ? '' : changeFormat;
}

export interface ApplyServices {
  readonly loadApply: () => Promise<ApplyService>;
}

export function createApply({
  disposables,
  clock,
  reportError,
  scriptPath,
  chats,
  windowState,
  lastEditor,
}: Pick<CoreServices, 'disposables' | 'clock' | 'reportError' | 'scriptPath'> &
  Pick<ChatServices, 'chats' | 'windowState' | 'lastEditor'>): ApplyServices {
  disposables.add(afterActivation(closeOldProposals));
  // A link may lead to the whole disk, and what is looked up must be in the workspace.
  const files = disposables.add(new WorkspaceFileList({ clock, reportError, followsLinks: false }));
  let fileNames: FileNames;
  disposables.add(chats.followCurrent(() => (fileNames = new FileNames(files))));
  return {
    loadApply: once(async () => {
      const { ApplyService } = await import('./applyService');
      const applyModel = (): string => {
        const model = effectiveValue('portico.applyModel');
        return typeof model === 'string' ? model : '';
      };
      const placer = disposables.add(new PlaceThread(scriptPath('placeWorker.js'), clock));
      return disposables.add(
        new ApplyService({
          clock,
          chats,
          fileNames: () => fileNames,
          placer,
          windowState,
          lastEditor,
          reportError,
          applyModel,
        }),
      );
    }),
  };
}

export function applyCommands({
  loadApply,
  preview,
}: ApplyServices & CompareDeps): CommandHandlers<ApplyCommand> {
  const onProposal = async (
    id: string,
    run: (proposals: Proposals, proposal: Proposal) => Promise<unknown>,
  ): Promise<void> => {
    const { proposals } = await loadApply();
    const proposal = proposals.withId(id);
    if (proposal !== undefined) {
      await run(proposals, proposal);
    }
  };
  return {
    codeBlocksSeen: async ({ messageId, blocks }, chat) =>
      (await loadApply()).headers.place(chat, messageId, blocks),
    applyCode: (command, chat, page) =>
      loadApply()
        .then((service) => service.apply(chat, command.messageId, command.block))
        .finally(() => page.didEnd(command)),
    applyAll: (command, chat, page) =>
      loadApply()
        .then((service) => service.applyAll(chat, command.messageId))
        .finally(() => page.didEnd(command)),
    newFile: async ({ messageId, block }, chat) =>
      (await loadApply()).newFile(chat, messageId, block),
    sendToTerminal: async ({ messageId, block }, chat) =>
      (await loadApply()).sendToTerminal(chat, messageId, block),
    showProposal: ({ id }) => onProposal(id, (proposals, one) => proposals.show(one)),
    compareCode: ({ messageId }, chat) =>
      compareCode({ preview }, chat.session.conversation, messageId),
    acceptProposals: async () => (await loadApply()).proposals.acceptAllFiles(),
    acceptRemovals: ({ id }) => onProposal(id, (proposals, one) => proposals.acceptRemovals(one)),
    rejectProposals: async () => (await loadApply()).proposals.rejectAllFiles(),
    nextConflict: async () => (await loadApply()).proposals.showNextConflict(),
    openAppliedChange: async ({ messageId, index }, chat) =>
      (await loadApply()).openChange(chat, messageId, index),
    redoChange: async ({ messageId, index }, chat) =>
      (await loadApply()).redo(chat, messageId, index),
    redoCode: async ({ messageId, block }, chat) =>
      (await loadApply()).redoBlock(chat, messageId, block),
    fixErrors: async ({ messageId }, chat) => (await loadApply()).fixErrors(chat, messageId),
    undoApplied: async ({ messageId }, chat) => (await loadApply()).undo(chat, messageId),
  };
}

/** Proposals end with the window: a diff editor that VS Code restores has nothing to show. */
function closeOldProposals(): vscode.Disposable {
  const old = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff && input.modified.scheme === proposalScheme,
    );
  if (old.length > 0) {
    void vscode.window.tabGroups.close(old);
  }
  return { dispose: () => undefined };
}
