// Some models write their reasoning into the answer, between tags that may arrive split.
import { openFenceLine } from '../../../base/text/codeFence';

interface TaggedText {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

const openingTag = '<think>';
const closingTag = '</think>';
/** The tags that an answer may start with; Amazon Nova writes the second, Gemini in the OpenAI format the third. */
const openingTags = [openingTag, '<thinking>', '<thought>'] as const;
const anyTag = /<\/?think>/;
/** An answer that starts with more blanks than this has no tag after them. */
const maxBlanks = 1024;

/** The text so far was reasoning. */
interface Reclassified {
  readonly type: 'textReclassified';
}

type TaggedPart = TaggedText | Reclassified;

type ThinkTagState =
  /** Nothing but blanks, or a part of the opening tag. */
  | 'start'
  | 'thinking'
  /** The closing tag was read; blanks follow. */
  | 'closed'
  /** Text without a tag so far: a closing tag would show that it was reasoning. */
  | 'undecided'
  /** All that follows is text. */
  | 'answer';

/** After so many tags in code, all later ones are text. */
const maxTagsInCode = 32;

/**
 * Separates the reasoning in `<think>…</think>` at the start of an answer from the answer. Drops
 * blanks around the tags. Reasoning without a closing tag stays reasoning; later tags are text. `<thinking>` and
 * `<thought>` are read like `<think>`, at the start only.
 *
 * The opening tag may be at the end of the prompt instead (chat templates of DeepSeek R1 and QwQ): a
 * closing tag before any other, outside code, then shows that the text so far was reasoning.
 */
export class ThinkTags {
  #state: ThinkTagState = 'start';
  /** Ends the reasoning. */
  #closingTag = closingTag;
  /** Text that may turn out to be a tag, or a blank next to one. */
  #pending = '';
  /** The text so far, while it may turn out to be reasoning. */
  #undecidedText = '';
  #tagsInCode = 0;
  #hasReasoning = false;
  #isTagged = false;

  /** @param before The text that the answer continues. */
  constructor(private readonly before = '') {}

  /** Reasoning between tags was found. */
  get isTagged(): boolean {
    return this.#isTagged;
  }

  push(text: string): readonly TaggedPart[] {
    if (this.#state === 'answer') {
      return tagged('text', text);
    }
    this.#pending += text;
    // Nearly all texts end here: this runs for every token.
    return this.#state === 'undecided' && !this.#pending.includes('<')
      ? this.#passUndecided(this.#pending.length)
      : this.#read();
  }

  /**
   * The reasoning arrives in a separate field: no tag follows that was not opened, except one at the start of the answer.
   * Returns the pending text.
   */
  noteReasoning(): readonly TaggedPart[] {
    if (this.#state !== 'undecided') {
      this.#hasReasoning = true;
      return [];
    }
    return this.#decideForText();
  }

  /**
   * Returns the pending text. @param isComplete False if the answer was interrupted: the start of an
   * expected tag is then dropped.
   */
  end(isComplete: boolean): readonly TaggedPart[] {
    if (this.#state === 'undecided') {
      return this.#decideForText();
    }
    const pending = isComplete ? this.#pending : '';
    this.#pending = '';
    switch (this.#state) {
      case 'thinking':
        return tagged('reasoning', pending);
      case 'closed':
        return [];
      case 'start':
      case 'answer':
        return tagged('text', pending);
    }
  }

  #read(): readonly TaggedPart[] {
    switch (this.#state) {
      case 'start':
        return this.#readStart();
      case 'thinking':
        return this.#readThinking();
      case 'closed': {
        const text = this.#pending.trimStart();
        this.#pending = '';
        this.#state = text === '' ? 'closed' : 'answer';
        return tagged('text', text);
      }
      case 'undecided':
        return this.#readUndecided();
      case 'answer':
        return [];
    }
  }

  #readStart(): readonly TaggedPart[] {
    const text = this.#pending.trimStart();
    const opening = openingTags.find((tag) => text.startsWith(tag));
    if (opening !== undefined) {
      this.#state = 'thinking';
      this.#isTagged = true;
      this.#closingTag = `</${opening.slice(1)}`;
      this.#pending = text.slice(opening.length);
      return this.#read();
    }
    // A server's reasoning parser may leave the tag that ended the reasoning in the answer.
    const mayBeLeft = this.#hasReasoning && !isInCode(this.before);
    if (mayBeLeft && text.startsWith(closingTag)) {
      this.#state = 'closed';
      this.#pending = text.slice(closingTag.length);
      return this.#read();
    }
    const tags = mayBeLeft ? [...openingTags, closingTag] : openingTags;
    const mayBeTag = tags.some((tag) => tag.startsWith(text));
    if (mayBeTag && this.#pending.length < maxBlanks) {
      return [];
    }
    this.#state = 'undecided';
    return this.#hasReasoning ? this.#decideForText() : this.#readUndecided();
  }

  #readUndecided(): readonly TaggedPart[] {
    const [tag] = anyTag.exec(this.#pending) ?? [];
    if (tag === undefined) {
      const partial = partialTagLength(this.#pending, [openingTag, closingTag]);
      return this.#passUndecided(this.#pending.length - partial);
    }
    const start = this.#pending.indexOf(tag);
    const before = this.#passUndecided(start);
    if (isInCode(this.before + this.#undecidedText)) {
      this.#tagsInCode += 1;
      const passed = [...before, ...this.#passUndecided(tag.length)];
      return [
        ...passed,
        ...(this.#tagsInCode < maxTagsInCode ? this.#read() : this.#decideForText()),
      ];
    }
    if (tag === openingTag) {
      return [...before, ...this.#decideForText()];
    }
    this.#state = 'closed';
    this.#isTagged = true;
    this.#undecidedText = '';
    this.#pending = this.#pending.slice(tag.length);
    return [...before, { type: 'textReclassified' }, ...this.#read()];
  }

  /** Passes on the first characters of the pending text. */
  #passUndecided(length: number): readonly TaggedPart[] {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    this.#undecidedText += text;
    return tagged('text', text);
  }

  /** The text was not reasoning, and all later tags are text. Returns the pending text. */
  #decideForText(): readonly TaggedPart[] {
    const pending = this.#pending;
    this.#pending = '';
    this.#undecidedText = '';
    this.#state = 'answer';
    return tagged('text', pending);
  }

  #readThinking(): readonly TaggedPart[] {
    const end = this.#pending.indexOf(this.#closingTag);
    if (end === -1) {
      const safeLength = this.#pending.length - partialTagLength(this.#pending, [this.#closingTag]);
      const reasoning = this.#pending.slice(0, safeLength);
      this.#pending = this.#pending.slice(safeLength);
      return tagged('reasoning', reasoning);
    }
    const reasoning = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end + this.#closingTag.length);
    this.#state = 'closed';
    return [...tagged('reasoning', reasoning), ...this.#read()];
  }
}

/** Whether a text ends within a code block, or within inline code of its last line. */
function isInCode(text: string): boolean {
  let open: string | undefined;
  for (const [ticks] of text.slice(text.lastIndexOf('\n') + 1).matchAll(/`+/g)) {
    open = open === undefined ? ticks : open === ticks ? undefined : open;
  }
  return open !== undefined || openFenceLine(text) !== undefined;
}

/** The number of characters at the end of `text` that may be the start of a tag. */
function partialTagLength(text: string, tags: readonly string[]): number {
  const start = text.lastIndexOf('<');
  const end = text.slice(start);
  return start !== -1 && tags.some((tag) => tag.startsWith(end)) ? end.length : 0;
}

function tagged(type: TaggedText['type'], text: string): readonly TaggedPart[] {
  return text === '' ? [] : [{ type, text }];
}
