// Drives VS Code's own surfaces as a user does, by what they are called, so that tests read like the story they check.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { resultsFolder } from './toolchain';

const POLL_MS = 100;
const PATIENCE_MS = 30_000;

/** Waits until `probe` gives something else than undefined or false. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Whether it is there after at most `ms`. */
function appears(locator: Locator, ms: number): Promise<boolean> {
  return locator.waitFor({ timeout: ms }).then(
    () => true,
    () => false,
  );
}

/** The box in which VS Code asks: command palette, QuickPick and InputBox alike. */
export class QuickInput {
  private readonly widget: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
  }

  get input(): Locator {
    return this.widget.locator('.quick-input-filter input, .quick-input-box input').first();
  }

  /** The text above the input. */
  get title(): Locator {
    return this.widget.locator('.quick-input-title');
  }

  /** The prompt or validation message below the input. */
  get message(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  get rows(): Locator {
    return this.widget.getByRole('option');
  }

  /** Buttons in the title bar, "Back" for example. */
  button(name: string): Locator {
    return this.widget.getByRole('button', { name });
  }

  async opened(): Promise<this> {
    await this.widget.waitFor({ timeout: PATIENCE_MS });
    return this;
  }

  /** Whether it is there after at most `ms`. */
  opensWithin(ms: number): Promise<boolean> {
    return appears(this.widget, ms);
  }

  async closed(): Promise<void> {
    await this.widget.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
  }

  /** Whether the box is closed, or shows another input than one that starts with `prefix`. */
  async isGoneOrAsksElse(prefix: string): Promise<boolean> {
    if (!(await this.widget.isVisible())) return true;
    return !(await this.input.inputValue()).startsWith(prefix);
  }

  async type(text: string): Promise<this> {
    await this.input.fill(text);
    return this;
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
  }

  /** Clicks the row whose label is exactly this. */
  async pick(label: string): Promise<void> {
    await this.row(label).click({ timeout: PATIENCE_MS });
  }

  /**
   * Types into the model picker and clicks the row of this label. Its rows come from the extension and move under a
   * click that is quicker than any hand: the row of what is typed tells that they are those of the typed text.
   */
  async filterAndPick(typed: string, label = typed): Promise<void> {
    await this.type(typed);
    await this.row(`Use “${typed}” as the model ID`).waitFor({ timeout: PATIENCE_MS });
    await this.pick(label);
  }

  /** The row whose label (without its description) is exactly this. */
  row(label: string): Locator {
    return this.rows
      .filter({ has: this.page.locator('.label-name').getByText(label, { exact: true }) })
      .first();
  }
}

/** Waits until VS Code asks something. */
export function quickInput(page: Page): Promise<QuickInput> {
  return new QuickInput(page).opened();
}

/**
 * Runs a command by its full title ("Portico: New Chat") through the command palette. Asks again while VS Code does not
 * know it yet: an open palette does not take up commands that extensions bring later.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await eventually(`the command "${title}"`, async () => {
    const palette = new QuickInput(page);
    await page.keyboard.press('F1');
    // A key stroke that comes while the workbench moves the focus is lost.
    if (!(await palette.opensWithin(2000))) return false;
    await palette.type(`>${title}`);
    const row = palette.row(title);
    // In the place of a command that it does not know it shows none, or such as are called alike.
    if (await appears(row, 2000)) {
      await row.click();
      // The command may ask in the same box at once: what follows must not take the palette for its question.
      await eventually('the palette to go', () => palette.isGoneOrAsksElse('>'));
      return true;
    }
    await palette.cancel();
    await palette.closed();
    return false;
  });
}

/** Whether the command palette offers a command of this full title. */
export async function inPalette(page: Page, title: string): Promise<boolean> {
  const palette = new QuickInput(page);
  await page.keyboard.press('F1');
  // A key stroke that comes while the workbench moves the focus is lost.
  if (!(await palette.opensWithin(2000))) return false;
  await palette.type(`>${title}`);
  const found = await appears(palette.row(title), 2000);
  await palette.cancel();
  await palette.closed();
  return found;
}

/** A notification toast that holds this text. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator('.notification-toast').filter({ hasText: text });
}

/** The modal dialog that is open. */
export function dialog(page: Page): Locator {
  return page.locator('.monaco-dialog-box');
}

/** Opens the view container of this title from the activity bar, unless it is open. */
export async function openView(page: Page, title: string): Promise<void> {
  const tab = page.getByRole('tab', { name: title }).first();
  const selected = page.getByRole('tab', { name: title, selected: true }).first();
  await tab.waitFor({ timeout: PATIENCE_MS });
  await eventually(`the view "${title}"`, async () => {
    // A window that was reloaded opens its view by itself a moment later: a click would close it.
    if (await appears(selected, 500)) return true;
    await tab.click();
    return appears(selected, 1000);
  });
}

/** The chat view's own document: among all webviews alive the one that shows the box "Message". */
export async function chatFrame(page: Page): Promise<Frame> {
  const [first] = await chatFrames(page, 1);
  if (first === undefined) throw new Error('There is no chat view.');
  return first;
}

/** The documents of all chats on the screen, from left to right, once there are so many. */
export function chatFrames(page: Page, count: number): Promise<readonly Frame[]> {
  return eventually(`${count} chats with their message boxes`, async () => {
    const found: { readonly frame: Frame; readonly left: number }[] = [];
    for (const frame of page.frames()) {
      if (!isWebviewContent(frame)) continue;
      const box = frame.getByRole('textbox', { name: 'Message', exact: true });
      // One that goes meanwhile is none.
      const visible = await box.isVisible().catch(() => false);
      const place = visible ? await box.boundingBox().catch(() => null) : null;
      if (place !== null) found.push({ frame, left: place.x });
    }
    return found.length < count
      ? undefined
      : found.toSorted((a, b) => a.left - b.left).map(({ frame }) => frame);
  });
}

function isWebviewContent(frame: Frame): boolean {
  return URL.canParse(frame.url()) && new URL(frame.url()).pathname.endsWith('/fake.html');
}

/** The three kinds of theme: VS Code's own of each. */
export const themes = {
  dark: { name: 'Dark Modern', mark: '.vs-dark' },
  light: { name: 'Light Modern', mark: '.vs' },
  highContrast: { name: 'Dark High Contrast', mark: '.hc-black' },
} as const;

export type Theme = keyof typeof themes;

/** Changes the colour theme through its picker and waits until the workbench wears it. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  const { name, mark } = themes[theme];
  await runCommand(page, 'Preferences: Color Theme');
  const picker = await quickInput(page);
  await picker.type(name);
  await picker.pick(name);
  await picker.closed();
  await page.locator(`.monaco-workbench${mark}`).first().waitFor({ timeout: PATIENCE_MS });
}

/** Saves what the page shows as test-results/screenshots/<name>.png and gives the file's path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = join(resultsFolder, 'screenshots', `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
  return path;
}

/** The HTML of the workbench and of every webview in it, for a search of what must not be there. */
export async function wholeDom(page: Page): Promise<string> {
  const parts = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')));
  return parts.join('\n');
}
