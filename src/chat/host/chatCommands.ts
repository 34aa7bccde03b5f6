// Executes the commands that the chat pages post.
import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined';
import { fenced } from '../../base/text/codeFence';
import { indentOf, reindented } from '../../base/text/indentation';
import { questionDraft } from '../../conversation/common/attachment';
import type { ConnectionState } from '../../conversation/common/connectionState';
import { findAnswer } from '../../conversation/common/conversation';
import { findMessage } from '../../conversation/common/messageTree';
import { partTexts } from '../../conversation/common/toolRound';
import type { FileReference } from '../../markdown/common/fileReference';
import type { NoticeAction } from '../../platform/common/notice';
import { openLink } from '../../platform/host/openLink';
import { runNoticeAction, settingsQuery } from '../../platform/host/text/failureActions';
import type { TextPreview } from '../../platform/host/textPreview';
import { showError, showInformation } from '../../platform/host/window';
import type { WorkspaceFiles } from '../../workspace/host/workspaceFiles';
import type { ViewCommand } from '../common/viewCommands';
import type { WindowState } from '../node/windowState';
import type { BackgroundChatIndicator } from './backgroundChatIndicator';
import { runHandler, type Chat, type CommandHandlers, type CommandSource } from './chat';
import { isBlank } from './chatRegistry';
import type { ChatWindow } from './chatWindow';
import type { WindowParts } from './featureParts';
import { saveFile } from './saveFile';

export interface ChatCommandsDeps {
  readonly features: WindowParts;
  /** Called when a page shows a chat without messages. */
  readonly didShowBlank: (chat: Chat) => void;
  readonly windowState: WindowState;
  readonly background: BackgroundChatIndicator;
  readonly chats: ChatWindow;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly files: WorkspaceFiles;
  readonly preview: Pick<TextPreview, 'showMarkdown'>;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Long lines of code are wrapped from now on, or no longer. */
  readonly wrapCode: (isOn: boolean) => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** A command that concerns a chat, not the page that shows it. */
export type ChatCommand = Exclude<
  ViewCommand,
  { type: 'ready' | 'focused' | 'blurred' | 'rendered' | 'showFormatted' | 'fileReferencesSeen' }
>;

export class ChatCommands {
  readonly #deps: ChatCommandsDeps;

  constructor(deps: ChatCommandsDeps) {
    this.#deps = deps;
  }

  async run(command: ChatCommand, chat: Chat, page: CommandSource): Promise<unknown> {
    const { session, pipeline, draft, queue } = chat;
    const { features, background, chats, lastEditor } = this.#deps;
    switch (command.type) {
      case 'ask':
        if (session.canAsk) {
          draft.update({ text: command.text });
          await pipeline.ask(command.text, command.sendId);
        } else if (session.isRunning) {
          // The page did not know of the answer yet, one of the queue for example.
          await enqueue(chat, command);
        }
        return;
      case 'edit':
        await pipeline.edit(command.messageId, command.text);
        return;
      case 'saveEdit':
        return chat.presenter.saveEdit(command.messageId, command.text);
      case 'chooseVersion':
        session.chooseVersion(command.messageId);
        return;
      case 'fork':
        return chats.fork(command.messageId);
      case 'enqueue':
        return enqueue(chat, command);
      case 'editQueueItem':
        return queue.runAction(command.id, command.action);
      case 'setQueuedText':
        return queue.setText(command.id, command.text);
      case 'clearQueue':
        return queue.clear();
      case 'sendNext':
        return queue.sendNext();
      case 'stop':
        return command.messageId === undefined ? chat.stop() : session.stop(command.messageId);
      case 'retryNow':
        return session.retryNow(command.messageId);
      case 'openBackgroundChat':
        return background.open(command.id);
      case 'dismissBackgroundChat':
        return chats.registry.dismiss(command.id);
      case 'saveDraft':
        return draft.update({ text: command.text });
      case 'runNoticeAction':
        return this.#runNoticeAction(chat, command.messageId, command.action);
      case 'copyAnswer':
        return copy(findAnswer(session.conversation, command.messageId)?.text);
      case 'copyCode':
        return copy(await codeBlock(chat, command.messageId, command.block));
      case 'insertCode': {
        const code = await codeBlock(chat, command.messageId, command.block);
        if (await insertAtCursor(code, lastEditor())) {
          page.showInserted(command);
        }
        return;
      }
      case 'previewCode': {
        const code = await codeBlock(chat, command.messageId, command.block);
        return code && this.#deps.preview.showMarkdown('mermaid', fenced(code, 'mermaid'));
      }
      case 'saveFile': {
        const file = findAnswer(session.conversation, command.messageId)?.files?.[command.index];
        return file && saveFile(file, command.index + 1);
      }
      case 'wrapCode':
        return this.#deps.wrapCode(command.isOn);
      case 'openFile':
        if (findMessage(session.conversation, command.messageId)?.kind === 'answer') {
          await openFile(this.#deps.files, command, lastEditor()?.viewColumn);
        }
        return;
      case 'openLink':
        return openLink(command.url);
      default: {
        const handlers: CommandHandlers<typeof command> = {
          ...chat.parts.commands,
          ...features.commands,
        };
        return runHandler(handlers, command, chat, page);
      }
    }
  }

  /** Call this when a page shows another chat. */
  didShow(chat: Chat): void {
    if (isBlank(chat)) {
      this.#deps.didShowBlank(chat);
    }
  }

  /** Refreshes what a page shows when it starts. Never rejects: the page must not stay blank. */
  async refreshState(chat: Chat): Promise<void> {
    const { windowState, connectionState, features, reportError } = this.#deps;
    features.didStart();
    await chat.parts.refresh().catch(reportError);
    try {
      windowState.update({ type: 'connection', connection: await connectionState() });
    } catch (error) {
      reportError(error);
    }
  }

  async #runNoticeAction(chat: Chat, messageId: string, action: NoticeAction): Promise<void> {
    switch (action) {
      case 'retry':
        await chat.pipeline.retry(messageId);
        return;
      case 'continue':
      case 'continueReading':
      case 'answerNow':
        await chat.pipeline.continueAnswer(messageId, action === 'answerNow');
        return;
      default: {
        const failure = findAnswer(chat.session.conversation, messageId)?.outcome?.failure;
        return runNoticeAction(action, settingsQuery(failure), failure);
      }
    }
  }
}

async function enqueue(
  { draft, queue }: Chat,
  { text, sendId }: { readonly text: string; readonly sendId?: string | undefined },
): Promise<void> {
  await draft.attached;
  // A second press of Enter finds the message box empty: the question is asked, or in the queue.
  if (draft.text !== '') {
    queue.add(questionDraft(text, draft.attachments), sendId);
  }
}

async function codeBlock(
  { session }: Chat,
  messageId: string,
  block: number,
): Promise<string | undefined> {
  const answer = findAnswer(session.conversation, messageId);
  const { codeBlocks } = await import('../../markdown/common/codeBlocks');
  return answer && partTexts(answer).flatMap(codeBlocks)[block];
}

async function copy(text: string | undefined): Promise<void> {
  if (text !== undefined) {
    await vscode.env.clipboard.writeText(text);
  }
}

/**
 * Replaces each selection of the editor by code of an answer, or inserts it on lines of its own before or after the line
 * of each cursor, with the indentation of that line. Shows the editor with the focus; without an editor it offers a new
 * file. Returns whether the code is in an editor now.
 */
async function insertAtCursor(
  code: string | undefined,
  editor: vscode.TextEditor | undefined,
): Promise<boolean> {
  if (code === undefined) {
    return false;
  }
  if (editor === undefined) {
    const { l10n, window, workspace } = vscode;
    const untitled = l10n.t('Open as New File');
    const answer = await showInformation(l10n.t('Open a file to insert the code.'), untitled);
    if (answer === untitled) {
      await window.showTextDocument(await workspace.openTextDocument({ content: code }));
    }
    return answer === untitled;
  }
  const isInserted = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      const line = editor.document.lineAt(selection.start.line);
      const indent = indentOf(line.text);
      if (!selection.isEmpty) {
        const isAtCode = selection.start.character >= indent.length;
        const text = reindented(code, indent);
        edit.replace(selection, isAtCode ? text.slice(indent.length) : text);
      } else if (line.isEmptyOrWhitespace) {
        edit.replace(line.range, reindented(code, line.text));
      } else if (selection.start.character <= indent.length) {
        edit.insert(line.range.start, `${reindented(code, indent)}\n`);
      } else {
        edit.insert(line.range.end, `\n${reindented(code, indent)}`);
      }
    }
  });
  if (!isInserted) {
    void showError(vscode.l10n.t("The code couldn't be inserted: the file may be read-only."));
    return false;
  }
  const { document, viewColumn } = editor;
  const shown = await vscode.window.showTextDocument(document, omitUndefined({ viewColumn }));
  shown.revealRange(shown.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}

/** Opens the file in the editor of its kind, with the cursor in the line. Informs the user if there is no such file. */
async function openFile(
  files: WorkspaceFiles,
  { path, line, endLine }: FileReference,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const uri = await files.find(path);
  if (uri === undefined) {
    const { l10n } = vscode;
    void showInformation(l10n.t("{0} isn't in the workspace.", path));
    return;
  }
  const options: vscode.TextDocumentShowOptions = {
    ...(viewColumn === undefined ? {} : { viewColumn }),
    ...(line === undefined ? {} : { selection: linesOf(line, endLine) }),
  };
  await vscode.commands.executeCommand('vscode.open', uri, options);
}

/** The beginning of a line, or all of several lines. VS Code shortens what is beyond the end of the file. */
function linesOf(line: number, endLine: number | undefined): vscode.Range {
  return endLine === undefined
    ? new vscode.Range(line - 1, 0, line - 1, 0)
    : new vscode.Range(line - 1, 0, endLine, 0);
}
