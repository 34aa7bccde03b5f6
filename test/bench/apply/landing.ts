// What Portico makes of a case, and whether that is right.
import { parseProposals } from '../../../src/features/apply/common/blockFormats';
import { applyEdits, place } from '../../../src/features/apply/common/matcher';
import type { Placement } from '../../../src/features/apply/common/placement';
import { type Case, resultOf } from './cases';
import { chineseMarks, englishMarks } from './formats';
import { placeholder } from './mutations';

export type Outcome = 'landed' | 'merged' | 'refused' | 'conflict' | 'wrong';

export interface Landing {
  /** The file with everything that is not in conflict. */
  readonly text: string;
  readonly placements: readonly Placement[];
}

export function land({ answer, now, seen, symbols, mutated }: Case): Landing {
  const placements: Placement[] = [];
  let text = now;
  for (const proposal of parseProposals(answer.block, answer.info)) {
    const isCut = mutated.isCut ?? false;
    const placement = place({ proposal, now: text, seen, symbols, isCut });
    placements.push(placement);
    text = applyEdits(
      text,
      placement.edits.filter(({ isConflict }) => !isConflict),
    );
  }
  return { text, placements };
}

/** A change of which some parts landed where they belong counts as refused. */
export function outcomeOf(each: Case, { text, placements }: Landing): Outcome {
  const { mutated, now } = each;
  const edits = placements.flatMap((placement) => placement.edits);
  if (edits.some(({ lines }) => lines.some((line) => isForbidden(line, now)))) return 'wrong';
  const blocked = new Set(mutated.blocked);
  const free = [...mutated.change.parts.keys()].filter((at) => !blocked.has(at));
  if (text === resultOf(mutated, free) && text !== now) {
    if (blocked.size > 0) return edits.some(isInConflict) ? 'conflict' : 'refused';
    return now === each.base ? 'landed' : 'merged';
  }
  if (text !== now && !isPartly(each, text, free)) return 'wrong';
  return edits.some(isInConflict) ? 'conflict' : 'refused';
}

const isInConflict = ({ isConflict }: Placement['edits'][number]): boolean => isConflict === true;

/** A mask or a mark of the answer that the file does not have; it must not be shown in a conflict either. */
function isForbidden(line: string, now: string): boolean {
  return [placeholder, ...englishMarks, ...chineseMarks].some(
    (text) => line.includes(text) && !now.includes(text),
  );
}

/** Whether the file has some of the parts, and nothing else. */
function isPartly({ mutated }: Case, text: string, free: readonly number[]): boolean {
  return Array.from({ length: 2 ** free.length }, (_, set) =>
    free.filter((_part, bit) => set & (1 << bit)),
  ).some((parts) => text === resultOf(mutated, parts));
}
