// The open paragraph. It writes its text as soon as it is certain that it is text.
import type { BlockSink } from '../blocks';
import { isSpace } from './spaces';
import { LinkDefinitionReader } from './linkDefinitions';

/** Holds back spaces and line breaks until more text follows: at the end of a paragraph they are not part of it. */
export class Paragraph {
  readonly kind = 'paragraph';
  readonly #sink: BlockSink;
  /** Reads the text while all of it is link reference definitions. */
  #definitions: LinkDefinitionReader | undefined;
  /** Whether there is text that is no definition. */
  #hasText = false;
  #isOpen = false;
  #isFirstLine = true;
  /** Spaces and line breaks after the last text. */
  #spaces = '';
  #lastLine = '';

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  /** Text that may be a definition. */
  get held(): string {
    return this.#definitions?.held ?? '';
  }

  /** The last line if it may be the header of a table, else ''. */
  get header(): string {
    return this.#hasText && this.#lastLine.includes('|') ? this.#lastLine : '';
  }

  /** Begins a line. */
  startLine(): void {
    if (this.#isOpen) {
      this.#spaces += '\n';
    } else if (!this.#isFirstLine) {
      this.write('\n');
    }
    this.#lastLine = '';
  }

  write(text: string): void {
    this.#isFirstLine = false;
    if (text !== '\n') {
      this.#lastLine += text;
    }
    const rest = this.#hasText ? text : this.#readDefinitions(text);
    if (rest !== undefined) {
      this.#emit(rest);
    }
  }

  /** Ends the definitions. Returns whether there is text besides them. */
  settle(): boolean {
    if (this.#definitions !== undefined) {
      const rest = this.#definitions.finish();
      if (rest !== '') {
        this.#endDefinitions();
        this.#emit(rest);
      }
    }
    this.#isFirstLine = !this.#isOpen;
    return this.#isOpen;
  }

  close(): void {
    if (this.settle()) {
      this.#sink.close();
    }
  }

  /** Returns the text that is no definition, undefined while that is not known. */
  #readDefinitions(text: string): string | undefined {
    if (text === '') {
      return undefined;
    }
    if (this.#definitions === undefined && text.charAt(0) !== '[') {
      this.#endDefinitions();
      return text;
    }
    this.#definitions ??= new LinkDefinitionReader((definition) => this.#sink.define(definition));
    const rest = this.#definitions.read(text);
    if (rest !== undefined) {
      this.#endDefinitions();
    }
    return rest;
  }

  #endDefinitions(): void {
    this.#definitions = undefined;
    this.#hasText = true;
  }

  #emit(text: string): void {
    const added = !this.#isOpen && text.startsWith('\n') ? text.slice(1) : text;
    let end = added.length;
    while (end > 0 && isSpace(added.charAt(end - 1))) {
      end -= 1;
    }
    if (end === 0) {
      this.#spaces += added;
      return;
    }
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#sink.open({ type: 'paragraph' });
    }
    this.#sink.append(this.#spaces + added.slice(0, end));
    this.#spaces = added.slice(end);
  }
}
