// Links always show their host, and images are links: the page never loads what a model's answer refers to.
import { isSafeLink } from '../../shared/text/safeLink';
import { type ElementNode, element, type MarkdownNode, text, textContent } from './nodes';

/** A link with its host after its text, unless the text is the address itself. */
export function linkNode(
  href: string,
  title: string,
  children: readonly MarkdownNode[],
): ElementNode {
  const label = textContent(children).trim() === '' ? [text(href)] : children;
  if (!isSafeLink(href)) {
    return element('span', {}, label);
  }
  const host = hostOf(href);
  const suffix = showsHost(textContent(label), href, host)
    ? []
    : [element('span', { class: 'link-host' }, [text(`(${host})`)])];
  return element(
    'a',
    { href, title: title === '' ? href : `${href}\n${title}`, draggable: 'false' },
    [element('span', { class: 'link-text' }, label), ...suffix],
  );
}

/** An image as a chip with its full address. Inside a link it is not a link itself. */
export function imageNode(src: string, alt: string, insideLink: boolean): ElementNode {
  const children = [
    element('span', { class: 'codicon codicon-file-media', 'aria-hidden': 'true' }, []),
    ...(alt === '' ? [] : [element('span', { class: 'link-text' }, [text(`${alt}: `)])]),
    element('span', { class: 'image-address' }, [text(src)]),
  ];
  return insideLink || !isSafeLink(src)
    ? element('span', { class: 'image' }, children)
    : element('a', { class: 'image', href: src, title: src, draggable: 'false' }, children);
}

/** Host and port of a web address, or the address of a mailto link. */
function hostOf(href: string): string {
  const url = URL.parse(href);
  return url?.protocol === 'mailto:' ? url.pathname : (url?.host ?? href);
}

function showsHost(label: string, href: string, hostOrAddress: string): boolean {
  const shown = label.trim().toLowerCase();
  const address = href.toLowerCase();
  if (shown === address || `mailto:${shown}` === address) {
    return true;
  }
  const bare = shown.replace(/^https?:\/\//, '');
  const host = hostOrAddress.toLowerCase();
  return bare === host || bare.startsWith(`${host}/`);
}
