// The open paragraph. It writes its text as soon as it is certain that it is text.
import type { BlockSink } from '../blocks';
import { isRefusedLink } from '../safeLink';
import { readDefinitions } from './linkDefinitions';
import { endWithoutSpaces } from './spaces';

/** `[a]: /b` defines a link of a site that only the model knows: its text is enough. */
const namesScheme = /^(?:[a-z][a-z\d+.-]+:|\/\/)/i;

/** Holds back spaces and line breaks until more text follows: at the end of a paragraph they are not part of it. */
export class Paragraph {
  readonly kind = 'paragraph';
  readonly #sink: BlockSink;
  /** The text while it may become a link reference definition; undefined once other text follows. */
  #definitions: string | undefined = '';
  #isOpen = false;
  #isOneLine = true;
  /** Spaces and line breaks after the last text. */
  #spaces = '';
  #lastLine = '';

  /** `showsRefused`: definitions of links that are not shown as links are text. */
  constructor(
    sink: BlockSink,
    private readonly showsRefused: boolean,
  ) {
    this.#sink = sink;
  }

  /** Text that may be a definition. */
  get held(): string {
    return this.#definitions ?? '';
  }

  /** The last line if it may be the header of a table, else ''. */
  get header(): string {
    return this.#definitions === undefined && this.#lastLine.includes('|') ? this.#lastLine : '';
  }

  get isOneLine(): boolean {
    return this.#isOneLine;
  }

  startLine(): void {
    this.#isOneLine = !this.#isOpen;
    this.#add('\n');
    this.#lastLine = '';
  }

  write(text: string): void {
    this.#lastLine += text;
    this.#add(text);
  }

  /** Ends the definitions. Returns whether there is text besides them: only then is a block open in the sink. */
  settle(): boolean {
    this.#add('', true);
    return this.#isOpen;
  }

  #add(text: string, isEnd = false): void {
    if (this.#definitions === undefined) {
      this.#emit(text);
      return;
    }
    const known = this.#definitions + text;
    const { rest, isText } = readDefinitions(known, isEnd, (definition, source) => {
      if (
        this.showsRefused &&
        namesScheme.test(definition.href) &&
        isRefusedLink(definition.href)
      ) {
        const shown = source.trimEnd();
        this.#emit(shown);
        this.#spaces += source.slice(shown.length);
      } else {
        this.#sink.define(definition);
      }
    });
    this.#definitions = isText ? undefined : rest;
    if (isText) {
      this.#emit(rest);
    }
  }

  #emit(text: string): void {
    const added = !this.#isOpen && text.startsWith('\n') ? text.slice(1) : text;
    const end = endWithoutSpaces(added);
    if (end > 0) {
      if (!this.#isOpen) {
        this.#isOpen = true;
        this.#sink.open({ type: 'paragraph' });
      }
      this.#sink.append(this.#spaces + added.slice(0, end));
      this.#spaces = '';
    }
    this.#spaces += added.slice(end);
  }
}
