// VS Code opens clicked links of more schemes than are safe, so no click on a link gets to it.
import { isSafeLink } from '../shared/text/safeLink';
import type { Post } from './host';

/** Takes every way of following a link, before any other listener sees it. */
export function listenToLinks(post: Post): void {
  const open = (event: MouseEvent): void => {
    const href = linkOf(event)?.getAttribute('href');
    if (href === undefined || href === null) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // The right button opens the menu, it follows nothing.
    if (event.button !== 2 && isSafeLink(href)) {
      post({ type: 'openLink', url: href });
    }
  };
  window.addEventListener('click', open, true);
  window.addEventListener('auxclick', open, true);
  window.addEventListener(
    'dragstart',
    (event) => {
      if (linkOf(event) !== undefined) {
        event.preventDefault();
      }
    },
    true,
  );
}

function linkOf(event: Event): Element | undefined {
  return event
    .composedPath()
    .find((target): target is Element => target instanceof Element && target.tagName === 'A');
}
