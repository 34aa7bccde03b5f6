// Registers Generate Commit Message and Stop Generating: one generation per repository at a time. Nothing of it runs
// before the user asks for a message.
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { RequestBuilderDeps } from '../../../conversation/node/request/requestBuilder';
import { isSetUp } from '../../../conversation/node/send/setupCheck';
import type { ChatModel } from '../../../gateway/common/chatModel';
import type { Connection } from '../../../gateway/common/connection';
import { isFailure } from '../../../gateway/common/failure';
import { visibleLine } from '../../../platform/host/requestLog';
import { registerCommands } from '../../../platform/host/typedCommands';
import { showProgress } from '../../../platform/host/window';
import { findRepository, repositoryName } from '../../../workspace/host/git/gitAccess';
import type { GitRepository } from '../../../workspace/host/git/gitApi';
import { showGitProblem } from '../../../workspace/host/git/gitProblems';
import type { ModelLookup } from '../../models/host/modelLookup';
import { defaultModel } from '../../models/host/requestSettings';
import type { SecretScanner } from '../../secrets/node/secretScanner';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import { openSetupStep } from '../../setup/host/openSetupStep';
import type { ChangedFile } from '../node/changedFile';
import { CommitBoxWriter, type WrittenMessage } from '../node/commitBoxWriter';
import {
  commitMessages,
  exampleMessages,
  overheadTokens,
  type CommitContext,
} from '../node/commitPrompt';
import { generateCommitMessage } from '../node/generateCommitMessage';
import { requestBudget, trimDiffs } from '../node/trimDiffs';
import { commitMessageContributions } from './commitMessageContributions';
import { offerText, showEnd, showNoChanges, showOmitted } from './commitMessageNotices';
import { commitMessageModel, commitMessageRules } from './commitMessageSettings';
import { outgoingSecretsCheck } from './outgoingSecretsCheck';
import { pendingChanges, readDiffs } from './readChanges';

export interface CommitMessageServices extends RequestBuilderDeps {
  readonly clock: Clock;
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
  readonly reportError: (error: unknown) => void;
  readonly current: CurrentConnection;
  readonly lookup: ModelLookup;
  readonly createChatModel: (connection: Connection) => ChatModel;
  readonly secretScanner: SecretScanner;
}

export function registerCommitMessage(services: CommitMessageServices): Disposable {
  const generator = new CommitMessageGenerator(services);
  return registerCommands(commitMessageContributions.commandIds, {
    generate: (source) => generator.generate(source),
    stop: (source) => generator.stop(source),
  });
}

/** How many commits are read for examples. */
const readCommits = 20;

const maxLoggedFiles = 1_000;

class CommitMessageGenerator {
  readonly #services: CommitMessageServices;
  /** The keys are the URIs of the repositories. */
  readonly #running = new Map<
    string,
    { readonly uri: vscode.Uri; readonly abort: AbortController }
  >();
  readonly #written = new Map<string, WrittenMessage>();

  constructor(services: CommitMessageServices) {
    this.#services = services;
  }

  /** @param source what a menu of the Source Control view passes; without it the user may have to pick a repository */
  async generate(source: unknown): Promise<void> {
    const title = vscode.l10n.t('Select the Repository for the Commit Message');
    const repository = await findRepository(rootUriOf(source), title);
    if (typeof repository === 'string') {
      return showGitProblem(repository);
    }
    const id = repository?.rootUri.toString();
    if (repository === undefined || id === undefined || this.#running.has(id)) {
      return;
    }
    const abort = new AbortController();
    this.#running.set(id, { uri: repository.rootUri, abort });
    this.#showRunning();
    try {
      await showProgress(
        {
          location: vscode.ProgressLocation.SourceControl,
          title: vscode.l10n.t('Generating a commit message…'),
        },
        () => this.#run(repository, abort.signal),
      );
    } finally {
      this.#running.delete(id);
      this.#showRunning();
    }
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

  #showRunning(): void {
    const uris = Array.from(this.#running.values(), ({ uri }) => uri);
    const key = commitMessageContributions.contextKeys.generating;
    void vscode.commands.executeCommand('setContext', key, uris.length > 0 && uris);
  }

  async #run(repository: GitRepository, signal: AbortSignal): Promise<void> {
    // If this fails, the last status is used.
    await repository.status().catch(() => undefined);
    const { isStaged, changes } = pendingChanges(repository);
    const hasConflicts = repository.state.mergeChanges.length > 0;
    if (hasConflicts || changes.length === 0) {
      return this.#show(showNoChanges(hasConflicts));
    }
    const { clock, current, secretScanner, createChatModel } = this.#services;
    const { requestSettings, lookUpModel } = this.#services;
    const connection = await current.resolve();
    const modelInUse = (): string => commitMessageModel() || defaultModel();
    const steps = {
      model: modelInUse,
      connectionState: () => current.state(),
      openStep: openSetupStep,
    };
    if (!(await isSetUp(steps, connection, signal))) {
      return;
    }
    const model = modelInUse();
    const retry = (): Promise<void> => this.generate(repository);
    if (isFailure(connection)) {
      const outcome = { endedAt: clock.now(), failure: connection };
      return this.#show(showEnd({ state: 'failed', outcome }, model, retry));
    }
    const id = repository.rootUri.toString();
    const writer = new CommitBoxWriter(repository.inputBox, clock, this.#written.get(id));
    const context = await readContext(repository, isStaged, writer.words);
    const diffs = await readDiffs(repository, changes, signal);
    if (signal.aborted) {
      return;
    }
    const budget = await this.#requestTokens(model);
    const files = trimDiffs(diffs, budget - overheadTokens(context, diffs));
    this.#logFiles(model, files);
    const end = await generateCommitMessage(
      {
        clock,
        requestSettings,
        lookUpModel,
        chatModel: createChatModel(connection),
        checkSecrets: outgoingSecretsCheck(secretScanner, connection.key),
      },
      model,
      commitMessages(context, files),
      writer,
      signal,
    );
    if (end === undefined) {
      return;
    }
    this.#remember(id, writer.result);
    if (writer.hasReplacedText) {
      this.#show(offerText(() => writer.restoreText()));
    }
    this.#show(end.state === 'complete' ? showOmitted(files) : showEnd(end, model, retry));
  }

  async #requestTokens(model: string): Promise<number> {
    const { lookup, requestSettings } = this.#services;
    return requestBudget(await lookup.contextLength(model), requestSettings().maxTokens);
  }

  #remember(id: string, written: WrittenMessage | undefined): void {
    if (written === undefined) {
      this.#written.delete(id);
    } else {
      this.#written.set(id, written);
    }
  }

  /** Logs what is about to be sent, without contents. */
  #logFiles(model: string, files: readonly ChangedFile[]): void {
    const { log } = this.#services;
    log.info(visibleLine(`commit message: model=${JSON.stringify(model)} ${files.length} files`));
    for (const { path, omission, omittedLines } of files.slice(0, maxLoggedFiles)) {
      if (omission !== undefined) {
        log.info(visibleLine(`commit message: content not sent (${omission}): ${path}`));
      } else if (omittedLines !== undefined) {
        log.info(visibleLine(`commit message: last ${omittedLines} lines not sent: ${path}`));
      }
    }
  }

  /** Not awaited: the user may leave a notification open, and the button must come back. */
  #show(shown: Promise<void>): void {
    shown.catch(this.#services.reportError);
  }
}

/** @param argument what a menu of the Source Control view passes: VS Code's `SourceControl` */
function rootUriOf(argument: unknown): vscode.Uri | undefined {
  const isObject = typeof argument === 'object' && argument !== null;
  const uri: unknown = isObject && 'rootUri' in argument ? argument.rootUri : argument;
  return uri instanceof vscode.Uri ? uri : undefined;
}

async function readContext(
  repository: GitRepository,
  isStaged: boolean,
  words: string,
): Promise<CommitContext> {
  // Rejects before the first commit.
  const commits = await repository.log({ maxEntries: readCommits }).catch(() => []);
  return {
    repository: repositoryName(repository),
    branch: repository.state.HEAD?.name,
    isStaged,
    examples: exampleMessages(commits),
    words,
    ownRules: commitMessageRules(),
  };
}
