// Exposes the streaming Markdown renderer to a page, with a rendering of the complete text to compare it to.
import { createMarkdownParser } from '../../../src/shared/text/markdown';
import { CodeBlock } from '../../../src/webview/markdown/code/codeBlock';
import { nodesFromTokens } from '../../../src/webview/markdown/fromTokens';
import { createDom } from '../../../src/webview/markdown/nodes';
import { StreamingMarkdown } from '../../../src/webview/markdown/streamingMarkdown';

export interface StreamedDocument {
  readonly text: string;
  /** Offsets in UTF-16 units: the text is passed to the renderer up to each of them in turn. */
  readonly cuts: readonly number[];
  readonly minFreezeLength: number;
}

/** Tags, attributes and text as a reader perceives them, without sections and groups of code lines. */
function outline(node: Node): string {
  if (!(node instanceof Element)) {
    return node.textContent ?? '';
  }
  const block = CodeBlock.of(node);
  if (block !== undefined) {
    const language = node.querySelector('.code-language')?.textContent ?? '';
    return `[code ${language}|${node.querySelector('code')?.textContent ?? ''}]`;
  }
  const inner = [...node.childNodes].map(outline).join('');
  if (node.classList.contains('section')) {
    return inner;
  }
  const attributes = [...node.attributes]
    .map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`)
    .toSorted();
  return `<${node.tagName.toLowerCase()}${attributes.join('')}>${inner}</>`;
}

function renderAtOnce(text: string): string {
  return nodesFromTokens(createMarkdownParser().parse(text, {}))
    .map((node) => outline(createDom(node)))
    .join('');
}

function renderStreamed({ text, cuts, minFreezeLength }: StreamedDocument): string {
  const root = document.createElement('div');
  document.body.append(root);
  const markdown = new StreamingMarkdown(root, { minFreezeLength });
  for (const cut of cuts) {
    markdown.update(text.slice(0, cut));
  }
  markdown.finish(text);
  root.remove();
  return [...root.childNodes].map(outline).join('');
}

/** The documents whose renderings differ. */
function findDifferences(
  documents: readonly StreamedDocument[],
): readonly (StreamedDocument & { expected: string; actual: string })[] {
  return documents.flatMap((document) => {
    const expected = renderAtOnce(document.text);
    const actual = renderStreamed(document);
    return actual === expected ? [] : [{ ...document, expected, actual }];
  });
}

Object.assign(window, { portico: { findDifferences } });
