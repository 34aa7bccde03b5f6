// Cuts answers off and joins them to continuations, as models that obey or repeat themselves write them.
import { openFenceLine } from '../../../src/base/text/codeFence';
import { OverlapTrimmer } from '../../../src/conversation/node/session/overlapTrimmer';
import type { SampleAnswer } from './corpus';

/** More of the rest decides nothing: the longest repetition that is removed is shorter. */
const restLength = 2_500;

/** The answer after a continuation that arrives in pieces. */
export function joined(before: string, pieces: readonly string[]): string {
  const trimmer = new OverlapTrimmer(before);
  return before + pieces.map((piece) => trimmer.push(piece)).join('') + trimmer.end();
}

function piecesOf(text: string, size: number): readonly string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

export interface Loss {
  /** The text around the cut, which is marked. */
  readonly place: string;
  readonly inFence: boolean;
}

/** What is lost where the continuation is the exact rest. */
export function lossAt({ text }: SampleAnswer, cut: number): Loss | undefined {
  const before = text.slice(0, cut);
  const rest = text.slice(cut, cut + restLength);
  // The end of the rest may arrive in one piece: what is held back is decided by its start.
  const pieces = [...piecesOf(rest.slice(0, 40), 7), rest.slice(40)];
  if (joined(before, pieces) === before + rest) {
    return undefined;
  }
  const place = `${text.slice(Math.max(0, cut - 30), cut)}¦${text.slice(cut, cut + 30)}`;
  return { place, inFence: openFenceLine(before) !== undefined };
}

/**
 * The start of what a model repeats that begins its line, or one of its last words, once more. Undefined
 * where no repetition may be removed: in a code block, where it is short or occurs twice.
 */
export function repetitionStart(
  { text }: SampleAnswer,
  cut: number,
  unit: 'line' | 'words',
): number | undefined {
  const before = text.slice(0, cut);
  const start =
    unit === 'line'
      ? before.lastIndexOf('\n') + 1
      : [...before.slice(-200).matchAll(/(?<=\s)\S/g)]
          .map(({ index }) => Math.max(0, cut - 200) + index)
          .findLast((at) => cut - at >= 25);
  const repeated = before.slice(start);
  return start === undefined ||
    repeated.length < 25 ||
    (repeated.match(/\p{L}/gu)?.length ?? 0) < 10 ||
    before.indexOf(repeated) !== start ||
    openFenceLine(before) !== undefined
    ? undefined
    : start;
}

/** Whether a continuation that starts with a repetition is joined without a double. */
export function isJoinedWithoutDouble({ text }: SampleAnswer, cut: number, start: number): boolean {
  const rest = text.slice(cut, cut + 300);
  return (
    joined(text.slice(0, cut), piecesOf(text.slice(start, cut) + rest, 9)) ===
    text.slice(0, cut) + rest
  );
}

/** Where an answer itself repeats what a model would: a sentence, the letters of a word, the cells of a row. */
export const knownLosses: readonly string[] = [
  'tell you three times is true. ¦What I tell you three times is',
  'k the logs.\n\nThe committee mur¦mured that the barbarians had ',
  'ommittee murmured that the bar¦barians had eaten their bonbon',
  'barbarians had eaten their bon¦bons. It is what it is. "Never',
  'hout warnings | n/a |\n| Failed¦ | 0 | Passed without warnings',
  'out warnings | n/a |\n| Failed ¦| 0 | Passed without warnings ',
  '\n\t\t\t\t\t\tc.shouldComponentUpdate¦ &&\n\t\t\t\t\t\tc.shouldComponentUpd',
  ' (vnode && parentDom._children¦ && parentDom._children._mask)',
];
