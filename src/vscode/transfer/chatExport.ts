// A chat is its reader's: it can be taken along as Markdown to read, or as JSON with all that is known of it.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { ChatLibrary } from '../../chat/transfer/chatLibrary';
import { type ChatToExport, exportJson } from '../../chat/transfer/export/exportJson';
import { exportMarkdown } from '../../chat/transfer/export/exportMarkdown';
import type { ChatWindow } from '../chats/chatWindow';
import {
  askTarget,
  type ExportFormat,
  exportFormats,
  showExportFailed,
  showExported,
} from './exportFile';
import { markdownLabels } from './markdownLabels';
import { writeText } from './textFiles';

const whichChats = ['this', 'all'] as const;

type Which = (typeof whichChats)[number];

/** What a caller of the command has decided already; what it leaves open is asked. */
const argumentSchema = v.object({
  format: v.optional(v.picklist(exportFormats)),
  chats: v.optional(v.picklist(whichChats)),
  /** Another chat than the open one. */
  id: v.optional(v.string()),
  uri: v.optional(v.custom<vscode.Uri>((value) => value instanceof vscode.Uri)),
});

export interface ChatExportDeps {
  readonly library: ChatLibrary;
  readonly chats: ChatWindow;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly restored: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

export class ChatExport {
  constructor(private readonly parts: ChatExportDeps) {}

  /** Resolves once the file is written or a question was left. */
  async run(argument: unknown): Promise<void> {
    const { chats, restored } = this.parts;
    await restored();
    const read = v.safeParse(argumentSchema, argument);
    const given = read.success ? read.output : {};
    const choice = given.format === undefined ? await askWhat(given.id === undefined) : given;
    if (choice?.format === undefined) {
      return;
    }
    if (choice.chats === 'all') {
      await this.#exportAll(choice.format, given.uri);
    } else {
      await this.#exportOne(given.id ?? chats.current.id, choice.format, given.uri);
    }
  }

  async #exportOne(id: string, format: ExportFormat, uri: vscode.Uri | undefined): Promise<void> {
    const chat = await this.parts.library.find(id).catch(() => 'unread' as const);
    if (chat === 'unread') {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The chat cannot be read from the disk now, so it was not exported.'),
      );
      return;
    }
    if (chat === undefined || chat.conversation.messages.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is nothing to export: nothing has been asked in this chat yet.'),
      );
      return;
    }
    const target = uri ?? (await askTarget(chat.title, chat.conversation.createdAt, format));
    if (target !== undefined && (await written(target, this.#pieces([chat], format)))) {
      showExported([], target, this.parts.reportError);
    }
  }

  async #exportAll(format: ExportFormat, uri: vscode.Uri | undefined): Promise<void> {
    const { library, now, reportError: sayUnexpected } = this.parts;
    const target = uri ?? (await askTarget(vscode.l10n.t('All Chats'), now(), format));
    if (target === undefined) {
      return;
    }
    let unread = 0;
    let count = 0;
    const done = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Exporting chats'),
        cancellable: true,
      },
      async (progress, token) => {
        async function* chats(): AsyncGenerator<ChatToExport> {
          for await (const chat of library.all(() => (unread += 1))) {
            if (token.isCancellationRequested) {
              throw new vscode.CancellationError();
            }
            count += 1;
            progress.report({ message: String(count) });
            yield chat;
          }
        }
        return await written(target, this.#pieces(chats(), format));
      },
    );
    if (done) {
      const sentences = [
        vscode.l10n.t('Chats exported: {0}.', count),
        ...(unread === 0
          ? []
          : [vscode.l10n.t('Chats that could not be read, and are not in it: {0}.', unread)]),
      ];
      showExported(sentences, target, sayUnexpected);
    }
  }

  #pieces(
    chats: Iterable<ChatToExport> | AsyncIterable<ChatToExport>,
    format: ExportFormat,
  ): AsyncIterable<string> {
    switch (format) {
      case 'markdown':
        return exportMarkdown(chats, markdownLabels());
      case 'json':
        return exportJson(chats, this.parts.now());
      default:
        return assertNever(format);
    }
  }
}

/** False where it was given up, or could not be written, which is told. */
async function written(target: vscode.Uri, pieces: AsyncIterable<string>): Promise<boolean> {
  try {
    await writeText(target, pieces);
    return true;
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) {
      showExportFailed(target, error);
    }
    return false;
  }
}

async function askWhat(
  mayBeAll: boolean,
): Promise<{ readonly format: ExportFormat; readonly chats: Which } | undefined> {
  const { l10n } = vscode;
  const reads = l10n.t('What one reads: the questions and answers that are shown.');
  const knows = l10n.t(
    'All that is known, every version and picture too. Portico can import it again.',
  );
  const rows = [
    { format: 'markdown', chats: 'this', label: l10n.t('This chat as Markdown'), detail: reads },
    { format: 'json', chats: 'this', label: l10n.t('This chat as JSON'), detail: knows },
    { format: 'markdown', chats: 'all', label: l10n.t('All chats as Markdown'), detail: reads },
    { format: 'json', chats: 'all', label: l10n.t('All chats as JSON'), detail: knows },
  ] as const;
  return vscode.window.showQuickPick(
    rows.filter(({ chats }) => mayBeAll || chats === 'this'),
    { title: l10n.t('Export Chat') },
  );
}
