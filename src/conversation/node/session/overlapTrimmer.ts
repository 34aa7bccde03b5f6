// Joins a cut-off answer to its continuation, also where the model repeats some text.
import { openFenceLine } from '../../../base/text/codeFence';

/** A shorter repetition is as likely part of the answer: closing tags, common words. */
const minOverlapChars = 20;
/** A ruler or a row of numbers is not a repetition. */
const minOverlapLetters = 6;
/** A long paragraph of the partial answer may be repeated. */
const maxOverlapChars = 2_000;

/** Every character is a word in these scripts, which have no spaces. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const wordCharacter = `(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_]`;
const startsInWord = new RegExp(`^${wordCharacter}`, 'u');
/** A word, or the beginning of one. Three letters that are doubled inside a word are rare: "murmured". */
const lastFragment = new RegExp(`(?:${wordCharacter}){3,}$`, 'u');
/** Where a model that repeats words or lines may start. */
const wordStart = new RegExp(
  `(?<=^|\\s)[^\\n]|(?<!${wordCharacter})${wordCharacter}| (?=\\S)|[${unspaced}]`,
  'gmu',
);

/** A text with which a continuation may start although the partial answer has it already. */
interface Repetition {
  readonly text: string;
  /** @param rest What follows it in the continuation. */
  readonly isRepeated: (rest: string) => boolean;
}

/**
 * Removes from the start of a continuation what repeats the end of the partial answer, by three rules:
 * - the fence that opened the code block in which the answer ends;
 * - the beginning of a word that was cut off, if the continuation completes it;
 * - outside of code, the last words or lines, if the answer has them only once and would not itself say them again.
 *
 * Text is pending only while it may be a repetition.
 */
export class OverlapTrimmer {
  /** Whether the model may repeat text. It does not after a prefill. */
  mayOverlap = true;
  /** White space at the end of the partial answer that the model was not sent. */
  readonly #unsentSpace: string;
  /** The longest first. */
  readonly #repetitions: readonly Repetition[];
  #pending: string | undefined = '';

  /** @param isSentTrimmed The model was sent the partial answer without the white space at its end. */
  constructor(before: string, isSentTrimmed = false) {
    this.#unsentSpace = isSentTrimmed ? before.slice(before.trimEnd().length) : '';
    this.#repetitions = repetitionsOf(before);
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
    const repetition = this.#repetitions.find(
      ({ text, isRepeated }) =>
        this.mayOverlap &&
        pending.length > text.length &&
        pending.startsWith(text) &&
        isRepeated(pending.slice(text.length)),
    );
    return repetition === undefined
      ? this.#withoutUnsentSpace(pending)
      : pending.slice(repetition.text.length);
  }

  /** Starts over: what was pushed so far turned out not to be the continuation. */
  restart(): void {
    this.#pending = '';
  }

  #isUndecided(pending: string): boolean {
    return (
      (pending.length < this.#unsentSpace.length && pending.trim() === '') ||
      // What follows decides, too.
      (this.mayOverlap && this.#repetitions.some(({ text }) => text.startsWith(pending)))
    );
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

function repetitionsOf(before: string): readonly Repetition[] {
  const fence = openFenceLine(before);
  const end = before.slice(-maxOverlapChars);
  const [fragment] = lastFragment.exec(end) ?? [];
  const repetitions: Repetition[] = [];
  // A fence alone in its line would close the block.
  if (fence !== undefined && !(before.endsWith('\n') && /^\s*[`~]*\s*$/u.test(fence))) {
    repetitions.push({ text: `${fence}\n`, isRepeated: () => true });
  }
  for (const { index } of fence === undefined ? end.matchAll(wordStart) : []) {
    const text = end.slice(index);
    if (text.length >= minOverlapChars) {
      repetitions.push({
        text,
        isRepeated: () =>
          (text.match(/\p{L}/gu)?.length ?? 0) >= minOverlapLetters &&
          !mayRecur(end.slice(0, index), text) &&
          before.indexOf(text.trim()) === before.lastIndexOf(text.trim()),
      });
    }
  }
  // "haha" may go on with the same letters.
  if (fragment !== undefined && !/^(.+)\1/u.test(fragment)) {
    repetitions.push({ text: fragment, isRepeated: (rest) => startsInWord.test(rest) });
  }
  return repetitions;
}

/** Tables, lists of records and markup repeat themselves: text that starts within one ends as the one before did. */
function mayRecur(before: string, text: string): boolean {
  const isRecord = /^\s*[<[{(|][^]*[>\]}),;|]\s*$/u.test(text);
  const endsAlike = before.trimEnd().endsWith(text.trimEnd().slice(-1));
  return /[<>{}|[\]=]/u.test(text) && (isRecord || endsAlike);
}
