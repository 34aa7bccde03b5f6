// Whole answers in the forms in which models write them, each with the files that Accept all must leave. What it leaves
// to the user is named below them, and why it refuses what it does not write.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newFileLines, parseProposals } from '../../../../src/features/apply/common/blockFormats';
import { isOtherLanguage } from '../../../../src/features/apply/common/codeLanguages';
import type { FileProposal } from '../../../../src/features/apply/common/fileProposal';
import { applyEdits } from '../../../../src/features/apply/common/fileText';
import { isMarkInWords } from '../../../../src/features/apply/common/marks';
import { place } from '../../../../src/features/apply/common/matcher';
import type { Placement } from '../../../../src/features/apply/common/placement';
import { extensionOf } from '../../../../src/features/apply/common/sources';
import { AnswerChanges } from '../../../../src/features/apply/node/answerChanges';
import {
  isForAcceptAll,
  joinBlocks,
  removedThings,
} from '../../../../src/features/apply/node/fileChanges';
import { namedFile } from '../../../../src/features/apply/node/namedFile';
import { withReplaced } from '../../../../src/features/apply/node/replacedCode';
import {
  fitsWithoutName,
  isOnlyShown,
  shownBlocks,
  type PlacedBlock,
} from '../../../../src/features/apply/node/shownCode';
import { readCodeBlocks, type CodeBlockText } from '../../../../src/markdown/common/codeBlocks';
import { readFenceInfo } from '../../../../src/markdown/common/fenceInfo';
import { projectRoot } from '../../../support/toolchain';

type Files = ReadonlyMap<string, string>;

interface Outcome {
  readonly files: Files;
  readonly asked: string;
  readonly refused: string;
}

function readFixture(markdown: string) {
  const sections = [
    ...markdown.matchAll(/^## ([^:\n]+)(?:: `(.+)`)?\n\n~{6}\w*\n([^]*?)^~{6}$/gmu),
  ].map(([, kind = '', path = '', text = '']) => ({ kind, path, text }));
  const textsOf = (wanted: string) =>
    sections.filter(({ kind }) => kind === wanted).map(({ path, text }) => [path, text] as const);
  const value = (name: string): string =>
    new RegExp(`^${name}: (.+)\n`, 'mu').exec(markdown.slice(markdown.lastIndexOf('~~~~~~')))![1]!;
  const files = textsOf('File');
  return {
    title: /^# (.+)\n/u.exec(markdown)![1]!,
    files: new Map(files),
    answer: textsOf('Answer')[0]![1],
    right: {
      files: new Map([...files, ...textsOf('After Accept all'), ...textsOf('New file')]),
      asked: value('Asked'),
      refused: value('Refused'),
    },
  };
}

function acceptAll(files: Files, answer: string): Outcome {
  const left = new Map(files);
  const changes = new AnswerChanges(true);
  const asked: string[] = [];
  const refused: string[] = [];
  const textOf = (path: string): string => changes.texts.get(path) ?? files.get(path)!;
  const placed = (proposal: FileProposal, path: string): Placement =>
    place({
      proposal,
      path,
      now: textOf(path),
      seen: [{ text: files.get(path)! }],
      isCut: false,
    });
  const targetsOf = (proposal: FileProposal, block: CodeBlockText): readonly string[] => {
    const path = proposal.path ?? namedFile(block);
    return [...files.keys()].filter((file) =>
      path === undefined
        ? (!isOtherLanguage(readFenceInfo(block.info).language, extensionOf(file)) &&
            isCertain(proposal, placed(proposal, file), textOf(file))) ||
          (proposal.kind === 'edits' && files.size === 1)
        : `/${file}`.endsWith(`/${path}`),
    );
  };
  const blocks = readCodeBlocks(answer).map((block, index, all) => {
    const read = parseProposals(block.code, block.info, namedFile(block));
    const proposals = withReplaced(read, block);
    return { block, proposals: isOnlyShown(block, proposals, all[index + 1]) ? [] : proposals };
  });
  const alone = blocks.flatMap(({ block, proposals }, index) =>
    proposals.flatMap((proposal): PlacedBlock[] => {
      const [file, another] = targetsOf(proposal, block);
      if (file === undefined || another !== undefined) return [];
      const placement = placed(proposal, file);
      return [{ block: index, text: block, file, proposal, placement }];
    }),
  );
  const shown = shownBlocks(alone);
  for (const [index, { block, proposals }] of blocks.entries()) {
    for (const proposal of shown.has(index) ? [] : proposals) {
      const path = proposal.path ?? namedFile(block);
      const targets = targetsOf(proposal, block);
      const [target] = targets;
      if (target !== undefined && targets.length === 1) {
        const placement = placed(proposal, target);
        const outcome = changes.add({
          block: index,
          text: block,
          file: target,
          path: target,
          now: files.get(target)!,
          proposal,
          placement,
        });
        if (outcome === 'sameLines') refused.push('the same lines');
        refused.push(...placement.refused.map(({ reason }) => reason));
        refused.push(
          ...placement.edits.flatMap(({ isConflict }) => (isConflict ? ['conflict'] : [])),
        );
      } else if (path !== undefined && 'lines' in proposal && proposal.lines.some(isMarkInWords)) {
        refused.push('markWouldBeWritten');
      } else if (path !== undefined && (proposal.kind === 'code' || proposal.kind === 'newFile')) {
        left.set(path, `${newFileLines(proposal).join('\n').trimEnd()}\n`);
      } else {
        changes.addUnplaced(block);
        refused.push(...(path === undefined ? [] : ['no such file']));
      }
    }
  }
  const { changes: joined, lacking } = joinBlocks([...changes.files.values()], changes.unplaced);
  refused.push(...[...lacking.values()].map((name) => `uses ${name}`));
  for (const [index, [path, file]] of [...changes.files].entries()) {
    left.set(path, applyEdits(file.now, joined[index]!.filter(isForAcceptAll)));
    asked.push(...removedThings([...joined[index]!, ...file.left]).map(({ name }) => name));
  }
  const list = (names: readonly string[]): string => [...new Set(names)].join(', ') || 'nothing';
  return { files: left, asked: list(asked), refused: list(refused) };
}

const isCertain = (proposal: FileProposal, placement: Placement, now: string): boolean =>
  placement.edits.length > 0 && fitsWithoutName(proposal, placement, now);

describe('Accept all of a whole answer', () => {
  for (const path of globSync(
    join(projectRoot, 'test/unit/features/apply/answers/*.md'),
  ).toSorted()) {
    const { title, files, answer, right } = readFixture(readFileSync(path, 'utf8'));
    it(`leaves the right files: ${title} (${basename(path)})`, () => {
      assert.deepEqual(acceptAll(files, answer), right);
    });
  }
});
