// The state of one connection check, and its rows: one per stage, and one for each next step.
import * as vscode from 'vscode';
import {
  canAskModel,
  checkStages,
  type CheckStage,
  type StageResult,
} from '../../../gateway/common/connectionCheck';
import type { Failure } from '../../../gateway/common/failure';
import type { RemedyAction } from '../../../platform/common/notice';
import { actionLabel, remediesFor } from '../../../platform/host/text/failureActions';
import type { PickRow } from '../../../platform/host/window';
import { stageFacts, stageName, stageSentence } from './stageText';

export interface CheckState {
  /** The ID of the chosen model; `''` for none. */
  readonly model: string;
  readonly results: ReadonlyMap<CheckStage, StageResult>;
  /** The first one is running; empty once the check has ended. */
  readonly pending: readonly CheckStage[];
}

export const freeStages = checkStages.slice(0, -2);
export const modelStages = checkStages.slice(-2);

export function statusOf(
  state: CheckState,
  stage: CheckStage,
): StageResult | 'running' | 'pending' {
  if (state.pending.includes(stage)) {
    return state.pending[0] === stage ? 'running' : 'pending';
  }
  return state.results.get(stage) ?? { stage, outcome: 'skipped', facts: {} };
}

export function failedStage({ results }: CheckState): StageResult | undefined {
  return [...results.values()].find(({ outcome }) => outcome === 'failed');
}

/** What selecting a row does. */
export type CheckRowAction =
  | { readonly type: 'fix'; readonly fix: Fix; readonly failure: Failure | undefined }
  | { readonly type: 'useBaseUrl'; readonly baseUrl: string }
  | { readonly type: 'askModel' };

type Fix = RemedyAction | 'proxySettings';

export interface CheckRow extends PickRow {
  /** Stays the same when the rows are rebuilt. */
  readonly id: string;
  readonly action?: CheckRowAction;
}

export function checkRows(state: CheckState): readonly CheckRow[] {
  const { l10n } = vscode;
  const { model, results, pending } = state;
  const isModelAsked = results.has('unstreamed') || pending.includes('unstreamed');
  const rows = (isModelAsked ? checkStages : freeStages).map((stage) => stageRow(state, stage));
  const baseUrl = results.get('answer')?.facts.workingBaseUrl;
  if (baseUrl !== undefined) {
    rows.push({
      id: 'useBaseUrl',
      label: l10n.t('Use {0} as the Base URL', baseUrl),
      icon: 'lightbulb',
      detail: l10n.t('The model list was found there.'),
      action: { type: 'useBaseUrl', baseUrl },
    });
  }
  if (!isModelAsked && pending.length === 0 && canAskModel(model, results.values())) {
    rows.push({
      id: 'askModel',
      label: l10n.t('Ask the model two short questions (costs a few tokens)'),
      icon: 'comment-discussion',
      detail: l10n.t('Shows whether “{0}” answers, and whether it streams.', model),
      action: { type: 'askModel' },
    });
  }
  return rows;
}

function stageRow(state: CheckState, stage: CheckStage): CheckRow {
  const { l10n } = vscode;
  const status = statusOf(state, stage);
  const name = stageName(stage);
  if (status === 'pending') {
    return { id: stage, label: name, icon: 'circle-large-outline' };
  }
  if (status === 'running') {
    return {
      id: stage,
      label: name,
      icon: 'loading~spin',
      description: l10n.t('running'),
    };
  }
  const fix = fixOf(status);
  const detail = stageSentence(status, state.model);
  const enter = fix === undefined ? [] : [l10n.t('Enter: {0}', fixLabel(fix))];
  return {
    id: stage,
    label: name,
    iconPath: outcomeIcon(status.outcome),
    description: [...stageFacts(status), ...enter].join(' · '),
    ...(detail === undefined ? {} : { detail }),
    ...(fix === undefined ? {} : { action: { type: 'fix', fix, failure: status.failure } }),
  };
}

function fixOf({ stage, outcome, failure }: StageResult): Fix | undefined {
  if (outcome === 'passed' || outcome === 'skipped') {
    return undefined;
  }
  if (stage === 'proxy') {
    return 'proxySettings';
  }
  if (failure !== undefined) {
    return remediesFor(failure).find((action) => action !== 'checkConnection');
  }
  return stage === 'streamed' ? 'openSettings' : 'chooseModel';
}

function fixLabel(fix: Fix): string {
  return fix === 'proxySettings' ? vscode.l10n.t('Open proxy settings') : actionLabel(fix);
}

/** The default colors of VS Code's `testing.iconPassed`, `list.warningForeground` and `testing.iconFailed`. */
const outcomeIcons = {
  passed: {
    light: '#388a34',
    dark: '#73c991',
    shape: '<circle cx="8" cy="8" r="6.5"/><path d="m5 8.2 2.2 2.2L11.2 6"/>',
  },
  warned: {
    light: '#855f00',
    dark: '#cca700',
    shape: '<path d="M8 2 1.8 13.5h12.4zM8 6.2v3.6m0 1.3v1"/>',
  },
  failed: {
    light: '#c72e0f',
    dark: '#f48771',
    shape: '<circle cx="8" cy="8" r="6.5"/><path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"/>',
  },
  skipped: {
    light: '#6f6f6f',
    dark: '#9d9d9d',
    shape: '<circle cx="8" cy="8" r="6.5"/><path d="M3.5 12.5l9-9"/>',
  },
} as const satisfies Record<StageResult['outcome'], object>;

/** An image: VS Code drops the color of a ThemeIcon in a quick pick row (1.139). */
function outcomeIcon(outcome: StageResult['outcome']): vscode.IconPath {
  const { light, dark, shape } = outcomeIcons[outcome];
  return { light: image(shape, light), dark: image(shape, dark) };
}

function image(shape: string, color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="${color}" stroke-width="1.3">${shape}</svg>`;
  return vscode.Uri.from({
    scheme: 'data',
    path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  });
}
