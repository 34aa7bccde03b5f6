// Runs a real VS Code (code-server in a browser) that a test can restart and reload without losing what it keeps.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import {
  foldersOf,
  installExtension,
  startCodeServer,
  type CodeServer,
  type Folders,
} from '../setup/codeServer.mjs';
import { launchProfile } from './browser';
import { processesOf } from './processGroup';
import { readToolchain } from './toolchain';

/** What a VS Code is started with. All paths are absolute. */
export interface VsCodeOptions {
  /** A .vsix that is installed before the first start. */
  readonly extensionVsix?: string;
  /** User settings on top of `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Variables for the server and so for its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder, or a `.code-workspace` file; an empty folder of its own when left out. */
  readonly workspace?: string;
  /** Keeps Workspace Trust on, so that a folder opens restricted until it is trusted. */
  readonly trust?: boolean;
  readonly port?: number;
  /** Where all that it keeps lies; a temporary folder that `close` removes when left out. */
  readonly home?: string;
  /** Options of VS Code's own server, `enable-smoke-test-driver` for example. */
  readonly vscodeOptions?: readonly string[];
  /** Query parts beside the folder or workspace. */
  readonly query?: Readonly<Record<string, string>>;
  /** Called with each new page before it is sent anywhere. */
  readonly preparePage?: (page: Page) => Promise<void>;
}

/** Keeps VS Code's own questions, chat and network out of the way. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  // What moves is painted anew for nobody.
  'workbench.reduceMotion': 'on',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'window.confirmBeforeClose': 'never',
  'window.restoreWindows': 'all',
  'workbench.enableExperiments': false,
} as const;

const READY_WITHIN_MS = 60_000;
const HALF_WRITTEN_FOR_MS = 1000;

/** One VS Code with its server, its browser and the folders that both keep. */
export class VsCode {
  readonly folders: Folders;
  /** What the page wrote to its console, newest last. */
  readonly console: string[] = [];

  private server: CodeServer | undefined;
  private browser: BrowserContext | undefined;
  private currentPage: Page | undefined;
  private port: number | undefined;

  private constructor(
    private readonly options: VsCodeOptions,
    /** The folder that holds all that this VS Code keeps, the browser's profile included. */
    readonly home: string,
  ) {
    this.folders = foldersOf(home);
    this.port = options.port;
  }

  /** Starts a VS Code and waits until its workbench is there. */
  static async open(options: VsCodeOptions = {}): Promise<VsCode> {
    const home = options.home ?? mkdtempSync(join(tmpdir(), 'portico-vscode-'));
    const vscode = new VsCode(options, home);
    try {
      mkdirSync(join(home, 'workspace'), { recursive: true });
      mkdirSync(vscode.folders.user, { recursive: true });
      vscode.writeSettings({ ...quietSettings, ...options.settings });
      if (options.extensionVsix !== undefined) {
        await installExtension(readToolchain(), { home, vsix: options.extensionVsix });
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

  /** The user's settings as they stand in the file. */
  get settings(): Readonly<Record<string, unknown>> {
    const end = Date.now() + HALF_WRITTEN_FOR_MS;
    for (;;) {
      try {
        return JSON.parse(readFileSync(this.settingsFile, 'utf8')) as Record<string, unknown>;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
        // VS Code empties the file before it writes it.
        if (!(error instanceof SyntaxError) || Date.now() > end) throw error;
      }
    }
  }

  /** Writes user settings to the file; a running VS Code sees them after `reload`. `undefined` removes one. */
  writeSettings(changes: Readonly<Record<string, unknown>>): void {
    writeFileSync(
      this.settingsFile,
      `${JSON.stringify({ ...this.settings, ...changes }, null, 2)}\n`,
    );
  }

  /** Reloads the window as "Developer: Reload Window" does: the extension host is a new one afterwards. */
  async reload(): Promise<void> {
    await this.page.reload();
    await waitForWorkbench(this.page);
  }

  /** Kills the extension hosts, as a crash does; VS Code then starts another by itself. */
  killExtensionHosts(): void {
    const hosts = processesOf(this.server?.group ?? NaN, '--type=extensionHost');
    if (hosts.length === 0) throw new Error('No extension host runs.');
    for (const id of hosts) process.kill(id, 'SIGKILL');
  }

  /** Ends server and browser and starts both again on the same port and folders. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Goes on in a browser without a profile: what VS Code had kept there, its secrets say, is gone. */
  async loseBrowser(): Promise<void> {
    await this.browser?.close();
    rmSync(this.profile, { recursive: true });
    await this.startBrowser();
  }

  /** Ends server and browser; removes the folders unless the test named them. */
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

  private async start(): Promise<void> {
    const { trust, env, vscodeOptions } = this.options;
    this.server = await startCodeServer(readToolchain(), {
      home: this.home,
      port: this.port,
      trust,
      env,
      vscodeOptions,
    });
    // Secrets and trust are kept by the browser for this very origin.
    this.port = this.server.port;
    await this.startBrowser();
  }

  private async startBrowser(): Promise<void> {
    this.browser = await launchProfile(this.profile);
    const page = this.browser.pages()[0] ?? (await this.browser.newPage());
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

async function waitForWorkbench(page: Page): Promise<void> {
  await page
    .getByRole('toolbar', { name: 'Active View Switcher' })
    .or(page.locator('.monaco-workbench .part.activitybar'))
    .first()
    .waitFor({ timeout: READY_WITHIN_MS });
}
