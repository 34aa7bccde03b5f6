// Drives VS Code's command palette, QuickPicks and InputBoxes by the texts that a user sees.
import type { Locator, Page } from 'playwright-core';
import { eventually, eventuallyMatches } from './eventually';

/** How long a key press or a filtered list may take before the step is tried again. */
const retryMs = 2_000;

/** The box in which VS Code asks: command palette, QuickPick and InputBox alike. */
export class QuickInput {
  readonly #widget: Locator;

  constructor(private readonly page: Page) {
    this.#widget = page.locator('.quick-input-widget');
  }

  get input(): Locator {
    return this.#widget.locator('.quick-input-filter input, .quick-input-box input').first();
  }

  /** The prompt or validation message below the input. */
  get message(): Locator {
    return this.#widget.locator('.quick-input-message');
  }

  get rows(): Locator {
    return this.#widget.getByRole('option');
  }

  /** The row whose label (without its description) is exactly this. */
  row(label: string): Locator {
    return this.rows
      .filter({ has: this.page.locator('.label-name').getByText(label, { exact: true }) })
      .first();
  }

  /** Buttons in the title bar, "Back" for example. */
  button(name: string): Locator {
    return this.#widget.getByRole('button', { name });
  }

  async waitUntilOpen(): Promise<this> {
    await this.#widget.waitFor();
    return this;
  }

  /** Waits until the box has this title: the box before may still be there. */
  async waitForTitle(title: RegExp): Promise<this> {
    await eventuallyMatches(
      `a quick input titled ${title}`,
      () => this.#widget.locator('.quick-input-title').textContent(),
      title,
    );
    return this;
  }

  async waitUntilClosed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden' });
  }

  /** Types in one turn of the page: an editor that takes the focus late must not get the text. */
  async type(text: string): Promise<this> {
    await this.#widget.waitFor();
    await this.input.evaluate((input: HTMLInputElement, typed) => {
      input.focus();
      input.value = typed;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
    return this;
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
  }

  async cancelAndWait(): Promise<void> {
    // It closes by itself where it loses the focus.
    if (await this.#widget.isVisible()) await this.cancel();
    await this.waitUntilClosed();
  }

  /** Waits for the row whose label is exactly this, and clicks it. */
  async pick(label: string): Promise<void> {
    await eventually(`the row “${label}”`, () => this.#clickNow(label));
  }

  /** Checks the row of this label where several can be picked. */
  async check(label: string): Promise<void> {
    const row = this.#widget.getByRole('checkbox', { name: label }).first();
    await row.click();
    await eventually(`“${label}” to be checked`, async () => {
      return (await row.getAttribute('aria-checked')) === 'true';
    });
  }

  /**
   * Types into the model picker and clicks the row of this label. The row for the typed text shows that the
   * rows match it.
   */
  async filterAndPick(typed: string, label = typed): Promise<void> {
    await this.type(typed);
    await this.row(`Use “${typed}” as the model ID`).waitFor();
    await this.pick(label);
  }

  /** Waits for a row, and clicks the button of that name in it. */
  async pickButton(label: string, button: string): Promise<void> {
    await eventually(`the button “${button}” of “${label}”`, () => this.#clickNow(label, button));
  }

  /** Waits until Enter would accept the row of this label, and presses it; another box may follow. */
  async pressEnterOn(label: string): Promise<void> {
    const focused = this.rows.and(this.page.locator('.focused')).locator('.label-name');
    await eventually(`Enter to accept ${label}`, async () => {
      const [text = ''] = await focused.allTextContents();
      return plainLabel(text) === label;
    });
    await this.accept();
  }

  async acceptRow(label: string): Promise<void> {
    await this.pressEnterOn(label);
    await this.waitUntilClosed();
  }

  /** The labels of the rows that are in the document, in order; rows out of sight are not. */
  async labels(): Promise<readonly string[]> {
    const rows = await this.rows.evaluateAll((elements) =>
      elements.map((row) => ({
        position: Number(row.getAttribute('aria-posinset')),
        label: row.querySelector('.label-name')?.textContent ?? '',
      })),
    );
    return rows.toSorted((a, b) => a.position - b.position).map(({ label }) => plainLabel(label));
  }

  /**
   * Opens the box that finds commands after `>`, and files without it, and types. Presses the key again where it was
   * lost, as happens while the focus moves.
   */
  async open(typed: string): Promise<void> {
    await eventually('the command palette', async () => {
      await this.page.keyboard.press('F1');
      return isVisibleWithin(this.#widget, retryMs);
    });
    await this.type(typed);
  }

  /** Whether the box is closed, or shows another input than the command palette's. */
  async hasLeftPalette(): Promise<boolean> {
    if (!(await this.#widget.isVisible())) return true;
    return !(await this.input.inputValue()).startsWith('>');
  }

  /**
   * Finds and clicks a row, or a button in it, in one turn of the page: rows that come from an extension may move
   * under a click that takes longer. False where there is no such row.
   */
  #clickNow(label: string, button?: string): Promise<boolean> {
    return this.rows.evaluateAll(
      (rows, wanted) => {
        const row = rows.find((candidate) => {
          const text = candidate.querySelector('.label-name')?.textContent ?? '';
          return text.replaceAll('\u00a0', ' ').trim() === wanted.label;
        });
        const target =
          wanted.button === undefined
            ? row
            : row?.querySelector(`[role="button"][aria-label="${wanted.button}"]`);
        if (target === undefined || target === null) return false;
        for (const type of ['mousedown', 'mouseup', 'click']) {
          const init = { bubbles: true, cancelable: true, view: window, detail: 1 };
          target.dispatchEvent(new MouseEvent(type, init));
        }
        return true;
      },
      { label, button },
    );
  }
}

/** Waits until VS Code asks something; with a title, until that is what it asks. */
export async function quickInput(page: Page, title?: RegExp): Promise<QuickInput> {
  const input = await new QuickInput(page).waitUntilOpen();
  return title === undefined ? input : input.waitForTitle(title);
}

/**
 * Runs a command by its full title ("Portico: New Chat") through the command palette. Tries again while VS Code does not
 * know it: an open palette does not show commands that an extension registers later.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const palette = new QuickInput(page);
  await eventually(`the command “${title}”`, async () => {
    await palette.open(`>${title}`);
    if (await isVisibleWithin(palette.row(title), retryMs)) {
      await palette.pick(title);
      return true;
    }
    await palette.cancelAndWait();
    return false;
  });
  // The command may open another quick input at once, which must not be mistaken for the palette.
  await eventually('the palette to close', () => palette.hasLeftPalette());
}

/** Whether the command palette offers a command of this full title. */
export async function isInPalette(page: Page, title: string): Promise<boolean> {
  const palette = new QuickInput(page);
  await palette.open(`>${title}`);
  const isOffered = await isVisibleWithin(palette.row(title), retryMs);
  await palette.cancelAndWait();
  return isOffered;
}

/** Whether an element is visible after at most `ms`. */
export function isVisibleWithin(locator: Locator, ms: number): Promise<boolean> {
  return locator.waitFor({ timeout: ms }).then(
    () => true,
    () => false,
  );
}

/** Leaves out the icon before the text and non-breaking blanks. */
function plainLabel(label: string): string {
  return label.replaceAll('\u00a0', ' ').trim();
}
