// Exposes the streaming Markdown renderer to a page, to compare what it renders of a text in pieces and at once.
import { StreamingMarkdown } from '../../../src/webview/markdown/streamingMarkdown';
import { readableText } from '../../../src/webview/markdown/readableText';
import { shownText } from '../../../src/webview/find/searchText';

export interface StreamedDocument {
  readonly text: string;
  /** Offsets in UTF-16 units: the text is passed to the renderer up to each of them in turn. */
  readonly cuts: readonly number[];
}

/** Text that is held back is not shown within a test: that depends on the time. */
const stoppedClock = { after: () => ({ dispose: () => {} }) };

/** Tags, attributes and text as a reader perceives them, without sections and groups of code lines. */
function outline(node: Node): string {
  if (!(node instanceof Element)) {
    return node.textContent ?? '';
  }
  if (node.classList.contains('code-block')) {
    const language = node.querySelector('.code-language')?.textContent ?? '';
    return `[code ${language}|${node.querySelector('code')?.textContent ?? ''}]`;
  }
  const inner = [...node.childNodes].map(outline).join('');
  if (node.getAttribute('role') === 'presentation' && node.localName === 'div') {
    return inner;
  }
  const attributes = [...node.attributes]
    .filter(({ name }) => name !== 'style')
    .map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`)
    .toSorted();
  return `<${node.tagName.toLowerCase()}${attributes.join('')}>${inner}</>`;
}

function render(text: string, cuts: readonly number[], didAppend = (_root: Element): void => {}) {
  const root = document.createElement('div');
  document.body.append(root);
  const markdown = new StreamingMarkdown(root, stoppedClock);
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    if (cut > from) {
      markdown.append(text.slice(from, cut));
      from = cut;
      didAppend(root);
    }
  }
  markdown.finish();
  root.remove();
  return root;
}

/** The documents whose renderings differ. */
function findDifferences(
  documents: readonly StreamedDocument[],
): readonly (StreamedDocument & { expected: string; actual: string })[] {
  return documents.flatMap((document) => {
    const expected = outline(render(document.text, []));
    const actual = outline(render(document.text, document.cuts));
    return actual === expected ? [] : [{ ...document, expected, actual }];
  });
}

/** The elements that can still change: those that end with the text so far. The others are added to `finished`. */
function markFinished(element: Element, finished: WeakSet<Node>): void {
  if (element.matches('p, h1, h2, h3, h4, h5, h6, .code-block')) {
    // Its content can still change.
    return;
  }
  const children = [...element.children];
  const hasFootnotes = children.at(-1)?.classList.contains('footnotes') === true;
  const open = children.splice(hasFootnotes ? -2 : -1);
  for (const child of children) {
    finished.add(child);
  }
  for (const child of open) {
    markFinished(child, finished);
  }
}

/** What changed in finished blocks while the documents were streamed. */
function findChangesOfFinishedBlocks(documents: readonly StreamedDocument[]): readonly string[] {
  return documents.flatMap(({ text, cuts }) => {
    const changes: string[] = [];
    const finished = new WeakSet<Node>();
    const observer = new MutationObserver(() => {});
    let isObserved = false;
    render(text, cuts, (root) => {
      for (const { target, type, attributeName } of observer.takeRecords()) {
        // A table or list that becomes long gets roles for screen readers.
        if (attributeName === 'role') {
          continue;
        }
        for (let node: Node | null = target; node !== null; node = node.parentNode) {
          if (finished.has(node)) {
            changes.push(`${type} of ${outline(target)} in ${JSON.stringify(text)}`);
            break;
          }
        }
      }
      markFinished(root, finished);
      if (!isObserved) {
        isObserved = true;
        observer.observe(root, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      }
    });
    return changes;
  });
}

/** The documents of which find searches another text than the one that is shown. */
function findUnequalTexts(
  texts: readonly string[],
): readonly { text: string; expected: string; actual: string }[] {
  const words = (text: string): string =>
    text
      .split(/[\0\s]+/)
      .filter((word) => word !== '')
      .filter((word) => word !== '')
      .toSorted()
      .join(' ');
  return texts.flatMap((text) => {
    const expected = words(shownText(render(text, [])).text);
    const actual = words(readableText(text, '\0'));
    return actual === expected ? [] : [{ text, expected, actual }];
  });
}

Object.assign(window, {
  portico: {
    findDifferences,
    findChangesOfFinishedBlocks,
    findUnequalTexts,
    outline: (text: string) => outline(render(text, [])),
  },
});
