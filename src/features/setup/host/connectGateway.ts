// Connect to a Gateway: Base URL, key and model in three steps, saved together at the end.
import * as vscode from 'vscode';
import { runCommand } from '../../../platform/host/typedCommands';
import { connectionRemedy } from '../../../platform/host/text/failureActions';
import { inputApiKey, inputBaseUrl } from './gatewayInputs';
import type { KeyRef } from './keyVault';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import type { ConnectionServices } from './createConnections';
import type { ModelPicking } from './modelPicking';
import { saveBaseUrl, typedBaseUrl } from './setupSettings';

export interface ConnectDeps extends ConnectionServices {
  readonly modelCommands: ModelPicking;
}

/** What was entered so far, and the step that is next. */
interface ConnectProgress {
  readonly step: 'baseUrl' | 'key' | 'model';
  readonly baseUrl: string;
  /** `''` where none was entered. */
  readonly key: string;
}

/** Escape cancels at each step; nothing is saved before a model is picked. */
export async function connectGateway(deps: ConnectDeps): Promise<void> {
  let progress: ConnectProgress | undefined = { step: 'baseUrl', baseUrl: typedBaseUrl(), key: '' };
  while (progress !== undefined) {
    progress = await steps[progress.step](deps, progress);
  }
}

/** The steps return the next state; undefined when canceled or done. */
const steps = { baseUrl: stepBaseUrl, key: stepKey, model: stepModel };

async function stepBaseUrl(
  { gateway }: ConnectDeps,
  progress: ConnectProgress,
): Promise<ConnectProgress | undefined> {
  const typed = await inputBaseUrl(gateway, progress.baseUrl, { number: 1, of: 3 });
  if (typed?.type !== 'value') {
    return undefined;
  }
  const key = typed.value === progress.baseUrl ? progress.key : '';
  return { step: 'key', baseUrl: typed.value, key };
}

async function stepKey(
  deps: ConnectDeps,
  progress: ConnectProgress,
): Promise<ConnectProgress | undefined> {
  const parsed = deps.gateway.parseBaseUrl(progress.baseUrl);
  if (!parsed.ok) {
    return { ...progress, step: 'baseUrl' };
  }
  const { origin, keyLabel: label } = await deps.gateways.forBaseUrl(parsed);
  const emptyMeans = await emptyKeyMeans(deps, { origin, label }, parsed.isLoopback);
  const step = { number: 2, of: 3 };
  const typed = await inputApiKey(deps.gateway, { origin, label }, { emptyMeans, step });
  switch (typed?.type) {
    case undefined:
      return undefined;
    case 'back':
      return { ...progress, step: 'baseUrl' };
    case 'value': {
      // Asked before the model picker opens: the modal dialog would close it.
      const isAllowed = await deps.current.confirmPlainHttp(parsed);
      return { ...progress, step: isAllowed ? 'model' : 'baseUrl', key: typed.value };
    }
  }
}

async function stepModel(
  deps: ConnectDeps,
  progress: ConnectProgress,
): Promise<ConnectProgress | undefined> {
  const { baseUrl, key } = progress;
  const picked = await deps.modelCommands.pick({
    // A model ID of one gateway means nothing to another.
    current: isCurrentOrigin(deps.gateway, baseUrl) ? deps.modelCommands.current : '',
    candidate: { typed: baseUrl, ...(key === '' ? {} : { key }) },
    step: { number: 3, of: 3 },
  });
  switch (picked?.type) {
    case undefined:
    // The picker offers no other gateway here: the first step asks for it.
    case 'gateway':
      return undefined;
    case 'back':
      return { ...progress, step: 'key' };
    case 'baseUrl':
      return { ...progress, baseUrl: picked.baseUrl };
    case 'failure': {
      const isAboutKey = connectionRemedy(picked.failure) === 'setApiKey';
      return { ...progress, step: isAboutKey ? 'key' : 'baseUrl' };
    }
    case 'model':
      await save(deps, progress, picked.id);
      return undefined;
  }
}

function isCurrentOrigin(gateway: GatewayAccess, baseUrl: string): boolean {
  const current = gateway.parseBaseUrl(typedBaseUrl());
  const candidate = gateway.parseBaseUrl(baseUrl);
  return current.ok && candidate.ok && current.origin === candidate.origin;
}

async function save(
  deps: ConnectDeps,
  { baseUrl, key }: ConnectProgress,
  model: string,
): Promise<void> {
  const parsed = deps.gateway.parseBaseUrl(baseUrl);
  await saveBaseUrl(baseUrl);
  if (parsed.ok && key !== '') {
    const { origin, keyLabel: label } = await deps.gateways.forBaseUrl(parsed);
    await deps.keys.store({ origin, label }, key);
  }
  await deps.modelCommands.use(model);
  await runCommand('portico.focusChat');
}

/** What an empty key means; undefined if a key is required. */
async function emptyKeyMeans(
  { keys, vault, keyCommands }: ConnectDeps,
  ref: KeyRef,
  isLoopback: boolean,
): Promise<string | undefined> {
  const { l10n } = vscode;
  if (keyCommands.isSet(ref.origin)) {
    return l10n.t('Leave empty: “portico.keyCommand” provides the key for this gateway');
  }
  if ((await vault.get(ref)) === undefined) {
    return isLoopback ? l10n.t("Leave empty if this gateway doesn't need a key") : undefined;
  }
  return l10n.t('Leave empty to keep the stored key {0}', await keys.fingerprint(ref)).trim();
}
