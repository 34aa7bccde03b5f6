// Runs in a page: renders texts in pieces and whole with the product's renderer, and compares the documents.
import '../../../src/chat/page/styles/main.css';
import { shownText } from '../../../src/chat/page/find/searchText';
import { readableText } from '../../../src/markdown/page/readableText';
import { loadHighlighter, loadMath } from '../../../src/markdown/page/scripts/pageScripts';
import { SpokenAnswer } from '../../../src/markdown/page/spokenAnswer';
import { StreamingMarkdown } from '../../../src/markdown/page/streamingMarkdown';
import { porticoRenderer } from '../../support/markdown/renderer';
import { innerGitHubHtml } from './gitHubHtml';

/** A text in pieces. */
export type StreamedText = readonly string[];

export interface StreamingProblem {
  readonly pieces: StreamedText;
  readonly kind:
    'differs from the whole text' | 'a finished block changed' | 'a finished block moved';
  readonly expected: string;
  readonly actual: string;
}

/** Elements that can still grow: all blocks in them but the last one are finished. */
const containers = 'ul, ol, li, blockquote, details, table, tbody, div, section';
/** Blocks without finished blocks in them: their content is one text. */
const leaves = '.code-block, .math';

/** The last blocks of a text, from the outermost on. Everything before them is finished. */
function openBlocks(root: Element): readonly Element[] {
  const open: Element[] = [];
  let last = lastBlock(root);
  while (last !== undefined) {
    open.push(last);
    last = last.matches(containers) && !last.matches(leaves) ? lastBlock(last) : undefined;
  }
  return open;
}

/** The footnotes come after the block that grows, so they don't count. */
function lastBlock(parent: Element): Element | undefined {
  return [...parent.children].findLast((child) => !child.matches('.footnotes'));
}

function addFinished(root: Element, finished: Set<Element>): void {
  for (const open of openBlocks(root)) {
    for (let before = open.previousElementSibling; before !== null;) {
      if (finished.has(before)) {
        break;
      }
      finished.add(before);
      before = before.previousElementSibling;
    }
  }
}

function render(pieces: StreamedText, didAppend?: (root: Element) => void): Element {
  return inDocument((root) => {
    renderInto(root, pieces, didAppend);
    return root;
  });
}

/** Calls `use` with an element that is in the document for that time. */
function inDocument<T>(use: (root: Element) => T): T {
  const root = document.createElement('div');
  document.body.append(root);
  try {
    return use(root);
  } finally {
    root.remove();
  }
}

function renderInto(
  root: Element,
  pieces: StreamedText,
  didAppend: (root: Element) => void = () => undefined,
): void {
  const renderer = porticoRenderer(root);
  for (const piece of pieces) {
    renderer.append(piece);
    didAppend(root);
  }
  renderer.finish();
}

/** What happens to finished blocks while a text is streamed. */
class FinishedBlocks {
  readonly problems: StreamingProblem[] = [];
  readonly #finished = new Set<Element>();
  readonly #observer = new MutationObserver(() => undefined);
  readonly #places = new Map<Element, string>();
  #isObserving = false;

  constructor(
    private readonly pieces: StreamedText,
    private readonly checksPlaces: boolean,
  ) {}

  check(root: Element): void {
    for (const record of this.#observer.takeRecords()) {
      this.#checkRecord(record);
    }
    addFinished(root, this.#finished);
    if (this.checksPlaces) {
      this.#checkPlaces(root);
    }
    if (!this.#isObserving) {
      this.#isObserving = true;
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      this.#observer.observe(root, all);
    }
  }

  #checkRecord({ target, type, attributeName, removedNodes }: MutationRecord): void {
    // A list or table gets its size for screen readers while it grows.
    if (attributeName?.startsWith('aria-') === true || attributeName === 'role') {
      return;
    }
    const removed = [...removedNodes].some((node) => this.#isFinished(node));
    let isInside = false;
    for (let node: Node | null = target; node !== null; node = node.parentNode) {
      isInside ||= this.#isFinished(node);
    }
    if (removed || isInside) {
      const actual = target instanceof Element ? target.outerHTML : (target.textContent ?? '');
      this.#add('a finished block changed', `no ${type}`, actual);
    }
  }

  #isFinished(node: Node): boolean {
    return node instanceof Element && this.#finished.has(node);
  }

  #checkPlaces(root: Element): void {
    const origin = root.getBoundingClientRect();
    for (const element of this.#finished) {
      // Inside of an open block, an empty line between its items moves them.
      if (!isTopLevel(element, root)) {
        continue;
      }
      const { x, y, width, height } = element.getBoundingClientRect();
      const place = [x - origin.x, y - origin.y, width, height].map(Math.round).join(' ');
      const before = this.#places.get(element) ?? place;
      if (before !== place) {
        this.#add('a finished block moved', before, `${place} ${element.outerHTML.slice(0, 200)}`);
      }
      this.#places.set(element, place);
    }
  }

  #add(kind: StreamingProblem['kind'], expected: string, actual: string): void {
    this.problems.push({ pieces: this.pieces, kind, expected, actual });
  }
}

/** Whether only sections are between the block and the root. */
function isTopLevel(element: Element, root: Element): boolean {
  const parent = element.parentElement;
  return (
    parent === root ||
    (parent !== null &&
      parent.matches('.section, [role="presentation"]') &&
      isTopLevel(parent, root))
  );
}

/** @param placesOf the positions of blocks are checked in each n-th document only: layout takes time */
function findProblems(
  documents: readonly StreamedText[],
  placesOf: number,
): readonly StreamingProblem[] {
  return documents.flatMap((pieces, index) => {
    const finished = new FinishedBlocks(pieces, index % placesOf === 0);
    const actual = render(pieces, (root) => finished.check(root));
    const expected = render([pieces.join('')]);
    // Where text nodes are cut makes no difference to a reader.
    actual.normalize();
    expected.normalize();
    return actual.isEqualNode(expected)
      ? finished.problems
      : [
          ...finished.problems,
          {
            pieces,
            kind: 'differs from the whole text' as const,
            expected: expected.innerHTML,
            actual: actual.innerHTML,
          },
        ];
  });
}

/** The texts of which find searches other words than those that are shown. */
function findUnequalTexts(
  texts: readonly string[],
): readonly { readonly text: string; readonly expected: string; readonly actual: string }[] {
  const words = (text: string): string =>
    text
      .split(/[\0\s]+/u)
      .filter((word) => word !== '')
      .toSorted()
      .join(' ');
  return texts.flatMap((text) => {
    const expected = words(shownText(render([text])).text);
    const actual = words(readableText(text, '\0'));
    return actual === expected ? [] : [{ text, expected, actual }];
  });
}

/** The most items of lists that one step of the end of an answer adds to the document. */
function maxItemsPerStep(text: string): number {
  return inDocument((root) => {
    const markdown = new StreamingMarkdown(root);
    markdown.append(text);
    const observer = new MutationObserver(() => undefined);
    observer.observe(root, { subtree: true, childList: true });
    let most = 0;
    for (const _ of markdown.finish()) {
      const added = observer.takeRecords().flatMap(({ addedNodes }) => Array.from(addedNodes));
      most = Math.max(most, added.filter((node) => node instanceof HTMLLIElement).length);
    }
    return most;
  });
}

/** Renders what other scripts are loaded for; resolves when they are there for all documents. */
async function loadAll(): Promise<void> {
  const root = document.createElement('div');
  document.body.append(root);
  renderInto(root, ['$$\nx\n$$\n\n```rust\nfn main() {}\n```\n']);
  await Promise.all([loadMath(), loadHighlighter()]);
  await new Promise((resolve) => requestIdleCallback(resolve));
  root.remove();
}

/** The document of a text as GitHub's HTML. */
function gitHubHtml(text: string): string {
  return inDocument((root) => {
    renderInto(root, [text]);
    return innerGitHubHtml(root);
  });
}

/** The texts whose spoken words differ between speaking after each piece and speaking once at the end. */
function findUnequalSpeech(texts: readonly StreamedText[]): readonly StreamedText[] {
  const words = (pieces: StreamedText, speaksEachPiece: boolean): string => {
    const answer = new SpokenAnswer();
    const spoken = pieces.map((piece) => {
      answer.append(piece);
      return speaksEachPiece ? answer.takeSentences() : '';
    });
    answer.end();
    return [...spoken, answer.takeSentences()].join(' ').replaceAll(/\s+/gu, ' ').trim();
  };
  return texts.filter((pieces) => words(pieces, true) !== words([pieces.join('')], false));
}

const portico = {
  findProblems,
  findUnequalSpeech,
  findUnequalTexts,
  gitHubHtml,
  loadAll,
  maxItemsPerStep,
};

export type StreamedPage = typeof portico;

Object.assign(window, { portico });
