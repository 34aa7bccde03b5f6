// The check as rows of a QuickPick: one for each stage, and what can be done next.
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import { checkStages, type CheckStage, type StageResult } from '../../chat/connectionCheck';
import { actionLabel, failureActions, type HelpingAction } from '../text/failureActions';
import { escapeCodicons } from '../platform/escapeCodicons';
import { type CheckState, workingBaseUrl } from './checkState';
import { durationText, findingText, outcomeText, stageName, stageSentence } from './stageText';

export type RowChoice =
  | { readonly type: 'remedy'; readonly action: HelpingAction | 'proxySettings' }
  | { readonly type: 'baseUrl'; readonly baseUrl: string }
  | { readonly type: 'ask' };

export interface CheckRow extends vscode.QuickPickItem {
  /** The same for the same row, however often the rows are made. */
  readonly id: string;
  /** Nothing happens where it is absent. */
  readonly choice?: RowChoice;
}

export function checkRows(state: CheckState): readonly CheckRow[] {
  const { l10n } = vscode;
  const asked = state.stages.has('whole');
  const shown = asked ? checkStages : checkStages.slice(0, -2);
  const proposal = workingBaseUrl(state);
  return [
    ...shown.map((stage) => stageRow(state, stage)),
    ...(proposal === undefined
      ? []
      : [
          {
            id: 'baseUrl',
            label: `$(lightbulb) ${l10n.t('Use {0} as the Base URL', proposal)}`,
            detail: l10n.t('The model list is found there.'),
            alwaysShow: true,
            choice: { type: 'baseUrl', baseUrl: proposal } as const,
          },
        ]),
    ...(state.canAsk
      ? [
          {
            id: 'ask',
            label: `$(comment-discussion) ${l10n.t('Ask the model two short questions (costs a few tokens)')}`,
            detail: escapeCodicons(
              l10n.t('Shows whether “{0}” answers, and whether it streams.', state.model),
            ),
            alwaysShow: true,
            choice: { type: 'ask' } as const,
          },
        ]
      : []),
  ];
}

function stageRow(state: CheckState, stage: CheckStage): CheckRow {
  const { l10n } = vscode;
  const result = state.stages.get(stage);
  const id = `stage ${stage}`;
  const name = stageName(stage);
  if (result === 'running') {
    return {
      id,
      label: `$(loading~spin) ${name}`,
      description: l10n.t('running'),
      alwaysShow: true,
    };
  }
  if (result === undefined) {
    const icon = state.running ? 'circle-large-outline' : 'circle-slash';
    const description = state.running ? '' : l10n.t('not reached');
    return { id, label: `$(${icon}) ${name}`, description, alwaysShow: true };
  }
  const action = remedyOf(result);
  const sentence = stageSentence(result, state.model);
  const { ms } = result;
  const facts = [
    outcomeText(result.outcome),
    ...(ms === undefined ? [] : [durationText(ms)]),
    ...(action === undefined ? [] : [l10n.t('Enter: {0}', remedyLabel(action))]),
    ...result.findings.map(findingText),
  ];
  return {
    id,
    label: `$(${iconOf(result.outcome)}) ${name}`,
    description: escapeCodicons(facts.join(' · ')),
    ...(sentence === undefined ? {} : { detail: escapeCodicons(sentence) }),
    alwaysShow: true,
    ...(action === undefined ? {} : { choice: { type: 'remedy', action } as const }),
  };
}

function remedyOf(result: StageResult): HelpingAction | 'proxySettings' | undefined {
  if (result.outcome === 'passed' || result.outcome === 'skipped') {
    return undefined;
  }
  if (result.stage === 'proxy') {
    return 'proxySettings';
  }
  if (result.failure !== undefined) {
    return failureActions(result.failure.kind).find((action) => action !== 'checkConnection');
  }
  switch (result.stage) {
    case 'list':
    case 'model':
      return 'chooseModel';
    case 'streamed':
      return 'openSettings';
    default:
      return undefined;
  }
}

function remedyLabel(action: HelpingAction | 'proxySettings'): string {
  return action === 'proxySettings' ? vscode.l10n.t('Open proxy settings') : actionLabel(action);
}

function iconOf(outcome: StageResult['outcome']): string {
  switch (outcome) {
    case 'passed':
      return 'pass';
    case 'warned':
      return 'warning';
    case 'failed':
      return 'error';
    case 'skipped':
      return 'circle-slash';
    default:
      return assertNever(outcome);
  }
}
