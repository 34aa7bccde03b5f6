// Connect to a Gateway: Base URL, key, model and a name in four steps, saved together at the end. What a pasted text, a
// link or a sign-in brings is not asked.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Demand } from '../../../gateway/common/failure';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import type { GatewayExtras } from '../../../gateway/node/gatewayExtras';
import { gatewayRef, resolveGateway } from '../../../gateway/node/namedGateways';
import { connectionRemedy } from '../../../platform/host/text/failureActions';
import { runCommand } from '../../../platform/host/typedCommands';
import type { OfferedGateway } from '../node/connectLink';
import { chooseGateway, type ChosenGateway } from './connectStart';
import type { ConnectionServices } from './createConnections';
import type { GatewayCandidate } from './currentConnection';
import { confirmQuerySplit, inputApiKey, inputDemanded, inputGatewayName } from './gatewayInputs';
import type { ValidBaseUrl } from './gateways';
import type { KeyRef, KeyVault } from './keyVault';
import type { ModelPicking } from './modelPicking';
import { offerKeyCommand } from './offerKeyCommand';
import { addKeyCommand, saveBaseUrl, saveExtras, saveGateway, typedBaseUrl } from './setupSettings';

export interface ConnectDeps extends ConnectionServices {
  readonly modelCommands: ModelPicking;
  /** The balance that a gateway returned last in this window. @param gateway its `gatewayId` */
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
  /** What a link brought, until the user chooses in the first step. */
  readonly offered?: OfferedGateway | undefined;
  /** What was chosen in the first step. */
  readonly chosen?: ChosenGateway;
  /** Printed the key, which is not stored then. */
  readonly keyCommand?: readonly string[] | undefined;
}

type NextStep = ConnectProgress | undefined;

const noExtras = { headers: {}, queryParameters: {} };
const lastStep = 4;

/** Escape cancels at each step; nothing is saved before the last one. */
export async function connectGateway(
  deps: ConnectDeps,
  { baseUrl = typedBaseUrl() }: v.InferOutput<typeof connectOptions> = {},
  offered?: OfferedGateway,
): Promise<void> {
  let progress: NextStep = {
    step: 'baseUrl',
    baseUrl,
    key: '',
    extras: noExtras,
    model: '',
    offered,
  };
  while (progress !== undefined) {
    progress = await steps[progress.step](deps, progress);
  }
}

/** The steps return the next state; undefined when canceled or done. */
const steps = { baseUrl: stepBaseUrl, key: stepKey, model: stepModel, name: stepName };

async function stepBaseUrl(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const { baseUrl: current, offered, chosen: before } = progress;
  // A typed address and its key are asked for again.
  const previous = before?.isTyped !== true && before?.baseUrl === current ? before : undefined;
  const chosen = await chooseGateway(deps, { current, offered, previous, steps: lastStep });
  if (chosen === undefined) {
    return undefined;
  }
  const { baseUrl, queryParameters = {}, key, keyCommand } = chosen;
  const parsed = deps.gateway.parseBaseUrl(baseUrl);
  if (!parsed.ok || !(await confirmQuerySplit(baseUrl, queryParameters))) {
    return { ...progress, step: 'baseUrl' };
  }
  const same = baseUrl === progress.baseUrl ? progress : { key: '', extras: noExtras };
  const extras = {
    ...same.extras,
    queryParameters: { ...same.extras.queryParameters, ...queryParameters },
  };
  const next = { ...progress, chosen, baseUrl, key: key ?? same.key, extras, offered: undefined };
  if (key === undefined && keyCommand !== undefined && !deps.keyCommands.isSet(parsed.origin)) {
    return stepKeyCommand(deps, next, parsed, keyCommand);
  }
  const hasKey = key !== undefined || chosen.needsNoKey === true;
  return hasKey || (chosen.isTyped !== true && (await hasStoredKey(deps, parsed)))
    ? afterKey(deps, next, parsed)
    : { ...next, step: 'key' };
}

/** Runs a program that prints the key, once the user has allowed it. */
async function stepKeyCommand(
  deps: ConnectDeps,
  progress: ConnectProgress,
  parsed: ValidBaseUrl,
  command?: readonly string[],
): Promise<ConnectProgress> {
  const tried = await offerKeyCommand(deps.keyCommands, parsed.origin, command);
  return tried === undefined
    ? { ...progress, step: 'key' }
    : afterKey(deps, { ...progress, key: tried.key, keyCommand: tried.command }, parsed);
}

/** Asked before the model picker opens: the modal dialog would close it. */
async function afterKey(
  deps: ConnectDeps,
  progress: ConnectProgress,
  parsed: ValidBaseUrl,
): Promise<ConnectProgress> {
  const isAllowed = await deps.current.confirmPlainHttp(parsed);
  return { ...progress, step: isAllowed ? 'model' : 'baseUrl' };
}

async function stepKey(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const { l10n } = vscode;
  const parsed = deps.gateway.parseBaseUrl(progress.baseUrl);
  if (!parsed.ok) {
    return { ...progress, step: 'baseUrl' };
  }
  const { origin, keyLabel: label } = await deps.gateways.forBaseUrl(parsed);
  // Who came back has not seen the key of a link or a pasted text.
  const emptyMeans =
    progress.key === ''
      ? await emptyKeyMeans(deps, { origin, label }, parsed.isLoopback)
      : l10n.t('Leave empty to keep the key {0}', deps.gateway.fingerprint(progress.key)).trim();
  const step = { number: 2, of: lastStep };
  const typed = await inputApiKey(
    deps.gateway,
    { origin, label },
    {
      emptyMeans,
      step,
      offersCommand: !deps.keyCommands.isSet(origin),
    },
  );
  switch (typed?.type) {
    case undefined:
      return undefined;
    case 'back':
      return { ...progress, step: 'baseUrl' };
    case 'command':
      return stepKeyCommand(deps, progress, parsed);
    case 'value':
      return typed.value === ''
        ? afterKey(deps, progress, parsed)
        : afterKey(deps, { ...progress, key: typed.value, keyCommand: undefined }, parsed);
  }
}

async function stepModel(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const { baseUrl, key, extras } = progress;
  const picked = await deps.modelCommands.pick({
    // A model ID of one gateway means nothing to another.
    current: isCurrentOrigin(deps.gateway, baseUrl) ? deps.modelCommands.current : '',
    candidate: { typed: baseUrl, extras, ...(key === '' ? {} : { key }) },
    wanted: progress.chosen?.model,
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

/** A gateway that has a name keeps it; what was not typed is used as it came. */
async function stepName(deps: ConnectDeps, progress: ConnectProgress): Promise<NextStep> {
  const { l10n } = vscode;
  const { baseUrl, chosen } = progress;
  const named = (await deps.gateways.current(baseUrl))?.named;
  const typed =
    named === undefined && chosen?.isTyped === true
      ? await inputGatewayName(deps.gateways, {
          prompt: l10n.t('Name for {0}. Leave the box empty to skip this.', baseUrl),
          isOptional: true,
          step: { number: lastStep, of: lastStep },
        })
      : ({ type: 'value', value: '' } as const);
  if (typed?.type === 'back') {
    return { ...progress, step: 'model' };
  }
  if (typed?.type === 'value') {
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
  { baseUrl, key, keyCommand, extras, model, chosen }: ConnectProgress,
  name: string,
): Promise<void> {
  const { gateway, gateways, modelCommands } = deps;
  const parsed = gateway.parseBaseUrl(baseUrl);
  if (!parsed.ok) {
    return;
  }
  const { origin } = parsed;
  const { keyLabel } = await gateways.forBaseUrl(parsed);
  const inUse = { origin, label: keyLabel };
  // A key that was typed in its step replaces the stored one.
  const isGiven = key !== '' && key === chosen?.key;
  const label = isGiven ? await labelForAnother(deps.vault, inUse, key) : keyLabel;
  const previous = await gateways.current();
  if (previous !== undefined && previous.baseUrl !== baseUrl) {
    await modelCommands.leaveGateway();
    await gateways.remember(previous.baseUrl);
  }
  await saveExtras('portico.headers', origin, extras.headers);
  await saveExtras('portico.queryParameters', origin, extras.queryParameters);
  const { apiFormat, name: ownName } = chosen ?? {};
  const fields = omitUndefined({ name: name === '' ? ownName : name, apiFormat });
  await saveEntry(deps, parsed, label, { ...fields, ...chosen?.extras });
  if (keyCommand !== undefined) {
    await addKeyCommand(origin, keyCommand);
  }
  await saveBaseUrl(baseUrl);
  if (key !== '' && keyCommand === undefined) {
    await deps.keys.store({ origin, label }, key, false);
  }
  if (label !== keyLabel) {
    await deps.vault.choose({ origin, label });
  }
  await modelCommands.use(model);
  await runCommand('portico.focusChat');
}

/** A key that came by itself replaces no other one: it gets a label of its own. */
async function labelForAnother(vault: KeyVault, ref: KeyRef, key: string): Promise<string> {
  const { l10n } = vscode;
  const { origin } = ref;
  for (let label = ref.label, number = 2; ; number++) {
    const stored = await vault.get({ origin, label });
    if (stored === undefined || stored === key) {
      return label;
    }
    label = l10n.t('key {0}', number);
  }
}

/** Adds an entry of `portico.gateways`, or to the one that there is, where anything has to stand in one. */
async function saveEntry(
  { gateways }: ConnectDeps,
  parsed: ValidBaseUrl,
  label: string,
  fields: GatewayExtras & { readonly name?: string },
): Promise<void> {
  const resolved = resolveGateway(gateways.read().gateways, parsed, label);
  const needsOwn = resolved.keyLabel !== label;
  if (Object.keys(fields).length > 0 || needsOwn) {
    const ref = gatewayRef(parsed.baseUrl, needsOwn ? label : (resolved.named?.keyLabel ?? ''));
    await saveGateway({ name: new URL(parsed.origin).host, ...ref, ...fields });
  }
}

async function hasStoredKey(deps: ConnectDeps, parsed: ValidBaseUrl): Promise<boolean> {
  const { origin, keyLabel: label } = await deps.gateways.forBaseUrl(parsed);
  return (await emptyKeyMeans(deps, { origin, label }, false)) !== undefined;
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
