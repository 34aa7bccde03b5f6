// How deeply the elements of the page are nested, once all code is highlighted.
import type { Page } from 'playwright-core';

/** The limit for all elements, from the document's root on. */
export const maxDomDepth = 200;

/** Counts the idle callbacks that are due, since code is highlighted in them. To be called before there is any code. */
export async function countIdleCallbacks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const request = window.requestIdleCallback.bind(window);
    Object.assign(window, { idleCallbacks: 0 });
    const counter = window as unknown as { idleCallbacks: number };
    window.requestIdleCallback = (callback, options) => {
      counter.idleCallbacks += 1;
      return request((deadline) => {
        counter.idleCallbacks -= 1;
        callback(deadline);
      }, options);
    };
  });
}

/** Resolves to the number of elements from the root to the deepest one, both included. */
export async function domDepth(page: Page): Promise<number> {
  await page.waitForFunction(
    () => (window as unknown as { idleCallbacks: number }).idleCallbacks === 0,
  );
  return page.evaluate(() => {
    let deepest = 0;
    let depth = 1;
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
    for (;;) {
      deepest = Math.max(deepest, depth);
      if (walker.firstChild() !== null) {
        depth += 1;
        continue;
      }
      while (walker.nextSibling() === null) {
        if (walker.parentNode() === null) {
          return deepest;
        }
        depth -= 1;
      }
    }
  });
}
