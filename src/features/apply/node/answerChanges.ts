// The changes of an answer, file by file, as its blocks are placed one after another.
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';
import { applyEdits, splitLines } from '../common/fileText';
import type { Placement } from '../common/placement';
import { shellLanguage } from '../common/shellLanguages';
import { changesOf, joinChanges, refusedLines, type JoinedFile } from './fileChanges';
import type { PlacedBlock } from './shownCode';

/** A block that is placed in the text which has the changes of those before it. */
type NextBlock = PlacedBlock & Pick<JoinedFile, 'path' | 'now'>;

/** “Apply all” leaves out what replaces code that the model did not see, what only removes, and what has one neighbor only. */
export function isForAll({ edits, isUnseen, uncertainLine }: Placement): boolean {
  return (
    edits.some(({ removal }) => removal === undefined) && !isUnseen && uncertainLine === undefined
  );
}

export class AnswerChanges {
  readonly files = new Map<string, JoinedFile>();
  /** The texts with the changes so far, by file: the next block is placed in these. */
  readonly texts = new Map<string, string>();
  readonly #unplaced: string[] = [];

  /** @param isAll for “Apply all”: of blocks that `isForAll` is false for, only the removals are kept */
  constructor(private readonly isAll: boolean) {}

  /** The lines of code that has no place: “Apply all” writes nothing that uses what they declare. */
  get unplaced(): readonly string[] {
    return this.isAll ? this.#unplaced : [];
  }

  addUnplaced({ code, info }: CodeBlockText): void {
    const isShell = shellLanguage.test(readFenceInfo(info).language);
    this.#unplaced.push(...(isShell ? [] : splitLines(code)));
  }

  /** @returns `sameLines` if an earlier block changes some of these lines: the block is left out. */
  add(placed: NextBlock): 'added' | 'left' | 'sameLines' {
    const { block, text, file, path, now, proposal, placement } = placed;
    const before = this.files.get(file) ?? { path, now, changes: [], left: [] };
    const changes = joinChanges(before.changes, changesOf(placement, block));
    if (this.isAll && !isForAll(placement)) {
      const removals = (changes ?? []).filter(
        (one) => one.block === block && one.removal !== undefined,
      );
      this.files.set(file, { ...before, left: [...before.left, ...removals] });
      if (removals.length === 0) this.addUnplaced(text);
      return 'left';
    }
    if (changes === undefined) {
      this.addUnplaced(text);
      return 'sameLines';
    }
    this.#unplaced.push(...refusedLines(proposal, placement));
    this.files.set(file, { ...before, changes });
    this.texts.set(file, applyEdits(before.now, changes));
    return 'added';
  }
}
