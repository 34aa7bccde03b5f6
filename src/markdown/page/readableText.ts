// Converts Markdown to the text that a reader sees, without building its DOM.
import { BlockReader } from '../common/blockReader';
import type { Block, BlockSink, LinkDefinition } from '../common/blocks';
import { InlineContext } from './inline/inlineContext';
import { InlineParts } from './inline/inlineParts';
import { textContent } from './inline/nodes';

/** The text of `markdown` with `boundary` around each block and instead of each line break. Formulas have no text. */
export function readableText(markdown: string, boundary: string): string {
  const sink = new TextSink();
  const reader = new BlockReader(sink, { extensions: true });
  reader.append(markdown);
  reader.end();
  return sink.text(boundary);
}

interface TextLeaf {
  readonly isInline: boolean;
  text: string;
}

class TextSink implements BlockSink {
  readonly #context = new InlineContext();
  readonly #leaves: TextLeaf[] = [];
  readonly #open: Block['type'][] = [];

  open(block: Block): void {
    this.#open.push(block.type);
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        this.#leaves.push({ isInline: true, text: '' });
        break;
      case 'code':
      case 'html':
        this.#leaves.push({ isInline: false, text: '' });
        break;
      case 'details':
        this.#leaves.push({ isInline: true, text: block.summary });
        break;
      case 'table':
        this.row(block.header);
        break;
      case 'footnote':
        this.#context.defineFootnote(block.label);
        break;
      default:
        break;
    }
  }

  append(text: string): void {
    const leaf = this.#leaves.at(-1);
    if (leaf !== undefined && this.#open.at(-1) !== 'math') {
      leaf.text += text;
    }
  }

  row(cells: readonly string[]): void {
    for (const text of cells) {
      this.#leaves.push({ isInline: true, text });
    }
  }

  toHeading(): void {}

  takeLastLine(): void {
    const leaf = this.#leaves.at(-1);
    if (leaf !== undefined) {
      leaf.text = leaf.text.slice(0, Math.max(0, leaf.text.lastIndexOf('\n')));
    }
  }

  loosen(): void {}

  close(): void {
    this.#open.pop();
  }

  define({ label, href, title }: LinkDefinition): void {
    this.#context.defineLink(label, href, title);
  }

  /** All definitions are known by now. */
  text(boundary: string): string {
    const texts = this.#leaves.map(({ isInline, text }) =>
      isInline ? this.#inlineText(text, boundary) : text,
    );
    return `${boundary}${texts.join(boundary)}${boundary}`;
  }

  #inlineText(text: string, boundary: string): string {
    const parts = new InlineParts();
    const complete = [...parts.append(text, this.#context.environment)];
    return [...complete, { text: parts.rest, isPlain: parts.isPlain }]
      .map((part) =>
        part.isPlain ? part.text : textContent(this.#context.parse(part.text), boundary),
      )
      .join('');
  }
}
