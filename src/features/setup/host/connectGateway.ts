// Connect to a Gateway: Base URL, key, model and a name in four steps, saved together at the end.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Demand } from '../../../gateway/common/failure';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { connectionRemedy } from '../../../platform/host/text/failureActions';
import { runCommand } from '../../../platform/host/typedCommands';
import type { ConnectionServices } from './createConnections';
import type { GatewayCandidate } from './currentConnection';
import { inputApiKey, inputBaseUrl, inputDemanded, inputGatewayName } from './gatewayInputs';
import type { KeyRef } from './keyVault';
import type { ModelPicking } from './modelPicking';
import { addGateway, saveBaseUrl, saveExtras, typedBaseUrl } from './setupSettings';

export interface ConnectDeps extends ConnectionServices {
  readonly modelCommands: ModelPicking;
  /** The balance that a gateway told last in this window. @param gateway its `gatewayId` */
  readonly balanceText: (gateway: string) => string | undefined;
}

/** The address that the first step shows; the current one if absent. */
export const connectOptions = v.object({ baseUrl: v.exactOptional(v.string()) });

/** What was entered so far, and the step that is next. */
interface ConnectProgress {
  readonly step: 'baseUrl' | 'key' | 'model' | 'name';
  readonly baseUrl: string;
  /** `''` where none was entered. */
  readonly key: string;
  readonly extras: NonNullable<GatewayCandidate['extras']>;
  /** `''` until it is picked. */
  readonly model: string;
}

type NextStep = ConnectProgress | undefined;

const noExtras = { headers: {}, queryParameters: {} };
const lastStep = 4;

/** Escape cancels at each step; nothing is saved before the last one. */
export async function connectGateway(
  deps: ConnectDeps,
  { baseUrl = typedBaseUrl() }: v.InferOutput<typeof connectOptions> = {},
): Promise<void> {
  let progress: NextStep = { step: 'baseUrl', baseUrl, key: '', extras: noExtras, model: '' };
  while (progress !== undefined) {
    progress = await steps[progress.step](deps, progress);
  }
}

/** The steps return the next state; undefined when canceled or done. */
const steps = { baseUrl: stepBaseUrl, key: stepKey, model: stepModel, name: stepName };

async function stepBaseUrl({ gateway }: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const typed = await inputBaseUrl(gateway, progress.baseUrl, { number: 1, of: lastStep });
  if (typed?.type !== 'value') {
    return undefined;
  }
  const { value: baseUrl, queryParameters } = typed;
  const same = baseUrl === progress.baseUrl ? progress : { key: '', extras: noExtras };
  const extras = {
    ...same.extras,
    queryParameters: { ...same.extras.queryParameters, ...queryParameters },
  };
  return { ...progress, step: 'key', baseUrl, key: same.key, extras };
}

async function stepKey(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const parsed = deps.gateway.parseBaseUrl(progress.baseUrl);
  if (!parsed.ok) {
    return { ...progress, step: 'baseUrl' };
  }
  const { origin, keyLabel: label } = await deps.gateways.forBaseUrl(parsed);
  const emptyMeans = await emptyKeyMeans(deps, { origin, label }, parsed.isLoopback);
  const step = { number: 2, of: lastStep };
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

async function stepModel(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const { baseUrl, key, extras } = progress;
  const picked = await deps.modelCommands.pick({
    // A model ID of one gateway means nothing to another.
    current: isCurrentOrigin(deps.gateway, baseUrl) ? deps.modelCommands.current : '',
    candidate: { typed: baseUrl, extras, ...(key === '' ? {} : { key }) },
    step: { number: 3, of: lastStep },
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
      const { demand } = picked.failure;
      if (demand !== undefined) {
        const value = await inputDemanded(deps.gateway, demand);
        return value === undefined
          ? progress
          : { ...progress, extras: withDemanded(extras, demand, value) };
      }
      const isAboutKey = connectionRemedy(picked.failure) === 'setApiKey';
      return { ...progress, step: isAboutKey ? 'key' : 'baseUrl' };
    }
    case 'model':
      return { ...progress, step: 'name', model: picked.id };
  }
}

function withDemanded(
  { headers, queryParameters }: ConnectProgress['extras'],
  { place, name }: Demand,
  value: string,
): ConnectProgress['extras'] {
  const added = { [name]: value };
  return place === 'header'
    ? { headers: { ...headers, ...added }, queryParameters }
    : { headers, queryParameters: { ...queryParameters, ...added } };
}

/** A gateway that has a name keeps it. */
async function stepName(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const { l10n } = vscode;
  const { baseUrl } = progress;
  const named = (await deps.gateways.current(baseUrl))?.named;
  const typed =
    named === undefined
      ? await inputGatewayName(deps.gateways, {
          prompt: l10n.t('Name for {0}. Leave the box empty to skip this.', baseUrl),
          isOptional: true,
          step: { number: lastStep, of: lastStep },
        })
      : ({ type: 'value', value: '' } as const);
  if (typed?.type === 'back') {
    return { ...progress, step: 'model' };
  }
  if (typed !== undefined) {
    await save(deps, progress, typed.value.trim());
  }
  return undefined;
}

function isCurrentOrigin(gateway: GatewayAccess, baseUrl: string): boolean {
  const current = gateway.parseBaseUrl(typedBaseUrl());
  const candidate = gateway.parseBaseUrl(baseUrl);
  return current.ok && candidate.ok && current.origin === candidate.origin;
}

async function save(
  deps: ConnectDeps,
  { baseUrl, key, extras, model }: ConnectProgress,
  name: string,
): Promise<void> {
  const { gateway, gateways, modelCommands } = deps;
  const parsed = gateway.parseBaseUrl(baseUrl);
  if (!parsed.ok) {
    return;
  }
  const { origin, keyLabel: label } = await gateways.forBaseUrl(parsed);
  const previous = await gateways.current();
  if (previous !== undefined && previous.baseUrl !== baseUrl) {
    await modelCommands.leaveGateway();
    await gateways.remember(previous.baseUrl);
  }
  await saveExtras('portico.headers', origin, extras.headers);
  await saveExtras('portico.queryParameters', origin, extras.queryParameters);
  if (name !== '') {
    await addGateway({ name, baseUrl });
  }
  await saveBaseUrl(baseUrl);
  if (key !== '') {
    await deps.keys.store({ origin, label }, key, false);
  }
  await modelCommands.use(model);
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
