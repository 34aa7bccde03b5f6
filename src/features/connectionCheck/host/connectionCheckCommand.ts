// Portico: Diagnose Connection, from the command to its closing message, and its result as text.
import * as os from 'node:os';
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import { oneLine } from '../../../base/text/oneLine';
import type { ChatModel } from '../../../gateway/common/chatModel';
import {
  checkStages,
  type CheckableGatewayAccess,
  type CheckStage,
  type ProxyInUse,
  type StageResult,
} from '../../../gateway/common/connectionCheck';
import type { ParsedBaseUrl } from '../../../gateway/common/gatewayAccess';
import { openSettings } from '../../../platform/host/settings';
import { runNoticeAction, showFailure } from '../../../platform/host/text/failureActions';
import { failureDetails, failureSentence } from '../../../platform/host/text/failureText';
import { modelCountText } from '../../../platform/host/text/numberText';
import { runCommand } from '../../../platform/host/typedCommands';
import { inputButton, Picker, showInformation, showWarning } from '../../../platform/host/window';
import { proxyInUse } from '../../../platform/node/proxyInUse';
import type { ModelCatalog } from '../../models/host/modelCatalog';
import type { ModelLookup } from '../../models/host/modelLookup';
import { requestSettings } from '../../models/host/requestSettings';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import { saveBaseUrl, typedBaseUrl } from '../../setup/host/setupSettings';
import {
  checkRows,
  failedStage,
  freeStages,
  modelStages,
  statusOf,
  type CheckRow,
  type CheckRowAction,
  type CheckState,
} from './checkRows';
import { stageFacts, stageName, stageSentence } from './stageText';

export interface ConnectionCheckDeps {
  readonly gateway: CheckableGatewayAccess;
  readonly current: CurrentConnection;
  readonly catalog: ModelCatalog;
  readonly lookup: ModelLookup;
  /** The model of the chat that was used last; `''` when none is chosen. */
  readonly modelInUse: () => string;
  /** Whether an answer's notice has said that the current gateway lacks the model. */
  readonly isKnownUnavailable: (model: string) => Promise<boolean>;
  /** Sends requests without chat content to the current gateway, whatever chat is open. */
  readonly chatModel: ChatModel;
  readonly reportError: (error: unknown) => void;
  /** Resolves when the window's last chat has been restored. */
  readonly restored: () => Promise<void>;
  readonly version: string;
}

export class ConnectionCheckCommand {
  #shown: ShownCheck | undefined;
  /** Its free stages have ended. */
  #last: { readonly check: ShownCheck; readonly baseUrl: string } | undefined;
  /** Pending while the closing message of a check is on screen. */
  #message: Promise<void> | undefined;

  constructor(private readonly deps: ConnectionCheckDeps) {}

  /** Resolves when the free stages have ended and the closing message was answered or dismissed. */
  async run(): Promise<void> {
    const state = await this.#check();
    if (state === undefined) {
      return;
    }
    const message = this.deps
      .isKnownUnavailable(state.model)
      .then((isKnownUnavailable) => showConclusion(state, isKnownUnavailable))
      .finally(() => {
        this.#message = this.#message === message ? undefined : this.#message;
      });
    this.#message = message;
    await message;
  }

  /** Copies the last check of this gateway, or a new one where there is none; nothing if the user cancels that. */
  async copy(): Promise<void> {
    if (this.#last?.baseUrl === typedBaseUrl() || (await this.#check()) !== undefined) {
      await this.#last?.check.copyReport();
    }
  }

  /** Resolves when the free stages have ended; to undefined when they were canceled. */
  async #check(): Promise<CheckState | undefined> {
    await this.deps.restored();
    if (this.#message !== undefined) {
      // The last check's message must not be shown next to the new result.
      await vscode.commands.executeCommand('notifications.hideToasts');
    }
    this.#shown?.close();
    const check = new ShownCheck(this.deps);
    this.#shown = check;
    const baseUrl = typedBaseUrl();
    const state = await check.runFreeStages();
    this.#last = state === undefined ? this.#last : { check, baseUrl };
    return state;
  }
}

/** One check: its rows while they are open, and what it found. */
class ShownCheck {
  readonly #picker = new Picker<CheckRow>({ isOrderFixed: true });
  readonly #closesWithEscapeOnly = this.#picker.ignoreFocusOut;
  readonly #closed = new AbortController();
  /** What the operator looks for in a log. */
  readonly #startedAt = new Date();
  #state: CheckState;

  constructor(private readonly deps: ConnectionCheckDeps) {
    const { l10n } = vscode;
    this.#state = { model: deps.modelInUse(), results: new Map(), pending: freeStages };
    const picker = this.#picker;
    const copy = inputButton('copy', l10n.t('Copy Diagnosis'));
    const runAgain = inputButton('refresh', l10n.t('Run Again'));
    const close = inputButton('close', l10n.t('Cancel and Close'));
    const run = (work: Thenable<unknown>): void => void work.then(undefined, deps.reportError);
    picker.title = l10n.t('Diagnose Connection');
    picker.keepScrollPosition = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    picker.buttons = [copy, runAgain, close];
    picker.onDidTriggerButton((button) => {
      if (button === copy) {
        run(this.copyReport());
      } else if (button === runAgain) {
        run(runCommand('portico.checkConnection'));
      } else {
        this.close();
      }
    });
    picker.onDidAccept(() => {
      const action = picker.activeItems[0]?.action;
      if (action !== undefined) {
        run(this.#act(action));
      }
    });
    picker.onDidHide(() => {
      this.#closed.abort();
      picker.dispose();
    });
  }

  close(): void {
    this.#picker.hide();
  }

  /** Undefined when it was canceled. */
  async runFreeStages(): Promise<CheckState | undefined> {
    const { gateway, current, catalog } = this.deps;
    const parsed = gateway.parseBaseUrl(typedBaseUrl());
    const subject = {
      parsed,
      model: this.#state.model,
      proxy: currentProxy(parsed),
      resolve: () => current.resolve(),
      list: (signal: AbortSignal) => catalog.fetch(undefined, signal),
      workingBaseUrl: catalog.workingBaseUrl.bind(catalog),
    };
    await this.#follow(gateway.check.connection(subject, this.#closed.signal));
    return this.#closed.signal.aborted ? undefined : this.#state;
  }

  async #askModel(): Promise<void> {
    const { gateway, chatModel, lookup } = this.deps;
    const { model } = this.#state;
    this.#show({ ...this.#state, pending: modelStages });
    const { systemPrompt: _prompt, stream: _stream, ...settings } = requestSettings();
    const traits = await lookup.forRequest(model);
    const request = { purpose: 'connectionCheck', ...settings, ...traits, model } as const;
    await this.#follow(gateway.check.model({ chatModel, request }, this.#closed.signal));
  }

  async #follow(stages: AsyncIterable<StageResult>): Promise<void> {
    this.#show(this.#state);
    for await (const result of stages) {
      const { model, results, pending } = this.#state;
      this.#show({
        model,
        results: new Map(results).set(result.stage, result),
        pending: pending.filter((stage) => stage !== result.stage),
      });
    }
    this.#show({ ...this.#state, pending: [] });
  }

  #show(state: CheckState): void {
    this.#state = state;
    if (this.#closed.signal.aborted) {
      return;
    }
    const { l10n } = vscode;
    const picker = this.#picker;
    const isRunning = state.pending.length > 0;
    const hasJustEnded = picker.busy && !isRunning;
    // Enter must not ask the model by itself: only a failed stage and the user move the selection.
    const activeId =
      (hasJustEnded ? failedStage(state)?.stage : undefined) ?? picker.activeItems[0]?.id;
    picker.busy = isRunning;
    // Losing focus closes the rows, which cancels a running check.
    picker.ignoreFocusOut = isRunning || this.#closesWithEscapeOnly;
    picker.placeholder = isRunning
      ? l10n.t('Press Escape to cancel')
      : l10n.t('Press Enter on a failed check to fix it');
    const rows = checkRows(state);
    picker.items = rows;
    picker.activeItems = rows.filter(({ id }) => id === activeId);
    picker.show();
  }

  async #act(action: CheckRowAction): Promise<void> {
    switch (action.type) {
      case 'askModel':
        return this.#askModel();
      case 'useBaseUrl':
        this.close();
        await saveBaseUrl(action.baseUrl);
        return runCommand('portico.checkConnection');
      case 'fix':
        this.close();
        return action.fix === 'proxySettings'
          ? openSettings('http.proxy')
          : runNoticeAction(action.fix, undefined, action.failure);
      default:
        return assertNever(action);
    }
  }

  async copyReport(): Promise<void> {
    const report = checkReport(this.#state, this.deps.version, this.#startedAt);
    await vscode.env.clipboard.writeText(report);
    void showInformation(vscode.l10n.t("Diagnosis copied. It doesn't contain your API key."));
  }
}

/**
 * Shows the result in one sentence, with the buttons that help.
 * @param isKnownUnavailable a notice has already said that the gateway lacks the model
 */
async function showConclusion(state: CheckState, isKnownUnavailable: boolean): Promise<void> {
  const { l10n } = vscode;
  const failure = failedStage(state)?.failure;
  const baseUrl = state.results.get('answer')?.facts.workingBaseUrl;
  if (failure !== undefined && baseUrl !== undefined) {
    const use = l10n.t('Use {0}', baseUrl);
    const sentence = failureSentence(failure, undefined);
    const message = l10n.t('{0} The model list was found at {1}.', sentence, baseUrl);
    if ((await showWarning(message, use)) === use) {
      await saveBaseUrl(baseUrl);
    }
    return;
  }
  if (failure !== undefined) {
    return showFailure(failure);
  }
  const models = modelCountText(state.results.get('list')?.facts.modelCount ?? 0);
  if (isKnownUnavailable || state.results.get('model')?.facts.model?.isListed !== false) {
    await showInformation(l10n.t('The connection works. The gateway lists {0}.', models));
    return;
  }
  const select = l10n.t('Select Model…');
  const message = l10n.t(
    "The connection works, but “{0}” isn't in the gateway's list of {1}.",
    state.model,
    models,
  );
  if ((await showWarning(message, select)) === select) {
    await runCommand('portico.selectModel');
  }
}

function currentProxy(parsed: ParsedBaseUrl): ProxyInUse {
  const settings = vscode.workspace.getConfiguration('http');
  return parsed.ok
    ? proxyInUse(new URL(parsed.baseUrl), {
        support: settings.get('proxySupport', ''),
        proxy: settings.get('proxy', ''),
        noProxy: settings.get<readonly string[]>('noProxy', []),
        environment: process.env,
      })
    : { kind: 'system' };
}

/**
 * The check as text for the gateway's operator: every stage and the versions, nothing secret. Markdown that is readable
 * as plain text.
 * @param version Portico's
 */
export function checkReport(state: CheckState, version: string, startedAt: Date): string {
  const { l10n } = vscode;
  const { remoteName } = vscode.env;
  const remote = remoteName === undefined ? '' : ` (${remoteName})`;
  const system = `${os.type()} ${os.release()} ${os.arch()}`;
  return [
    `# ${l10n.t('Portico: Diagnose Connection')}`,
    '',
    `- Portico ${version}, VS Code ${vscode.version}${remote}, ${system}`,
    `- ${startedAt.toISOString()}`,
    ...(state.model === '' ? [] : [`- ${l10n.t('Model: {0}', oneLine(state.model))}`]),
    '',
    ...checkStages.map(
      (stage) => `- ${l10n.t('{0}: {1}', stageName(stage), stageLine(state, stage))}`,
    ),
    '',
  ].join('\n');
}

function stageLine(state: CheckState, stage: CheckStage): string {
  const status = statusOf(state, stage);
  if (typeof status === 'string') {
    return status === 'running' ? vscode.l10n.t('running') : vscode.l10n.t('not run yet');
  }
  return [
    stageFacts(status).join(' · '),
    stageSentence(status, state.model) ?? '',
    ...(status.failure === undefined ? [] : failureDetails(status.failure)),
  ]
    .filter((text) => text !== '')
    .map(oneLine)
    .join(' — ');
}
