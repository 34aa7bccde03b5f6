// Links, images and references to files. Images are links: the page never loads what a model's answer refers to.
import * as l10n from '@vscode/l10n';
import { fileReferenceOfCode, fileReferenceOfLink } from '../../common/fileReference';
import { isSafeLink } from '../../common/safeLink';
import { element, text, textContent, type ElementNode, type InlineNode } from './nodes';

/** A link, followed by its host if its text looks like another address. It is only text if the target is not safe to open. */
export function linkNode(
  href: string,
  title: string,
  children: readonly InlineNode[],
): ElementNode {
  const shown = textContent(children);
  const label = shown.trim() === '' ? [text(href)] : children;
  if (!isSafeLink(href)) {
    return fileReferenceOfLink(href) === undefined
      ? element('span', {}, label)
      : element('span', { class: 'file-reference', 'data-file': href }, label);
  }
  const attributes = {
    href,
    title: title === '' ? href : `${href}\n${title}`,
    draggable: 'false',
  };
  const place = placeAfter(textContent(label), href);
  return place.length === 0
    ? element('a', attributes, label)
    : element('a', { ...attributes, class: 'with-host' }, [
        element('span', { class: 'link-text' }, label),
        ...place,
      ]);
}

/** Inline code, which can refer to a file. */
export function codeNode(code: string): ElementNode {
  const attributes =
    fileReferenceOfCode(code) === undefined ? {} : { class: 'file-reference', 'data-file': code };
  return element('code', attributes, [text(code)]);
}

/** An image as a chip with its description, or its address if it has none. Inside a link it is not a link itself. */
export function imageNode(src: string, alt: string, insideLink: boolean): ElementNode {
  const isData = /^data:/i.test(src);
  const address = isData ? l10n.t('[image]') : src;
  const label = alt.trim() === '' ? address : isData ? `${alt}: ${address}` : alt;
  const children = [
    element('span', { class: 'codicon codicon-file-media', 'aria-hidden': 'true' }, []),
    element('span', { class: 'link-text' }, [text(label)]),
  ];
  return insideLink || !isSafeLink(src)
    ? element('span', isData ? { class: 'image' } : { class: 'image', title: src }, children)
    : element('a', { class: 'image', href: src, title: src, draggable: 'false' }, [
        ...children,
        ...placeAfter(label, src),
      ]);
}

function placeAfter(label: string, href: string): readonly ElementNode[] {
  if (!/[.:@\u3002\uFF0E\uFF61\u2024]/u.test(label) && /^https?:[^@]*$/i.test(href)) {
    // The text cannot be mistaken for an address.
    return [];
  }
  const place = placeOf(href);
  return isMisleading(label, href, place)
    ? [element('span', { class: 'link-host' }, [text(`(${place})`)])]
    : [];
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

/** Whether the text looks like an address, and not like the one that the link leads to. */
function isMisleading(label: string, href: string, hostOrAddress: string): boolean {
  const { username = '', password = '', protocol = '' } = URL.parse(href) ?? {};
  if (username !== '' || password !== '') {
    // `https://good.example@evil.example/` looks like an address of the first.
    return true;
  }
  const shown = label.trim().toLowerCase();
  if (protocol === 'mailto:') {
    // Its recipients cannot be seen in VS Code's question before it opens.
    return `mailto:${shown}` !== href.toLowerCase() && shown !== href.toLowerCase();
  }
  if (shown === href.toLowerCase() || !looksLikeAddress(shown)) {
    return false;
  }
  const bare = shown.replace(/^https?:\/\//, '');
  const host = hostOrAddress.toLowerCase();
  return bare !== host && !bare.startsWith(`${host}/`);
}

/** Whether a reader could mistake the text for a host: it has a dot or a colon between letters, in any script. */
function looksLikeAddress(shown: string): boolean {
  return /[\p{L}\p{N}-][.:@\u3002\uFF0E\uFF61\u2024][\p{L}\p{N}/]|:\/\//u.test(shown);
}
