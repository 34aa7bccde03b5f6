import type { ChatPage } from './chatPage';

/** Code is highlighted when the browser is idle, and formulas are shown once their script is loaded. */
export async function highlighted(chat: ChatPage): Promise<void> {
  await chat.page.waitForFunction(
    () =>
      [...document.querySelectorAll('.code-block')].every(
        // Diagrams and edits have no colors.
        (block) =>
          block.querySelector('[class^="hl-"], .edits, [data-code-action="preview"]') !== null,
      ) &&
      [...document.querySelectorAll('.math-block')].every((block) => block.querySelector('math')),
  );
}
