// Applies the code of answers: what the buttons of code blocks and of the landing report do. It is loaded on first use.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Chat } from '../../../chat/host/chat';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { WindowState } from '../../../chat/node/windowState';
import { findAnswer, type AppliedChange } from '../../../conversation/common/conversation';
import { showInformation } from '../../../platform/host/window';
import { workspaceFileAccess } from '../../../workspace/host/fileAccess';
import { filePlace } from '../../../workspace/host/filePlace';
import { openDocument } from '../../../workspace/host/readText';
import type { ErrorWatch } from '../node/errorWatch';
import { acceptableRemovals, isForAcceptAll } from '../node/fileChanges';
import { withMovedLines, withRows } from '../node/landingReport';
import type { PlaceThread } from '../node/placeThread';
import { terminalLine } from '../node/terminalLine';
import { AcceptedFiles } from './acceptedFiles';
import { changesText } from './applyTexts';
import { BlockHeaders } from './blockHeaders';
import {
  answerCode,
  attachedFiles,
  locateBlock,
  type AnswerCode,
  type EditedLines,
  type LocateOptions,
} from './codeLocator';
import { markDecisions } from './decisionMarks';
import type { FileNames } from './fileNames';
import { askAgain, askToFix } from './followUpQuestions';
import type { LocatedChange } from './locatedChange';
import { onceClosed, openNewFile } from './newFile';
import {
  isRefused,
  placeFiles,
  proposedFile,
  refusedChanges,
  type PlacedFiles,
  type Scope,
} from './placedFiles';
import { Proposals, type ProposalSource, type ProposedFile } from './proposals';
import { ProposedFiles } from './proposedFiles';
import { watchErrors, type LanguageError } from './reportedErrors';
import { showFile } from './reviewEditors';
import { pickFile } from './targets';

/** TypeScript's server takes seconds after its start; a broken one never answers. */
const maxServerWaitMs = 10_000;

export interface ApplyDeps {
  readonly clock: Clock;
  readonly chats: ChatWindow;
  /** Those that the chat which was used last looks up. */
  readonly fileNames: () => FileNames;
  readonly placer: PlaceThread;
  readonly windowState: WindowState;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly reportError: (error: unknown) => void;
  /** The model that writes refused changes again; '' for the chat's. */
  readonly applyModel: () => string;
}

export class ApplyService implements Disposable {
  readonly #deps: ApplyDeps;
  readonly #disposables = new DisposableStore();
  readonly proposals = this.#disposables.add(new Proposals());
  readonly headers: BlockHeaders;
  readonly #errors: ErrorWatch<LanguageError>;
  readonly #accepted = this.#disposables.add(new AcceptedFiles());

  constructor(deps: ApplyDeps) {
    this.#deps = deps;
    this.#disposables.add(new ProposedFiles(this.proposals));
    this.#disposables.add(markDecisions(this.proposals));
    this.#errors = watchErrors(deps, this.#disposables);
    this.headers = new BlockHeaders({
      ...deps,
      locate: (code, block, willWait) => this.#locate(code, block, {}, willWait),
    });
    this.proposals.onDidChangeProposals(() => this.#showProposals());
  }

  /** Opens the diff of a code block's changes, or says why there is none. */
  async apply(chat: Chat, messageId: string, block: number): Promise<void> {
    const code = answerCode(chat.session.conversation, messageId);
    if (code === undefined) {
      return;
    }
    let scope: Scope = { blocks: [block] };
    let located = await this.#locate(code, block, scope);
    const [only, another] = located;
    const candidates =
      only?.type === 'refused' && another === undefined ? (only.candidates ?? []) : [];
    if (only === undefined || candidates.length > 0) {
      const editor = this.#deps.lastEditor()?.document.uri;
      const seen = attachedFiles(code).map(({ uri }) => uri);
      const chosen = await pickFile(candidates, editor === undefined ? seen : [editor, ...seen]);
      if (chosen === undefined) {
        return;
      }
      scope = { ...scope, chosen };
      located = await this.#locate(code, block, scope);
    }
    const { l10n } = vscode;
    const refused = located.filter(isRefused).flatMap(refusedChanges);
    const reason = refused[0]?.reason ?? located.find((one) => one.type === 'refused')?.reason;
    const newFiles = located.filter((one) => one.type === 'newFile');
    addRows(chat.session, messageId, refused);
    const source = this.#source(chat, messageId, scope);
    const added = located
      .filter((one) => one.type === 'placed')
      .filter(({ placement }) => placement.edits.length > 0)
      .map((one) => this.proposals.add(proposedFile(one), source));
    const [first] = added;
    for (const newFile of newFiles) {
      await this.#openNewFile(chat, code, newFile);
    }
    if (first !== undefined) {
      await this.proposals.show(first);
    } else if (newFiles.length === 0 && reason !== undefined) {
      // The header of the block says it.
      if (!this.#deps.chats.isVisible) {
        void showInformation(l10n.t("The code can't be placed: {0}.", reason));
      }
    } else if (located.some((one) => one.type === 'placed' && !isRefused(one))) {
      void showInformation(l10n.t('The file already has this code.'));
    }
    // The file may have changed since the header was shown. The button does not wait for that.
    void this.headers.place(chat, messageId, [block]).catch(this.#deps.reportError);
  }

  /** Applies the last code block of the chat that was used last. */
  async applyLast(): Promise<void> {
    const { current } = this.#deps.chats;
    const { conversation } = current.session;
    for (const { id } of conversation.messages.toReversed()) {
      const { blocks = [] } = answerCode(conversation, id) ?? {};
      if (blocks.length > 0) {
        await this.apply(current, id, blocks.length - 1);
        return;
      }
    }
    void showInformation(vscode.l10n.t('The chat has no code block.'));
  }

  /**
   * Proposes the changes of all blocks of an answer, and shows the first file. The view lists the others.
   *
   * @param edited the lines of Edit Selection, which code without a place of its own replaces
   */
  async applyAll(chat: Chat, messageId: string, edited?: EditedLines): Promise<void> {
    const code = answerCode(chat.session.conversation, messageId);
    if (code === undefined) {
      return;
    }
    const scope = omitUndefined({ edited });
    const { files, refused } = await this.#placeAll(code, scope);
    addRows(chat.session, messageId, refused);
    const source = this.#source(chat, messageId, scope);
    const [first] = files.map((file) => this.proposals.add(file, source));
    if (first === undefined) {
      void showInformation(
        vscode.l10n.t('The answer in the chat has no change that can be placed.'),
      );
      return;
    }
    await this.proposals.show(first);
  }

  async newFile(chat: Chat, messageId: string, block: number): Promise<void> {
    const code = answerCode(chat.session.conversation, messageId);
    const text = code?.blocks[block];
    if (code !== undefined && text !== undefined) {
      const [located] = await this.#locate(code, block);
      if (located?.type === 'newFile') {
        await this.#openNewFile(chat, code, located);
      } else {
        await openNewFile('', text.code, text.info);
      }
    }
  }

  /** The report says of a file with a name that it isn't saved, until it is. */
  async #openNewFile(
    { id: chatId, session }: Chat,
    { messageId, blocks }: AnswerCode,
    { block, path, code }: LocatedChange & { readonly type: 'newFile' },
  ): Promise<void> {
    const uri = await openNewFile(path, code, blocks[block]?.info ?? '');
    if (uri === undefined) {
      return;
    }
    const row = { block, uri: uri.toString(), file: path, state: 'applied' } as const;
    addRows(session, messageId, [{ ...row, reason: vscode.l10n.t('new, not saved yet') }]);
    const { chats, reportError } = this.#deps;
    const didClose = (): Promise<unknown> =>
      chats.registry.withChat(chatId, async (chat) => {
        if ((await workspaceFileAccess.stat(uri)) !== undefined) {
          addRows(chat.session, messageId, [{ ...row, reason: vscode.l10n.t('new') }]);
        }
        this.headers.placeAgain(chat, messageId);
      });
    this.#disposables.add(onceClosed(uri, () => void didClose().catch(reportError)));
  }

  /** Puts one line at the prompt; the user presses Enter. Anything else is copied. */
  async sendToTerminal(chat: Chat, messageId: string, block: number): Promise<void> {
    const text = answerCode(chat.session.conversation, messageId)?.blocks[block];
    if (text === undefined) {
      return;
    }
    const line = terminalLine(text.code);
    if (line === undefined) {
      await vscode.env.clipboard.writeText(text.code);
      void showInformation(
        vscode.l10n.t("Copied instead: the terminal wouldn't show everything that would run."),
      );
      return;
    }
    const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
    terminal.show();
    terminal.sendText(line, false);
  }

  async openChange(chat: Chat, messageId: string, index: number): Promise<void> {
    const change = findAnswer(chat.session.conversation, messageId)?.applied?.[index];
    if (change === undefined) {
      return;
    }
    const named = vscode.Uri.parse(change.uri, true);
    const uri = named.with({ path: posix.normalize(named.path) });
    // An imported chat may name a web page, any file, or a server, which would learn who clicked.
    if (!(await isOpenOrInside(uri))) {
      void showInformation(vscode.l10n.t("{0} isn't in the workspace.", change.file));
      return;
    }
    const untitled = uri.with({ scheme: 'untitled' });
    const isNew = openDocument(untitled) !== undefined;
    const { line = 1 } = change;
    const now = this.#accepted.of(messageId, change.uri)?.moves()(line) ?? line;
    await showFile(isNew ? untitled : uri, now - 1);
  }

  /**
   * Asks the model to write a refused change again, for the file as it is now. Where that sends what the user has not
   * attached, the question waits in the message box.
   */
  async redo(chat: Chat, messageId: string, index: number): Promise<void> {
    const change = findAnswer(chat.session.conversation, messageId)?.applied?.[index];
    await this.#redo(chat, messageId, change);
  }

  /** The same before a click on Apply. */
  async redoBlock(chat: Chat, messageId: string, block: number): Promise<void> {
    const code = answerCode(chat.session.conversation, messageId);
    const located = code === undefined ? [] : await this.#locate(code, block);
    await this.#redo(chat, messageId, located.flatMap(refusedChanges)[0]);
  }

  async #redo(chat: Chat, messageId: string, change: AppliedChange | undefined): Promise<void> {
    const { conversation } = chat.session;
    const code = answerCode(conversation, messageId)?.blocks[change?.block ?? -1];
    if (change === undefined || code === undefined) {
      return;
    }
    await askAgain(chat, change, code, this.#deps.applyModel());
  }

  /** Asks the model to fix the errors that accepted changes have led to. */
  async fixErrors(chat: Chat, messageId: string): Promise<void> {
    await askToFix(chat, this.#errors.found(messageId));
  }

  /** Writes back what was accepted in this window, where the file still has it. */
  async undo(chat: Chat, messageId: string): Promise<void> {
    this.#errors.forget(messageId);
    const undone = await this.#accepted.undo(messageId);
    this.#showProposals();
    const changes = findAnswer(chat.session.conversation, messageId)?.applied ?? [];
    const isUndone = ({ uri, state }: AppliedChange): boolean =>
      state === 'applied' && undone.has(uri);
    if (changes.some(isUndone)) {
      const report = changes.map((change) =>
        isUndone(change) ? Object.assign({}, change, { state: 'undone' as const }) : change,
      );
      chat.session.add({ type: 'changesApplied', answerId: messageId, changes: report });
    }
    this.headers.placeAgain(chat, messageId);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #locate(
    code: AnswerCode,
    block: number,
    scope: Scope = {},
    willWait?: () => void,
  ): Promise<readonly LocatedChange[]> {
    return this.#withOptions(code, (options) =>
      locateBlock(code, block, { ...scope, ...options, willWait }),
    );
  }

  #placeAll(code: AnswerCode, scope: Scope): Promise<PlacedFiles> {
    return this.#withOptions(code, (options) => placeFiles(code, { ...scope, ...options }));
  }

  async #withOptions<T>(
    { messageId }: AnswerCode,
    run: (options: LocateOptions) => Promise<T>,
  ): Promise<T> {
    const { clock, lastEditor, fileNames, placer } = this.#deps;
    const accepted = (uri: vscode.Uri) => this.#accepted.textsOf(messageId, uri);
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = clock.after(maxServerWaitMs, resolve);
    try {
      return await run({
        accepted,
        editor: lastEditor(),
        fileNames: fileNames(),
        placer,
        patience,
      });
    } finally {
      timer.dispose();
    }
  }

  #source({ id: chatId }: Chat, messageId: string, scope: Scope): ProposalSource {
    const { chats } = this.#deps;
    return {
      write: (uri, run) => this.#errors.accept(messageId, uri.toString(), run),
      didApply: async ({ uri, refused }, { rows, before, changes, after }) => {
        const moves = this.#accepted.add(messageId, uri, { before, changes, after });
        this.#showProposals();
        await chats.registry.withChat(chatId, async (chat) => {
          const report = findAnswer(chat.session.conversation, messageId)?.applied ?? [];
          const moved = withMovedLines(report, uri.toString(), moves);
          addRows(chat.session, messageId, [...rows, ...refused], moved);
          this.headers.placeAgain(chat, messageId);
        });
      },
      placeAgain: async (uri) => {
        let placed: ProposedFile | undefined;
        await chats.registry.withChat(chatId, async (chat) => {
          const code = answerCode(chat.session.conversation, messageId);
          const all = code && (await this.#placeAll(code, scope));
          placed = all?.files.find((file) => file.uri.toString() === uri.toString());
        });
        return placed;
      },
    };
  }

  #showProposals(): void {
    const proposals = this.proposals.all.map(({ id, file, changes, refused }) => {
      const text = changesText(changes, refused.length);
      const is = (holds: boolean): true | undefined => holds || undefined;
      return omitUndefined({
        id,
        file,
        text,
        hasRemovals: is(acceptableRemovals(changes).length > 0),
        hasConflicts: is(changes.some(({ isConflict }) => isConflict)),
        isLeft: is(!changes.some(isForAcceptAll)),
      });
    });
    // Fields without a value replace those before.
    this.#deps.windowState.update({
      type: 'proposals',
      proposals: proposals.length === 0 ? undefined : proposals,
      undoable: this.#accepted.answers,
    });
  }
}

async function isOpenOrInside(uri: vscode.Uri): Promise<boolean> {
  const isInFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return openDocument(uri) !== undefined || (isInFolder && (await filePlace(uri)).isInside);
}

/** Adds rows to the report below an answer. */
function addRows(
  session: Chat['session'],
  answerId: string,
  rows: readonly AppliedChange[],
  report = findAnswer(session.conversation, answerId)?.applied ?? [],
): void {
  if (rows.length > 0) {
    session.add({ type: 'changesApplied', answerId, changes: withRows(report, rows) });
  }
}
