// The commands Generate Commit Message and Stop Generating: one generation per repository at a time.
import * as vscode from 'vscode';
import { CommitBoxWriter, type WrittenMessage } from '../node/commitBoxWriter';
import { type CommitContext, commitMessages, overheadTokens } from '../node/commitPrompt';
import { learnCommitStyle } from '../node/commitStyle';
import {
  generateCommitMessage,
  type GenerateDeps,
  type GenerateEnd,
} from '../node/generateCommitMessage';
import { diffBudget, type TrimmedFile, trimDiffs } from '../node/trimDiffs';
import { failureTraits } from '../../../gateway/common/failureTraits';
import { type Connection, isFailure } from '../../../gateway/common/gatewayPort';
import type { UnavailableModels } from '../../models/node/unavailableModels';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { ChatModel } from '../../../gateway/common/ports';
import { isSetUp, type SetupSteps } from '../../../conversation/node/send/setupCheck';
import type { Clock } from '../../../base/clock';
import type { Failure } from '../../../gateway/common/failure';
import { setContextKey } from '../../../platform/host/contextKeys';
import { notificationText, plainText } from '../../../platform/host/surfaceText';
import { showProgress } from '../../../platform/host/window';
import {
  commitMessagePrompt,
  commitMessageModel,
  defaultModel,
} from '../../../platform/host/settings';
import { CommitMessageNotices, type CommitMessageNoticeDeps } from './commitMessageNotices';
import { findRepository, repositoryName, rootUriOf } from '../../../platform/host/git/gitAccess';
import type { GitRepository } from '../../../platform/host/git/gitApi';
import { showGitProblem } from '../../../platform/host/git/gitProblems';
import { pendingChanges, type PendingChanges, readDiffs } from './readChanges';

export interface CommitMessageDeps
  extends
    Omit<GenerateDeps, 'chatModel' | 'onSent'>,
    CommitMessageNoticeDeps,
    Omit<SetupSteps, 'model'> {
  readonly clock: Clock;
  readonly resolveConnection: () => Promise<Connection | Failure>;
  readonly createChatModel: (connection: Connection) => ChatModel;
  /** In tokens; undefined if it is unknown. */
  readonly contextLength: (connection: Connection, model: string) => Promise<number | undefined>;
  readonly unavailableModels: UnavailableModels;
}

/** How many commits the style is learned from. */
const styleCommits = 20;

export class CommitMessageCommand {
  readonly #deps: CommitMessageDeps;
  readonly #notices: CommitMessageNotices;
  /** By the URI of the repository. */
  readonly #running = new Map<
    string,
    { readonly uri: vscode.Uri; readonly abort: AbortController }
  >();
  readonly #written = new Map<string, WrittenMessage>();

  constructor(deps: CommitMessageDeps) {
    this.#deps = deps;
    this.#notices = new CommitMessageNotices(deps);
  }

  /** @param source what a menu of the Source Control view passes; without it the user may have to pick a repository */
  async generate(source: unknown): Promise<void> {
    const repository = await findRepository(
      rootUriOf(source),
      plainText(vscode.l10n.t('Select the Repository for the Commit Message')),
    );
    if (repository === undefined) {
      return;
    }
    if (typeof repository === 'string') {
      return showGitProblem(repository);
    }
    const { rootUri } = repository;
    const id = rootUri.toString();
    if (this.#running.has(id)) {
      return;
    }
    const abort = new AbortController();
    this.#setRunning(id, { uri: rootUri, abort });
    // Not awaited: the user may leave a notification open, and the button must come back.
    let showEnd = (): void => undefined;
    try {
      showEnd = await showProgress(
        {
          location: vscode.ProgressLocation.SourceControl,
          title: notificationText(vscode.l10n.t('Generating a commit message…')),
        },
        () => this.#run(repository, abort.signal),
      );
    } finally {
      this.#setRunning(id, undefined);
    }
    showEnd();
  }

  /** Stops the generation in one repository, or all of them; what has been written stays. */
  stop(source: unknown): void {
    const id = rootUriOf(source)?.toString();
    for (const [key, { abort }] of this.#running) {
      if (id === undefined || key === id) {
        abort.abort();
      }
    }
  }

  #setRunning(
    id: string,
    run: { readonly uri: vscode.Uri; readonly abort: AbortController } | undefined,
  ): void {
    if (run === undefined) {
      this.#running.delete(id);
    } else {
      this.#running.set(id, run);
    }
    const uris = Array.from(this.#running.values(), ({ uri }) => uri);
    setContextKey('generatingCommitMessage', uris.length === 0 ? false : uris);
  }

  /** Resolves to what shows the end. */
  async #run(repository: GitRepository, signal: AbortSignal): Promise<() => void> {
    const retry = (): Promise<void> => this.generate(repository);
    const nothing = (): void => undefined;
    // Without it, the last status is used.
    await repository.status().catch(nothing);
    if (repository.state.mergeChanges.length > 0) {
      return () => void showGitProblem('conflicts');
    }
    const pending = pendingChanges(repository);
    if (pending.changes.length === 0) {
      return () => void showGitProblem('noChanges');
    }
    const { resolveConnection, connectionState, openStep } = this.#deps;
    const connection = await resolveConnection();
    const model = (): string => commitMessageModel() || defaultModel();
    if (
      signal.aborted ||
      !(await isSetUp({ model, connectionState, openStep }, connection, signal))
    ) {
      return nothing;
    }
    if (isFailure(connection)) {
      return () => this.#notices.showFailure(connection, model(), retry);
    }
    return this.#ask(repository, pending, connection, model(), signal, retry);
  }

  async #ask(
    repository: GitRepository,
    pending: PendingChanges,
    connection: Connection,
    model: string,
    signal: AbortSignal,
    retry: () => Promise<void>,
  ): Promise<() => void> {
    const id = repository.rootUri.toString();
    const { clock, createChatModel } = this.#deps;
    const writer = new CommitBoxWriter(repository.inputBox, clock, this.#written.get(id));
    const [context, diffs] = await Promise.all([
      readContext(repository, pending, writer.words),
      readDiffs(repository, pending.changes, signal),
    ]);
    const length = await this.#deps.contextLength(connection, model);
    const { maxTokens } = this.#deps.requestSettings();
    const names = pending.changes.map(({ file }) => file);
    const budget = diffBudget(length, maxTokens) - overheadTokens(context, names);
    const files = trimDiffs(diffs, Math.max(0, budget));
    if (signal.aborted) {
      return () => undefined;
    }
    const requestId = this.#notices.logContents(model, files, pending.isStaged);
    const end = await generateCommitMessage(
      {
        ...this.#deps,
        chatModel: createChatModel(connection),
        onSent: (request) => this.#deps.sentRequests.add(requestId, request),
      },
      model,
      commitMessages(context, files),
      writer,
      signal,
    );
    this.#remember(id, writer.result);
    this.#rememberModel(connection, model, end);
    return () => this.#showEnd(end, { writer, model, files, requestId, id, retry });
  }

  #remember(id: string, written: WrittenMessage | undefined): void {
    if (written === undefined) {
      this.#written.delete(id);
    } else {
      this.#written.set(id, written);
    }
  }

  /** A model that is gone leaves the pickers, and one that answered returns to them. */
  #rememberModel(connection: Connection, model: string, result: GenerateEnd): void {
    const { unavailableModels } = this.#deps;
    const failure = result.type === 'ended' ? result.end.outcome.failure : undefined;
    if (failure !== undefined && failureTraits[failure.kind].lacksModel === 'yes') {
      unavailableModels.add(gatewayId(connection), model);
    } else if (result.type === 'ended' && result.end.state === 'complete') {
      unavailableModels.forget(gatewayId(connection), [model]);
    }
  }

  #showEnd(
    result: GenerateEnd,
    run: {
      readonly writer: CommitBoxWriter;
      readonly model: string;
      readonly files: readonly TrimmedFile[];
      readonly requestId: string;
      readonly id: string;
      readonly retry: () => Promise<void>;
    },
  ): void {
    const { writer, model, files, requestId, id, retry } = run;
    if (writer.hasReplacedWords) {
      this.#notices.offerWords(() => {
        writer.restoreWords();
        this.#written.delete(id);
      });
    }
    switch (result.type) {
      case 'canceled':
        return;
      case 'edited':
        this.#notices.showEdited();
        return;
      case 'empty':
        this.#notices.showEmpty(model, retry);
        return;
      case 'ended':
        this.#notices.logEnd(result.end);
        if (result.end.state === 'complete') {
          this.#notices.showOmitted(files, requestId);
        } else if (result.end.state !== 'stopped') {
          this.#notices.showEnd(result.end, model, retry);
        }
    }
  }
}

async function readContext(
  repository: GitRepository,
  { isStaged }: PendingChanges,
  words: string,
): Promise<CommitContext> {
  const [commits, isMerge] = await Promise.all([
    repository.log({ maxEntries: styleCommits }).catch(() => []),
    repository.getCommit('MERGE_HEAD').then(
      () => true,
      () => false,
    ),
  ]);
  return {
    repository: repositoryName(repository),
    branch: repository.state.HEAD?.name,
    isStaged,
    isMerge,
    style: learnCommitStyle(commits),
    words,
    ownRules: commitMessagePrompt(),
  };
}
