// Portico: Check Connection, from the command to the sentence in which it ends.
import * as os from 'node:os';
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { CheckEvent, ConnectionCheck, ProxySettings } from '../../chat/connectionCheck';
import type { Gateway } from '../../chat/gatewayPort';
import type { ChatModel } from '../../chat/ports';
import type { Failure } from '../../shared/conversation/failure';
import { commandIds } from '../contributions';
import type { CurrentConnection } from '../gateway/currentConnection';
import { failureSentence } from '../text/failureText';
import type { ModelLists } from '../models/modelLists';
import { type ChangeBaseUrl, runNoticeAction } from '../text/noticeActions';
import { showFailure } from '../text/showFailure';
import { requestSettings, saveBaseUrl, typedBaseUrl } from '../settings';
import { CheckPicker } from './checkPicker';
import { checkReport } from './checkReport';
import type { RowChoice } from './checkRows';
import {
  beginAsking,
  beginCheck,
  type CheckState,
  endCheck,
  failedStage,
  reduceCheck,
  resultOf,
  workingBaseUrl,
} from './checkState';
import { plainSentence } from '../platform/escapeCodicons';

export interface CheckParts {
  readonly gateway: Gateway & { readonly check: ConnectionCheck };
  readonly current: CurrentConnection;
  readonly lists: ModelLists;
  /** Of the chat that was used last; `''` when none is chosen. */
  readonly modelInUse: () => string;
  /** Asks as the chat does, with what it has learned, whatever conversation is open. */
  readonly chatModel: ChatModel;
  readonly changeBaseUrl: ChangeBaseUrl;
  readonly sayUnexpected: (error: unknown) => void;
  /** Resolves when the conversation of the window before has been opened. */
  readonly restored: () => Promise<void>;
  /** Portico's own. */
  readonly version: string;
}

export class ConnectionCheckCommand {
  #open: CheckPicker | undefined;
  /** Until its last sentence was answered or left. */
  #saying: Promise<void> | undefined;

  constructor(private readonly parts: CheckParts) {}

  /** Resolves when the stages that cost nothing have ended and the sentence was answered or left. */
  async run(): Promise<void> {
    await this.parts.restored();
    if (this.#saying !== undefined) {
      // What the check before found must not stand beside what this one finds; it stays behind the bell.
      await vscode.commands.executeCommand('notifications.hideToasts');
    }
    this.#open?.close();
    const check = new RunningCheck(this.parts);
    this.#open = check.picker;
    const state = await check.connection();
    if (state !== undefined) {
      await this.#say(this.#conclude(state));
    }
  }

  async #say(saying: Promise<void>): Promise<void> {
    this.#saying = saying;
    try {
      await saying;
    } finally {
      if (this.#saying === saying) {
        this.#saying = undefined;
      }
    }
  }

  /** What came of it, in one sentence. */
  async #conclude(state: CheckState): Promise<void> {
    const { l10n, window } = vscode;
    const failure = failedStage(state)?.failure;
    if (failure !== undefined) {
      const proposal = workingBaseUrl(state);
      return proposal === undefined
        ? showFailure(failure, this.parts.changeBaseUrl)
        : propose(proposal, failure);
    }
    const models = resultOf(state, 'list')?.findings.find(({ what }) => what === 'models');
    const count = models?.what === 'models' ? models.count : 0;
    if (resultOf(state, 'model')?.outcome !== 'warned') {
      await window.showInformationMessage(
        l10n.t('The connection works: the gateway offers {0} models.', count),
      );
      return;
    }
    const choose = l10n.t('Select Model…');
    const answer = await window.showWarningMessage(
      l10n.t(
        'The connection works, but “{0}” is not among the {1} models that the gateway offers.',
        plainSentence(state.model),
        count,
      ),
      choose,
    );
    if (answer === choose) {
      await vscode.commands.executeCommand(commandIds.selectModel);
    }
  }
}

/** One check, as long as its rows are open. */
class RunningCheck {
  readonly picker: CheckPicker;
  readonly #leaving = new AbortController();
  #state: CheckState;

  constructor(private readonly parts: CheckParts) {
    this.#state = beginCheck(parts.modelInUse());
    const { sayUnexpected } = parts;
    this.picker = new CheckPicker({
      onChoice: (choice) => void this.#choose(choice).catch(sayUnexpected),
      onCopy: () => void this.#copy().catch(sayUnexpected),
      onAgain: () => {
        vscode.commands.executeCommand(commandIds.checkConnection).then(undefined, sayUnexpected);
      },
      onClosed: () => this.#leaving.abort(),
    });
  }

  /** Undefined when it was cancelled. */
  async connection(): Promise<CheckState | undefined> {
    const { gateway, current, lists } = this.parts;
    const events = gateway.check.connection(
      {
        parsed: gateway.parseBaseUrl(typedBaseUrl()),
        model: this.#state.model,
        proxySettings: proxySettings(),
        resolve: () => current.resolve(),
        list: (signal) => lists.fetch(undefined, signal),
        workingBaseUrl: (failure) => lists.workingBaseUrl(failure),
      },
      this.#leaving.signal,
    );
    await this.#follow(events);
    return this.#leaving.signal.aborted ? undefined : this.#state;
  }

  async #askModel(): Promise<void> {
    const { gateway, chatModel, lists } = this.parts;
    const { model } = this.#state;
    const { temperature, maxTokens, reasoningEffort } = requestSettings();
    this.#show(beginAsking(this.#state));
    const apiFormat = await lists.apiFormatOf(model);
    await this.#follow(
      gateway.check.model(
        {
          chatModel,
          request: {
            apiFormat,
            model,
            ...(temperature === undefined ? {} : { temperature }),
            ...(maxTokens === undefined ? {} : { maxTokens }),
            ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
          },
        },
        this.#leaving.signal,
      ),
    );
  }

  async #follow(events: AsyncIterable<CheckEvent>): Promise<void> {
    this.#show(this.#state);
    for await (const event of events) {
      this.#show(reduceCheck(this.#state, event));
    }
    this.#show(endCheck(this.#state));
  }

  #show(state: CheckState): void {
    this.#state = state;
    if (!this.#leaving.signal.aborted) {
      this.picker.show(state);
    }
  }

  async #choose(choice: RowChoice): Promise<void> {
    switch (choice.type) {
      case 'ask':
        return this.#askModel();
      case 'baseUrl':
        this.picker.close();
        await saveBaseUrl(choice.baseUrl);
        await vscode.commands.executeCommand(commandIds.checkConnection);
        return;
      case 'remedy':
        this.picker.close();
        if (choice.action === 'proxySettings') {
          await vscode.commands.executeCommand('workbench.action.openSettings', 'http.proxy');
          return;
        }
        return runNoticeAction(choice.action, this.parts.changeBaseUrl);
      default:
        return assertNever(choice);
    }
  }

  async #copy(): Promise<void> {
    const report = checkReport(this.#state, {
      portico: this.parts.version,
      vscode: vscode.version,
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      remote: vscode.env.remoteName,
      at: new Date().toISOString(),
    });
    await vscode.env.clipboard.writeText(report);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The report was copied. Your API key does not stand in it.'),
    );
  }
}

async function propose(proposal: string, failure: Failure): Promise<void> {
  const use = vscode.l10n.t('Use {0}', proposal);
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} The model list is found at {1}.',
      plainSentence(failureSentence(failure, undefined)),
      proposal,
    ),
    use,
  );
  if (answer === use) {
    await saveBaseUrl(proposal);
  }
}

function proxySettings(): ProxySettings {
  const settings = vscode.workspace.getConfiguration('http');
  return {
    support: settings.get('proxySupport', ''),
    proxy: settings.get('proxy', ''),
    noProxy: settings.get<readonly string[]>('noProxy', []),
    environment: process.env,
  };
}
