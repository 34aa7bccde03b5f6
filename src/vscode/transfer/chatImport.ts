// Chats that were held elsewhere come in beside one's own: from Portico's exports, ChatGPT's and Continue's.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ChatLibrary } from '../../chat/transfer/chatLibrary';
import { importFile } from '../../chat/transfer/import/importFile';
import type { ImportSummary } from '../../chat/transfer/import/importTally';
import type { ChatWindow } from '../chats/chatWindow';
import { commandIds } from '../contributions';
import { defaultModel, historyEnabled } from '../settings';
import { importReport, importSentences, isWhole } from './importReport';
import { textOf } from './textFiles';

/** What a caller of the command has decided already; what it leaves open is asked. */
const argumentSchema = v.object({
  uris: v.optional(v.array(v.custom<vscode.Uri>((value) => value instanceof vscode.Uri))),
});

export interface ChatImportDeps {
  readonly library: ChatLibrary;
  readonly chats: ChatWindow;
  readonly restored: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

export class ChatImport {
  constructor(private readonly parts: ChatImportDeps) {}

  /** Resolves once the files are read and what came of them is being told, or the dialog was left. */
  async run(argument: unknown): Promise<void> {
    if (!historyEnabled()) {
      this.#sayNothingIsKept();
      return;
    }
    const { uris = await askFiles() } = v.parse(v.fallback(argumentSchema, {}), argument);
    if (uris === undefined || uris.length === 0) {
      return;
    }
    // A chat that is about to be shown in this window again must not be begun a second time.
    await this.parts.restored();
    const { tallies, cancelled } = await this.#import(uris);
    this.#tell(tallies, cancelled);
  }

  async #import(
    uris: readonly vscode.Uri[],
  ): Promise<{ readonly tallies: readonly ImportSummary[]; readonly cancelled: boolean }> {
    const { library } = this.parts;
    return vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Importing chats'),
        cancellable: true,
      },
      async (progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        const tallies: ImportSummary[] = [];
        for (const uri of uris) {
          if (abort.signal.aborted) {
            break;
          }
          const name = uri.path.split('/').at(-1) ?? '';
          progress.report({ message: name });
          const file = { name, text: textOf(uri) };
          const parts = { digest, now: await timeOf(uri), model: defaultModel() };
          tallies.push(await importFile(file, library, parts, abort.signal));
        }
        return { tallies, cancelled: abort.signal.aborted };
      },
    );
  }

  #sayNothingIsKept(): void {
    const { l10n, window, commands } = vscode;
    const settings = l10n.t('Open Settings');
    const sentence = l10n.t(
      'Nothing was imported: chats are not kept. The setting “portico.history.enabled” turns that on.',
    );
    window.showWarningMessage(sentence, settings).then((picked) => {
      if (picked === settings) {
        return commands.executeCommand('workbench.action.openSettings', 'portico.history.enabled');
      }
    }, this.parts.reportError);
  }

  #tell(tallies: readonly ImportSummary[], cancelled: boolean): void {
    const { chats, reportError: sayUnexpected } = this.parts;
    const { l10n, window } = vscode;
    const open = l10n.t('Open');
    const history = l10n.t('Show History');
    const details = l10n.t('Details');
    const [first, ...others] = tallies.flatMap(({ added }) => added);
    const whole = tallies.every(isWhole) && !cancelled;
    const come = first === undefined ? [] : [others.length === 0 ? open : history];
    const buttons = [...come, ...(whole ? [] : [details])];
    const sentence = importSentences(tallies, cancelled).join(' ');
    const show = whole ? window.showInformationMessage : window.showWarningMessage;
    const tell = async (): Promise<void> => {
      const picked = await show(sentence, ...buttons);
      if (picked === details) {
        const content = importReport(tallies);
        const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
        await window.showTextDocument(document);
      } else if (picked === open && first !== undefined) {
        await chats.open(first);
      } else if (picked === history) {
        await vscode.commands.executeCommand(commandIds.showHistory);
      }
    };
    tell().catch(sayUnexpected);
  }
}

function askFiles(): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import Chats from Portico, ChatGPT or Continue'),
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: true,
    filters: { [vscode.l10n.t('Chats (JSON)')]: ['json'] },
  });
}

/** When the file was last written: the best that is known of messages that tell no time. In ms since 1970. */
async function timeOf(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    // Why it cannot be read is told by the reading.
    return 0;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
