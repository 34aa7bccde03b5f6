// Puts together, by file, what the code blocks of an answer change. Nothing is written.
import * as vscode from 'vscode';
import type { AppliedChange } from '../../../conversation/common/conversation';
import { AnswerChanges } from '../node/answerChanges';
import { changesOf } from '../node/fileChanges';
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
  const { l10n, Uri } = vscode;
  const answer = new AnswerChanges(scope.blocks === undefined);
  const refused: AppliedChange[] = [];
  /** What can't be placed of blocks that change the file. */
  const refusedParts: AppliedChange[] = [];
  for (const block of scope.blocks ?? (await changingBlocks(code, scope))) {
    const text = code.blocks[block];
    if (text === undefined) continue;
    const all = await locateBlock(code, block, { ...scope, texts: answer.texts });
    if (all.length === 0) answer.addUnplaced(text);
    for (const located of all) {
      if (isRefused(located)) {
        refused.push(...refusedChanges(located));
        answer.addUnplaced(text);
      } else if (located.type === 'placed') {
        const { uri } = located;
        const outcome = answer.add({ ...located, text, file: uri.toString(), path: uri.path });
        if (outcome === 'sameLines') {
          const reason = l10n.t('an earlier part of the answer changes the same lines');
          refused.push({ ...placeOf(uri, block), state: 'refused', reason });
        } else if (outcome === 'added') {
          refusedParts.push(...refusedChanges(located));
        }
      }
    }
  }
  const placed = [...answer.files];
  const { changes, lacking } = await scope.placer.join(
    placed.map(([, file]) => file),
    answer.unplaced,
  );
  const files = placed.map(([file, { now, changes: own }], at): ProposedFile => {
    const uri = Uri.parse(file, true);
    for (const block of new Set(own.map((change) => change.block))) {
      const name = lacking.get(block);
      if (name !== undefined) {
        const reason = l10n.t("it uses {0}, which can't be placed", name);
        refused.push({ ...placeOf(uri, block), state: 'refused', reason });
      }
    }
    const parts = refusedParts.filter((part) => part.uri === file);
    return { uri, now, changes: changes[at] ?? [], refused: parts };
  });
  return { files: files.filter((file) => file.changes.length > 0), refused };
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
