// LateReferences: renders complete text again when something that it refers to is known only later: a link definition or
// footnote below it.
import type { InlineContext } from './inlineContext';
import type { InlineText } from './inlineText';

interface ReferringText {
  readonly text: InlineText;
  /** How many definitions were known when it was parsed. */
  readonly definitionCount: number;
}

export class LateReferences {
  readonly #context: InlineContext;
  #texts: ReferringText[] = [];

  constructor(context: InlineContext) {
    this.#context = context;
  }

  /** Adds text that has just been completed. */
  add(text: InlineText): void {
    if (text.text.includes('[')) {
      this.#texts.push({ text, definitionCount: this.#context.definitionCount });
    }
  }

  /** Renders the texts again whose definitions came after them, in steps of a few ms. All definitions must be known. */
  *resolve(): Generator<void, void> {
    for (const { text, definitionCount } of this.#texts) {
      if (this.#context.usesLaterDefinition(text.text, definitionCount)) {
        yield* text.refresh();
      }
      yield;
    }
    this.#texts = [];
  }
}
