// The check as text for the gateway's operator: every stage and the versions, nothing secret.
import * as os from 'node:os';
import * as vscode from 'vscode';
import { checkStages, type CheckStage } from '../../../gateway/common/connectionCheck';
import { oneLine } from '../../../base/text/oneLine';
import { failureDetails } from '../../../platform/host/text/failureText';
import { type CheckState, statusOf } from './checkRows';
import { stageFacts, stageName, stageSentence } from './stageText';

/** Markdown that is readable as plain text. `version`: Portico's. */
export function checkReport(state: CheckState, version: string): string {
  const { l10n } = vscode;
  const { remoteName } = vscode.env;
  const remote = remoteName === undefined ? '' : ` (${remoteName})`;
  const system = `${os.type()} ${os.release()} ${os.arch()}`;
  return [
    `# ${l10n.t('Portico: Diagnose Connection')}`,
    '',
    `- Portico ${version}, VS Code ${vscode.version}${remote}, ${system}`,
    `- ${new Date().toISOString()}`,
    ...(state.model === '' ? [] : [`- ${l10n.t('Model: {0}', oneLine(state.model))}`]),
    '',
    ...checkStages.map((stage) => `- ${stageName(stage)}: ${stageLine(state, stage)}`),
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
