// Runs a real VS Code (code-server in a browser) that keeps its files over restarts and reloads.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import {
  foldersOf,
  installExtension,
  startCodeServer,
  type CodeServer,
  type Folders,
} from '../setup/codeServer.mjs';
import { launchProfile, type Viewport } from './browser';
import { linkBuiltinExtensions } from './builtinExtensions';
import { eventually, eventuallyEqual } from './eventually';
import { processesOf } from './processGroup';
import { codeServerPaths } from './toolchain';
import { unpackExtension } from './vsixFiles';

/** How a VS Code is started. All paths are absolute. */
export interface VsCodeOptions {
  /** A .vsix to install before the first start, as a user does. */
  readonly extensionVsix?: string;
  /** A .vsix whose files are copied, which takes less time. */
  readonly unpackedVsix?: string;
  /** More .vsix files to install with it. */
  readonly otherExtensions?: readonly string[];
  /** Folders of further extensions, which are installed by copying them. */
  readonly extensionFolders?: readonly string[];
  /** Whether to run those of VS Code's own extensions that most tests do not need (see builtinExtensions.ts). */
  readonly allBuiltinExtensions?: boolean;
  /** User settings on top of `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment variables of the server, and so of its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder or a `.code-workspace` file; default: an empty folder. */
  readonly workspace?: string;
  /** Turns Workspace Trust on, so that a folder opens in Restricted Mode until it is trusted. */
  readonly trust?: boolean;
  readonly viewport?: Viewport;
  readonly port?: number;
  /** The folder of all its files; default: a temporary folder, which `close` removes. */
  readonly home?: string;
  /** Options of VS Code's own server, `enable-smoke-test-driver` for example. */
  readonly vscodeOptions?: readonly string[];
  /** The language of the extensions that have it. VS Code's own texts stay English: its language packs aren't on npm. */
  readonly locale?: string | undefined;
  /** Query parameters beside the folder or workspace. */
  readonly query?: Readonly<Record<string, string>>;
  /** Called with each new page before it is opened. */
  readonly preparePage?: (page: Page) => Promise<void>;
}

/** Turns off VS Code's own questions, chat and network use, and what makes its surfaces depend on timing. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.reduceMotion': 'on',
  // No test looks at these, but VS Code redraws them with each change in an editor.
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  // A webview that takes the focus late must not close a quick input.
  'workbench.quickOpen.closeOnFocusLost': false,
  // A click on the icon of a view that VS Code is just opening must not close it.
  'workbench.activityBar.iconClickBehavior': 'focus',
  // A hover must not cover what a test clicks next.
  'workbench.hover.delay': 600_000,
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'telemetry.telemetryLevel': 'off',
  // In a browser, VS Code saves a second after a change.
  'files.autoSave': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // VS Code would list all processes and sockets of the machine again and again, and report the test's own servers.
  'remote.autoForwardPorts': false,
  'window.confirmBeforeClose': 'never',
  'window.restoreWindows': 'all',
  'workbench.enableExperiments': false,
} as const;

const viewport: Viewport = { width: 1280, height: 800 };

/** One VS Code with its server, its browser and their folders. */
export class VsCode {
  readonly folders: Folders;
  /** The lines of the page's console, oldest first. */
  readonly console: string[] = [];

  private server: CodeServer | undefined;
  private browser: BrowserContext | undefined;
  private currentPage: Page | undefined;
  private port: number | undefined;
  /** Where VS Code's own extensions are; undefined for those that it ships with. */
  private builtinExtensions: string | undefined;

  private constructor(
    private readonly options: VsCodeOptions,
    /** The folder of all files of this VS Code, the browser's profile included. */
    readonly home: string,
  ) {
    this.folders = foldersOf(home);
    this.port = options.port;
  }

  /** Starts a VS Code and waits for its workbench. */
  static async open(options: VsCodeOptions = {}): Promise<VsCode> {
    const home = options.home ?? mkdtempSync(join(tmpdir(), 'portico-vscode-'));
    const vscode = new VsCode(options, home);
    try {
      mkdirSync(join(home, 'workspace'), { recursive: true });
      mkdirSync(vscode.folders.user, { recursive: true });
      const settings: Readonly<Record<string, unknown>> = { ...quietSettings, ...options.settings };
      vscode.writeSettings(settings);
      if (options.locale !== undefined) addLanguagePack(home, options.locale);
      if (options.allBuiltinExtensions !== true) {
        vscode.builtinExtensions = linkBuiltinExtensions(home);
      }
      const { extensionVsix, otherExtensions = [], extensionFolders = [] } = options;
      for (const folder of extensionFolders) {
        cpSync(folder, join(vscode.folders.extensions, basename(folder)), { recursive: true });
      }
      if (options.unpackedVsix !== undefined) {
        await unpackExtension(options.unpackedVsix, join(vscode.folders.extensions, 'unpacked'));
      }
      if (extensionVsix !== undefined) {
        const vsix = [extensionVsix, ...otherExtensions];
        await installExtension(codeServerPaths(), { home, vsix });
      }
      await vscode.start();
      return vscode;
    } catch (error) {
      await vscode.close();
      throw error;
    }
  }

  /** The workbench's page; another one after `restart`. */
  get page(): Page {
    if (this.currentPage === undefined) throw new Error('This VS Code is not running.');
    return this.currentPage;
  }

  get url(): string {
    if (this.server === undefined) throw new Error('This VS Code is not running.');
    const workspace = this.options.workspace ?? join(this.home, 'workspace');
    const query = new URLSearchParams({
      [workspace.endsWith('.code-workspace') ? 'workspace' : 'folder']: workspace,
      ...this.options.query,
    });
    return `${this.server.url}/?${query.toString()}`;
  }

  /** A user setting as it is in the settings file. */
  async setting(key: string): Promise<unknown> {
    return (await this.readSettings())[key];
  }

  async waitForSetting(key: string, value: unknown): Promise<void> {
    await eventuallyEqual(`the setting ${key}`, () => this.setting(key), value);
  }

  /** Changes user settings in their file, and reloads the window: VS Code does not notice changes of the file. */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    this.writeSettings({ ...(await this.readSettings()), ...changes });
    await this.reload();
  }

  /** Opens another folder or workspace in the window, by VS Code's own query parameters. */
  async openWorkspace(query: Readonly<Record<string, string>>): Promise<void> {
    const address = new URL(this.url);
    address.search = new URLSearchParams(query).toString();
    await this.page.goto(address.href);
    await waitForWorkbench(this.page);
  }

  /** Reloads the window as "Developer: Reload Window" does: afterwards it has a new extension host. */
  async reload(): Promise<void> {
    await this.page.reload();
    await waitForWorkbench(this.page);
  }

  /**
   * Kills the extension hosts, as a crash does, and waits until VS Code starts another one. On a busy machine VS Code
   * gives up: its server has 2 s to say how the host ended (`_getExtensionHostExitInfoWithTimeout` in VS Code's
   * abstractExtensionService.ts). The user reloads the window then.
   */
  async crashExtensionHosts(): Promise<void> {
    const lineCount = this.console.length;
    this.killExtensionHosts();
    const isPrinted = (text: string) =>
      this.console.slice(lineCount).some((line) => line.includes(text));
    const reaction = await eventually('VS Code to notice the crash', () => {
      if (isPrinted('Automatically restarting the remote extension host')) return 'restarts';
      return isPrinted('getExtensionHostExitInfo timed out') && 'gives up';
    });
    if (reaction === 'gives up') await this.reload();
  }

  /** Kills the extension hosts. VS Code starts no other one after the third time within five minutes. */
  killExtensionHosts(): void {
    const hosts = processesOf(this.server?.group ?? NaN, '--type=extensionHost');
    if (hosts.length === 0) throw new Error('No extension host runs.');
    for (const id of hosts) process.kill(id, 'SIGKILL');
  }

  /**
   * Crashes the renderer process of the window, which code-server's webviews share, and opens the window again as a user
   * does: a script cannot reload a crashed page.
   */
  async crashPage(): Promise<void> {
    const { page } = this;
    const context = page.context();
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // Never confirmed: there is no process left to do so.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.openPage(await context.newPage());
    await page.close();
  }

  /** Stops server and browser, and starts both again with the same port and folders. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Continues in a new browser profile: the secrets that VS Code stored in the old one are lost. */
  async loseBrowserProfile(): Promise<void> {
    await this.browser?.close();
    rmSync(this.profile, { recursive: true });
    await this.startBrowser();
  }

  /** Stops server and browser; removes the folders unless the test named them. */
  async close(): Promise<void> {
    await this.stop();
    if (this.options.home === undefined) {
      rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  private get settingsFile(): string {
    return join(this.folders.user, 'settings.json');
  }

  private get profile(): string {
    return join(this.home, 'profile');
  }

  private readSettings(): Promise<Readonly<Record<string, unknown>>> {
    // VS Code empties the file before it writes it.
    return eventually('a settings file that is not being written', () => {
      return JSON.parse(readFileSync(this.settingsFile, 'utf8')) as Record<string, unknown>;
    });
  }

  private writeSettings(settings: Readonly<Record<string, unknown>>): void {
    writeFileSync(this.settingsFile, `${JSON.stringify(settings, null, 2)}\n`);
  }

  private async start(): Promise<void> {
    const { trust, env, locale, vscodeOptions = [] } = this.options;
    this.server = await startCodeServer(codeServerPaths(), {
      home: this.home,
      port: this.port,
      trust,
      env,
      vscodeOptions: [
        ...(this.builtinExtensions === undefined
          ? []
          : [`builtin-extensions-dir=${this.builtinExtensions}`]),
        ...(locale === undefined ? [] : [`locale=${locale}`]),
        ...vscodeOptions,
      ],
    });
    // The browser stores secrets and trust for this origin, so a restart needs the same port.
    this.port = this.server.port;
    await this.startBrowser();
  }

  private async startBrowser(): Promise<void> {
    this.browser = await launchProfile(this.profile, this.options.viewport ?? viewport);
    await this.openPage(this.browser.pages()[0] ?? (await this.browser.newPage()));
  }

  private async openPage(page: Page): Promise<void> {
    this.currentPage = page;
    page.on('console', (message) => this.console.push(message.text()));
    page.on('pageerror', (error) => this.console.push(String(error)));
    await this.options.preparePage?.(page);
    await page.goto(this.url);
    await waitForWorkbench(page);
  }

  private async stop(): Promise<void> {
    this.currentPage = undefined;
    await this.browser?.close();
    this.browser = undefined;
    await this.server?.stop();
    this.server = undefined;
  }
}

/**
 * VS Code takes a language only if its list of language packs has it (`resolveNLSConfiguration` in VS Code's
 * base/node/nls.ts). The pack of this entry has no texts.
 */
function addLanguagePack(home: string, locale: string): void {
  const texts = join(home, 'languagePack.json');
  writeFileSync(texts, JSON.stringify({ contents: {} }));
  const extension = { extensionIdentifier: { id: 'portico.language-pack' }, version: '1.0.0' };
  const pack = {
    hash: locale,
    extensions: [extension],
    translations: { vscode: texts },
    label: locale,
  };
  writeFileSync(
    join(foldersOf(home).data, 'languagepacks.json'),
    JSON.stringify({ [locale]: pack }),
  );
}

async function waitForWorkbench(page: Page): Promise<void> {
  await page
    .getByRole('toolbar', { name: 'Active View Switcher' })
    .or(page.locator('.monaco-workbench .part.activitybar'))
    .first()
    .waitFor();
}
