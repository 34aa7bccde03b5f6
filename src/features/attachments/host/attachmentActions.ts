// What the user can attach besides files: a row of the Attach button's list and a suggestion after `@` for each kind.
import type { SuggestionIcon } from '../../chatView/common/suggestionIcons';
import * as vscode from 'vscode';
import type { ChatDraft } from '../../../conversation/node/session/chatDraft';
import { findRepository } from '../../../platform/host/git/gitAccess';
import type { GitRepository } from '../../../platform/host/git/gitApi';
import { showGitProblem } from '../../../platform/host/git/gitProblems';
import {
  notificationText,
  pickDetail,
  pickLabel,
  plainText,
} from '../../../platform/host/surfaceText';
import { showInformation, showPick, showProgress } from '../../../platform/host/window';
import { attachFile, attachResult } from './attachByHand';
import {
  pickFiles,
  pickFilesOf,
  pickFolder,
  pickOpenEditors,
  pickWorkspaceSymbol,
} from './attachmentPickers';
import { listFiles } from './fileList/listFiles';
import { refuse } from '../node/newAttachment';
import { type ChangesKind, changesAttachment, commitAttachment } from './sources/changesAttachment';
import { folderAttachment } from './sources/folderAttachment';
import { notebookCellAttachment } from './sources/notebookCellAttachment';
import { problemsAttachment, workspaceProblemsAttachment } from './sources/problemsAttachment';
import {
  selectionAttachment,
  symbolAttachment,
  symbolRangeAttachment,
} from './sources/rangeAttachment';
import { terminalAttachment, type TerminalText } from './sources/terminalAttachment';

export interface ActionContext {
  readonly draft: ChatDraft;
  /** The editor that the user was in before the chat. */
  readonly editor: vscode.TextEditor | undefined;
}

export interface AttachmentAction {
  readonly id: string;
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: SuggestionIcon;
  readonly run: (context: ActionContext) => Promise<unknown>;
}

const commitsShown = 50;

/** In the order of the list. */
export function attachmentActions(): readonly AttachmentAction[] {
  const { l10n } = vscode;
  return [
    { id: 'files', label: l10n.t('Files…'), icon: 'file', run: attachFiles },
    { id: 'folder', label: l10n.t('Folder…'), icon: 'folder', run: attachFolder },
    { id: 'selection', label: l10n.t('Selection'), icon: 'selection', run: attachSelection },
    {
      id: 'openEditors',
      label: l10n.t('Open Editors'),
      icon: 'files',
      run: ({ draft }) => attachOpenEditors(draft),
    },
    {
      id: 'symbol',
      label: l10n.t('Symbol at the Cursor'),
      icon: 'symbol-method',
      run: attachSymbol,
    },
    {
      id: 'workspaceSymbol',
      label: l10n.t('Symbol in the Workspace…'),
      icon: 'symbol-class',
      run: attachWorkspaceSymbol,
    },
    {
      id: 'fileProblems',
      label: l10n.t('Problems in the File'),
      icon: 'warning',
      run: attachFileProblems,
    },
    {
      id: 'problems',
      label: l10n.t('Problems in the Workspace'),
      icon: 'warning',
      run: async ({ draft }) => attachResult(draft, await workspaceProblemsAttachment()),
    },
    {
      id: 'terminal',
      label: l10n.t('Terminal: Last Command'),
      icon: 'terminal',
      run: ({ draft }) => attachTerminal(draft, 'lastCommand'),
    },
    {
      id: 'terminalSelection',
      label: l10n.t('Terminal: Selection'),
      icon: 'terminal',
      run: ({ draft }) => attachTerminal(draft, 'selection'),
    },
    ...changesActions(),
    {
      id: 'commit',
      label: l10n.t('Git: Commit…'),
      icon: 'git-commit',
      run: ({ draft }) => attachCommit(draft),
    },
    {
      id: 'notebookCell',
      label: l10n.t('Notebook Cell'),
      icon: 'notebook',
      run: async ({ draft }) => attachResult(draft, await notebookCellAttachment()),
    },
  ];
}

function changesActions(): readonly AttachmentAction[] {
  const { l10n } = vscode;
  const labels: Readonly<Record<ChangesKind, string>> = {
    staged: l10n.t('Git: Staged Changes'),
    unstaged: l10n.t('Git: Unstaged Changes'),
    branch: l10n.t('Git: Changes of the Branch'),
  };
  const kinds = ['staged', 'unstaged', 'branch'] as const;
  return kinds.map((kind) => ({
    id: kind,
    label: labels[kind],
    icon: 'git-compare',
    run: ({ draft }) =>
      withRepository(async (repository) =>
        attachResult(draft, await changesAttachment(repository, kind)),
      ),
  }));
}

export async function attachSelection({ draft, editor }: ActionContext): Promise<boolean> {
  return editor === undefined
    ? attachResult(draft, refuse(noEditorText()))
    : attachResult(draft, await selectionAttachment(editor));
}

async function attachSymbol({ draft, editor }: ActionContext): Promise<boolean> {
  return editor === undefined
    ? attachResult(draft, refuse(noEditorText()))
    : attachResult(draft, await symbolAttachment(editor.document, editor.selection.active));
}

async function attachFileProblems({ draft, editor }: ActionContext): Promise<boolean> {
  return editor === undefined
    ? attachResult(draft, refuse(noEditorText()))
    : attachResult(draft, await problemsAttachment(editor.document.uri));
}

function noEditorText(): string {
  return vscode.l10n.t('No editor is open.');
}

async function attachFiles({ draft }: ActionContext): Promise<void> {
  for (const uri of await pickFiles()) {
    await attachFile(draft, uri);
  }
}

async function attachFolder({ draft }: ActionContext): Promise<void> {
  const uri = await pickFolder();
  if (uri !== undefined) {
    await attachFolderByHand(draft, uri);
  }
}

/** Attaches the tree, then the files that the user picks. Resolves to whether the tree is attached. */
export async function attachFolderByHand(draft: ChatDraft, uri: vscode.Uri): Promise<boolean> {
  const paths = await listWithProgress(uri);
  if (paths === undefined || !attachResult(draft, await folderAttachment(uri, paths))) {
    return false;
  }
  for (const file of await pickFilesOf(uri, paths)) {
    await attachFile(draft, file);
  }
  return true;
}

/** Undefined if the user cancels. */
async function listWithProgress(uri: vscode.Uri): Promise<readonly string[] | undefined> {
  const listing = new AbortController();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: notificationText(vscode.l10n.t('Listing the files of the folder…')),
    cancellable: true,
  };
  try {
    return await showProgress(options, (_progress, token) => {
      token.onCancellationRequested(() => listing.abort());
      return listFiles(uri, listing.signal);
    });
  } catch (error) {
    if (listing.signal.aborted) {
      return undefined;
    }
    throw error;
  }
}

/** Each as an attachment of its own; of several those that the user picks. */
async function attachOpenEditors(draft: ChatDraft): Promise<void> {
  const uris = await pickOpenEditors();
  if (uris === undefined) {
    attachResult(draft, refuse(noEditorText()));
    return;
  }
  for (const uri of uris) {
    await attachFile(draft, uri);
  }
}

async function attachWorkspaceSymbol({ draft }: ActionContext): Promise<void> {
  const symbol = await pickWorkspaceSymbol();
  if (symbol !== undefined) {
    const document = await vscode.workspace.openTextDocument(symbol.location.uri);
    const { name, location } = symbol;
    attachResult(draft, await symbolRangeAttachment(document, name, location.range));
  }
}

export async function attachTerminal(draft: ChatDraft, which: TerminalText): Promise<boolean> {
  const isAttached = attachResult(draft, await terminalAttachment(which));
  if (isAttached) {
    const text = vscode.l10n.t(
      'The terminal text was read through the clipboard. Its previous text was restored.',
    );
    void showInformation(notificationText(text));
  }
  return isAttached;
}

async function attachCommit(draft: ChatDraft): Promise<void> {
  await withRepository(async (repository) => {
    const log = repository.log({ maxEntries: commitsShown });
    const rows = log.then((commits) =>
      commits.map((commit) => ({
        label: pickLabel(commit.message.split('\n', 1)[0] ?? ''),
        description: pickDetail([commit.hash.slice(0, 8), commit.authorName ?? ''].join(' ')),
        commit,
      })),
    );
    const picked = await showPick(rows, { title: plainText(vscode.l10n.t('Select a Commit')) });
    if (picked !== undefined) {
      attachResult(draft, await commitAttachment(repository, picked.commit));
    }
  });
}

async function withRepository(run: (repository: GitRepository) => Promise<unknown>): Promise<void> {
  const title = plainText(vscode.l10n.t('Select a Repository'));
  const repository = await findRepository(undefined, title);
  if (typeof repository === 'string') {
    await showGitProblem(repository);
  } else if (repository !== undefined) {
    await run(repository);
  }
}
