// The texts that a page shows, and those that are cut.
import type { Page } from 'playwright-core';

export interface ShownText {
  readonly text: string;
  /** The class or the name of the element, for the message of a test. */
  readonly where: string;
  /** A part of a text from the bundle isn't visible, and the page doesn't mean to shorten it. */
  readonly isCut: boolean;
}

/** What ends in an ellipsis on purpose: all of it is in a tooltip, or opens with a click. */
const shortened: readonly string[] = [
  // Names of chats, models and files, whose length no translation decides.
  '.recent-title',
  '.background-chats-sentence',
  '.model-name',
  // The button Usage beside it opens all figures.
  '.usage-summary',
  // The number is always there, its unit where it fits.
  '.chip-detail',
];

export function shownTexts(page: Page): Promise<readonly ShownText[]> {
  return page.evaluate((deliberate) => {
    const shown: ShownText[] = [];
    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[hidden], annotation, svg') === null;
    const nameOf = (element: Element): string => `${element.localName}.${element.className}`;
    const isCut = (node: Text): boolean => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()];
      for (let box = node.parentElement; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        const bounds = box.getBoundingClientRect();
        // It is only for screen readers, or shortened on purpose.
        if (bounds.width <= 1 || deliberate.some((selector) => box?.matches(selector)))
          return false;
        const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        if (
          clips(style.overflowX) &&
          rects.some(({ left, right }) => left < bounds.left - 1 || right > bounds.right + 1)
        )
          return true;
        if (
          clips(style.overflowY) &&
          rects.some(({ top, bottom }) => top < bounds.top - 2 || bottom > bounds.bottom + 2)
        )
          return true;
        if (/auto|scroll/u.test(`${style.overflowX} ${style.overflowY}`)) return false;
      }
      return rects.some(({ right }) => right > innerWidth + 1);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        !(node instanceof Text) ||
        parent === null ||
        node.data.trim() === '' ||
        !isVisible(parent)
      )
        continue;
      if (parent.closest('script, style') !== null) continue;
      shown.push({
        text: node.data.trim(),
        where: nameOf(parent),
        isCut: node.data.includes('⟦') && isCut(node),
      });
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!isVisible(element)) continue;
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-description',
        'aria-valuetext',
        'aria-roledescription',
      ]) {
        const text = element.getAttribute(name)?.trim() ?? '';
        if (text !== '') shown.push({ text, where: `${nameOf(element)}[${name}]`, isCut: false });
      }
    }
    return shown;
  }, shortened);
}
