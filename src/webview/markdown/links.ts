// Links always show their host, and images are links: the page never loads what a model's answer refers to.
import { isSafeLink } from '../../shared/text/safeLink';
import { type ElementNode, element, type MarkdownNode, text, textContent } from './nodes';

/** A link with its host after its text, unless the text is the address itself and shows where it leads. */
export function linkNode(
  href: string,
  title: string,
  children: readonly MarkdownNode[],
): ElementNode {
  const label = textContent(children).trim() === '' ? [text(href)] : children;
  if (!isSafeLink(href)) {
    return element('span', {}, label);
  }
  return element(
    'a',
    { href, title: title === '' ? href : `${href}\n${title}`, draggable: 'false' },
    [element('span', { class: 'link-text' }, label), ...placeAfter(textContent(label), href)],
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
    : element('a', { class: 'image', href: src, title: src, draggable: 'false' }, [
        ...children,
        ...placeAfter(src, src),
      ]);
}

function placeAfter(label: string, href: string): readonly ElementNode[] {
  const place = placeOf(href);
  return showsPlace(label, href, place)
    ? []
    : [element('span', { class: 'link-host' }, [text(`(${place})`)])];
}

/** Host and port of a web address. The recipients of a mailto link, or all of it where it names none in the usual way. */
function placeOf(href: string): string {
  const url = URL.parse(href);
  if (url?.protocol !== 'mailto:') {
    return url?.host ?? href;
  }
  const fields = ['to', 'cc', 'bcc'].flatMap((name) => url.searchParams.getAll(name));
  const recipients = [url.host === '' ? url.pathname : '', ...fields].filter((name) => name !== '');
  return recipients.length === 0 ? href.replace(/^mailto:/i, '') : recipients.join(', ');
}

function showsPlace(label: string, href: string, hostOrAddress: string): boolean {
  const { username = '', password = '' } = URL.parse(href) ?? {};
  if (username !== '' || password !== '') {
    // `https://good.example@evil.example/` looks like an address of the first.
    return false;
  }
  const shown = label.trim().toLowerCase();
  const address = href.toLowerCase();
  if (shown === address || `mailto:${shown}` === address) {
    return true;
  }
  const bare = shown.replace(/^https?:\/\//, '');
  const host = hostOrAddress.toLowerCase();
  return bare === host || bare.startsWith(`${host}/`);
}
