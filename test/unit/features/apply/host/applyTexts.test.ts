// What the header of a code block, the panel and the report say about changes that would take code away.
import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { omitUndefined } from '../../../../../src/base/omitUndefined';
import type { RemovedThing } from '../../../../../src/features/apply/common/placement';
import type * as applyTexts from '../../../../../src/features/apply/host/applyTexts';
import { isForAll } from '../../../../../src/features/apply/node/answerChanges';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { blockHeader, changesText, thingsText } = withVsCodeTexts(
  () => require('../../../../../src/features/apply/host/applyTexts') as typeof applyTexts,
);

const things = (kind: RemovedThing['kind'], ...names: readonly string[]): readonly RemovedThing[] =>
  names.map((name) => ({ kind, name }));

describe('the text of removals', () => {
  const rows: readonly (readonly [text: string | undefined, things: readonly RemovedThing[]])[] = [
    [undefined, []],
    ['`save`', things('definition', 'save')],
    ['`a` and `b`', things('member', 'a', 'b')],
    ['`save` and 3 imports', [...things('member', 'save'), ...things('import', 'a', 'b', 'c')]],
    ['`get(key)` → `size`', [{ kind: 'member', name: 'get(key)', replacedBy: 'size' }]],
    ['1 line', things('line', '1')],
    ['4 lines', things('line', '1', '3')],
    [
      '`a`, 3 keys, and 1 line',
      [...things('import', 'a'), ...things('key', 'a', 'b', 'c'), ...things('line', '1')],
    ],
    ['3 definitions', things('definition', 'a', 'b', 'c')],
    ['3 selectors', things('selector', 'a', 'b', 'c')],
    ['3 cases', things('case', 'a', 'b', 'c')],
    ['3 elements', things('element', 'a', 'b', 'c')],
    ['3 decorators', things('decorator', 'a', 'b', 'c')],
    ['3 headings', things('heading', 'a', 'b', 'c')],
    ['4 members', things('member', 'a', 'b', 'c', 'd')],
  ];
  for (const [text, removed] of rows) {
    it(`says ${text} of ${removed.map(({ kind }) => kind).join() || 'nothing'}`, () => {
      assert.equal(thingsText(removed), text);
    });
  }

  it('says a removal once, however many changes it has', () => {
    const removal = { group: 0, things: things('definition', 'save') };
    const changes = [{ removal }, { removal }, { isConflict: true }];
    assert.equal(changesText(changes), '2 changes, 1 conflict · would remove `save`');
    assert.equal(changesText([{}, {}]), '2 changes');
  });
});

describe('the header of a code block', () => {
  it('says how many lines go that the model did not see', () => {
    const edits = [{ start: 3, end: 5, lines: [], edit: 0 }];
    const placement = { edits, refused: [], isUnseen: true };
    const proposal = { kind: 'code', lines: [] } as const;
    const uri = { path: '/src/job.ts' } as Uri;
    const located = { type: 'placed', block: 0, uri, proposal, placement, now: '' } as const;
    const text = "job.ts · 1 change · removes 2 lines that the model didn't see";
    assert.equal(blockHeader([located], 0)?.text, text);
  });

  it('says between which lines code stands that may be meant to replace one of them', () => {
    const placement = {
      edits: [{ start: 30, end: 30, lines: ['flush();'], edit: 0 }],
      refused: [],
      isUnseen: false,
      uncertainLine: 30,
    };
    const proposal = { kind: 'code', lines: ['flush();'] } as const;
    const located = { type: 'placed', block: 0, proposal, placement, now: '' } as const;
    const uri = { path: '/src/job.ts', toString: () => 'file:///src/job.ts' } as Uri;
    assert.deepEqual(blockHeader([{ ...located, uri }], 0), {
      block: 0,
      text: 'job.ts · 1 change · inserted before line 31; lines 30 and 31 stay',
      state: 'conflict',
    });
    assert.equal(isForAll(placement), false);
    const certain = { ...placement, uncertainLine: undefined };
    assert.equal(isForAll(omitUndefined(certain)), true);
  });
});
