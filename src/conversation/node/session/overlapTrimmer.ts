// Joins a cut-off answer to its continuation, also where the model repeats some text.
import { openFenceLine } from '../../../base/text/codeFence';

/** A shorter repetition is as likely part of the answer: closing tags, table rows, common words. */
const minOverlapChars = 20;
/** A ruler or a row of numbers is not a repetition. */
const minOverlapLetters = 6;
/** A long paragraph of the partial answer may be repeated. */
const maxOverlapChars = 2_000;
/** Three letters that are doubled inside a word are rare: "murmured". */
const minFragmentLetters = 3;

/**
 * Removes from the start of a continuation what repeats the end of the partial answer:
 * - the beginning of a word that was cut off, if the continuation starts with all of it and completes it;
 * - the last words or lines, if they occur only once and could not be a repetition in the answer itself.
 *
 * A code block is different: there, only the former is removed, and a fence that opens the same block once more. Text
 * is pending only while it may be a repetition.
 */
export class OverlapTrimmer {
  /** Whether the model may repeat text. It does not after a prefill. */
  mayOverlap = true;
  readonly #before: string;
  /** White space at the end of the partial answer that the model was not sent. */
  readonly #unsentSpace: string;
  readonly #isInCode: boolean;
  /** Opens the code block that is still open, with its line break. `''` without one, or if the same line would close it. */
  readonly #fence: string;
  #starts: readonly number[] | undefined;
  #pending: string | undefined = '';

  /** @param isSentTrimmed The model was sent the partial answer without the white space at its end. */
  constructor(before: string, isSentTrimmed = false) {
    this.#before = before;
    this.#unsentSpace = isSentTrimmed ? before.slice(before.trimEnd().length) : '';
    const fence = openFenceLine(before);
    this.#isInCode = fence !== undefined;
    const wouldClose = before.endsWith('\n') && /^\s*[`~]*\s*$/u.test(fence ?? '');
    this.#fence = fence === undefined || wouldClose ? '' : `${fence}\n`;
  }

  /** Returns the text that continues the answer; `''` while it is pending. */
  push(text: string): string {
    if (this.#pending === undefined) {
      return text;
    }
    this.#pending += text;
    return this.#isUndecided(this.#pending) ? '' : this.end();
  }

  /** Returns the pending text when the stream has ended. */
  end(): string {
    const pending = this.#pending ?? '';
    this.#pending = undefined;
    const overlap = this.mayOverlap ? this.#overlapLength(pending) : 0;
    return overlap > 0 ? pending.slice(overlap) : this.#withoutUnsentSpace(pending);
  }

  /** Starts over: what was pushed so far turned out not to be the continuation. */
  restart(): void {
    this.#pending = '';
    this.#starts = undefined;
  }

  #isUndecided(pending: string): boolean {
    if (pending.length < this.#unsentSpace.length && pending.trim() === '') {
      return true;
    }
    if (!this.mayOverlap) {
      return false;
    }
    const starts = this.#matchingStarts(pending);
    return (
      (pending.length < this.#fence.length && this.#fence.startsWith(pending)) ||
      // What follows decides, too.
      starts.some((start) => this.#before.length - start >= pending.length)
    );
  }

  #overlapLength(pending: string): number {
    if (this.#fence !== '' && pending.startsWith(this.#fence)) {
      return this.#fence.length;
    }
    const start = this.#matchingStarts(pending).find(
      (at) => pending.length > this.#before.length - at && this.#isRepetition(at, pending),
    );
    return start === undefined ? 0 : this.#before.length - start;
  }

  /** Where the partial answer may have been repeated from, earliest first. */
  #matchingStarts(pending: string): readonly number[] {
    if (pending === '') {
      return [];
    }
    this.#starts ??= this.#possibleStarts(pending.charAt(0));
    this.#starts = this.#starts.filter((start) => {
      const length = Math.min(pending.length, this.#before.length - start);
      return this.#before.startsWith(pending.slice(0, length), start);
    });
    return this.#starts;
  }

  /** @param first The first character of the continuation. */
  #possibleStarts(first: string): readonly number[] {
    const text = this.#before;
    const fragment = fragmentOf(text);
    const isFragment = letterCount(fragment) >= minFragmentLetters && !isPeriodic(fragment);
    const starts: number[] = [];
    if (!this.#isInCode) {
      let start = text.indexOf(first, Math.max(0, text.length - maxOverlapChars));
      while (start !== -1 && start <= text.length - minOverlapChars) {
        if (startsWord(text, start)) {
          starts.push(start);
        }
        start = text.indexOf(first, start + 1);
      }
    }
    const start = text.length - fragment.length;
    return isFragment && !starts.includes(start) ? [...starts, start] : starts;
  }

  /** @param start Where the text begins that the continuation `pending` starts with. */
  #isRepetition(start: number, pending: string): boolean {
    const overlap = this.#before.slice(start);
    const goesOn = wordCharacter.test(pending.slice(overlap.length));
    const fragment = fragmentOf(this.#before);
    if (overlap === fragment) {
      return goesOn;
    }
    return (
      letterCount(overlap) >= minOverlapLetters &&
      this.#occursOnce(overlap.trim()) &&
      !isPeriodic(overlap.trim()) &&
      !mayRecur(this.#before.slice(0, start), overlap)
    );
  }

  #occursOnce(text: string): boolean {
    return this.#before.indexOf(text) === this.#before.lastIndexOf(text);
  }

  #withoutUnsentSpace(text: string): string {
    const space = this.#unsentSpace;
    for (let length = space.length; length > 0; length--) {
      if (text.startsWith(space.slice(-length))) {
        return text.slice(length);
      }
    }
    return text;
  }
}

/** Every character is a word in these scripts, which have no spaces. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const wordClass = `(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])`;
const wordCharacter = new RegExp(`^${wordClass}`, 'u');
const unspacedCharacter = new RegExp(`^[${unspaced}]`, 'u');
const lastWord = new RegExp(`${wordClass}+$`, 'u');

/** The word, or the beginning of one, with which `text` ends. */
function fragmentOf(text: string): string {
  return lastWord.exec(text.slice(-maxOverlapChars))?.[0] ?? '';
}

function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Whether a model that repeats words or lines may start there. */
function startsWord(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 1), index);
  const after = text.slice(index, index + 2);
  if (before === '' || before === '\n') {
    return !after.startsWith('\n');
  }
  if (/^\s/.test(after)) {
    return / \S/.test(after);
  }
  const startsAfterSign = wordCharacter.test(after) && !wordCharacter.test(before);
  return /\s/.test(before) || startsAfterSign || unspacedCharacter.test(after);
}

/** Whether a text consists of one that is repeated, the last time up to its end or less. */
function isPeriodic(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) {
      return true;
    }
  }
  return false;
}

/**
 * Whether the answer itself may contain `text` twice in a row, as tables, lists of records and markup do.
 * @param before What precedes it.
 */
function mayRecur(before: string, text: string): boolean {
  if (!/[<>{}|[\]=]/.test(text)) {
    return false;
  }
  const isRecord = /^\s*[<[{(|]/.test(text) && /[>\]}),;|]\s*$/.test(text);
  const followsItsLike = shapeOf(before.slice(-maxOverlapChars)).endsWith(shapeOf(text));
  return isRecord || followsItsLike || endsAlike(before, text);
}

/** `text` without blanks, with one letter for each run of other characters between the signs of markup. */
function shapeOf(text: string): string {
  return text.replace(/[ \t]+/g, '').replace(/[^<>{}|[\]=\n"':,/]+/gu, 'w');
}

/**
 * Whether two texts end with the same opening sign, or with the same three characters: where records
 * follow each other, text that starts within one ends at the same place of the next one.
 */
function endsAlike(first: string, second: string): boolean {
  return [/[<{[(|"']\s*$/, /\S\s*\S\s*\S\s*$/].some((pattern) => {
    const end = pattern.exec(first)?.[0];
    return end !== undefined && second.endsWith(end);
  });
}
