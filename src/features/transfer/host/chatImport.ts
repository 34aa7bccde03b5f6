// The Import Chats command: reads exports of Portico and other programs, as files or as the ZIP archive that was downloaded.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import { openSettings } from '../../../platform/host/settings';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { runCommand, uriArgument } from '../../../platform/host/typedCommands';
import {
  showInformation,
  showPick,
  showProgress,
  showWarning,
} from '../../../platform/host/window';
import { defaultModel } from '../../models/host/requestSettings';
import type { ChatLibrary } from '../node/chatLibrary';
import { importFiles, type FileToImport, type ImportSummary } from '../node/import/importFile';
import { filesInZip, isZip } from '../node/import/zipFile';
import { importReport, importSentences, isComplete } from './importReport';
import { readStart, readText } from './textFiles';

export interface ChatImportDeps {
  readonly library: ChatLibrary;
  readonly chats: ChatWindow;
  readonly reportError: (error: unknown) => void;
}

/** The files to import; without them a dialog asks. */
export const importOptions = v.object({ uris: v.optional(v.array(uriArgument)) });

export class ChatImport {
  readonly #deps: ChatImportDeps;

  constructor(deps: ChatImportDeps) {
    this.#deps = deps;
  }

  /** Resolves when the files are imported or the dialog was canceled; does not wait for the notification. */
  async run(argument: v.InferOutput<typeof importOptions> = {}): Promise<void> {
    if (!isHistoryEnabled()) {
      this.#showHistoryOff().catch(this.#deps.reportError);
      return;
    }
    const { uris = await selectFiles() } = argument;
    if (uris === undefined || uris.length === 0) {
      return;
    }
    // The import extends the chat that is being restored instead of adding it a second time.
    await this.#deps.chats.restored();
    const { summaries, isCanceled } = await this.#import(uris);
    this.#showSummary(summaries, isCanceled).catch(this.#deps.reportError);
  }

  async #import(
    uris: readonly vscode.Uri[],
  ): Promise<{ readonly summaries: readonly ImportSummary[]; readonly isCanceled: boolean }> {
    return showProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Importing chats…'),
        cancellable: true,
      },
      async (progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        const summaries: ImportSummary[] = [];
        for (const uri of uris) {
          if (abort.signal.aborted) {
            break;
          }
          const name = uri.path.split('/').at(-1) ?? '';
          progress.report({ message: name });
          const options = { digest, now: await modifiedAt(uri), model: defaultModel() };
          const { library } = this.#deps;
          const files = filesOf(uri, name);
          summaries.push(...(await importFiles(files, name, library, options, abort.signal)));
        }
        return { summaries, isCanceled: abort.signal.aborted };
      },
    );
  }

  async #showHistoryOff(): Promise<void> {
    const { l10n } = vscode;
    const open = l10n.t('Open Settings');
    const picked = await showWarning(
      l10n.t(
        'Nothing was imported because history is off. Turn on “portico.history.enabled” to import chats.',
      ),
      open,
    );
    if (picked === open) {
      await openSettings('portico.history.enabled');
    }
  }

  async #showSummary(summaries: readonly ImportSummary[], isCanceled: boolean): Promise<void> {
    const { l10n, window } = vscode;
    const openChat = l10n.t('Open Chat');
    const showHistory = l10n.t('Show History');
    const showReport = l10n.t('Show Report');
    const [firstId, ...otherIds] = summaries.flatMap(({ added }) => added);
    const isAllImported = summaries.every(isComplete) && !isCanceled;
    const show = isAllImported ? showInformation : showWarning;
    const picked = await show(
      joinSentences(...importSentences(summaries, isCanceled)),
      ...(firstId === undefined ? [] : [otherIds.length === 0 ? openChat : showHistory]),
      ...(isAllImported ? [] : [showReport]),
    );
    if (picked === showReport) {
      const content = importReport(summaries);
      const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
      await window.showTextDocument(document);
    } else if (picked === openChat && firstId !== undefined) {
      await this.#deps.chats.open(firstId);
    } else if (picked === showHistory) {
      await runCommand('portico.showHistory');
    }
  }
}

/** The file, or if it is a ZIP archive the files with chats in it. */
async function* filesOf(uri: vscode.Uri, name: string): AsyncGenerator<FileToImport> {
  if (isZip(await readStart(uri))) {
    const isLocal = uri.scheme === 'file';
    const archive = isLocal ? uri.fsPath : Buffer.from(await vscode.workspace.fs.readFile(uri));
    yield* filesInZip(archive, name);
  } else {
    yield { name, text: readText(uri) };
  }
}

/** Asks for the program first: it decides where the files are. The files themselves show what they are. */
async function selectFiles(): Promise<vscode.Uri[] | undefined> {
  const { l10n } = vscode;
  const rows = [
    { label: 'Portico', folder: '', detail: l10n.t('A JSON file that Export Chat… has written.') },
    {
      label: 'ChatGPT',
      folder: 'Downloads',
      detail: l10n.t('The ZIP archive that you downloaded, or conversations.json from it.'),
    },
    {
      label: 'Claude',
      folder: 'Downloads',
      detail: l10n.t('The ZIP archive that you downloaded, or conversations.json from it.'),
    },
    {
      label: 'Open WebUI',
      folder: 'Downloads',
      detail: l10n.t('The JSON file that Export Chats in its settings saved, or that of one chat.'),
    },
    {
      label: 'LibreChat',
      folder: 'Downloads',
      detail: l10n.t('The JSON file that Export in the menu of a chat saved.'),
    },
    {
      label: 'Continue',
      folder: join('.continue', 'sessions'),
      detail: l10n.t('Files in the folder .continue/sessions of your home folder.'),
    },
  ];
  const picked = await showPick(rows, {
    title: l10n.t('Import Chats'),
    placeHolder: l10n.t('Select the program that the chats are from'),
  });
  return (
    picked &&
    vscode.window.showOpenDialog({
      title: l10n.t('Import Chats'),
      openLabel: l10n.t('Import'),
      canSelectMany: true,
      defaultUri: vscode.Uri.file(join(homedir(), picked.folder)),
      filters: { [l10n.t('Chat exports (JSON, ZIP)')]: ['json', 'zip'] },
    })
  );
}

/** When the file was last written, in ms since 1970: the best estimate for messages without a time. */
async function modifiedAt(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    // Reading the file reports why it cannot be read.
    return 0;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
