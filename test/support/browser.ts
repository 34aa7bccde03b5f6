// Opens the one browser that set-up chose, always with the flags under which it stays off the network.
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
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

const viewport = { width: 1280, height: 800 } as const;

/** A browser without a profile, for pages of our own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: readToolchain().browser, args: [...args] });
}

/** A browser whose profile outlives it: VS Code in the browser keeps its secrets there. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: readToolchain().browser,
    args: [...args],
    viewport,
    // Compressing VS Code's files for a browser on the same machine costs more than sending them.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}
