// Opens the browser that the setup chose, with flags that keep it off the network.
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { patienceMs } from './eventually';
import { browserPath } from './toolchain';

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

/** The unit is CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** A browser without a profile, for pages of our own. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [...args, ...more],
    // Scroll bars take up space, as on a user's screen.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
}

/** A browser whose profile stays on disk: VS Code in the browser stores its secrets there. */
export async function launchProfile(folder: string, viewport: Viewport): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath(),
    args: [...args],
    viewport,
    // Compressing VS Code's files for a browser on the same machine costs more than sending them.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}
