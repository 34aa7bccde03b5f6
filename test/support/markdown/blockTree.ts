// Trees of blocks, for comparisons: one from what BlockReader emits, one from markdown-it's tokens. Inline text is
// compared as markdown-it's inline parser renders it, so that only the blocks differ if anything does.
import assert from 'node:assert/strict';
import type { MarkdownIt } from 'markdown-it';
import { BlockReader } from '../../../src/markdown/common/blockReader';
import type { Block, BlockSink, LinkDefinition } from '../../../src/markdown/common/blocks';

export interface TreeNode {
  readonly type: string;
  readonly data?: unknown;
  /** Whether a paragraph stands in an item of a list that is not loose. */
  tight?: boolean;
  text?: string;
  readonly children: TreeNode[];
}

interface OpenNode extends TreeNode {
  isLoose: boolean;
  rows: string[][];
}

/** Builds a tree. Fails when the calls do not fit together. */
export class TreeSink implements BlockSink {
  readonly root = node('document');
  readonly definitions: LinkDefinition[] = [];
  readonly #open: OpenNode[] = [this.root];

  open(block: Block): void {
    const { type, ...data } = block;
    const opened = node(type, data);
    this.#top.children.push(opened);
    this.#open.push(opened);
  }

  append(text: string): void {
    assert.ok(this.#open.length > 1);
    assert.ok(text !== '');
    this.#top.text = (this.#top.text ?? '') + text;
  }

  row(cells: readonly string[]): void {
    assert.equal(this.#top.type, 'table');
    this.#top.rows.push([...cells]);
  }

  toHeading(level: 1 | 2): void {
    assert.equal(this.#top.type, 'paragraph');
    const heading = { ...node('heading', { level }), text: this.#top.text ?? '' };
    this.#replaceTop(heading);
  }

  takeLastLine(): void {
    const lines = this.#top.text?.split('\n') ?? [];
    lines.pop();
    if (lines.length === 0) {
      this.#open.at(-2)?.children.pop();
    }
    this.#top.text = lines.join('\n');
  }

  loosen(depth: number): void {
    const list = this.#open[depth + 1];
    assert.equal(list?.type, 'list');
    assert.ok(list !== undefined && !list.isLoose);
    list.isLoose = true;
  }

  close(): void {
    assert.ok(this.#open.length > 1);
    const closed = this.#open.pop();
    if (closed?.type === 'list' && !closed.isLoose) {
      for (const child of closed.children.flatMap((item) => item.children)) {
        if (child.type === 'paragraph') {
          child.tight = true;
        }
      }
    }
  }

  define(definition: LinkDefinition): void {
    this.definitions.push(definition);
  }

  /** Checks that all blocks are closed. */
  end(): TreeNode {
    assert.equal(this.#open.length, 1);
    return this.root;
  }

  get #top(): OpenNode {
    const top = this.#open.at(-1);
    assert.ok(top !== undefined);
    return top;
  }

  #replaceTop(replacement: OpenNode): void {
    this.#open.pop();
    this.#top.children.pop();
    this.#top.children.push(replacement);
    this.#open.push(replacement);
  }
}

function node(type: string, data?: unknown): OpenNode {
  return { type, data, children: [], isLoose: false, rows: [] };
}

/** The blocks of `markdown` as lines of text: indented, with what is known of each. */
export function describeBlocks(
  markdown: string,
  parser: MarkdownIt,
  options: { readonly extensions: boolean },
): string {
  const sink = new TreeSink();
  const reader = new BlockReader(sink, options);
  reader.append(markdown);
  reader.end();
  const references: Record<string, { href: string; title: string }> = {};
  for (const { label, href, title } of sink.definitions) {
    references[parser.utils.normalizeReference(label)] ??= {
      href: parser.normalizeLink(href),
      title,
    };
  }
  const inline = (text: string): string => parser.renderInline(text.trim(), { references });
  const lines: string[] = [];
  const describe = (current: TreeNode, depth: number): void => {
    const data: Readonly<Record<string, unknown>> = { ...Object(current.data) };
    lines.push(' '.repeat(depth) + describeNode(current, data, inline));
    current.children.forEach((child) => describe(child, depth + 1));
    if ('rows' in current && Array.isArray(current.rows)) {
      for (const cells of current.rows) {
        lines.push(`${' '.repeat(depth + 1)}row ${JSON.stringify(cells.map(inline))}`);
      }
    }
  };
  sink.end().children.forEach((child) => describe(child, 0));
  return lines.join('\n');
}

function describeNode(
  { type, text = '', tight = false }: TreeNode,
  data: Readonly<Record<string, unknown>>,
  inline: (text: string) => string,
): string {
  switch (type) {
    case 'paragraph':
      return `${tight ? 'tight ' : ''}paragraph ${JSON.stringify(inline(text))}`;
    case 'heading':
      return `heading ${String(data['level'])} ${JSON.stringify(inline(text))}`;
    case 'code':
      return `code ${JSON.stringify(data['info'])} ${JSON.stringify(text)}`;
    case 'html':
      return `html ${JSON.stringify(text.trimEnd())}`;
    case 'list':
      return `list ${JSON.stringify(data['start']) ?? ''}`;
    case 'table':
      return `table ${JSON.stringify(data['alignments'])} ${JSON.stringify([data['header']].flat().map(String).map(inline))}`;
    default:
      return type;
  }
}

/** The same of what markdown-it makes of `markdown`. */
export function describeTokens(markdown: string, parser: MarkdownIt): string {
  const lines: string[] = [];
  const env = {};
  const tokens = parser.parse(markdown, env);
  let depth = 0;
  const add = (line: string): void => {
    lines.push(' '.repeat(depth) + line);
  };
  let cells: string[] = [];
  let alignments: (string | undefined)[] = [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const inline = JSON.stringify(
      next?.type === 'inline'
        ? parser.renderer.renderInline(next.children ?? [], parser.options, env)
        : '',
    );
    switch (token.type) {
      case 'paragraph_open':
        add(`${token.hidden ? 'tight ' : ''}paragraph ${inline}`);
        break;
      case 'heading_open':
        add(`heading ${token.tag.slice(1)} ${inline}`);
        break;
      case 'code_block':
      case 'fence':
        add(
          `code ${JSON.stringify(parser.utils.unescapeAll(token.info.trim()))} ${JSON.stringify(token.content.replace(/\n$/u, ''))}`,
        );
        break;
      case 'html_block':
        add(`html ${JSON.stringify(token.content.trimEnd())}`);
        break;
      case 'hr':
        add('rule');
        break;
      case 'blockquote_open':
        add('quote');
        depth += 1;
        break;
      case 'bullet_list_open':
        add('list ');
        depth += 1;
        break;
      case 'ordered_list_open':
        add(`list ${token.attrGet('start') ?? 1}`);
        depth += 1;
        break;
      case 'list_item_open':
        add('item');
        depth += 1;
        break;
      case 'blockquote_close':
      case 'bullet_list_close':
      case 'ordered_list_close':
      case 'list_item_close':
        depth -= 1;
        break;
      case 'tr_open':
        cells = [];
        alignments = [];
        break;
      case 'th_open':
      case 'td_open':
        cells.push(String(JSON.parse(inline)));
        alignments.push(/:(\w+)/u.exec(String(token.attrGet('style') ?? ''))?.[1]);
        break;
      case 'thead_close':
        add(`table ${JSON.stringify(alignments)} ${JSON.stringify(cells)}`);
        break;
      case 'tr_close':
        if (
          token.level > 1 &&
          tokens.slice(0, index).findLast(({ type }) => /^t(?:head|body)_open$/u.test(type))
            ?.type === 'tbody_open'
        ) {
          depth += 1;
          add(`row ${JSON.stringify(cells)}`);
          depth -= 1;
        }
        break;
      default:
    }
  }
  return lines.join('\n');
}
