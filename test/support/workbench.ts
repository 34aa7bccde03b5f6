// Drives VS Code's workbench by the names and texts that a user sees.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import { isVisibleWithin, QuickInput, quickInput, runCommand } from './quickInput';
import { resultsFolder } from './toolchain';
import { uiText } from './uiLanguage';

/** How long a click on an activity bar icon may take before it is repeated. */
const retryMs = 1_000;

/** The newest notification toast that holds this text. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator('.notification-toast').filter({ hasText: text }).first();
}

/** The modal dialog that is open. */
export function dialog(page: Page): Locator {
  return page.locator('.monaco-dialog-box');
}

/**
 * Opens the view container of this title from the activity bar, unless it is open: a click would take the focus. A click
 * on one that VS Code is just opening does not close it; see `iconClickBehavior` in quietSettings.
 */
export async function openView(page: Page, title: string): Promise<void> {
  const tab = page.getByRole('tab', { name: title }).first();
  const selected = page.getByRole('tab', { name: title, selected: true }).first();
  await tab.waitFor();
  await eventually(`the view “${title}”`, async () => {
    if (await selected.isVisible()) return true;
    await tab.click();
    return isVisibleWithin(selected, retryMs);
  });
}

/** The chat view's own document: the first webview that shows the box "Message". */
export async function chatFrame(page: Page): Promise<Frame> {
  const [first] = await chatFrames(page, 1);
  if (first === undefined) throw new Error('There is no chat view.');
  return first;
}

/** Waits until `count` chats are on the screen; returns their documents from left to right. */
export function chatFrames(page: Page, count: number): Promise<readonly Frame[]> {
  return eventually(`${count} chats with their message boxes`, async () => {
    const found: { readonly frame: Frame; readonly x: number }[] = [];
    for (const frame of page.frames().filter(isWebviewContent)) {
      const box = frame.getByRole('textbox', { name: uiText('Message'), exact: true });
      // A frame that is removed meanwhile has no box.
      const isVisible = await box.isVisible().catch(() => false);
      const bounds = isVisible ? await box.boundingBox().catch(() => null) : null;
      if (bounds !== null) found.push({ frame, x: bounds.x });
    }
    return found.length < count
      ? undefined
      : found.toSorted((a, b) => a.x - b.x).map(({ frame }) => frame);
  });
}

export function isWebviewContent(frame: Frame): boolean {
  return URL.canParse(frame.url()) && new URL(frame.url()).pathname.endsWith('/fake.html');
}

/** VS Code's own theme of each kind, and the class that the workbench has with it. */
export const themes = {
  dark: { name: 'Dark Modern', className: '.vs-dark' },
  light: { name: 'Light Modern', className: '.vs' },
  highContrast: { name: 'Dark High Contrast', className: '.hc-black' },
} as const;

export type Theme = keyof typeof themes;

/** Changes the color theme through its picker and waits until the workbench shows it. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  const { name, className } = themes[theme];
  await runCommand(page, 'Preferences: Color Theme');
  const picker = await quickInput(page);
  await picker.type(name);
  await picker.pick(name);
  await picker.waitUntilClosed();
  await page.locator(`.monaco-workbench${className}`).first().waitFor();
}

/** Opens a file of the workspace by Go to File, and waits until it is shown. */
export async function openFileByName(page: Page, name: string): Promise<void> {
  const picker = new QuickInput(page);
  await picker.open(name);
  await picker.pick(name);
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

/** Selects the text of an editor's line. On a busy machine, VS Code takes three clicks for two. */
export async function selectLine(line: Locator): Promise<void> {
  await line.click();
  await line.page().keyboard.press('Home');
  await line.page().keyboard.press('Shift+End');
}

/** Saves what the page shows as test-results/screenshots/<name>.png. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const path = join(resultsFolder, 'screenshots', `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}

/** The HTML of the workbench and of every webview in it. */
export async function allHtml(page: Page): Promise<string> {
  const documents = page.frames().map((frame) => frame.content().catch(() => ''));
  return (await Promise.all(documents)).join('\n');
}
