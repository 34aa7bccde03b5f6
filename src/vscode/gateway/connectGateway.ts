// The guided connection: Base URL, key and model in turn, saved together at the end.
import * as vscode from 'vscode';
import type { Gateway } from '../../chat/gatewayPort';
import { runCommand } from '../platform/typedCommands';
import { failureActions } from '../text/failureActions';
import { inputApiKey, inputBaseUrl } from './inputs';
import type { CurrentConnection } from './currentConnection';
import type { KeyCommands } from './keyCommands';
import type { Gateways } from './gateways';
import type { KeyRef, KeyVault } from './keyVault';
import type { ModelCommands } from '../models/modelCommands';
import type { ModelLists } from '../models/modelLists';
import { pickModel } from '../models/modelPicker';
import { saveBaseUrl, typedBaseUrl } from '../settings';

export interface ConnectParts {
  readonly gateway: Gateway;
  readonly vault: KeyVault;
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly lists: ModelLists;
  readonly keys: KeyCommands;
  readonly models: ModelCommands;
}

/** What has been typed so far; `key` is `''` where none was typed. */
interface Draft {
  readonly step: 'baseUrl' | 'key' | 'model';
  readonly baseUrl: string;
  readonly key: string;
}

/** Each step can be left with Escape; nothing is saved before a model has been picked. */
export async function connectGateway(parts: ConnectParts): Promise<void> {
  let draft: Draft | undefined = { step: 'baseUrl', baseUrl: typedBaseUrl(), key: '' };
  while (draft !== undefined) {
    draft = await takeStep(parts, draft);
  }
}

/** The draft as the next step finds it; undefined when it was left or is done. */
async function takeStep(parts: ConnectParts, draft: Draft): Promise<Draft | undefined> {
  switch (draft.step) {
    case 'baseUrl':
      return askBaseUrl(parts, draft);
    case 'key':
      return askKey(parts, draft);
    case 'model':
      return askModel(parts, draft);
  }
}

async function askBaseUrl({ gateway }: ConnectParts, draft: Draft): Promise<Draft | undefined> {
  const step = { number: 1, of: 3, canGoBack: false };
  const typed = await inputBaseUrl(gateway, draft.baseUrl, step);
  if (typed?.type !== 'value') {
    return undefined;
  }
  const key = typed.value === draft.baseUrl ? draft.key : '';
  return { step: 'key', baseUrl: typed.value, key };
}

async function askKey(parts: ConnectParts, draft: Draft): Promise<Draft | undefined> {
  const parsed = parts.gateway.parseBaseUrl(draft.baseUrl);
  if (!parsed.ok) {
    return { ...draft, step: 'baseUrl' };
  }
  const { origin, keyLabel: label } = await parts.gateways.forBaseUrl(parsed);
  const leftOut = await mayLeaveOut(parts, { origin, label }, parsed.isLoopback);
  const step = { number: 2, of: 3, canGoBack: true };
  const typed = await inputApiKey(parts.gateway, { origin, label }, leftOut, step);
  switch (typed?.type) {
    case undefined:
      return undefined;
    case 'back':
      return { ...draft, step: 'baseUrl' };
    case 'value': {
      // Asked here and not over the picker, which the answer would close.
      const agreed = await parts.current.mayReach(parsed);
      return { ...draft, step: agreed ? 'model' : 'baseUrl', key: typed.value };
    }
  }
}

async function askModel(parts: ConnectParts, draft: Draft): Promise<Draft | undefined> {
  const picked = await pickModel(parts.lists, {
    // A model of one gateway means nothing to another.
    current: isCurrent(parts, draft.baseUrl) ? parts.models.current : '',
    candidate: { typed: draft.baseUrl, ...(draft.key === '' ? {} : { key: draft.key }) },
    step: { number: 3, of: 3 },
  });
  switch (picked?.type) {
    case undefined:
    // Another gateway is asked for in the first step, not in the picker of the third.
    case 'gateway':
      return undefined;
    case 'back':
      return { ...draft, step: 'key' };
    case 'baseUrl':
      return { ...draft, baseUrl: picked.baseUrl };
    case 'failure': {
      const aboutKey = failureActions(picked.failure.kind).includes('setApiKey');
      return { ...draft, step: aboutKey ? 'key' : 'baseUrl' };
    }
    case 'model':
      await save(parts, draft, picked.id);
      return undefined;
  }
}

function isCurrent({ gateway }: ConnectParts, baseUrl: string): boolean {
  const [current, asked] = [typedBaseUrl(), baseUrl].map((typed) => gateway.parseBaseUrl(typed));
  return current?.ok === true && asked?.ok === true && current.origin === asked.origin;
}

async function save(parts: ConnectParts, draft: Draft, model: string): Promise<void> {
  const parsed = parts.gateway.parseBaseUrl(draft.baseUrl);
  await saveBaseUrl(draft.baseUrl);
  if (parsed.ok && draft.key !== '') {
    const { origin, keyLabel: label } = await parts.gateways.forBaseUrl(parsed);
    await parts.keys.store({ origin, label }, draft.key);
  }
  await parts.models.use(model);
  await runCommand('focusChat');
}

async function mayLeaveOut(
  { gateway, vault }: ConnectParts,
  key: KeyRef,
  loopback: boolean,
): Promise<{ allowed: boolean; meaning: string }> {
  const { l10n } = vscode;
  const stored = await vault.get(key);
  if (stored === undefined) {
    const meaning = l10n.t('Leave empty if this gateway on your own machine asks for none');
    return { allowed: loopback, meaning };
  }
  const shown = gateway.fingerprint(stored);
  const meaning =
    shown === ''
      ? l10n.t('Leave empty to keep the stored key')
      : l10n.t('Leave empty to keep the stored key {0}', shown);
  return { allowed: true, meaning };
}
