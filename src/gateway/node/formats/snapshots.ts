// Recognizes deltas that hold the complete text so far, although no field of the event says so.
import { newSuffix } from './answerEvent';

/** So many deltas in a row must begin with the delta before them. */
const minGrowth = 3;
/** Words and lines that are repeated on purpose are shorter: `</ul>`, the rows of a table. */
const minSnapshotChars = 64;
/** Snapshots may be repeated; a model that repeats itself must not be hidden for long. */
const maxRepeatedChars = 1024;

/**
 * Reduces deltas to what they add. DashScope and others send the text so far with each delta (QwenLM/qwen-code#3896), some
 * each of them twice; some servers send it once more at the end (openclaw/openclaw#136262). A delta that may be one of these
 * is held until the next deltas show what it is, so that no text must be taken back. Whatever is not certain is text: doubled
 * words are a smaller fault than lost ones.
 */
export class Snapshots {
  /** All that was returned. */
  #text = '';
  /** The first of the deltas that begin with the one before them. It was returned. */
  #first = '';
  #last = '';
  /** How many deltas after the first one are longer than the one before. */
  #growth = 0;
  /** The deltas after the first one, which are text if they are no snapshots. */
  #held = '';
  /** So many characters of the held ones repeat the longest one. */
  #repeatedChars = 0;
  /** All deltas of the answer may be snapshots. */
  #isUniform = true;
  #areSnapshots = false;
  /** What came after the last snapshot and is none. */
  #stray = '';

  /** Deltas are held that may be text, and not the complete text once more. */
  get mayHoldText(): boolean {
    const isRepeated = this.#growth === 0 && this.#last.length >= minSnapshotChars;
    return this.#held !== '' && !isRepeated;
  }

  /** Returns what is certain to be text. */
  push(delta: string): string {
    if (this.#areSnapshots) {
      return this.#readSnapshot(delta);
    }
    if (this.#last !== '' && delta.startsWith(this.#last) && this.#mayBeSnapshot(delta)) {
      this.#last = delta;
      this.#held += delta;
      this.#areSnapshots = this.#growth >= minGrowth && delta.length >= minSnapshotChars;
      return this.#areSnapshots ? this.#decide(true) : '';
    }
    const isLongEnough = delta.length >= minSnapshotChars && delta.length === this.#text.length;
    if (isLongEnough && this.#held === '' && delta === this.#text) {
      this.#first = this.#last = this.#held = delta;
      this.#isUniform = true;
      return '';
    }
    if (delta === '') {
      return '';
    }
    const text = this.#decide(false) + delta;
    this.#isUniform = this.#text === '';
    this.#text += delta;
    this.#first = this.#last = delta;
    return text;
  }

  /** Returns the rest of the text, at the end of the answer or before an event that holds the text so far. */
  end(): string {
    if (this.#held === '') {
      return '';
    }
    const isAnswer = this.#isUniform && this.#growth === minGrowth - 1;
    const isRepeated = this.#isUniform && this.#growth === 0;
    return this.#decide((isRepeated || isAnswer) && this.#last.length >= minSnapshotChars);
  }

  /** `delta` begins with the one before it. */
  #mayBeSnapshot(delta: string): boolean {
    if (delta.length > this.#last.length) {
      this.#growth += 1;
      this.#repeatedChars = 0;
      return true;
    }
    const mayRepeat =
      this.#growth === 0 ? this.#held === '' : this.#repeatedChars < maxRepeatedChars;
    this.#repeatedChars += delta.length;
    return this.#isUniform && mayRepeat;
  }

  /** Returns the held text, or what the last held snapshot adds to the first one. */
  #decide(areSnapshots: boolean): string {
    const text = areSnapshots ? newSuffix(this.#first, this.#last) : this.#held;
    this.#text += text;
    this.#held = '';
    this.#growth = 0;
    this.#repeatedChars = 0;
    return text;
  }

  #readSnapshot(delta: string): string {
    const withStray = this.#last + this.#stray;
    const before = delta.startsWith(withStray) ? withStray : this.#last;
    if (delta.startsWith(before)) {
      this.#last = delta;
      this.#stray = '';
      return newSuffix(before, delta);
    }
    // A last snapshot may lack the blanks at the end.
    if (delta.length >= minSnapshotChars && this.#last.startsWith(delta)) {
      return '';
    }
    this.#stray += delta;
    return delta;
  }
}
