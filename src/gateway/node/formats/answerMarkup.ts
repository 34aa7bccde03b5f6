// Reasoning and control markup that models and servers leave in the text of an answer, in markers that may arrive split.
import { CodeTracker } from '../../../base/text/codeFence';
import type { Marker } from './marker';
import {
  anyMarker,
  attributeAlone,
  bareChannel,
  closingMarker,
  endTokens,
  isReasoning,
  leadingClosing,
  markerStart,
  openings,
  type Spelling,
} from './reasoningSpellings';

interface MarkedText {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

type MarkedPart =
  | MarkedText
  /** What follows in the block is a message to a tool, whose name is in this header. */
  | { readonly type: 'callHeader'; readonly text: string }
  /** The text so far was reasoning. */
  | { readonly type: 'textReclassified' }
  /** The last `length` UTF-16 units of the reasoning were text, which follows. */
  | { readonly type: 'reasoningRetracted'; readonly length: number };

/** A marker, its attributes and the header of a message included, has fewer characters. */
const maxMarker = 512;
/** The end of inline code is looked for in so many characters: what follows waits for it. */
const maxInlineCode = 200;
/** An answer that starts with more blanks than this has no marker after them. */
const maxBlanks = 1024;

/** A place in the text of a block. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Block {
  readonly type: MarkedText['type'];
  /** Undefined if nothing closes it. Its group is missing from a marker with another name. */
  readonly closing?: Marker;
  /** Belongs to the text if the block is never closed. */
  readonly marker: string;
  readonly code: CodeTracker;
  text: string;
  /** How much of it was passed on, with what separates it from an earlier block. */
  shownLength: number;
  /** The first closing marker in a code block: it counts if the model has left that open. */
  skipped?: Span;
  /** The first closing marker with another name of the family: it counts if the right one never comes. */
  misnamed?: Span;
  /** The same reasoning arrives in a separate field. */
  isDoubled: boolean;
  isCall?: boolean;
}

type MarkupState =
  /** Nothing but blanks, at the start of the answer or after a closing marker, or a part of a marker. */
  | 'between'
  /** A block that a marker has opened. */
  | 'block'
  /** Text without a marker so far: a closing one would show that it was reasoning. */
  | 'undecided'
  /** Text up to the end of the answer. */
  | 'text';

/**
 * Separates the blocks of an answer, and drops their markers, blanks around them and the tokens that end the answer. A
 * block opens only at the start of the answer or after another one, and no marker counts in code. Reasoning that
 * nothing closes becomes text when the answer ends normally, so that no answer is hidden.
 *
 * The opening marker may be at the end of the prompt instead (chat templates of DeepSeek R1 and QwQ): a closing marker
 * before any other, outside code, then shows that the text so far was reasoning.
 */
export class AnswerMarkup {
  #state: MarkupState = 'between';
  /** Text that may turn out to be a marker, or a blank next to one. */
  #pending = '';
  #block: Block = newBlock('text');
  #isStart = true;
  #parts: MarkedPart[] = [];
  readonly #shown = { text: false, reasoning: false };
  #hasReasoning = false;
  #isSentBack = false;

  /**
   * @param before The text that the answer continues.
   * @param isCall Whether the header of a message names a tool.
   */
  constructor(
    before = '',
    private readonly isCall: (header: string) => boolean = () => false,
  ) {
    this.#block.code.push(before);
  }

  /** The markup goes back to the model with the results of tools. */
  get isSentBack(): boolean {
    return this.#isSentBack;
  }

  /** @param isDoubled The reasoning in it arrives in a separate field, too. */
  push(text: string, isDoubled = false): readonly MarkedPart[] {
    this.#pending += text;
    this.#read(false, isDoubled);
    return this.#takeParts();
  }

  /**
   * The reasoning arrives in a separate field: no closing marker follows alone, except at the start of the answer.
   * Returns the pending text.
   */
  noteReasoning(): readonly MarkedPart[] {
    this.#hasReasoning = true;
    this.#block.isDoubled = this.#state === 'block';
    if (this.#state === 'undecided') {
      this.#state = 'text';
      this.#pass(this.#pending.length);
    }
    return this.#takeParts();
  }

  /**
   * Returns the last parts.
   * @param isNormal False if the answer was cut off: the start of an expected marker is then dropped.
   * @param endsInCalls It has not hidden its text in reasoning that nothing closes.
   */
  end(isNormal: boolean, endsInCalls = false): readonly MarkedPart[] {
    const start = this.#pending.trimStart();
    if (!isNormal && this.#state === 'between' && /^[<[◁]/u.test(start) && mayBeMarker(start)) {
      this.#pending = '';
    }
    this.#read(true, false);
    const { type, code, text } = this.#block;
    // HTML closes text that is struck out with the same tag.
    const isStrikethrough = /<s[\s>]/i.test(text) && /<\/s>/i.test(this.#pending);
    const { length } = endTokens.at(this.#pending, 0)?.[0] ?? '';
    const isEnd = length > 0 && length === this.#pending.length && !isStrikethrough;
    if (isEnd && (isNormal || code.place === 'text')) {
      this.#pending = '';
    }
    if (this.#state === 'block' && type === 'reasoning' && !this.#block.isCall) {
      this.#endReasoning(isNormal && !endsInCalls);
    } else {
      this.#pass(this.#pending.length);
    }
    return this.#takeParts();
  }

  #takeParts(): readonly MarkedPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #read(isLast: boolean, isDoubled: boolean): void {
    while (this.#readMarker(isLast, isDoubled));
    this.#block.isDoubled ||= isDoubled;
  }

  /** Reads up to the next marker and over it. False if there is none yet. */
  #readMarker(isLast: boolean, isDoubled: boolean): boolean {
    if (this.#state === 'between') {
      return this.#readBetween(isLast);
    }
    // Nearly all texts end here: this runs for every token.
    if (!this.#isBare && !markerStart.test(this.#pending)) {
      this.#pass(this.#pending.length, isDoubled);
      return false;
    }
    const expected = this.#state === 'undecided' ? anyMarker : this.#block.closing;
    const marker = this.#state === 'text' ? undefined : expected;
    const match = marker?.in(this.#pending);
    if (match === undefined) {
      this.#pass(heldFrom(this.#pending, marker), isDoubled);
      return false;
    }
    this.#pass(match.index, isDoubled);
    const [{ length }, group, closingOther] = match;
    const isCode = this.#isCode(length, isLast);
    if (isCode === true) {
      this.#pass(Math.max(1, length), isDoubled);
      return true;
    }
    // What follows the marker decides, too.
    if (isCode === undefined || (length === this.#pending.length && !isLast)) {
      return false;
    }
    if (this.#state === 'block' && group === undefined) {
      this.#block.misnamed ??= spanAfter(this.#block.text, length);
      this.#pass(length, isDoubled);
      return true;
    }
    if (this.#state === 'undecided') {
      if (group === undefined && closingOther === undefined) {
        this.#state = 'text';
        return true;
      }
      this.#isSentBack = group !== undefined;
      this.#parts.push({ type: 'textReclassified' });
      this.#shown.reasoning = this.#shown.text;
      this.#shown.text = false;
    }
    this.#pending = this.#pending.slice(length);
    this.#state = 'between';
    this.#isStart = false;
    return true;
  }

  #readBetween(isLast: boolean): boolean {
    const text = this.#pending.trimStart();
    const blanks = this.#pending.length - text.length;
    const mayHave = !this.#isStart || (blanks < maxBlanks && this.#block.code.place === 'text');
    const start = text.slice(0, maxMarker);
    const opening = mayHave
      ? openings
          .map(({ spelling, marker }) => ({ spelling, match: marker.at(start, 0) }))
          .find(({ match }) => match !== undefined)
      : undefined;
    const alone = mayHave && opening === undefined ? leadingClosing.at(start, 0) : undefined;
    const found = opening?.match ?? alone;
    const waits = found === undefined ? mayBeMarker(text) : found[0].length === text.length;
    if (waits && mayHave && !isLast) {
      return false;
    }
    if (opening?.match !== undefined) {
      this.#open(opening.spelling, opening.match, text);
    } else if (alone !== undefined) {
      this.#isSentBack ||= alone[1] !== undefined;
      this.#pending = text.slice(alone[0].length);
    } else {
      const isOnly = this.#isStart && !this.#hasReasoning;
      this.#state = isOnly ? 'undecided' : 'text';
      this.#block = this.#isStart ? this.#block : newBlock('text');
      this.#pending = this.#isStart ? this.#pending : text;
    }
    this.#isStart = false;
    return true;
  }

  #open(spelling: Spelling, [marker, name = '']: RegExpExecArray, text: string): void {
    this.#pending = text.slice(marker.length);
    const isCall = this.isCall(marker);
    if (isCall) {
      this.#parts.push({ type: 'callHeader', text: marker });
    }
    // “[Thinking] about it” may be a sentence, and “[thinking]” a heading.
    const mayBeText = marker.startsWith('[')
      ? marker !== marker.toUpperCase() && /^\s/.test(this.#pending)
      : marker === name || attributeAlone.test(marker);
    this.#block = newBlock(
      isReasoning.test(name) ? 'reasoning' : 'text',
      closingMarker(spelling, name),
      mayBeText ? marker : '',
    );
    this.#block.isCall = isCall;
    this.#isSentBack ||= spelling.isSentBack ?? false;
    this.#state = 'block';
  }

  get #isBare(): boolean {
    return this.#state === 'block' && this.#block.marker === bareChannel;
  }

  /** Whether the pending marker is in code; undefined while that is unknown. */
  #isCode(length: number, isLast: boolean): boolean | undefined {
    const block = this.#block;
    switch (block.code.place) {
      case 'text':
        return false;
      case 'block':
        block.skipped ??= spanAfter(block.text, length);
        return true;
      case 'inline': {
        if (this.#state === 'undecided') {
          return true;
        }
        // Reasoning has single backticks, too: inline code ends in the same line.
        const after = this.#pending.slice(length, length + maxInlineCode);
        const [line = ''] = after.split('\n', 1);
        const isComplete = isLast || line !== after || after.length === maxInlineCode;
        return isComplete ? (line.match(/`+/g)?.length ?? 0) % 2 === 1 : undefined;
      }
    }
  }

  /** Passes on the first characters of the pending text. */
  #pass(length: number, isDoubled = false): void {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    this.#block.text += text;
    this.#block.code.push(text);
    if (!isDoubled || this.#block.type === 'text') {
      this.#block.shownLength += this.#show(this.#block.type, text, this.#block.shownLength === 0);
    }
  }

  /** Returns how much was shown. Blocks of one type are separate paragraphs. */
  #show(type: MarkedText['type'], text: string, isFirst: boolean): number {
    if (text === '') {
      return 0;
    }
    const shown = isFirst && this.#shown[type] ? `\n\n${text}` : text;
    this.#shown[type] = true;
    this.#parts.push({ type, text: shown });
    return shown.length;
  }

  /** Ends reasoning that nothing has closed. */
  #endReasoning(isNormal: boolean): void {
    const { text, marker, code, shownLength, isDoubled } = this.#block;
    const all = text + this.#pending;
    const { skipped: inCode, misnamed } = this.#block;
    const skipped = (code.place === 'block' ? inCode : undefined) ?? misnamed;
    const answer = skipped === undefined ? marker + all : all.slice(skipped.end);
    if ((isNormal || skipped !== undefined) && !isDoubled && answer.trim() !== '') {
      const length = skipped === undefined ? shownLength : text.length - skipped.start;
      this.#parts.push({ type: 'reasoningRetracted', length });
      this.#show('text', answer.trimStart(), true);
    } else if (isNormal) {
      this.#pass(this.#pending.length);
    }
  }
}

function spanAfter({ length: start }: string, length: number): Span {
  return { start, end: start + length };
}

function newBlock(type: Block['type'], closing?: Marker, marker = ''): Block {
  const code = new CodeTracker();
  const block = { type, marker, code, text: '', shownLength: 0, isDoubled: false };
  return closing === undefined ? block : { ...block, closing };
}

/** Where the end of `text` begins that may become a marker, or end the answer. */
function heldFrom(text: string, marker: Marker | undefined): number {
  const start = Math.max(0, text.length - maxMarker);
  const tail = text.slice(start);
  return start + Math.min(endTokens.tail(tail), marker?.tail(tail) ?? tail.length);
}

/** Whether a text may become a marker at the start of a block. */
function mayBeMarker(text: string): boolean {
  const markers = [...openings.map(({ marker }) => marker), leadingClosing, endTokens];
  return text.length < maxMarker && markers.some((marker) => marker.mayBeAt(text, 0));
}
