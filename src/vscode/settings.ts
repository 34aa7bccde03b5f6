// VS Code's settings as Portico's types; a value of the wrong type counts as not set.
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { RequestSettings } from '../chat/request/requestBuilder';
import type { Timeouts } from '../chat/gatewayPort';
import { type PriceSetting, readPrices } from '../chat/cost/prices';
import { readApiFormats, type ApiFormatSetting } from '../chat/models/apiFormatOf';
import type { Preferences } from '../shared/protocol/protocol';
import { settingDefaults } from './contributions';

const timeoutDefaults = settingDefaults['portico.timeouts'];
const seconds = v.pipe(v.number(), v.minValue(0));
const timeouts = v.object({
  firstTokenSeconds: v.fallback(seconds, timeoutDefaults.firstTokenSeconds),
  idleSeconds: v.fallback(seconds, timeoutDefaults.idleSeconds),
  totalSeconds: v.fallback(seconds, timeoutDefaults.totalSeconds),
});

/**
 * What only the user may say: the value of their own settings. A workspace cannot set these
 * (application scope), and if it tries it is not read (facts: a repository must not choose where
 * the key goes).
 */
function userValue(key: string): unknown {
  return vscode.workspace.getConfiguration('portico').inspect(key)?.globalValue;
}

function effectiveValue(key: string): unknown {
  return vscode.workspace.getConfiguration('portico').get(key);
}

/** As typed. */
export function typedBaseUrl(): string {
  return v.parse(v.fallback(v.string(), ''), userValue('baseUrl'));
}

export async function saveBaseUrl(baseUrl: string): Promise<void> {
  await saveForUser('baseUrl', baseUrl);
}

/** `portico.gateways` as it stands, whatever that is. */
export function gatewaysSetting(): unknown {
  return userValue('gateways');
}

export interface GatewayEntry {
  readonly name: string;
  readonly baseUrl: string;
  readonly keyLabel?: string;
}

/** Adds an entry behind those that are there, the ones that cannot be used too. */
export async function addGateway(entry: GatewayEntry): Promise<void> {
  const set = v.parse(v.fallback(v.array(v.unknown()), []), gatewaysSetting());
  await saveForUser('gateways', [...set, entry]);
}

/** The operator's page, or undefined where none is set or it is no web page. */
export function catalogUrl(): string | undefined {
  const typed = v.parse(v.fallback(v.string(), ''), userValue('catalogUrl')).trim();
  return /^https?:\/\/[^\s/]/i.test(typed) ? typed : undefined;
}

export interface ExtraHeader {
  /** Undefined where the address that it stands under is no origin. */
  readonly origin: string | undefined;
  readonly name: string;
  /** Undefined where it is no text. */
  readonly value: string | undefined;
}

/** Every entry of `portico.headers`, those that cannot be sent too. */
export function extraHeaders(): readonly ExtraHeader[] {
  const set = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), userValue('headers'));
  return Object.entries(set).flatMap(([address, own]) => {
    const origin = /^https?:/i.test(address) ? URL.parse(address)?.origin : undefined;
    const entries = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), own);
    return Object.entries(entries).map(([name, value]) => ({
      origin,
      name,
      value: typeof value === 'string' ? value : undefined,
    }));
  });
}

/** The extra headers of one origin. */
export function headersFor(origin: string): Readonly<Record<string, string>> {
  const own = extraHeaders().filter((header) => header.origin === origin);
  return Object.fromEntries(
    own.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
}

export function timeoutSettings(): Timeouts {
  return v.parse(v.fallback(timeouts, timeoutDefaults), userValue('timeouts') ?? {});
}

export function priceSetting(): PriceSetting {
  return readPrices(userValue('prices'));
}

export function apiFormatSetting(): ApiFormatSetting {
  return readApiFormats(userValue('wireForms'));
}

/** Whether chats are kept. */
export function historyEnabled(): boolean {
  return v.parse(v.fallback(v.boolean(), true), userValue('history.enabled'));
}

/** How long chats are kept that are not pinned, in days; 0 for ever. While none are kept, those from before stay. */
export function historyKeepDays(): number {
  const days = v.fallback(v.pipe(v.number(), v.minValue(0)), 0);
  return historyEnabled() ? v.parse(days, userValue('history.keepDays')) : 0;
}

/** The model of new chats; `''` when none is set. */
export function defaultModel(): string {
  return v.parse(v.fallback(v.string(), ''), effectiveValue('model'));
}

export async function saveDefaultModel(model: string): Promise<void> {
  await saveForUser('model', model);
}

export function preferences(): Preferences {
  const keys = v.fallback(v.picklist(['enter', 'ctrlEnter']), 'enter');
  return { sendWith: v.parse(keys, effectiveValue('sendWith')), historyOff: !historyEnabled() };
}

export function requestSettings(): RequestSettings {
  const number = v.nullish(v.number());
  const temperature = v.safeParse(number, effectiveValue('temperature'));
  const maxTokens = v.safeParse(number, effectiveValue('maxTokens'));
  const effort = v.parse(v.fallback(v.string(), ''), effectiveValue('reasoningEffort'));
  return {
    systemPrompt: v.parse(v.fallback(v.string(), ''), effectiveValue('systemPrompt')),
    stream: v.parse(v.fallback(v.boolean(), true), effectiveValue('stream')),
    ...(temperature.success && temperature.output != null
      ? { temperature: temperature.output }
      : {}),
    ...(maxTokens.success && maxTokens.output != null ? { maxTokens: maxTokens.output } : {}),
    ...(effort === '' ? {} : { reasoningEffort: effort }),
  };
}

async function saveForUser(key: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('portico')
    .update(key, value, vscode.ConfigurationTarget.Global);
}
