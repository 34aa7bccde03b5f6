// Applies the code of answers: what the buttons of code blocks and of the landing report do. It is loaded on first use.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Chat } from '../../../chat/host/chat';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { WindowState } from '../../../chat/node/windowState';
import {
  findAnswer,
  type AppliedChange,
  type Conversation,
} from '../../../conversation/common/conversation';
import { prependText } from '../../../conversation/common/draft';
import { showInformation } from '../../../platform/host/window';
import { filePlace } from '../../../workspace/host/filePlace';
import { openDocument } from '../../../workspace/host/readText';
import { attachResult } from '../../attachments/host/attach';
import type { AnswerPlacements, BlockPlacement } from '../common/applyView';
import { acceptableRemovals, type FileChange } from '../node/fileChanges';
import type { PlaceThread } from '../node/placeThread';
import { terminalLine } from '../node/terminalLine';
import { blockHeader, changesText, waitingHeader } from './applyTexts';
import {
  answerCode,
  attachedFiles,
  locateBlock,
  shownAmong,
  type AcceptedTexts,
  type AnswerCode,
  type EditedLines,
  type LocateOptions,
} from './codeLocator';
import type { FileNames } from './fileNames';
import type { LocatedChange } from './locatedChange';
import { openNewFile } from './newFile';
import {
  isForAll,
  isRefused,
  placeFiles,
  proposedFile,
  refusedChanges,
  type PlacedFiles,
  type Scope,
} from './placedFiles';
import { Proposals, write, type ProposalSource, type ProposedFile } from './proposals';
import { ProposedFiles } from './proposedFiles';
import { redoQuestion } from './redoQuestion';
import { pickFile } from './targets';

/** Each update sends the headers of these answers to the page; scrolling through a long chat shows more of them. */
const maxAnswers = 200;

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

/** A file that was written, for Undo all. */
interface Written {
  readonly uri: vscode.Uri;
  readonly before: string;
  readonly after: string;
}

interface ShownPlacement {
  readonly header: BlockPlacement | undefined;
  /** The URIs of the files that “Apply all” would change. */
  readonly files: readonly string[];
}

export class ApplyService implements Disposable {
  readonly #deps: ApplyDeps;
  readonly proposals = new Proposals();
  readonly #files = new ProposedFiles(this.proposals);
  /** The keys are answers, then code blocks. */
  readonly #placements = new Map<string, ReadonlyMap<number, ShownPlacement>>();
  /** The keys are answers; the oldest file is first. */
  readonly #written = new Map<string, Written[]>();

  constructor(deps: ApplyDeps) {
    this.#deps = deps;
    this.proposals.onDidChangeProposals(() => this.#showProposals());
  }

  /** Finds where code blocks belong, for their headers. Those that wait for a language server come after the others. */
  async placeBlocks(chat: Chat, messageId: string, blocks: readonly number[]): Promise<void> {
    const code = answerCode(chat.session.conversation, messageId);
    if (code === undefined) {
      return;
    }
    const known = this.#placements.get(messageId);
    let hasWaited = false;
    // Whether a block is a change or only shown depends on the others.
    const closed = [...code.blocks.keys()].filter((block) => code.blocks[block]?.isClosed === true);
    const placing = [...new Set([...blocks, ...closed])].map((block) => {
      const { promise: waiting, resolve } = Promise.withResolvers<undefined>();
      const willWait = (): void => {
        hasWaited = true;
        resolve(undefined);
      };
      const placed = this.#locate(code, block, {}, willWait);
      return { block, placed, first: Promise.race([placed, waiting]) };
    });
    const show = async (which: 'first' | 'placed'): Promise<void> => {
      const found = await Promise.all(
        placing.map(async (one) => [one.block, await one[which]] as const),
      );
      const shown = shownAmong(
        code,
        found.flatMap(([, located]) => located ?? []),
      );
      const placementOf = (
        block: number,
        located: readonly LocatedChange[] | undefined,
      ): ShownPlacement => {
        if (located === undefined) {
          // A header that is there already stays.
          return known?.get(block) ?? { header: waitingHeader(block), files: [] };
        }
        const changes = shown.has(block) ? located.map(asShown) : located;
        const files = changes.filter(isForAll).map(({ uri }) => uri.toString());
        return { header: blockHeader(changes, block), files };
      };
      this.#showPlacements(
        messageId,
        found.map(([block, located]) => [block, placementOf(block, located)]),
      );
    };
    await show('first');
    if (hasWaited) {
      await show('placed');
    }
  }

  #showPlacements(
    messageId: string,
    found: readonly (readonly [block: number, placement: ShownPlacement])[],
  ): void {
    // Other blocks may have been placed meanwhile.
    const shown = new Map([...(this.#placements.get(messageId) ?? []), ...found]);
    this.#placements.delete(messageId);
    this.#placements.set(messageId, shown);
    const [oldest] = this.#placements.keys();
    if (this.#placements.size > maxAnswers && oldest !== undefined) {
      this.#placements.delete(oldest);
    }
    this.#deps.windowState.update({
      type: 'placements',
      placements: Object.fromEntries(
        [...this.#placements].map(([id, blocksOf]) => [id, placementsView(blocksOf)]),
      ),
    });
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
      const seen = attachedFiles(code).map(({ uri }) => uri);
      const chosen = await pickFile(candidates, seen);
      if (chosen === undefined) {
        return;
      }
      scope = { ...scope, chosen };
      located = await this.#locate(code, block, scope);
    }
    const { l10n } = vscode;
    const refused = located.filter(isRefused).flatMap(refusedChanges);
    const reason = refused[0]?.reason ?? located.find((one) => one.type === 'refused')?.reason;
    const unchanged = located.filter((one) => one.type === 'placed' && one.placement.isUnchanged);
    const newFile = located.find((one) => one.type === 'newFile');
    this.#reportRefused(chat, messageId, refused);
    const source = this.#source(chat, messageId, scope);
    const added = located
      .filter((one) => one.type === 'placed')
      .filter(({ placement }) => placement.edits.length > 0)
      .map((one) => this.proposals.add(proposedFile(one), source));
    const [first] = added;
    if (first !== undefined) {
      await this.proposals.show(first);
    } else if (newFile !== undefined) {
      await openNewFile(newFile.path, newFile.code, code.blocks[block]?.info ?? '');
    } else if (reason !== undefined) {
      const text = l10n.t("The code can't be placed: {0}.", reason);
      void this.#showRefusal(text, chat, messageId, refused[0]);
    } else if (unchanged.length > 0) {
      void showInformation(l10n.t('The file already has this code.'));
    }
    // The file may have changed since the header was shown. The button does not wait for that.
    void this.placeBlocks(chat, messageId, [block]).catch(this.#deps.reportError);
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
    this.#reportRefused(chat, messageId, refused);
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
      const path = located?.type === 'newFile' ? located.path : '';
      await openNewFile(path, text.code, text.info);
    }
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

  async showProposal(id: string): Promise<void> {
    const proposal = this.proposals.all.find((one) => one.id === id);
    if (proposal !== undefined) {
      await this.proposals.show(proposal);
    }
  }

  /** Accepts the changes of all files but conflicts and removals. */
  async acceptAll(): Promise<void> {
    for (const proposal of this.proposals.all) {
      await this.proposals.acceptAll(proposal);
    }
  }

  /** Accepts what would take code away from a file. */
  async acceptRemovals(id: string): Promise<void> {
    const proposal = this.proposals.all.find((one) => one.id === id);
    if (proposal !== undefined) {
      await this.proposals.acceptRemovals(proposal);
    }
  }

  async rejectAll(): Promise<void> {
    for (const proposal of this.proposals.all) {
      await this.proposals.reject(proposal, proposal.changes);
    }
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
    const line = (change.line ?? 1) - 1;
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.commands.executeCommand('vscode.open', uri, { selection });
  }

  async #showRefusal(
    text: string,
    chat: Chat,
    messageId: string,
    change: AppliedChange | undefined,
  ): Promise<void> {
    const redo = vscode.l10n.t('Ask the Model to Redo This');
    const clicked = await showInformation(text, ...(change === undefined ? [] : [redo]));
    const applied = findAnswer(chat.session.conversation, messageId)?.applied ?? [];
    const index = applied.findLastIndex((one) => one === change);
    if (clicked === redo && index !== -1) {
      await this.redo(chat, messageId, index);
    }
  }

  /**
   * Asks the model to write a refused change again, for the file as it is now. Where that sends what the user has not
   * attached, the question waits in the message box.
   */
  async redo(chat: Chat, messageId: string, index: number): Promise<void> {
    const { conversation } = chat.session;
    const change = findAnswer(conversation, messageId)?.applied?.[index];
    const code = answerCode(conversation, messageId)?.blocks[change?.block ?? -1];
    if (change === undefined || code === undefined) {
      return;
    }
    const question = await redoQuestion(change, code, conversation);
    if (typeof question === 'string') {
      void showInformation(question);
      return;
    }
    const model = this.#deps.applyModel();
    if (model !== '') {
      chat.session.chooseModel(model);
    }
    const { text, attachments = [], isAttached } = question;
    if (isAttached) {
      chat.queue.askNow({ text, attachments });
      return;
    }
    const { draft } = chat;
    // A second click adds nothing.
    if (!draft.text.includes(text)) {
      draft.update({ text: prependText(text, draft.text) });
      chat.presenter.sendDraft();
    }
    const [attachment] = attachments;
    if (attachment === undefined) {
      const why = vscode.l10n.t(
        "{0} isn't attached, because its name suggests secrets or it is ignored. Attach it yourself if the model may see it.",
        change.file,
      );
      void showInformation(why);
    } else {
      attachResult(draft, attachment);
    }
  }

  /** Writes back what was accepted in this window, where the file still has it. */
  async undo(chat: Chat, messageId: string): Promise<void> {
    const undone = new Set<string>();
    const byFile = Map.groupBy(this.#written.get(messageId) ?? [], ({ uri }) => uri.toString());
    for (const [key, [first, ...others]] of byFile) {
      if (first === undefined) {
        continue;
      }
      const { uri, before } = first;
      const after = textAfter(first, others);
      const whole: FileChange = {
        start: 0,
        end: after?.split('\n').length ?? 0,
        lines: before.split('\n'),
        isConflict: false,
        block: 0,
      };
      if (after !== undefined && (await write(uri, after, [whole]))) {
        undone.add(key);
      } else {
        const file = vscode.workspace.asRelativePath(uri);
        void showInformation(vscode.l10n.t('{0} has changed since. Use Undo in its editor.', file));
      }
    }
    this.#written.delete(messageId);
    this.#showProposals();
    const changes = findAnswer(chat.session.conversation, messageId)?.applied ?? [];
    const isUndone = ({ uri, state }: AppliedChange): boolean =>
      state === 'applied' && undone.has(uri);
    if (changes.some(isUndone)) {
      const report = changes.map((change) => (isUndone(change) ? asUndone(change) : change));
      chat.session.add({ type: 'changesApplied', answerId: messageId, changes: report });
    }
    this.#placeShown(chat, messageId);
  }

  dispose(): void {
    this.#files.dispose();
    this.proposals.dispose();
  }

  /** The headers may wait for a language server: the diff editor closes, and the file gets the focus, before. */
  #placeShown(chat: Chat, messageId: string): void {
    const shown = this.#placements.get(messageId)?.keys() ?? [];
    void this.placeBlocks(chat, messageId, [...shown]).catch(this.#deps.reportError);
  }

  #locate(
    code: AnswerCode,
    block: number,
    scope: Scope = {},
    willWait?: () => void,
  ): Promise<readonly LocatedChange[]> {
    return this.#waitAtMost((patience) =>
      locateBlock(code, block, { ...scope, ...this.#options(code), patience, willWait }),
    );
  }

  #placeAll(code: AnswerCode, scope: Scope): Promise<PlacedFiles> {
    return this.#waitAtMost((patience) =>
      placeFiles(code, { ...scope, ...this.#options(code), patience }),
    );
  }

  #options({
    messageId,
  }: AnswerCode): Pick<LocateOptions, 'accepted' | 'editor' | 'fileNames' | 'placer'> {
    const { lastEditor, fileNames, placer } = this.#deps;
    const accepted = new Map<string, AcceptedTexts>();
    for (const { uri, before, after } of this.#written.get(messageId) ?? []) {
      const last = accepted.get(uri.toString());
      // From a text that is not the last one, the user has gone on.
      const isNext = last === undefined || last.after === before;
      accepted.set(uri.toString(), {
        before: last?.before ?? before,
        after: isNext ? after : last.after,
      });
    }
    return { accepted, editor: lastEditor(), fileNames: fileNames(), placer };
  }

  async #waitAtMost<T>(run: (patience: Promise<void>) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#deps.clock.after(maxServerWaitMs, resolve);
    try {
      return await run(promise);
    } finally {
      timer.dispose();
    }
  }

  #source({ id: chatId, session }: Chat, messageId: string, scope: Scope): ProposalSource {
    const { chats } = this.#deps;
    const earlier = appliedBefore(session.conversation, messageId);
    return {
      didApply: async (proposal, before, after) => {
        const written = this.#written.get(messageId) ?? [];
        this.#written.set(messageId, [...written, { uri: proposal.uri, before, after }]);
        this.#showProposals();
        await chats.registry.withChat(chatId, async (chat) => {
          const { applied, refused } = proposal;
          const report = [...applied, ...refused];
          const changes = [...earlier(report), ...report];
          chat.session.add({ type: 'changesApplied', answerId: messageId, changes });
          this.#placeShown(chat, messageId);
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

  #reportRefused(chat: Chat, messageId: string, refused: readonly AppliedChange[]): void {
    if (refused.length > 0) {
      const earlier = appliedBefore(chat.session.conversation, messageId);
      const changes = [...earlier(refused), ...refused];
      chat.session.add({ type: 'changesApplied', answerId: messageId, changes });
    }
  }

  #showProposals(): void {
    const proposals = this.proposals.all.map(({ id, file, changes, refused }) => {
      const text = changesText(changes, refused.length);
      const hasRemovals = acceptableRemovals(changes).length > 0;
      return { id, file, text, ...(hasRemovals ? { hasRemovals } : {}) };
    });
    // Fields without a value replace those before.
    this.#deps.windowState.update({
      type: 'proposals',
      proposals: proposals.length === 0 ? undefined : proposals,
      undoable: this.#written.size === 0 ? undefined : [...this.#written.keys()],
    });
  }
}

function asShown(located: LocatedChange): LocatedChange {
  const { type, block } = located;
  const path = type === 'placed' ? located.uri.path : located.path;
  return { type: 'shown', block, path };
}

async function isOpenOrInside(uri: vscode.Uri): Promise<boolean> {
  const isInFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return openDocument(uri) !== undefined || (isInFolder && (await filePlace(uri)).isInside);
}

/** Returns the text after the last of a file's changes, or undefined if the file was changed between them. */
function textAfter({ after }: Written, [next, ...others]: readonly Written[]): string | undefined {
  return next === undefined ? after : next.before === after ? textAfter(next, others) : undefined;
}

/** Finds what was applied before of the blocks and files of a new report, which replaces the last one of these. */
function appliedBefore(
  conversation: Conversation,
  messageId: string,
): (report: readonly AppliedChange[]) => readonly AppliedChange[] {
  const all = findAnswer(conversation, messageId)?.applied ?? [];
  const applied = all.filter(({ state }) => state === 'applied');
  return (report) =>
    applied.filter((one) =>
      report.some(({ block, uri }) => block === one.block && uri === one.uri),
    );
}

function placementsView(blocks: ReadonlyMap<number, ShownPlacement>): AnswerPlacements {
  const all = [...blocks.values()];
  const placed = all.flatMap(({ files }) => files);
  return {
    blocks: all.flatMap(({ header }) => header ?? []),
    // One part alone has its own button.
    files: placed.length > 1 ? new Set(placed).size : 0,
  };
}

function asUndone(change: AppliedChange): AppliedChange {
  return { ...change, state: 'undone' };
}
