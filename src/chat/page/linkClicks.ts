// Opens links and files through the host, because VS Code itself would open more schemes than are safe. Footnotes jump
// within the page.
import { isSafeLink } from '../../markdown/common/safeLink';
import { referenceOf } from '../../markdown/page/fileReferences';
import type { Post } from './hostConnection';

/** Handles clicks on links before any other listener, and prevents dragging a link out of the page. */
export function listenToLinks(post: Post): void {
  const open = (event: MouseEvent): void => {
    const inPage = inPageLinkOf(event);
    if (inPage !== undefined && event.button === 0) {
      activate(inPage, post);
      return;
    }
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
  window.addEventListener('keydown', (event) => {
    const inPage = event.key === 'Enter' ? inPageLinkOf(event) : undefined;
    if (inPage !== undefined) {
      event.preventDefault();
      activate(inPage, post);
    }
  });
}

function linkOf(event: Event): Element | undefined {
  return elementsOf(event).find(({ tagName }) => tagName === 'A');
}

/** A reference to a footnote, back from one, or to a file. They have no address. */
function inPageLinkOf(event: Event): HTMLElement | undefined {
  return elementsOf(event).find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.role === 'link' &&
      element.closest('.markdown') !== null,
  );
}

function elementsOf(event: Event): readonly Element[] {
  return event.composedPath().filter((target) => target instanceof Element);
}

function activate(link: HTMLElement, post: Post): void {
  const { footnote, footnoteBack, file } = link.dataset;
  if (file === undefined) {
    const target =
      footnote === undefined
        ? find(link, 'footnote', footnoteBack)
        : find(link, 'footnoteTarget', footnote);
    target?.scrollIntoView({ block: 'nearest' });
    const focused = footnote === undefined ? target : target?.querySelector('.footnote-back');
    if (focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
    return;
  }
  const reference = referenceOf(link);
  const answer = link.closest('[data-message-id]');
  if (reference !== undefined && answer instanceof HTMLElement) {
    post({ type: 'openFile', messageId: answer.dataset['messageId'] ?? '', ...reference });
  }
}

/** The first element of the same answer with this value in its data. */
function find(link: Element, key: string, value: string | undefined): HTMLElement | undefined {
  const elements = link.closest('.markdown')?.querySelectorAll<HTMLElement>('sup > span, li') ?? [];
  return [...elements].find(({ dataset }) => value !== undefined && dataset[key] === value);
}
