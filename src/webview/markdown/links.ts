// The text of a link never hides where it leads, and a picture is a link: nothing of a model's is fetched.
import { isSafeLink } from '../../shared/text/safeLink';
import { type ElementNode, element, type MarkdownNode, text, textContent } from './nodes';

/** A link that names its host beside its text, unless the text is that address already. */
export function linkNode(
  href: string,
  title: string,
  children: readonly MarkdownNode[],
): ElementNode {
  const label = textContent(children).trim() === '' ? [text(href)] : children;
  if (!isSafeLink(href)) {
    return element('span', {}, label);
  }
  const place = placeOf(href);
  const suffix = showsPlace(textContent(label), href, place)
    ? []
    : [element('span', { class: 'link-place' }, [text(`(${place})`)])];
  return element(
    'a',
    { href, title: title === '' ? href : `${href}\n${title}`, draggable: 'false' },
    [element('span', { class: 'link-text' }, label), ...suffix],
  );
}

/** A picture as a chip that shows its whole address; inside a link it is no link of its own. */
export function pictureNode(src: string, alt: string, insideLink: boolean): ElementNode {
  const children = [
    element('span', { class: 'codicon codicon-file-media', 'aria-hidden': 'true' }, []),
    ...(alt === '' ? [] : [element('span', { class: 'link-text' }, [text(`${alt}: `)])]),
    element('span', { class: 'picture-address' }, [text(src)]),
  ];
  return insideLink || !isSafeLink(src)
    ? element('span', { class: 'picture' }, children)
    : element('a', { class: 'picture', href: src, title: src, draggable: 'false' }, children);
}

/** The host (with its port) of a web address, the address of a mailto link. */
function placeOf(href: string): string {
  try {
    const url = new URL(href);
    return url.protocol === 'mailto:' ? url.pathname : url.host;
  } catch {
    return href;
  }
}

function showsPlace(label: string, href: string, place: string): boolean {
  const shown = label.trim().toLowerCase();
  const address = href.toLowerCase();
  if (shown === address || `mailto:${shown}` === address) {
    return true;
  }
  const bare = shown.replace(/^https?:\/\//, '');
  const host = place.toLowerCase();
  return bare === host || bare.startsWith(`${host}/`);
}
