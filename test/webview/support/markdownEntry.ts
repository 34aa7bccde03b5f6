// Puts the Markdown renderer itself into a page, beside a rendering that knows nothing of streams.
import { createMarkdownParser } from '../../../src/shared/text/markdown';
import { CodeBlock } from '../../../src/webview/markdown/codeBlock';
import { nodesFromTokens } from '../../../src/webview/markdown/fromTokens';
import { createDom } from '../../../src/webview/markdown/nodes';
import { StreamingMarkdown } from '../../../src/webview/markdown/streamingMarkdown';

export interface Streamed {
  readonly text: string;
  /** Where the text is cut, in UTF-16 units. */
  readonly cuts: readonly number[];
  readonly freezeFrom: number;
}

/** What a reader meets: tags, their attributes, text; sections and line groups are no part of it. */
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

function once(text: string): string {
  return nodesFromTokens(createMarkdownParser().parse(text, {}))
    .map((node) => outline(createDom(node)))
    .join('');
}

function streamed({ text, cuts, freezeFrom }: Streamed): string {
  const root = document.createElement('div');
  document.body.append(root);
  const markdown = new StreamingMarkdown(root, { freezeFrom });
  for (const cut of cuts) {
    markdown.update(text.slice(0, cut));
  }
  markdown.finish(text);
  root.remove();
  return [...root.childNodes].map(outline).join('');
}

/** Those that differ, with both renderings. */
function differing(
  cases: readonly Streamed[],
): readonly (Streamed & { once: string; got: string })[] {
  return cases.flatMap((one) => {
    const expected = once(one.text);
    const got = streamed(one);
    return got === expected ? [] : [{ ...one, once: expected, got }];
  });
}

Object.assign(window, { portico: { once, streamed, differing, StreamingMarkdown } });
