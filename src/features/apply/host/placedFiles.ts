// Puts together, by file, what the code blocks of an answer change. Nothing is written.
import * as vscode from 'vscode';
import type { AppliedChange } from '../../../conversation/common/conversation';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';
import { applyEdits, splitLines } from '../common/fileText';
import { shellLanguage } from '../common/shellLanguages';
import { changesOf, joinChanges, refusedLines, type JoinedFile } from '../node/fileChanges';
import { refusalText } from './applyTexts';
import { locateBlock, shownAmong, type AnswerCode, type LocateOptions } from './codeLocator';
import type { LocatedChange, PlacedChange } from './locatedChange';
import type { ProposedFile } from './proposals';

/** What is placed of an answer. Without `blocks`, all are that change only what the model has seen. */
export type Scope = Pick<LocateOptions, 'blocks' | 'chosen' | 'edited'>;

export interface PlacedFiles {
  readonly files: readonly ProposedFile[];
  /** What can't be placed in any other file. */
  readonly refused: readonly AppliedChange[];
}

/** A block is placed in the text that has the changes of those before it. */
export async function placeFiles(code: AnswerCode, scope: LocateOptions): Promise<PlacedFiles> {
  const files = new Map<string, ProposedFile & Pick<JoinedFile, 'left'>>();
  const refused: AppliedChange[] = [];
  const unplaced: string[] = [];
  const texts = new Map<string, string>();
  for (const block of scope.blocks ?? (await changingBlocks(code, scope))) {
    const { code: text = '', info = '' } = code.blocks[block] ?? {};
    const lines = shellLanguage.test(readFenceInfo(info).language) ? [] : splitLines(text);
    const all = await locateBlock(code, block, { ...scope, texts });
    unplaced.push(...(all.length === 0 ? lines : []));
    for (const located of all) {
      if (isRefused(located)) {
        refused.push(...refusedChanges(located));
        unplaced.push(...lines);
        continue;
      }
      if (located.type !== 'placed') {
        continue;
      }
      const { uri, now, placement } = located;
      const key = uri.toString();
      const file = files.get(key) ?? { uri, now, changes: [], refused: [], left: [] };
      const changes = joinChanges(file.changes, changesOf(placement, block));
      if (scope.blocks === undefined && !isForAll(located)) {
        const own = changes?.filter((one) => one.block === block && one.removal !== undefined);
        files.set(key, { ...file, left: [...file.left, ...(own ?? [])] });
        unplaced.push(...(own === undefined || own.length === 0 ? lines : []));
        continue;
      }
      if (changes === undefined) {
        const reason = vscode.l10n.t('an earlier part of the answer changes the same lines');
        refused.push({ ...placeOf(uri, block), state: 'refused', reason });
        unplaced.push(...lines);
        continue;
      }
      unplaced.push(...refusedLines(located.proposal, placement));
      const refusedHere = [...file.refused, ...refusedChanges(located)];
      files.set(key, { ...file, changes, refused: refusedHere });
      texts.set(key, applyEdits(file.now, changes));
    }
  }
  const all = [...files.values()];
  const { changes, lacking } = await scope.placer.join(
    all.map(({ uri, now, changes: own, left }) => ({ path: uri.path, now, changes: own, left })),
    scope.blocks === undefined ? unplaced : [],
  );
  for (const { uri, changes: own } of all) {
    for (const block of new Set(own.map((change) => change.block))) {
      const name = lacking.get(block);
      if (name !== undefined) {
        const reason = vscode.l10n.t("it uses {0}, which can't be placed", name);
        refused.push({ ...placeOf(uri, block), state: 'refused', reason });
      }
    }
  }
  const joined = all.map((file, at) => Object.assign({}, file, { changes: changes[at] ?? [] }));
  return { files: joined.filter((file) => file.changes.length > 0), refused };
}

/** All blocks but those that are only shown. */
async function changingBlocks(
  code: AnswerCode,
  options: LocateOptions,
): Promise<readonly number[]> {
  const all = [...code.blocks.keys()];
  const located = await Promise.all(all.map((block) => locateBlock(code, block, options)));
  const shown = shownAmong(code, located.flat());
  return all.filter((block) => !shown.has(block));
}

export function proposedFile(located: PlacedChange): ProposedFile {
  const { uri, now, placement, block } = located;
  return { uri, now, changes: changesOf(placement, block), refused: refusedChanges(located) };
}

/** “Apply all” leaves out what replaces code that the model did not see, what only removes, and what has one neighbor only. */
export function isForAll(located: LocatedChange): located is PlacedChange {
  return (
    located.type === 'placed' &&
    located.placement.edits.some(({ removal }) => removal === undefined) &&
    !located.placement.isUnseen &&
    located.placement.uncertainLine === undefined
  );
}

/** Nothing of it can be placed. */
export function isRefused(located: LocatedChange): boolean {
  return (
    located.type === 'refused' ||
    (located.type === 'placed' &&
      located.placement.edits.length === 0 &&
      located.placement.refused.length > 0)
  );
}

export function refusedChanges(located: LocatedChange): readonly AppliedChange[] {
  const { block } = located;
  if (located.type === 'newFile' || located.type === 'shown' || located.uri === undefined) {
    return [];
  }
  const at = { ...placeOf(located.uri, block), state: 'refused' } as const;
  return located.type === 'refused'
    ? [{ ...at, reason: located.reason }]
    : located.placement.refused.map(({ reason, nearLine }) => ({
        ...at,
        reason: refusalText(reason),
        ...(nearLine === undefined ? {} : { line: nearLine + 1 }),
      }));
}

function placeOf(uri: vscode.Uri, block: number) {
  return { block, uri: uri.toString(), file: vscode.workspace.asRelativePath(uri) };
}
