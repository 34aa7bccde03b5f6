// Asks in VS Code's own chat as a person does.
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';

/** How long a question may take before it is typed again. */
const retryMs = 10_000;

/**
 * Types a question into a box of VS Code's chat and presses Enter, until it is sent: while the chat starts, it takes no
 * question, and the focus may move.
 * @param box The last of the session: a question that is being edited has a box, too.
 */
export async function askUntil(
  page: Page,
  box: Locator,
  question: string,
  isSent: () => boolean | Promise<boolean>,
): Promise<void> {
  await eventually(`the question “${question}”`, async () => {
    if (await isSent()) return true;
    await box.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    return eventually('the question to be sent', isSent, retryMs);
  });
}
