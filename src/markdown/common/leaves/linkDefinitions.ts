// Link reference definitions (`[label]: href "title"`) at the start of a paragraph. A state machine that sees each
// character once, because a definition may extend over lines that arrive late.
import type { LinkDefinition } from '../blocks';
import {
  beginsTitle,
  LinkDestinationReader,
  LinkLabelReader,
  LinkTitleReader,
  type PartState,
} from './linkDefinitionParts';
import { isSpace } from './spaces';
import { unescapeMarkdown } from './unescape';

/** A longer definition is text: this limits how much text is undecided. In UTF-16 units. */
const maxLength = 2000;

type DefinitionState =
  | 'start'
  | 'label'
  | 'colon'
  | 'beforeHref'
  | 'href'
  | 'afterHref'
  | 'space'
  | 'titleLine'
  | 'title'
  | 'afterTitle'
  | 'failed';

export class LinkDefinitionReader {
  readonly #define: (definition: LinkDefinition) => void;
  #state: DefinitionState = 'start';
  /** The text of the definition so far. */
  #held = '';
  /** Places in the held text. */
  #length = 0;
  #labelEnd = 0;
  #hrefStart = 0;
  #hrefEnd = 0;
  #titleStart = 0;
  #titleEnd = 0;
  /** Where the line of the title begins: without a title, the definition ends before it. */
  #titleLine = 0;
  #label = new LinkLabelReader();
  #href: LinkDestinationReader | undefined;
  #title: LinkTitleReader | undefined;

  constructor(define: (definition: LinkDefinition) => void) {
    this.#define = define;
  }

  /** The text that may still become a definition. */
  get held(): string {
    return this.#held;
  }

  /**
   * Reads more of a paragraph, whose lines have no indentation. Returns the text from which on it is not a definition,
   * and undefined while that is not known; after a text, nothing must follow.
   */
  read(text: string): string | undefined {
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (this.#isDone(character)) {
        this.#complete(this.#held + text.slice(start, index));
        start = index;
      }
      this.#accept(character);
      this.#length += 1;
      if (this.#state === 'failed' || this.#length > maxLength) {
        return this.#fail(this.#held + text.slice(start));
      }
    }
    this.#held += text.slice(start);
    return undefined;
  }

  /** Ends the paragraph, or only its definitions. Returns the text that is no definition. */
  finish(): string {
    const held = this.#held;
    switch (this.#state) {
      case 'href':
        if (this.#href?.mayEnd !== true) {
          break;
        }
        this.#hrefEnd = this.#length;
        this.#complete(held);
        return '';
      case 'afterHref':
      case 'space':
      case 'titleLine':
      case 'afterTitle':
        this.#complete(held);
        return '';
      default:
    }
    return this.#fail(held);
  }

  /** Whether a definition ended before the character, which begins a line. */
  #isDone(character: string): boolean {
    return this.#state === 'titleLine' && this.#titleLine === this.#length
      ? this.#titleEnd > 0 || !beginsTitle(character)
      : false;
  }

  #complete(held: string): void {
    const href = held.slice(this.#hrefStart, this.#hrefEnd);
    this.#define({
      label: held.slice(1, this.#labelEnd),
      href: unescapeMarkdown(href),
      title: unescapeMarkdown(held.slice(this.#titleStart, this.#titleEnd)),
    });
    this.#reset();
  }

  #fail(held: string): string {
    if (this.#titleLine > 0) {
      const rest = held.slice(this.#titleLine);
      if (this.#state !== 'titleLine') {
        this.#titleStart = 0;
        this.#titleEnd = 0;
      }
      this.#complete(held);
      return rest;
    }
    this.#reset();
    return held;
  }

  #reset(): void {
    this.#state = 'start';
    this.#held = '';
    this.#length = 0;
    this.#label = new LinkLabelReader();
    this.#titleStart = 0;
    this.#titleEnd = 0;
    this.#titleLine = 0;
    this.#href = undefined;
    this.#title = undefined;
  }

  #accept(character: string): void {
    switch (this.#state) {
      case 'start':
        this.#state = character === '[' ? 'label' : 'failed';
        return;
      case 'label':
        this.#acceptLabel(character);
        return;
      case 'colon':
        this.#state = character === ':' ? 'beforeHref' : 'failed';
        return;
      case 'beforeHref':
        this.#beginHref(character);
        return;
      case 'href':
        this.#acceptHref(character);
        return;
      case 'afterHref':
      case 'space':
        this.#acceptAfterHref(character);
        return;
      case 'titleLine':
        this.#beginTitle(character);
        return;
      case 'title':
        this.#acceptTitle(character);
        return;
      case 'afterTitle':
        if (character === '\n') {
          this.#beginTitleLine();
        } else if (!isSpace(character)) {
          this.#state = 'failed';
        }
        return;
      case 'failed':
    }
  }

  #acceptLabel(character: string): void {
    if (this.#isEnded(this.#label.accept(character))) {
      this.#labelEnd = this.#length;
      this.#state = 'colon';
    }
  }

  #beginHref(character: string): void {
    if (isSpace(character) || character === '\n') {
      return;
    }
    this.#href = new LinkDestinationReader(character);
    this.#hrefStart = this.#length + (this.#href.isBracketed ? 1 : 0);
    this.#state = 'href';
    if (!this.#href.isBracketed) {
      this.#acceptHref(character);
    }
  }

  #acceptHref(character: string): void {
    if (this.#isEnded(this.#href?.accept(character))) {
      this.#hrefEnd = this.#length;
      this.#state = 'afterHref';
      if (character !== '>') {
        this.#acceptAfterHref(character);
      }
    }
  }

  #acceptAfterHref(character: string): void {
    if (character === '\n') {
      this.#beginTitleLine();
    } else if (isSpace(character)) {
      this.#state = 'space';
    } else if (this.#state === 'space') {
      this.#beginTitle(character);
    } else {
      this.#state = 'failed';
    }
  }

  #beginTitleLine(): void {
    this.#state = 'titleLine';
    this.#titleLine = this.#length + 1;
  }

  #beginTitle(character: string): void {
    this.#title = new LinkTitleReader(character);
    this.#titleStart = this.#length + 1;
    this.#state = beginsTitle(character) ? 'title' : 'failed';
  }

  #acceptTitle(character: string): void {
    if (this.#isEnded(this.#title?.accept(character))) {
      this.#titleEnd = this.#length;
      this.#state = 'afterTitle';
    }
  }

  /** Whether the part ended; one that failed ends the definition. */
  #isEnded(part: PartState = 'failed'): boolean {
    if (part === 'failed') {
      this.#state = 'failed';
    }
    return part === 'ended';
  }
}
