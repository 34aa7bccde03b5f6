// Opens links through the host: VS Code itself would open more schemes than are safe.
import { isSafeLink } from '../shared/text/safeLink';
import type { Post } from './host';

/** Handles clicks on links before any other listener, and prevents dragging a link out of the page. */
export function listenToLinks(post: Post): void {
  const open = (event: MouseEvent): void => {
    const href = linkOf(event)?.getAttribute('href');
    if (href === undefined || href === null) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // The right button opens the context menu.
    if (event.button !== 2 && isSafeLink(href)) {
      post({ type: 'openLink', url: href });
    }
  };
  const preventDrag = (event: DragEvent): void => {
    if (linkOf(event) !== undefined) {
      event.preventDefault();
    }
  };
  window.addEventListener('click', open, true);
  window.addEventListener('auxclick', open, true);
  window.addEventListener('dragstart', preventDrag, true);
}

function linkOf(event: Event): Element | undefined {
  return event
    .composedPath()
    .find((target): target is Element => target instanceof Element && target.tagName === 'A');
}
