// Runs the extension in plain Node as src/extension.ts composes it: with VS Code and the network in memory.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import manifest from '../../package.json';
import type { ToWebviewMessage, ViewEvent, ViewState } from '../../src/chat/common/protocol';
import { viewReducer } from '../../src/chat/common/viewState';
import { viewId } from '../../src/chat/host/chatContributions';
import type { SideBar } from '../../src/chat/host/sideBar';
import type { TestApi } from '../../src/chat/host/testApi';
import { viewFeatures } from '../../src/compose/common';
import type * as extensionModule from '../../src/extension';
import { MemoryMemento, MemorySecrets } from './memoryStorage';
import type * as memoryVsCode from './memoryVsCode';
import { projectRoot } from './toolchain';

const reduceView = viewReducer(viewFeatures);

const buildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  packages: 'external',
  logLevel: 'error',
} as const;

interface Bundle {
  readonly extension: typeof extensionModule;
  readonly vscode: typeof memoryVsCode;
}

/** Answers a request that has reached the network. @param body undefined for a GET */
export type AnswerRequest = (
  url: string,
  body: string | undefined,
  headers: Headers,
) => Response | Promise<Response>;

type WindowMemory = ReturnType<MemoryExtension['createState']>;

/** The bundled extension with its workers, which has a state of its own each time that it is started. */
export class MemoryExtension {
  /** @param folder in the project's folder, so that packages are found */
  private constructor(private readonly folder: string) {}

  static async build(): Promise<MemoryExtension> {
    const folder = mkdtempSync(join(projectRoot, '.cache', 'memoryExtension-'));
    await build({
      ...buildOptions,
      stdin: {
        contents: `export * as extension from './src/extension'; export * as vscode from 'vscode';`,
        resolveDir: projectRoot,
      },
      alias: { vscode: join(projectRoot, 'test', 'support', 'memoryVsCode.ts') },
      outfile: join(folder, 'extension.js'),
      // No time limit of the extension ends what takes long on a busy machine.
      banner: {
        js: `const setTimeout = (run, ms) =>
          ms < 1_000 ? globalThis.setTimeout(run, ms) : globalThis.setTimeout(run, 1e9).unref();`,
      },
    });
    const features = join(projectRoot, 'src', 'features');
    await build({
      ...buildOptions,
      entryPoints: {
        secretScanWorker: join(features, 'secrets', 'node', 'secretScanWorker.ts'),
        historyWorker: join(features, 'history', 'node', 'historyWorker.ts'),
        placeWorker: join(features, 'apply', 'node', 'placeWorker.ts'),
      },
      outdir: join(folder, 'dist'),
    });
    return new MemoryExtension(folder);
  }

  /** What a window leaves for the next one of the same folder; a new one has an empty folder. */
  createState() {
    const folder = mkdtempSync(join(this.folder, 'window-'));
    return {
      folder,
      settings: {},
      secrets: new MemorySecrets(),
      globalState: new MemoryMemento(),
      workspaceState: new MemoryMemento(),
    };
  }

  /** Activates it in a window. */
  start(answerRequest: AnswerRequest, state: WindowMemory = this.createState()) {
    const file = join(this.folder, 'extension.js');
    delete require.cache[file];
    const { extension, vscode } = require(file) as Bundle;
    const { control, Uri } = vscode;
    const { folder, settings, ...storage } = state;
    control.folder = join(folder, 'workspace');
    control.appRoot = join(folder, 'code');
    control.user = settings;
    mkdirSync(control.folder, { recursive: true });
    /** What was shown beside the page and what was sent to it, and the URLs of requests, in order. */
    const log: string[] = [];
    control.didShow = (text) => log.push(text);
    const context = {
      ...storage,
      subscriptions: [] as { readonly dispose: () => void }[],
      globalStorageUri: Uri.file(join(folder, 'storage')),
      extensionUri: Uri.file(projectRoot),
      extension: { id: 'portico.portico', packageJSON: manifest },
      asAbsolutePath: (path: string) => join(this.folder, path),
    };
    const { fetch } = globalThis;
    globalThis.fetch = async (input, options) => {
      const url = input instanceof Request ? input.url : input.toString();
      log.push(url);
      const { body, headers, signal } = options ?? {};
      const text = typeof body === 'string' ? body : undefined;
      const answering = answerRequest(url, text, new Headers(headers));
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return Promise.race([answering, aborted]);
    };
    process.env['PORTICO_TEST'] = '1';
    const portico = extension.activate(context as never) as TestApi;
    const close = async () => {
      await extension.deactivate();
      context.subscriptions.forEach((one) => one.dispose());
      globalThis.fetch = fetch;
      delete process.env['PORTICO_TEST'];
    };
    const openPage = () => new MemoryPage(control.providers.get(viewId) as SideBar, log);
    return { portico, control, Uri, state, log, openPage, close };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The page of the side bar, which shows what the extension sends to it. */
class MemoryPage {
  state: ViewState | undefined;
  #post: (message: unknown) => void = () => undefined;

  constructor(sideBar: SideBar, log: string[]) {
    const never = () => ({ dispose: () => undefined });
    const webview = {
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: (listener: (message: unknown) => void) => {
        this.#post = listener;
        return never();
      },
      postMessage: (message: ToWebviewMessage) => {
        if (message.type === 'snapshot') {
          this.state = message.state;
        } else if (message.type === 'event' && this.state !== undefined) {
          this.state = reduceView(this.state, message.event);
          log.push(nameOf(message.event));
        } else if (message.type === 'focusComposer') {
          log.push(message.type);
        }
      },
    };
    const view = { webview, visible: true, onDidChangeVisibility: never, onDidDispose: never };
    sideBar.resolveWebviewView(view as never);
    this.#post({ command: { type: 'ready' } });
  }
}

/** Its type; with "gone" where what it had is no longer there. */
function nameOf({ type, ...rest }: ViewEvent): string {
  return Object.values(rest).some((value) => value !== undefined) ? type : `${type} gone`;
}
