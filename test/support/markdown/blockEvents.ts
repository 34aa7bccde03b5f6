// What BlockReader emits, recorded for comparisons.
import { BlockReader } from '../../../src/markdown/common/blockReader';
import type { BlockSink } from '../../../src/markdown/common/blocks';

/** One line per call; calls of `append` that follow each other are one. */
export class EventSink implements BlockSink {
  readonly events: string[] = [];
  #text = '';

  open(block: unknown): void {
    this.#add('open', block);
  }
  append(text: string): void {
    this.#text += text;
  }
  row(cells: unknown): void {
    this.#add('row', cells);
  }
  toHeading(level: unknown): void {
    this.#add('toHeading', level);
  }
  takeLastLine(): void {
    this.#add('takeLastLine');
  }
  loosen(depth: unknown): void {
    this.#add('loosen', depth);
  }
  close(): void {
    this.#add('close');
  }
  define(definition: unknown): void {
    this.#add('define', definition);
  }

  /** All calls so far. */
  all(): readonly string[] {
    this.#endText();
    return this.events;
  }

  #add(name: string, value?: unknown): void {
    this.#endText();
    this.events.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`);
  }

  #endText(): void {
    if (this.#text !== '') {
      this.events.push(`append ${JSON.stringify(this.#text)}`);
      this.#text = '';
    }
  }
}

/** The events of a text that arrives in `pieces`. */
export function blockEvents(
  pieces: readonly string[],
  options: { readonly extensions: boolean },
): readonly string[] {
  const sink = new EventSink();
  const reader = new BlockReader(sink, options);
  for (const piece of pieces) {
    reader.append(piece);
  }
  reader.end();
  return sink.all();
}

/** The events of a text with extensions, without quotes around texts. */
export function readableEvents(markdown: string): readonly string[] {
  return blockEvents([markdown], { extensions: true }).map((event) =>
    event
      .replace(/^open \{"type":"(\w+)"\}$/u, '$1')
      .replace(/^open \{"type":"(\w+)",(.*)\}$/u, '$1 $2')
      .replace(/^append "(.*)"$/u, '=$1'),
  );
}

/** The readable events of a paragraph. */
export function paragraphEvents(text: string): readonly string[] {
  return ['paragraph', `=${text}`, 'close'];
}

/** `text` in pieces of `size` characters. */
export function piecesOf(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
