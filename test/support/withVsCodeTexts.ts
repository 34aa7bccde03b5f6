// Loads modules that need `vscode` for nothing but texts, in plain Node.
import { Module } from 'node:module';

/** A `vscode` that has only `l10n.t`, in English, and no settings. Tests may add functions to its parts. */
export const vscodeTexts = {
  l10n: {
    t: (text: string, ...values: readonly unknown[]): string =>
      text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])),
  },
  window: {} as Record<string, unknown>,
  workspace: {
    getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
  } as Record<string, unknown>,
  commands: {},
  env: { language: 'en' },
  ThemeIcon: class {
    constructor(readonly id: string) {}
  },
  ProgressLocation: { Notification: 15 },
  ConfigurationTarget: { Global: 1 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  CodeLens: class {
    constructor(
      readonly range: unknown,
      readonly command: unknown,
    ) {}
  },
};

/** @param load Requires the modules. */
export function withVsCodeTexts<T>(load: () => T): T {
  const original = Reflect.get(Module, '_load') as (id: string, ...rest: unknown[]) => unknown;
  Reflect.set(Module, '_load', (id: string, ...rest: unknown[]) =>
    id === 'vscode' ? vscodeTexts : original.call(Module, id, ...rest),
  );
  try {
    return load();
  } finally {
    Reflect.set(Module, '_load', original);
  }
}
