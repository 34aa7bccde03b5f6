// How features read and save their settings. A value of the wrong type counts as not set.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { DeclaredSetting, SettingId } from './contributions';

type Declared = Readonly<Record<SettingId, DeclaredSetting>>;
type NameOf<D extends Declared, S extends DeclaredSetting['scope']> = {
  [K in keyof D & SettingId]: D[K]['scope'] extends S ? K : never;
}[keyof D & SettingId];

/** Reads and saves the settings that a feature declares. */
export interface SettingsReader<D extends Declared> {
  /** The user's own value, never the workspace's: a repository must not decide where the key is sent. */
  readonly userValue: (id: NameOf<D, 'application'>) => unknown;
  readonly effectiveValue: (id: NameOf<D, 'window'>) => unknown;
  readonly userAndWorkspaceValues: (id: NameOf<D, 'window'>) => {
    readonly user: unknown;
    /** Undefined if no workspace sets it. */
    readonly workspace: unknown;
  };
  readonly saveForUser: (id: keyof D & SettingId, value: unknown) => Promise<void>;
}

/**
 * The user's own values that were read since settings changed: reading is slow, and a change of a chat reads dozens.
 * Undefined while nothing listens to changes.
 */
let userValueCache: Map<SettingId, unknown> | undefined;

/** Call this before anything else listens to changes of settings, so that each listener reads the new values. */
export function cacheUserValues(): Disposable {
  const cache = new Map<SettingId, unknown>();
  userValueCache = cache;
  const listening = vscode.workspace.onDidChangeConfiguration(() => cache.clear());
  return {
    dispose: () => {
      userValueCache = undefined;
      listening.dispose();
    },
  };
}

/** The settings that are read at the moment, while `followSettingsOf()` collects them. */
let readIds: Set<SettingId> | undefined;

/** @param _declared decides which names the functions take */
export function settingsReader<D extends Declared>(_declared: D): SettingsReader<D> {
  return { userValue, effectiveValue, userAndWorkspaceValues, saveForUser };
}

function userValue(id: SettingId): unknown {
  readIds?.add(id);
  if (userValueCache?.has(id) === true) return userValueCache.get(id);
  const value: unknown = configuration().inspect(nameOf(id))?.globalValue;
  userValueCache?.set(id, value);
  return value;
}

function effectiveValue(id: SettingId): unknown {
  readIds?.add(id);
  return configuration().get(nameOf(id));
}

function userAndWorkspaceValues(
  id: SettingId,
): ReturnType<SettingsReader<Declared>['userAndWorkspaceValues']> {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    configuration().inspect(nameOf(id)) ?? {};
  return { user: globalValue, workspace: workspaceFolderValue ?? workspaceValue };
}

async function saveForUser(id: SettingId, value: unknown): Promise<void> {
  await configuration().update(nameOf(id), value, vscode.ConfigurationTarget.Global);
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('portico');
}

function nameOf(id: SettingId): string {
  return id.slice('portico.'.length);
}

/** Calls `react` when the value of one of the settings may have changed. */
export function onDidChangeSetting(ids: readonly SettingId[], react: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (ids.some((id) => change.affectsConfiguration(id))) {
      react();
    }
  });
}

/** Calls `react` with the result of `read` when one of the settings that it reads may have changed. It reads all of them each time. */
export function followSettingsOf<T>(read: () => T, react: (value: T) => void): Disposable {
  const ids = new Set<SettingId>();
  readIds = ids;
  try {
    read();
  } finally {
    readIds = undefined;
  }
  return onDidChangeSetting([...ids], () => react(read()));
}

/** Opens VS Code's settings, filtered by `query`. */
export async function openSettings(query: string): Promise<undefined> {
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

export function textValue(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Any value that is not an object counts as empty. */
export function recordValue(value: unknown): Readonly<Record<string, unknown>> {
  return v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), value);
}

/** One of the choices of a setting; its default if the value is none of them. */
export function choiceOf<T extends string>(
  { choices, default: usual }: { readonly choices: readonly T[]; readonly default: NoInfer<T> },
  value: unknown,
): T {
  return choices.find((choice) => choice === value) ?? usual;
}

/** True unless it is switched off. */
export function isNotOff(value: unknown): boolean {
  return v.parse(v.fallback(v.boolean(), true), value);
}
