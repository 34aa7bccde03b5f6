// Proposals: the changes that wait for the user, one proposal for each file. VS Code's diff editor shows the file beside the
// proposed text. Nothing is written before the user accepts, and what is written is exactly what the diff shows.
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { AppliedChange } from '../../../conversation/common/conversation';
import { confirm, showInformation } from '../../../platform/host/window';
import { proposalScheme } from '../../../workspace/host/filePlace';
import { applyEdits, overlaps } from '../common/fileText';
import type { RemovedThing } from '../common/placement';
import {
  acceptableRemovals,
  afterAccepting,
  isForAcceptAll,
  proposedLines,
  removedThings,
  shownLines,
  withRemovals,
  type FileChange,
} from '../node/fileChanges';
import { thingsText } from './applyTexts';
import { readNow } from './codeLocator';
import { closeTabs, columnFor, didRead, setReviewing, showFile, tabsOf } from './reviewEditors';
import { checkTarget } from './targets';
import { hasMixedLineEnds, writeChanges } from './writeChanges';

/** What is proposed for a file. */
export interface ProposedFile {
  readonly uri: vscode.Uri;
  /** The file's text, with `\n` as line ends. */
  readonly now: string;
  readonly changes: readonly FileChange[];
  /** What cannot be placed. */
  readonly refused: readonly AppliedChange[];
}

export interface ProposalSource {
  /** Runs what writes into a file. */
  readonly write: (uri: vscode.Uri, run: () => Promise<boolean>) => Promise<boolean>;
  /** Called each time the user accepts. */
  readonly didApply: (proposal: Proposal, accepted: Accepted) => Promise<void>;
  /** Places the code again, in the file as it is now. */
  readonly placeAgain: (uri: vscode.Uri) => Promise<ProposedFile | undefined>;
}

/** What has landed with one click. */
interface Accepted {
  /** The rows of the report. */
  readonly rows: readonly AppliedChange[];
  /** The texts of the file, and the changes of the first one. */
  readonly before: string;
  readonly changes: readonly FileChange[];
  readonly after: string;
}

export class Proposal {
  readonly id = randomUUID();
  readonly uri: vscode.Uri;
  readonly source: ProposalSource;
  now: string;
  changes: readonly FileChange[];
  refused: readonly AppliedChange[];
  /** Settles with the last Accept: they run one after another, each in the text that the one before has left. */
  accepting: Promise<unknown> = Promise.resolve();

  constructor({ uri, now, changes, refused }: ProposedFile, source: ProposalSource) {
    this.uri = uri;
    this.source = source;
    this.now = now;
    this.changes = changes;
    this.refused = refused;
  }

  get file(): string {
    return vscode.workspace.asRelativePath(this.uri);
  }

  get proposed(): string {
    return applyEdits(this.now, this.changes);
  }

  get proposedUri(): vscode.Uri {
    // An unsaved document has no folder, and VS Code shows what has the name of a notebook as one.
    const name = this.uri.scheme === 'vscode-notebook-cell' ? 'cell' : '';
    const path = posix.join('/', this.uri.path, name);
    return vscode.Uri.from({ scheme: proposalScheme, path, query: this.id });
  }
}

export class Proposals implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  /** The keys are the files' URIs: a new proposal for a file replaces the last one. */
  readonly #proposals = new Map<string, Proposal>();

  /** The change that was shown last. */
  #shown: FileChange | undefined;

  readonly onDidChangeProposals = this.#changed.event;

  constructor() {
    this.#disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) {
          const proposal = this.#ofTab(tab);
          if (proposal !== undefined && tabsOf(proposal.proposedUri).length === 0) {
            this.#forget(proposal);
          }
        }
      }),
    );
    this.#disposables.add(vscode.window.tabGroups.onDidChangeTabs(setReviewing));
    this.#disposables.add(vscode.window.tabGroups.onDidChangeTabGroups(setReviewing));
  }

  get all(): readonly Proposal[] {
    return [...this.#proposals.values()];
  }

  /** @param id also the query of its proposed URI */
  withId(id: string): Proposal | undefined {
    return this.all.find((one) => one.id === id);
  }

  /** Adds a proposal without showing it. */
  add(file: ProposedFile, source: ProposalSource): Proposal {
    const before = this.#proposals.get(file.uri.toString());
    const proposal = new Proposal(file, source);
    this.#proposals.set(file.uri.toString(), proposal);
    if (before !== undefined) {
      void closeTabs(before.proposedUri);
    }
    this.#changed.fire();
    return proposal;
  }

  /** Opens the diff editor at a change. */
  async show(proposal: Proposal, change = proposal.changes[0]): Promise<void> {
    this.#shown = change;
    await didRead(proposal.proposedUri, proposal.proposed);
    const line = change === undefined ? 0 : proposedLines(proposal.changes, change).start;
    const { l10n } = vscode;
    const name = posix.basename(proposal.uri.path);
    const things = thingsText(removedThings(proposal.changes));
    const title =
      things === undefined
        ? l10n.t('{0}: Proposed Changes', name)
        : l10n.t('{0}: Proposed Changes, Would Remove {1}', name, things);
    await vscode.commands.executeCommand('vscode.diff', proposal.uri, proposal.proposedUri, title, {
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
      viewColumn: columnFor(proposal.uri),
    });
  }

  /** Opens the diff editor at the conflict after the one that was shown last, or at the first. */
  async showNextConflict(): Promise<void> {
    const conflicts = this.all.flatMap((proposal) =>
      proposal.changes
        .filter(({ isConflict }) => isConflict)
        .map((change) => ({ proposal, change })),
    );
    const next = conflicts.findIndex(({ change }) => change === this.#shown) + 1;
    const { proposal, change } = conflicts[next] ?? conflicts[0] ?? {};
    if (proposal !== undefined) {
      await this.show(proposal, change);
    }
  }

  /** The proposal in the active diff editor: nothing is accepted that is not in front. */
  get active(): Proposal | undefined {
    return this.#ofTab(vscode.window.tabGroups.activeTabGroup.activeTab);
  }

  /** The next file is shown once the active one is done, so that is the last. */
  get #activeLast(): readonly Proposal[] {
    return this.all.toSorted((a, b) => Number(a === this.active) - Number(b === this.active));
  }

  /**
   * The change that a button means: that at the cursor in the diff editor, or else the only one in view. If there is none,
   * the next one is shown.
   *
   * @param line of the proposed text, which counts instead of the cursor
   */
  async meantChange(proposal: Proposal, line?: number): Promise<FileChange | undefined> {
    const { changes } = proposal;
    const { activeTextEditor: editor } = vscode.window;
    const isProposed = line !== undefined || editor?.document.uri.scheme === proposalScheme;
    const side = isProposed ? 'proposed' : 'file';
    const cursor = line ?? editor?.selection.active.line ?? 0;
    const views = (editor?.visibleRanges ?? []).map(({ start, end }) => ({
      start: start.line,
      end: end.line + 1,
    }));
    const places = changes.map((change) => ({ change, at: shownLines(changes, change, side) }));
    const atCursor = places.find(({ at }) => at.start <= cursor && cursor < at.end);
    const inView = places.filter(({ at }) => views.some((view) => overlaps(at, view)));
    const meant = atCursor ?? (inView.length === 1 ? inView[0] : undefined);
    if (meant === undefined) {
      const next = places.find(({ at }) => at.start > cursor) ?? places[0];
      await this.show(proposal, next?.change);
    }
    return meant?.change;
  }

  /**
   * Writes changes into the document of the file, unsaved, in one undo step. Writes nothing if the file has changed since
   * the diff was shown: it shows the new diff instead, and says so. A part of a removal stands for all of it.
   */
  accept(proposal: Proposal, chosen: readonly FileChange[]): Promise<boolean> {
    const accepting = proposal.accepting.then(() => this.#accept(proposal, chosen));
    proposal.accepting = accepting.catch(() => undefined);
    return accepting;
  }

  async #accept(proposal: Proposal, chosen: readonly FileChange[]): Promise<boolean> {
    const { l10n } = vscode;
    const { uri, file } = proposal;
    const accepted = withRemovals(proposal.changes, chosen);
    // A second click came before the first one was done.
    if (accepted.length === 0) {
      return false;
    }
    const target = await checkTarget(uri);
    if (typeof target === 'string') {
      void showInformation(l10n.t("{0} wasn't changed: {1}.", file, target));
      return false;
    }
    if (target.verdict === 'asks' && !(await this.#confirm(proposal))) {
      return false;
    }
    const now = await readNow(uri);
    if (now !== proposal.now) {
      await this.#placeAgain(proposal);
      return false;
    }
    const after = applyEdits(now, accepted);
    const hasMixedLines = await hasMixedLineEnds(uri);
    let problem = '';
    const write = async (): Promise<boolean> => {
      problem = await writeChanges(uri, now, accepted);
      return problem === '';
    };
    if (!(await proposal.source.write(uri, write))) {
      void showInformation(l10n.t("{0} wasn't changed: {1}.", file, problem));
      return false;
    }
    const said = new Set<RemovedThing>();
    const rows = accepted.map((change): AppliedChange => {
      const line = proposedLines(accepted, change).start + 1;
      // The first change of a removal says what went.
      const things = removedThings([change]).filter((thing) => !said.has(thing));
      things.forEach((thing) => said.add(thing));
      const removed = thingsText(things);
      const reason = removed === undefined ? {} : { reason: l10n.t('removed {0}', removed) };
      return { block: change.block, uri: uri.toString(), file, state: 'applied', line, ...reason };
    });
    proposal.changes = afterAccepting(proposal.changes, accepted);
    proposal.now = after;
    if (hasMixedLines) {
      void showInformation(
        l10n.t('{0} has mixed line ends. VS Code saves it with one kind.', file),
      );
    }
    await proposal.source.didApply(proposal, { rows, before: now, changes: accepted, after });
    const [first] = accepted;
    await this.#goOn(proposal, first?.start ?? 0);
    return true;
  }

  /** Accepts all changes but conflicts and removals. */
  async acceptAll(proposal: Proposal): Promise<boolean> {
    const accepted = proposal.changes.filter(isForAcceptAll);
    const [first] = accepted;
    const isInFront = this.active === proposal;
    if (first === undefined) {
      await this.show(proposal);
      void this.offerRest(proposal);
      return false;
    }
    const isAccepted = await this.accept(proposal, accepted);
    if (isAccepted && !isInFront && proposal.changes.length === 0) {
      await showFile(proposal.uri, first.start);
    }
    return isAccepted;
  }

  async acceptAllFiles(): Promise<void> {
    for (const proposal of this.#activeLast) {
      if (proposal.changes.some(isForAcceptAll)) {
        await this.acceptAll(proposal);
      }
    }
  }

  /** Accepts what would take code away, which `acceptAll()` leaves. */
  async acceptRemovals(proposal: Proposal): Promise<boolean> {
    const removals = acceptableRemovals(proposal.changes);
    return removals.length > 0 && this.accept(proposal, removals);
  }

  /** Offers the removals that `acceptAll()` has left. */
  async offerRest(proposal: Proposal): Promise<void> {
    const { l10n } = vscode;
    const { file, changes } = proposal;
    const things = thingsText(removedThings(acceptableRemovals(changes)));
    if (things === undefined) {
      return;
    }
    const button = l10n.t('Accept Removals');
    const text = l10n.t('What is left in {0} would remove {1}.', file, things);
    if ((await showInformation(text, button)) === button) {
      await this.acceptRemovals(proposal);
    }
  }

  async reject(proposal: Proposal, rejected: readonly FileChange[]): Promise<void> {
    const all = withRemovals(proposal.changes, rejected);
    proposal.changes = proposal.changes.filter((change) => !all.includes(change));
    await this.#goOn(proposal, all[0]?.start ?? 0);
  }

  async rejectAllFiles(): Promise<void> {
    for (const proposal of this.#activeLast) {
      await this.reject(proposal, proposal.changes);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /**
   * Shows the next open change after a line of the file, or in the next file if this one has none left, and the file in the
   * end. What is not in front stays there.
   */
  async #goOn(proposal: Proposal, line: number): Promise<void> {
    const isInFront = this.active === proposal;
    const next = proposal.changes.find(({ start }) => start >= line) ?? proposal.changes[0];
    const { all } = this;
    const at = all.indexOf(proposal);
    const [nextFile] = all.slice(at + 1).concat(all.slice(0, Math.max(at, 0)));
    if (next === undefined) {
      this.#forget(proposal);
    } else {
      this.#changed.fire();
    }
    if (isInFront && next !== undefined) {
      await this.show(proposal, next);
    } else if (isInFront && nextFile !== undefined) {
      await this.show(nextFile);
    }
    if (next === undefined) {
      await closeTabs(proposal.proposedUri);
      if (isInFront && nextFile === undefined) {
        await showFile(proposal.uri, line);
      }
    }
  }

  async #placeAgain(proposal: Proposal): Promise<void> {
    const { l10n } = vscode;
    const placed = await proposal.source.placeAgain(proposal.uri);
    if (placed === undefined || placed.changes.length === 0) {
      this.#forget(proposal);
      await closeTabs(proposal.proposedUri);
      void showInformation(
        l10n.t("{0} has changed, and the code can't be placed in it any more.", proposal.file),
      );
      return;
    }
    proposal.now = placed.now;
    proposal.changes = placed.changes;
    proposal.refused = placed.refused;
    this.#changed.fire();
    void showInformation(
      l10n.t('{0} has changed, so nothing was written. Check the new diff.', proposal.file),
    );
  }

  #confirm(proposal: Proposal): Promise<boolean> {
    const { l10n } = vscode;
    return confirm(
      l10n.t('Change {0}?', proposal.file),
      l10n.t('Accept'),
      l10n.t('Programs run what this file says, or it holds secrets.'),
    );
  }

  #forget(proposal: Proposal): void {
    const key = proposal.uri.toString();
    if (this.#proposals.get(key) === proposal) {
      this.#proposals.delete(key);
      this.#changed.fire();
    }
  }

  #ofTab(tab: vscode.Tab | undefined): Proposal | undefined {
    const uri = tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
    return uri?.scheme === proposalScheme ? this.withId(uri.query) : undefined;
  }
}
