// InlineText: the text of a block that grows. It is parsed in parts: text before the last cut is not parsed again. Where
// it is cut depends on the text only, never on how it arrived.
import { fileReferences } from '../fileReferences';
import { Sections } from '../sections';
import type { InlineContext } from './inlineContext';
import { InlineParts, minWindow, type InlinePart } from './inlineParts';
import { createDom, patchChildren, text, type InlineNode } from './nodes';

/** Longer paragraphs are laid out in pieces of at least this length. Each begins a new line. */
const minPieceLength = 4_096;
/** Text of this length is laid out in about the time of what a mark begins. */
const markLength = 20;

/** Text whose markup stays open is parsed again only when it has grown by this factor. */
const growth = 1.25;

export class InlineText {
  /** All text that was appended, for rendering it again with more link definitions. */
  text = '';
  /** Appended, and not read yet. */
  #unread = '';
  #element: HTMLElement;
  readonly #context: InlineContext;
  #pieces: Sections | undefined;
  #piece: HTMLElement;
  /** The length of the text and its marks: see `markLength`. */
  #pieceLength = 0;
  #parts = new InlineParts();
  /** The length of the text after the last cut when it was parsed last. */
  #parsedLength = 0;
  /** The nodes after the last cut, as shown. */
  #shown: readonly InlineNode[] = [];
  /** The nodes as parsed last: text that came since is shown after them. */
  #parsed: readonly InlineNode[] = [];
  /** The DOM node of the first shown one. */
  #firstShown: ChildNode | null = null;

  constructor(element: HTMLElement, context: InlineContext) {
    this.#element = element;
    this.#context = context;
    this.#piece = element;
  }

  append(added: string): void {
    this.#unread += added;
  }

  /** Shows what was appended. */
  update(): void {
    this.#read();
    const { length } = this.#parts.rest;
    if (length === this.#parsedLength) {
      return;
    }
    if (length < 2 * minWindow || length >= this.#parsedLength * growth) {
      const { rest, isPlain } = this.#parts;
      this.#parsed = isPlain ? plainNodes(rest) : this.#context.preview(rest);
      this.#parsedLength = length;
      this.#show(this.#parsed);
    } else {
      this.#show([...this.#parsed, text(this.#parts.rest.slice(this.#parsedLength))]);
    }
  }

  finish(): void {
    this.#read();
    const { rest, isPlain } = this.#parts;
    this.#show(this.#parse(rest, isPlain));
    this.#parsedLength = rest.length;
  }

  /** Continues in another element. */
  moveTo(element: HTMLElement): void {
    element.append(...this.#element.childNodes);
    if (this.#piece === this.#element) {
      this.#piece = element;
    }
    this.#element = element;
  }

  /** Renders all of the text again, in steps of a few ms: the new text replaces the old one at the end. */
  *refresh(): Generator<void, void> {
    const fresh = new InlineText(document.createElement('span'), this.#context);
    for (const part of fresh.#parts.append(this.text, this.#context.environment)) {
      fresh.#finishPart(part);
      yield;
    }
    fresh.finish();
    this.#element.replaceChildren(...fresh.#element.childNodes);
    // The host may have answered while they were not in the document.
    for (const element of this.#element.querySelectorAll<HTMLElement>('.file-reference')) {
      fileReferences.add(element);
    }
  }

  /** Removes the last line. Returns whether any line remains. */
  takeLastLine(): boolean {
    this.#read();
    const lineBreak = this.text.lastIndexOf('\n');
    const removed = this.text.length - Math.max(0, lineBreak);
    if (removed > this.#parts.rest.length) {
      this.#reset(this.text.slice(0, Math.max(0, lineBreak)));
    } else {
      this.text = this.text.slice(0, Math.max(0, lineBreak));
      this.#parts.rest = this.#parts.rest.slice(0, this.#parts.rest.length - removed);
      this.#parsedLength = 0;
    }
    return lineBreak > 0;
  }

  #reset(all: string): void {
    this.#element.replaceChildren();
    this.text = '';
    this.#pieces = undefined;
    this.#piece = this.#element;
    this.#pieceLength = 0;
    this.#parts = new InlineParts();
    this.#parsedLength = 0;
    this.#shown = [];
    this.#firstShown = null;
    this.append(all);
    this.#read();
  }

  #read(): void {
    const added = this.#unread;
    this.#unread = '';
    this.text += added;
    for (const part of this.#parts.append(added, this.#context.environment)) {
      this.#finishPart(part);
    }
  }

  #parse(source: string, isPlain: boolean): readonly InlineNode[] {
    return isPlain ? plainNodes(source) : this.#context.parse(source);
  }

  #finishPart(part: InlinePart): void {
    this.#show(this.#parse(part.text, part.isPlain));
    this.#shown = [];
    this.#firstShown = null;
    this.#parsed = [];
    this.#parsedLength = 0;
    this.#pieceLength += part.text.length + part.marks * markLength;
    if (this.#pieceLength >= minPieceLength) {
      this.#beginPiece();
    }
  }

  #beginPiece(): void {
    this.#pieces ??= new Sections(this.#element, 'text-section');
    this.#piece = document.createElement('span');
    this.#piece.className = 'text-piece';
    this.#pieces.add(this.#piece);
    this.#pieceLength = 0;
  }

  #show(nodes: readonly InlineNode[]): void {
    if (this.#shown.length === 0) {
      this.#firstShown = null;
      for (const node of nodes) {
        const created = this.#piece.appendChild(createDom(node));
        this.#firstShown ??= created;
      }
    } else {
      this.#firstShown = patchChildren(this.#piece, this.#firstShown, this.#shown, nodes);
    }
    this.#shown = nodes;
  }
}

function plainNodes(source: string): readonly InlineNode[] {
  return source === '' ? [] : [text(source)];
}
