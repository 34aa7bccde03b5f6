// Opens the browser that the setup chose, with flags that keep it off the network.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { patienceMs } from './eventually';
import { readToolchain } from './toolchain';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** Frames follow each other as soon as the work of one is done. */
export const withoutFrameLimit = ['--disable-frame-rate-limit', '--disable-gpu-vsync'] as const;

const viewport = { width: 1280, height: 800 } as const;

/** A browser without a profile, for pages of our own. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: readToolchain().browser,
    args: [...args, ...more],
    // Scroll bars take up space, as on a user's screen.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
}

/** A browser whose profile stays on disk: VS Code in the browser stores its secrets there. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: readToolchain().browser,
    args: [...args],
    viewport,
    // Compressing VS Code's files for a browser on the same machine costs more than sending them.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** Playwright's own objects behind a page: there is no public way to its debugging session. */
interface PageInternals {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- Playwright's own name
  readonly _connection: { toImpl(page: Page): { readonly delegate: Delegate } };
}

interface Delegate {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- Playwright's own names
  readonly _mainFrameSession: { readonly _client: { send(method: string): Promise<unknown> } };
}

/**
 * Playwright has Chromium report all network traffic. VS Code talks to its server through a WebSocket, each of whose
 * messages would be copied to the browser's process and to this one. Afterwards the page emits no `request` events.
 */
export async function stopNetworkEvents(page: Page): Promise<void> {
  const { _connection: connection } = page as unknown as PageInternals;
  const { _mainFrameSession: session } = connection.toImpl(page).delegate;
  // oxlint-disable-next-line eslint/no-underscore-dangle -- Playwright's own name
  await session._client.send('Network.disable');
}
