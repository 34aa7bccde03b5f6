// VS Code's API in memory: what Portico uses of it until it has asked a question. Anything else is undefined and fails at once.
import { statSync } from 'node:fs';
import { posix } from 'node:path';
import manifest from '../../package.json';
import { Emitter } from '../../src/base/emitter';

type Handler = (...args: readonly unknown[]) => unknown;
type Settings = Record<string, unknown>;

const ignored = { dispose: () => undefined };
const never = () => ignored;

/** What a test reads and decides. */
export const control = {
  commands: new Map<string, Handler>(),
  /** What was registered beside commands, by its ID. */
  providers: new Map<string, unknown>(),
  /** The visible editors; the first is the active one. */
  editors: [] as object[],
  /** The only repository of the Git extension, which is missing without it. */
  repository: undefined as object | undefined,
  /** The folder of the workspace. */
  folder: '',
  /** The folder of VS Code, which has its ripgrep. */
  appRoot: '',
  user: {} as Settings,
  workspace: {} as Settings,
  /** The texts of notifications, dialogs, pickers and input boxes, errors in the log, and VS Code's own commands. */
  didShow: (_text: string): unknown => undefined,
  /** The button that the user clicks; undefined if the user closes a notification or dialog. */
  click: (_message: string): string | undefined => undefined,
  /** The labels of the rows that the user picks, one after another; then the user closes the list. */
  picks: [] as string[],
  contextKeys: new Map<string, unknown>(),
  /** The settings whose changes are followed, once any setting has changed. */
  followed: new Set<string>(),
  /** Sets a setting of the user; `undefined` removes it. */
  set: (name: string, value: unknown) => change(control.user, name, value),
  setForWorkspace: (name: string, value: unknown) => change(control.workspace, name, value),
};

const configuration = new Emitter<{ readonly affectsConfiguration: (id: string) => boolean }>();

function change(settings: Settings, name: string, value: unknown): void {
  settings[name] = value;
  const affectsConfiguration = (id: string): boolean => {
    control.followed.add(id);
    return `${name}.`.startsWith(`${id}.`);
  };
  configuration.fire({ affectsConfiguration });
}

const declared: Readonly<Record<string, { readonly default?: unknown }>> = {
  ...manifest.contributes.configuration.properties,
  'http.noProxy': { default: [] },
};

function getConfiguration(section = '') {
  const nameOf = (key: string): string => (section === '' ? key : `${section}.${key}`);
  const inspect = (key: string) => ({
    defaultValue: declared[nameOf(key)]?.default,
    globalValue: control.user[nameOf(key)],
    workspaceValue: control.workspace[nameOf(key)],
  });
  return {
    inspect,
    get: (key: string) => {
      const { defaultValue, globalValue, workspaceValue } = inspect(key);
      return workspaceValue ?? globalValue ?? defaultValue;
    },
    update: async (key: string, value: unknown) => control.set(nameOf(key), value),
  };
}

export class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static readonly file = (path: string) => new Uri('file', path);
  static readonly from = ({ scheme, path }: Uri) => new Uri(scheme, path);
  static readonly parse = (text: string) => {
    const [scheme = '', path = ''] = text.split(/:(?:\/\/)?(.*)/su);
    return new Uri(scheme, path);
  };
  static readonly joinPath = (uri: Uri, ...parts: readonly string[]) =>
    uri.with({ path: posix.join(uri.path, ...parts) });
  readonly query = '';
  readonly fragment = '';
  get fsPath(): string {
    return this.path;
  }
  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, path);
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export class EventEmitter<T> extends Emitter<T> {}

function ask(message: string): Promise<unknown> {
  control.didShow(message);
  return Promise.resolve(control.click(message));
}

/** The user closes it as soon as it is there. */
function quickInput() {
  const hidden = new Emitter<void>();
  const input = {
    title: '',
    value: '',
    items: [],
    activeItems: [],
    onDidHide: hidden.event,
    onDidAccept: never,
    onDidChangeValue: never,
    onDidTriggerButton: never,
    onDidTriggerItemButton: never,
    show: () => {
      control.didShow(input.title);
      hidden.fire();
    },
    hide: () => undefined,
    dispose: () => hidden.dispose(),
  };
  return input;
}

function register(id: string, provider: unknown): typeof ignored {
  control.providers.set(id, provider);
  return ignored;
}

export const window = {
  createOutputChannel: () => ({
    info: () => undefined,
    warn: () => undefined,
    error: (message: string) => control.didShow(message),
    show: () => control.didShow('the log'),
    dispose: () => undefined,
  }),
  createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, ...ignored }),
  createQuickPick: quickInput,
  showQuickPick: async (
    rows: Promise<readonly { readonly label: string }[]>,
    { title }: { readonly title: string },
  ) => {
    control.didShow(title);
    const picked = control.picks.shift();
    return (await rows).find(({ label }) => label === picked);
  },
  createInputBox: quickInput,
  showInformationMessage: ask,
  showWarningMessage: ask,
  showErrorMessage: ask,
  showTextDocument: async () => undefined,
  withProgress: (_options: unknown, task: (progress: object, token: object) => unknown) =>
    task({ report: () => undefined }, { onCancellationRequested: never }),
  registerUriHandler: () => ignored,
  registerWebviewViewProvider: register,
  registerWebviewPanelSerializer: register,
  onDidChangeActiveTextEditor: never,
  onDidChangeTextEditorSelection: never,
  onDidChangeVisibleTextEditors: never,
  createTextEditorDecorationType: () => ignored,
  get activeTextEditor() {
    return control.editors[0];
  },
  get visibleTextEditors() {
    return control.editors;
  },
  terminals: [],
  tabGroups: {
    all: [],
    activeTabGroup: {},
    close: async () => true,
    onDidChangeTabs: never,
    onDidChangeTabGroups: never,
  },
};

export const workspace = {
  isTrusted: true,
  get workspaceFolders() {
    return [{ uri: Uri.file(control.folder), name: posix.basename(control.folder), index: 0 }];
  },
  getWorkspaceFolder: ({ path }: Uri) =>
    workspace.workspaceFolders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
  textDocuments: [],
  notebookDocuments: [],
  getConfiguration,
  onDidChangeConfiguration: configuration.event,
  onDidChangeWorkspaceFolders: never,
  onDidChangeTextDocument: never,
  onDidOpenTextDocument: never,
  onDidCloseTextDocument: never,
  createFileSystemWatcher: () => ({ onDidCreate: never, onDidDelete: never, ...ignored }),
  onDidGrantWorkspaceTrust: never,
  registerFileSystemProvider: register,
  registerTextDocumentContentProvider: register,
  decode: async (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  fs: {
    isWritableFileSystem: (scheme: string) => scheme === 'file' || undefined,
    stat: async ({ path }: Uri) => ({ type: statSync(path).isFile() ? FileType.File : 0 }),
  },
};

export const commands = {
  registerCommand: (id: string, run: Handler) => {
    control.commands.set(id, run);
    return ignored;
  },
  executeCommand: async (id: string, ...args: readonly unknown[]) => {
    if (/^(?:workbench\.|vscode\.|portico\.chat\.focus$)/u.test(id)) {
      return control.didShow(id);
    }
    if (id === 'setContext') {
      return control.contextKeys.set(String(args[0]), args[1]);
    }
    const run = control.commands.get(id);
    if (run === undefined) {
      throw new Error(`command '${id}' not found`);
    }
    return run(...args);
  },
  getCommands: async () => [...control.commands.keys()],
};

export const languages = {
  onDidChangeDiagnostics: never,
  registerCodeActionsProvider: never,
  registerCodeLensProvider: never,
};

export const lm = { registerLanguageModelChatProvider: register };
export const extensions = {
  all: [],
  onDidChange: never,
  getExtension: (id: string) =>
    id === 'vscode.git' && control.repository !== undefined
      ? { activate: async () => ({ enabled: true, getAPI: () => gitApi }) }
      : undefined,
};

const gitApi = {
  state: 'initialized',
  get repositories() {
    return [control.repository];
  },
};

export class LanguageModelError extends Error {
  static readonly Blocked = (message: string) => new LanguageModelError(message);
}

export const env = {
  language: 'en',
  get appRoot() {
    return control.appRoot;
  },
};
export const version = '1.106.0';

export const l10n = {
  t: (text: string, ...values: readonly unknown[]) =>
    text.replace(/\{(\d)\}/gu, (_, index: string) => String(values[Number(index)])),
};

export const FileType = { File: 1, SymbolicLink: 64 };
export const ConfigurationTarget = { Global: 1 };
export const StatusBarAlignment = { Right: 2 };
export const OverviewRulerLane = { Full: 7 };
export const QuickPickItemKind = { Separator: -1 };
export const QuickInputButtons = { Back: {} };
export const ProgressLocation = { Window: 10, Notification: 15 };

export class ThemeIcon {
  constructor(readonly id: string) {}
}

/** Nothing in a test is one. */
class Absent {
  readonly isAbsent = true;
}
export {
  Absent as Range,
  Absent as TabInputCustom,
  Absent as TabInputNotebook,
  Absent as TabInputText,
  Absent as TabInputTextDiff,
  Absent as ThemeColor,
};

class Kind {
  readonly append = () => this;
}
export const CodeActionKind = {
  QuickFix: new Kind(),
  RefactorRewrite: new Kind(),
  Empty: new Kind(),
};
