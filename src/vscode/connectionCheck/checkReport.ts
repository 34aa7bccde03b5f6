// What one sends to the operator: every stage and the versions, and nothing secret.
import { l10n } from 'vscode';
import { checkStages, type CheckStage } from '../../chat/connectionCheck';
import { failureDetails } from '../text/failureText';
import type { CheckState } from './checkState';
import { durationText, findingText, outcomeText, stageName, stageSentence } from './stageText';

export interface ReportedVersions {
  readonly portico: string;
  readonly vscode: string;
  readonly system: string;
  /** Where the extension runs, where that is another machine or container. */
  readonly remote: string | undefined;
  /** ISO 8601 */
  readonly at: string;
}

/** As Markdown that reads as plain text too. */
export function checkReport(state: CheckState, versions: ReportedVersions): string {
  const { portico, vscode, system, remote, at } = versions;
  return [
    `# ${l10n.t('Portico: Check Connection')}`,
    '',
    `- Portico ${portico}, VS Code ${vscode}${remote === undefined ? '' : ` (${remote})`}, ${system}`,
    `- ${at}`,
    ...(state.model === '' ? [] : [`- ${l10n.t('Model: {0}', oneLine(state.model))}`]),
    '',
    ...checkStages.map((stage) => stageLine(state, stage)),
    '',
  ].join('\n');
}

function stageLine(state: CheckState, stage: CheckStage): string {
  const result = state.stages.get(stage);
  if (result === 'running') {
    return `- ${stageName(stage)}: ${l10n.t('running')}`;
  }
  if (result === undefined) {
    return `- ${stageName(stage)}: ${state.running ? l10n.t('not reached yet') : l10n.t('not reached')}`;
  }
  const { outcome, ms, findings, failure } = result;
  const outcomeAndTime = [outcomeText(outcome), ...(ms === undefined ? [] : [durationText(ms)])];
  const details = failure === undefined ? [] : failureDetails(failure);
  const said = [
    stageSentence(result, state.model) ?? '',
    findings.map(findingText).join('; '),
    details.join('; '),
  ].filter((part) => part !== '');
  const rest = said.length === 0 ? '' : ` — ${said.map(oneLine).join(' — ')}`;
  return `- ${stageName(stage)}: ${outcomeAndTime.join(', ')}${rest}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
