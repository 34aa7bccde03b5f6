// The buttons that help after a failure: which ones, their labels and what they run.
import * as vscode from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Failure } from '../../../gateway/common/failure';
import type { NoticeAction, NoticeButton, RemedyAction } from '../../common/notice';
import { failureHelp } from '../failureHelp';
import { openLink } from '../openLink';
import { openSettings } from '../settings';
import { runCommand } from '../typedCommands';
import { showError } from '../window';
import { failureRows, failureSentence } from './failureText';

/** Run by the buttons only, so the command palette does not list it. Its argument is a `Demand`. */
export const addDemandedCommand = '_portico.addDemanded';

interface RemedyButton {
  readonly label: string;
  readonly title?: string;
  /** @param settings what to search for in the settings */
  readonly run: (settings: string) => unknown;
  /** Whether there is something to open; always where it is absent. */
  readonly isOffered?: boolean;
}

function remedyButtons({
  demand,
  host,
}: Pick<Failure, 'demand' | 'host'>): Readonly<Record<RemedyAction, RemedyButton>> {
  const { commands, l10n } = vscode;
  const addDemanded = (): unknown => commands.executeCommand(addDemandedCommand, demand);
  const { name, url } = failureHelp().operatorHelp(host ?? '') ?? { name: '', url: '' };
  return {
    setApiKey: {
      label: l10n.t('Set API key'),
      run: () => runCommand('portico.setApiKey'),
    },
    addHeader: {
      label: l10n.t('Add to portico.headers…'),
      run: addDemanded,
      isOffered: demand?.place === 'header',
    },
    addQueryParameter: {
      label: l10n.t('Add to portico.queryParameters…'),
      run: addDemanded,
      isOffered: demand?.place === 'queryParameter',
    },
    chooseModel: {
      label: l10n.t('Choose model'),
      run: () => runCommand('portico.selectModel'),
    },
    changeBaseUrl: {
      label: l10n.t('Change Base URL'),
      run: () => runCommand('portico.setBaseUrl'),
    },
    switchGateway: {
      label: l10n.t('Switch gateway'),
      run: () => runCommand('portico.switchGateway'),
    },
    checkConnection: {
      label: l10n.t('Diagnose connection'),
      run: () => runCommand('portico.checkConnection'),
    },
    showBalance: {
      label: l10n.t('Show balance'),
      run: () => runCommand('portico.showBalance'),
    },
    operatorHelp: {
      label: l10n.t('Help from {0}', name),
      title: URL.parse(url)?.host ?? '',
      run: () => openLink(url),
      isOffered: url !== '',
    },
    newChat: { label: l10n.t('Start new chat'), run: () => runCommand('portico.newChat') },
    openSettings: { label: l10n.t('Open settings'), run: openSettings },
    openModels: {
      label: l10n.t('Open portico.models'),
      run: () => openSettings('portico.models'),
    },
    showLog: { label: l10n.t('Show log'), run: () => runCommand('portico.showLog') },
  };
}

/** The buttons for a failure. If a setting is too large or a key command provides the key, the settings help instead. */
export function remediesFor(failure: Failure): readonly RemedyAction[] {
  const buttons = remedyButtons(failure);
  const listed = remediesOf(failure).map((action) =>
    action === 'setApiKey' && failure.keyFromCommand === true ? 'openSettings' : action,
  );
  return listed.filter((action) => buttons[action].isOffered !== false);
}

function remediesOf({
  kind,
  maxOutputTokens,
  likelyCause,
  unexplained,
  demand,
}: Failure): readonly RemedyAction[] {
  if (demand !== undefined) {
    return ['addHeader', 'addQueryParameter', 'openSettings'];
  }
  if (kind === 'badRequest' && maxOutputTokens !== undefined) {
    return ['openSettings', 'chooseModel'];
  }
  if (likelyCause === 'gatewayDown') {
    return ['checkConnection'];
  }
  const { actions } = failureRows[kind];
  // A firewall or an address list may have refused it.
  return kind === 'forbidden' && unexplained === true ? ['checkConnection', ...actions] : actions;
}

/**
 * What to search for in the settings, so that they open at the one to change.
 * @param failure undefined if the answer hit the output limit
 */
export function settingsQuery(failure: Failure | undefined): string {
  if (failure?.demand !== undefined) {
    return failure.demand.place === 'header' ? 'portico.headers' : 'portico.queryParameters';
  }
  if (failure === undefined || failure.maxOutputTokens !== undefined) {
    return 'portico.maxTokens';
  }
  return failure.keyFromCommand === true
    ? 'portico.keyCommand'
    : (failureRows[failure.kind].settings ?? 'portico');
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

export function actionLabel(action: NoticeAction, failure?: Failure): string {
  return noticeButton(action, failure).label;
}

export function noticeButton(action: NoticeAction, failure: Failure | undefined): NoticeButton {
  switch (action) {
    case 'retry':
      return { action, label: vscode.l10n.t('Retry') };
    case 'continue':
      return { action, label: vscode.l10n.t('Continue') };
    case 'continueReading':
      return { action, label: vscode.l10n.t('Continue reading') };
    case 'answerNow':
      return { action, label: vscode.l10n.t('Answer now') };
    default: {
      const { label, title } = remedyButtons(failure ?? {})[action];
      return omitUndefined({ action, label, title });
    }
  }
}

/** Resolves when what the button opened has been answered or dismissed. */
export async function runNoticeAction(
  action: RemedyAction,
  settings = 'portico',
  failure: Pick<Failure, 'demand' | 'host'> = {},
): Promise<void> {
  await remedyButtons(failure)[action].run(settings);
}

/** Shows the failure in a notification; resolves when that was answered or dismissed. */
export async function showFailure(failure: Failure): Promise<void> {
  const helpful = remediesFor(failure).filter((action) => action !== 'checkConnection');
  const actions = [...new Set<RemedyAction>([...helpful, 'showLog'])];
  const answer = await showError(
    failureSentence(failure, undefined),
    ...actions.map((action) => actionLabel(action, failure)),
  );
  const chosen = actions.find((action) => actionLabel(action, failure) === answer);
  if (chosen !== undefined) {
    await runNoticeAction(chosen, settingsQuery(failure), failure);
  }
}
