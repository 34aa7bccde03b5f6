// Waits until the page has rendered an answer: a long one takes several frames.
import type { ChatPage } from './chatPage';

/** Resolves when the answer that the page was sent last is rendered, apart from the highlighting of its code. */
export async function whenRendered({ page }: ChatPage, messageId: string): Promise<void> {
  await page.waitForFunction((id) => {
    const root = document.querySelector<HTMLElement>(`[data-message-id="${id}"] .markdown`);
    // The estimated height is removed with the last slice.
    return root !== null && root.style.minHeight === '' && root.childElementCount > 0;
  }, messageId);
}
