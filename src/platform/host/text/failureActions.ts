// The buttons that help after a failure: which ones, their labels and what they run.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { Demand, Failure, FailureKind } from '../../../gateway/common/failure';
import type { NoticeAction } from '../../common/notice';
import { runCommand } from '../typedCommands';
import { showError } from '../window';
import { openSettings } from '../settings';
import { failureSentence } from './failureText';

/** Run by the buttons only, so the command palette does not list it. Its argument is a `Demand`. */
export const addDemandedCommand = '_portico.addDemanded';

/** What helps besides asking the same again. */
export type RemedyAction = Exclude<NoticeAction, AnswerAction>;

/** What a button does with the answer itself. */
export type AnswerAction = 'retry' | 'continue' | 'continueReading' | 'answerNow';

/** Adds what the gateway demands: `remediesFor` offers it only where there is a demand. */
type DemandAction = 'addHeader' | 'addQueryParameter';

/** The buttons that help beside Retry, the best one first. */
export const failureActions: Readonly<
  Record<FailureKind, readonly Exclude<RemedyAction, DemandAction>[]>
> = {
  notConfigured: ['changeBaseUrl'],
  redirected: ['changeBaseUrl'],
  notApi: ['changeBaseUrl', 'checkConnection'],
  keyMissing: ['setApiKey'],
  keyLost: ['setApiKey'],
  keyCommandFailed: ['openSettings', 'showLog'],
  keyRejected: ['setApiKey'],
  blocked: ['checkConnection', 'openSettings'],
  noCredit: ['showBalance', 'setApiKey', 'chooseModel'],
  forbidden: ['chooseModel', 'setApiKey'],
  modelNotFound: ['chooseModel'],
  rateLimited: ['chooseModel'],
  emptyReply: ['chooseModel'],
  contextTooLong: ['newChat', 'chooseModel'],
  requestTooLarge: ['newChat', 'chooseModel'],
  contentFiltered: ['chooseModel'],
  badRequest: ['chooseModel', 'openSettings'],
  firstTokenTimeout: ['openSettings'],
  idleTimeout: ['openSettings'],
  totalTimeout: ['openSettings'],
  proxy: ['openSettings'],
  insecure: ['checkConnection', 'changeBaseUrl'],
  unreachable: ['checkConnection', 'changeBaseUrl'],
  certificate: ['checkConnection', 'changeBaseUrl'],
  connectionLost: ['checkConnection', 'chooseModel'],
  modelLoading: ['chooseModel'],
  serverError: ['checkConnection', 'chooseModel'],
  streamError: ['checkConnection', 'chooseModel'],
  tooLarge: ['showLog'],
  malformedStream: ['showLog'],
  unexpected: ['showLog'],
  windowClosed: [],
};

/**
 * The buttons for a failure. If the gateway demands a header or query parameter, the first button adds it. If a key
 * command provides the key, or a setting is too large, the settings help instead.
 */
export function remediesFor({
  kind,
  keyFromCommand,
  maxOutputTokens,
  likelyCause,
  unexplained,
  demand,
}: Failure): readonly RemedyAction[] {
  if (demand !== undefined) {
    return [demand.place === 'header' ? 'addHeader' : 'addQueryParameter', 'openSettings'];
  }
  if (kind === 'badRequest' && maxOutputTokens !== undefined) {
    return ['openSettings', 'chooseModel'];
  }
  if (likelyCause === 'gatewayDown') {
    return ['checkConnection'];
  }
  // A firewall or an address list may have refused it.
  const first: readonly RemedyAction[] =
    kind === 'forbidden' && unexplained === true ? ['checkConnection'] : [];
  const actions = [...first, ...failureActions[kind]];
  return keyFromCommand === true
    ? actions.map((action) => (action === 'setApiKey' ? 'openSettings' : action))
    : actions;
}

/**
 * What to search for in the settings, so that they open at the one to change.
 * @param failure undefined if the answer hit the output limit
 */
export function settingsQuery(failure: Failure | undefined): string {
  if (failure === undefined) {
    return 'portico.maxTokens';
  }
  if (failure.demand !== undefined) {
    return failure.demand.place === 'header' ? 'portico.headers' : 'portico.queryParameters';
  }
  if (failure.keyFromCommand === true) {
    return 'portico.keyCommand';
  }
  switch (failure.kind) {
    case 'badRequest':
      return failure.maxOutputTokens === undefined ? 'portico' : 'portico.maxTokens';
    case 'keyCommandFailed':
      return 'portico.keyCommand';
    case 'firstTokenTimeout':
    case 'idleTimeout':
    case 'totalTimeout':
      return 'portico.timeouts';
    case 'proxy':
    case 'blocked':
      return 'http.proxy';
    default:
      return 'portico';
  }
}

/** What helps where the model list cannot be fetched. */
export function connectionRemedy(failure: Failure): ConnectionRemedy | undefined {
  return connectionRemedies.find((remedy) => remediesFor(failure).includes(remedy));
}

const connectionRemedies = [
  'addHeader',
  'addQueryParameter',
  'setApiKey',
  'changeBaseUrl',
] as const;

type ConnectionRemedy = (typeof connectionRemedies)[number];

export function actionLabel(action: NoticeAction): string {
  const { l10n } = vscode;
  const labels: Readonly<Record<NoticeAction, string>> = {
    retry: l10n.t('Retry'),
    continue: l10n.t('Continue'),
    continueReading: l10n.t('Continue reading'),
    answerNow: l10n.t('Answer now'),
    setApiKey: l10n.t('Set API key'),
    addHeader: l10n.t('Add to portico.headers…'),
    addQueryParameter: l10n.t('Add to portico.queryParameters…'),
    chooseModel: l10n.t('Choose model'),
    changeBaseUrl: l10n.t('Change Base URL'),
    switchGateway: l10n.t('Switch gateway'),
    checkConnection: l10n.t('Diagnose connection'),
    showBalance: l10n.t('Show balance'),
    newChat: l10n.t('Start new chat'),
    openSettings: l10n.t('Open settings'),
    showLog: l10n.t('Show log'),
  };
  return labels[action];
}

/**
 * Resolves when what the button opened has been answered or dismissed.
 * @param settings what to search for if the button opens the settings
 * @param demand what the button adds if it adds something
 */
export async function runNoticeAction(
  action: RemedyAction,
  settings = 'portico',
  demand?: Demand,
): Promise<void> {
  switch (action) {
    case 'openSettings':
      return openSettings(settings);
    case 'changeBaseUrl':
      return runCommand('portico.setBaseUrl');
    case 'setApiKey':
      return runCommand('portico.setApiKey');
    case 'addHeader':
    case 'addQueryParameter':
      await vscode.commands.executeCommand(addDemandedCommand, demand);
      return;
    case 'chooseModel':
      return runCommand('portico.selectModel');
    case 'switchGateway':
      return runCommand('portico.switchGateway');
    case 'checkConnection':
      return runCommand('portico.checkConnection');
    case 'showBalance':
      return runCommand('portico.showBalance');
    case 'newChat':
      return runCommand('portico.newChat');
    case 'showLog':
      return runCommand('portico.showLog');
    default:
      return assertNever(action);
  }
}

/** Shows the failure in a notification; resolves when that was answered or dismissed. */
export async function showFailure(failure: Failure): Promise<void> {
  const helpful = remediesFor(failure).filter((action) => action !== 'checkConnection');
  const actions = [...new Set<RemedyAction>([...helpful, 'showLog'])];
  const answer = await showError(
    failureSentence(failure, undefined),
    ...actions.map((action) => actionLabel(action)),
  );
  const chosen = actions.find((action) => actionLabel(action) === answer);
  if (chosen !== undefined) {
    await runNoticeAction(chosen, settingsQuery(failure), failure.demand);
  }
}
