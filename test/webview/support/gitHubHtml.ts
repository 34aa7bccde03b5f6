// Runs in a page: writes what Portico has rendered with the elements and attributes of GitHub's HTML.

const gitHubNames: Readonly<Record<string, string>> = { s: 'del' };

/** The content of `parent` as GitHub writes it. The element must be in the document, for its styles. */
export function innerGitHubHtml(parent: Element): string {
  return [...parent.childNodes]
    .map((child) =>
      child instanceof HTMLElement ? outerGitHubHtml(child) : (child.textContent ?? ''),
    )
    .join('');
}

function outerGitHubHtml(element: HTMLElement): string {
  const { localName } = element;
  const name = gitHubNames[localName] ?? localName;
  // What Portico adds around blocks, to links, and to columns.
  if (element.matches('.link-host, .table-bar, colgroup')) {
    return '';
  }
  if (element.matches('div, span, :is(ul, ol):not(.loose) > li > p')) {
    return innerGitHubHtml(element);
  }
  if (element instanceof HTMLInputElement) {
    return `<input${element.checked ? ' checked=""' : ''} disabled="" type="checkbox">`;
  }
  const inner = innerGitHubHtml(element);
  const align = getComputedStyle(element).textAlign;
  const attributes =
    element instanceof HTMLAnchorElement
      ? ` href="${element.getAttribute('href') ?? ''}"`
      : ['th', 'td'].includes(name) && ['center', 'right'].includes(align)
        ? ` align="${align}"`
        : '';
  return `<${name}${attributes}>${inner}</${name}>`;
}
