// Portico's settings, typed. A value of the wrong type counts as not set.
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { RequestSettings } from '../../conversation/node/request/requestBuilder';
import { readParameterSettings } from '../../gateway/common/requestParameters';
import type { Timeouts } from '../../gateway/common/connection';
import { type ModelsSetting, readModelSettings } from '../../features/models/node/modelSettings';
import type { GatewayRef } from '../../gateway/common/gatewayRef';
import type { Preferences } from '../../features/chatView/common/protocol';
import { declaredSettings } from './contributions';

/** Any other value counts as empty. */
const anyRecord = v.fallback(v.record(v.string(), v.unknown()), {});

type Declared = typeof declaredSettings;
type Scope = Declared[keyof Declared]['scope'];
type SettingName<S extends Scope = Scope> = {
  [K in keyof Declared]: Declared[K]['scope'] extends S
    ? K extends `portico.${infer N}`
      ? N
      : never
    : never;
}[keyof Declared];

/**
 * The user's own values that were read since settings changed: reading is slow, and a change of a chat reads dozens.
 * Undefined while nothing listens to changes.
 */
let userValueCache: Map<SettingName, unknown> | undefined;

/** To be called before anything else listens to changes of settings, so that each listener reads the new values. */
export function cacheUserValues(): { readonly dispose: () => void } {
  const cache = new Map<SettingName, unknown>();
  userValueCache = cache;
  const listening = vscode.workspace.onDidChangeConfiguration(() => cache.clear());
  return {
    dispose: () => {
      userValueCache = undefined;
      listening.dispose();
    },
  };
}

/** The user's own value, never the workspace's: a repository must not decide where the key is sent. */
function userValue(name: SettingName<'application'>): unknown {
  if (userValueCache?.has(name) === true) return userValueCache.get(name);
  const value: unknown = vscode.workspace.getConfiguration('portico').inspect(name)?.globalValue;
  userValueCache?.set(name, value);
  return value;
}

function effectiveValue(name: SettingName<'window'>): unknown {
  return vscode.workspace.getConfiguration('portico').get(name);
}

async function saveForUser(name: SettingName, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('portico');
  await settings.update(name, value, vscode.ConfigurationTarget.Global);
}

/** Opens VS Code's settings, filtered by `query`. */
export async function openSettings(query: string): Promise<undefined> {
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function typedBaseUrl(): string {
  return text(userValue('baseUrl'));
}

export function saveBaseUrl(baseUrl: string): Promise<void> {
  return saveForUser('baseUrl', baseUrl);
}

export function gatewaysSetting(): unknown {
  return userValue('gateways');
}

/** Appends an entry; invalid entries stay. */
export async function addGateway(entry: GatewayRef & { readonly name: string }): Promise<void> {
  const entries = v.parse(v.fallback(v.array(v.unknown()), []), gatewaysSetting());
  await saveForUser('gateways', [...entries, entry]);
}

/** The operator's list of models; undefined if the setting is empty or no web address. */
export function catalogUrl(): string | undefined {
  const url = text(userValue('catalogUrl')).trim();
  return /^https?:\/\/[^\s/]/i.test(url) ? url : undefined;
}

export interface ExtraHeader {
  /** Undefined if the entry's key is not an origin. */
  readonly origin: string | undefined;
  readonly name: string;
  /** Undefined if it is not a string. */
  readonly value: string | undefined;
}

/** Every entry of `portico.headers`, including those that cannot be sent. */
export function extraHeaders(): readonly ExtraHeader[] {
  const setting = v.parse(anyRecord, userValue('headers'));
  return Object.entries(setting).flatMap(([address, headers]) => {
    const origin = originOf(address);
    return Object.entries(v.parse(anyRecord, headers)).map(([name, value]) => ({
      origin,
      name,
      value: typeof value === 'string' ? value : undefined,
    }));
  });
}

/** The program of `portico.keyCommand` for an origin, with its arguments; invalid entries count as none. */
export function keyCommandFor(origin: string): readonly string[] | undefined {
  return keyCommandEntries().find((entry) => entry.origin === origin)?.command;
}

export interface KeyCommandEntry {
  /** As typed. */
  readonly address: string;
  /** Undefined if the address is not an origin. */
  readonly origin: string | undefined;
  /** Undefined if it is not a list of texts that starts with a program. */
  readonly command: readonly string[] | undefined;
}

export function keyCommandEntries(): readonly KeyCommandEntry[] {
  const setting = v.parse(anyRecord, userValue('keyCommand'));
  return Object.entries(setting).map(([address, value]) => {
    const list = v.safeParse(commandList, value);
    return { address, origin: originOf(address), command: list.success ? list.output : undefined };
  });
}

/** No argument of a process can contain NUL. */
const commandList = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[^\0]*$/u))),
  v.check(([program = '']) => program.trim() !== ''),
);

function originOf(address: string): string | undefined {
  return /^https?:/i.test(address) ? URL.parse(address)?.origin : undefined;
}

export function headersFor(origin: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    extraHeaders().flatMap((header) =>
      header.origin === origin && header.value !== undefined ? [[header.name, header.value]] : [],
    ),
  );
}

/** Replaces a secret in the values of the extra headers for an origin. */
export async function replaceInHeaders(origin: string, secret: string, by: string): Promise<void> {
  const setting = v.parse(anyRecord, userValue('headers'));
  const replaced = Object.entries(setting).map(([address, headers]) => [
    address,
    originOf(address) === origin
      ? Object.fromEntries(
          Object.entries(v.parse(anyRecord, headers)).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.replaceAll(secret, () => by) : value,
          ]),
        )
      : headers,
  ]);
  await saveForUser('headers', Object.fromEntries(replaced));
}

const timeoutDefaults = declaredSettings['portico.timeouts'].default;
/** A model on this machine may load for minutes, and read a long prompt for longer. */
const loopbackTimeouts = { ...timeoutDefaults, firstTokenSeconds: 0, totalSeconds: 0 };
const seconds = v.pipe(v.number(), v.minValue(0));

/** What the user did not set has a default, which is no limit for the first token and in total on loopback. */
export function timeoutSettings(isLoopback: boolean): Timeouts {
  const defaults: Timeouts = isLoopback ? loopbackTimeouts : timeoutDefaults;
  const timeouts = v.object({
    firstTokenSeconds: v.fallback(seconds, defaults.firstTokenSeconds),
    idleSeconds: v.fallback(seconds, defaults.idleSeconds),
    totalSeconds: v.fallback(seconds, defaults.totalSeconds),
  });
  return v.parse(v.fallback(timeouts, defaults), userValue('timeouts') ?? {});
}

export function modelsSetting(): ModelsSetting {
  return readModelSettings(userValue('models'));
}

/** Adds the length to the model's own entry; all other entries and fields stay. */
export async function saveContextLength(model: string, contextLength: number): Promise<void> {
  const entries = v.parse(anyRecord, userValue('models'));
  const entry = v.parse(anyRecord, entries[model]);
  await saveForUser('models', { ...entries, [model]: { ...entry, contextLength } });
}

export function isVscodeChatEnabled(): boolean {
  return v.parse(v.fallback(v.boolean(), true), userValue('vscodeChat.enabled'));
}

export function attachesSelection(): boolean {
  return userValue('context.autoSelection') === true;
}

/** The prompts of the user, and those that the workspace brings: the user has not seen these. */
export function promptsSetting(): { readonly user: unknown; readonly workspace: unknown } {
  const inspected = vscode.workspace.getConfiguration('portico').inspect('prompts');
  const { globalValue, workspaceValue, workspaceFolderValue } = inspected ?? {};
  const isTrusted = vscode.workspace.isTrusted;
  return {
    user: globalValue,
    workspace: isTrusted ? (workspaceFolderValue ?? workspaceValue) : {},
  };
}

export function isHistoryEnabled(): boolean {
  return v.parse(v.fallback(v.boolean(), true), userValue('history.enabled'));
}

/** Days until an inactive chat moves to the trash; 0 for never, and while history is off. */
export function historyKeepDays(): number {
  const days = v.fallback(v.pipe(v.number(), v.minValue(0)), 0);
  return isHistoryEnabled() ? v.parse(days, userValue('history.keepDays')) : 0;
}

/**
 * Returned by defaultModel() while VS Code saves the setting: the user may open a new chat and ask before that.
 * An object, so that a later save is another one.
 */
let modelBeingSaved: { readonly id: string } | undefined;

/** The model of new chats; `''` when none is set. */
export function defaultModel(): string {
  return modelBeingSaved?.id ?? text(effectiveValue('model'));
}

export async function saveDefaultModel(model: string): Promise<void> {
  const { workspaceValue, workspaceFolderValue } =
    vscode.workspace.getConfiguration('portico').inspect('model') ?? {};
  const isOverriddenByWorkspace = (workspaceFolderValue ?? workspaceValue) !== undefined;
  const saving = isOverriddenByWorkspace ? undefined : { id: model };
  modelBeingSaved = saving;
  try {
    await saveForUser('model', model);
  } finally {
    if (modelBeingSaved === saving) {
      modelBeingSaved = undefined;
    }
  }
}

/** In the global state: wrapping is switched in the chat, not in the settings. */
const wrapsCodeKey = 'wrapsCode';

export async function saveWrapsCode(state: vscode.Memento, isOn: boolean): Promise<void> {
  await state.update(wrapsCodeKey, isOn);
}

export function preferences(state: vscode.Memento): Preferences {
  const keys = v.fallback(v.picklist(['enter', 'ctrlEnter']), 'enter');
  const announcements = v.fallback(v.picklist(['off', 'sentences', 'end']), 'sentences');
  return {
    sendWith: v.parse(keys, effectiveValue('sendWith')),
    announce: v.parse(announcements, effectiveValue('accessibility.announce')),
    isHistoryOff: !isHistoryEnabled(),
    wrapsCode: state.get(wrapsCodeKey) === true,
  };
}

export function requestSettings(): RequestSettings {
  const settings = vscode.workspace.getConfiguration('portico');
  return {
    systemPrompt: text(effectiveValue('systemPrompt')),
    stream: v.parse(v.fallback(v.boolean(), true), effectiveValue('stream')),
    ...readParameterSettings((name) => settings.get(name)),
  };
}
