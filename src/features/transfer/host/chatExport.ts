// The Export Chat command: writes the open chat, or all chats, as Markdown or as JSON.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import { isRunning } from '../../../conversation/common/conversation';
import { answerNotice } from '../../../platform/host/text/answerNotice';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { uriArgument } from '../../../platform/host/typedCommands';
import { showError, showInformation, showPick, showProgress } from '../../../platform/host/window';
import type { ChatLibrary } from '../node/chatLibrary';
import { exportJson, type ChatToExport } from '../node/export/exportJson';
import type { MarkdownLabels } from '../node/export/exportMarkdown';
import {
  exportFormats,
  selectExportFile,
  showExported,
  showExportFailed,
  type ExportFormat,
} from './exportFile';
import { writeText } from './textFiles';

export interface ChatExportDeps {
  readonly library: ChatLibrary;
  readonly chats: ChatWindow;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

/** Skips the questions that it answers. `id`: the chat to export instead of the open one. */
export const exportOptions = v.object({
  format: v.optional(v.picklist(exportFormats)),
  chats: v.optional(v.picklist(['this', 'all'])),
  id: v.optional(v.string()),
  uri: v.optional(uriArgument),
});

export class ChatExport {
  readonly #deps: ChatExportDeps;

  constructor(deps: ChatExportDeps) {
    this.#deps = deps;
  }

  /** Resolves when the file is written or the user canceled. */
  async run(options: v.InferOutput<typeof exportOptions> = {}): Promise<void> {
    await this.#deps.chats.restored();
    const { format, chats } =
      options.format === undefined ? ((await this.#selectContent(options.id)) ?? {}) : options;
    if (format === undefined) {
      return;
    }
    if (chats === 'all') {
      await this.#exportAll(format, options.uri);
    } else {
      await this.#exportOne(options.id ?? this.#deps.chats.current.id, format, options.uri);
    }
  }

  /** Offers what can be exported; undefined if the user cancels. */
  #selectContent(
    id: string | undefined,
  ): Promise<{ readonly format: ExportFormat; readonly chats: 'this' | 'all' } | undefined> {
    const { l10n } = vscode;
    const { messages } = this.#deps.chats.current.session.conversation;
    const canExport = { this: id !== undefined || messages.length > 0, all: id === undefined };
    const markdown = l10n.t('Readable transcript of the visible messages.');
    const json = l10n.t('Everything, including all versions and images. Can be imported again.');
    const rows = [
      ['this', 'markdown', l10n.t('This chat as Markdown'), markdown],
      ['this', 'json', l10n.t('This chat as JSON'), json],
      ['all', 'markdown', l10n.t('All chats as Markdown'), markdown],
      ['all', 'json', l10n.t('All chats as JSON'), json],
    ] as const;
    return showPick(
      rows
        .filter(([chats]) => canExport[chats])
        .map(([chats, format, label, detail]) => ({ chats, format, label, detail })),
      { title: l10n.t('Export Chat'), placeHolder: l10n.t('Select what to export') },
    );
  }

  /** Copies the chat that was used last as Markdown. */
  async copyCurrent(): Promise<void> {
    const { library, chats } = this.#deps;
    await chats.restored();
    const chat = await library.find(chats.current.id);
    if (chat !== undefined && chat.conversation.messages.length > 0) {
      let markdown = '';
      for await (const chunk of this.#contents([chat], 'markdown')) {
        markdown += chunk;
      }
      await vscode.env.clipboard.writeText(markdown);
    }
  }

  async #exportOne(id: string, format: ExportFormat, uri: vscode.Uri | undefined): Promise<void> {
    const { l10n } = vscode;
    const chat = await this.#deps.library.find(id).catch(() => 'unreadable' as const);
    if (chat === 'unreadable') {
      void showError(l10n.t("Couldn't read the chat from disk, so it wasn't exported."));
      return;
    }
    if (chat === undefined || chat.conversation.messages.length === 0) {
      void showInformation(l10n.t("There's nothing to export. This chat is empty."));
      return;
    }
    const file = uri ?? (await selectExportFile(chat.title, chat.conversation.createdAt, format));
    if (file !== undefined && (await tryWrite(file, this.#contents([chat], format)))) {
      const partial = chat.conversation.readOnly === true ? 1 : 0;
      showExported(partialSentences(partial), file).catch(this.#deps.reportError);
    }
  }

  async #exportAll(format: ExportFormat, uri: vscode.Uri | undefined): Promise<void> {
    const { library, now, reportError } = this.#deps;
    const { l10n } = vscode;
    const file = uri ?? (await selectExportFile(l10n.t('All Chats'), now(), format));
    if (file === undefined) {
      return;
    }
    let unreadable = 0;
    let count = 0;
    let partial = 0;
    const isWritten = await showProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Exporting chats…'),
        cancellable: true,
      },
      async (progress, token) => {
        async function* chats(): AsyncGenerator<ChatToExport> {
          for await (const chat of library.all(() => (unreadable += 1))) {
            if (token.isCancellationRequested) {
              throw new vscode.CancellationError();
            }
            count += 1;
            partial += chat.conversation.readOnly === true ? 1 : 0;
            progress.report({ message: String(count) });
            yield chat;
          }
        }
        return await tryWrite(file, this.#contents(chats(), format));
      },
    );
    if (isWritten) {
      const sentences = [
        l10n.t('Chats exported: {0}.', count),
        ...(unreadable === 0
          ? []
          : [l10n.t("Chats that couldn't be read and weren't exported: {0}.", unreadable)]),
        ...partialSentences(partial),
      ];
      showExported(sentences, file).catch(reportError);
    }
  }

  async *#contents(
    chats: Iterable<ChatToExport> | AsyncIterable<ChatToExport>,
    format: ExportFormat,
  ): AsyncGenerator<string> {
    if (format === 'json') {
      yield* exportJson(chats, this.#deps.now());
      return;
    }
    // Loaded on first use: reading Markdown would delay the start of the extension.
    const { exportMarkdown } = await import('../node/export/exportMarkdown');
    yield* exportMarkdown(chats, markdownLabels());
  }
}

/** @param count of chats to which a newer Portico wrote what this version does not know. */
function partialSentences(count: number): readonly string[] {
  return count === 0
    ? []
    : [
        vscode.l10n.t(
          'Chats exported without the parts that only a newer version of Portico can read: {0}.',
          count,
        ),
      ];
}

/** Resolves to false if the user canceled or writing failed; shows why it failed. */
async function tryWrite(file: vscode.Uri, chunks: AsyncIterable<string>): Promise<boolean> {
  try {
    await writeText(file, chunks);
    return true;
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) {
      showExportFailed(file, error);
    }
    return false;
  }
}

/** The end of an answer is described as in the chat view. */
function markdownLabels(): MarkdownLabels {
  const { env, l10n } = vscode;
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'long', timeStyle: 'short' });
  return {
    untitled: l10n.t('Chat'),
    you: l10n.t('You'),
    reasoning: l10n.t('Reasoning'),
    time: (at) => format.format(at),
    assistant: (models) => {
      const ids = models.filter((model) => model !== '');
      return ids.length === 0 ? l10n.t('Assistant') : l10n.t('Assistant ({0})', joinItems(ids));
    },
    ended: (answer) =>
      isRunning(answer.state)
        ? l10n.t('This answer was still in progress when the chat was exported.')
        : answerNotice(answer)?.sentence,
    sources: l10n.t('Sources'),
    images: (count) => (count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count)),
    otherVersions: (kind, count) => {
      if (count === 1) {
        return kind === 'question'
          ? l10n.t('This question has 1 other version.')
          : l10n.t('This answer has 1 other version.');
      }
      return kind === 'question'
        ? l10n.t('This question has {0} other versions.', count)
        : l10n.t('This answer has {0} other versions.', count);
    },
  };
}
