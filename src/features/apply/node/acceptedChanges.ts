// What the user has accepted of one answer in one file, in this window: the lines that went, by which a text that still is
// what was written becomes the one before. The texts themselves are not kept.
import { createHash } from 'node:crypto';
import { applyEdits, type TextChange } from '../common/fileText';
import { takenBack } from './fileChanges';
import { moveLines, type LineChange } from './lineChange';

/** The texts of a file before the first and after the last Accept. */
export interface AcceptedTexts {
  readonly before: string;
  readonly after: string;
}

interface Step {
  readonly back: readonly TextChange[];
  /** Hashes of the texts. */
  readonly before: string;
  readonly after: string;
}

export class AcceptedChanges {
  readonly #steps: Step[] = [];
  /** Those of anybody since the last Accept. */
  #edits: LineChange[] = [];

  /** @param changes of the text `before`, sorted */
  add(before: string, changes: readonly TextChange[], after: string): void {
    const back = takenBack(before, changes);
    const step = { back, before: hashOf(before), after: hashOf(after) };
    // The editor's own Undo has taken back what was accepted of the same text.
    const undone = this.#steps.findIndex((one) => one.before === step.before);
    this.#steps.splice(undone === -1 ? this.#steps.length : undone, Infinity, step);
    this.#edits = [];
  }

  /** Whether the text is the one before the first Accept, as after the editor's own Undo. */
  isTakenBack(now: string): boolean {
    return hashOf(now) === this.#steps[0]?.before;
  }

  didEdit(edits: readonly LineChange[]): void {
    this.#edits.push(...edits);
  }

  /** Returns where a line, from 1, of the text after the last Accept is now. */
  moves(): (line: number) => number {
    const edits = this.#edits;
    return (line) => edits.reduce(moveLines, { start: line - 1, end: line }).start + 1;
  }

  /** Returns undefined if the text is not what was written, or was changed between two of the changes. */
  textsOf(now: string): AcceptedTexts | undefined {
    let before = now;
    for (const step of this.#steps.toReversed()) {
      if (hashOf(before) !== step.after) {
        return undefined;
      }
      before = applyEdits(before, step.back);
    }
    // Where the last line end came or went with an empty line, that is not given back.
    return hashOf(before) === this.#steps[0]?.before ? { before, after: now } : undefined;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
