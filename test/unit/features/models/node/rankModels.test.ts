import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rankModels } from '../../../../../src/features/models/node/rankModels';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';

const models: readonly ModelRecord[] = [
  { id: 'zeta-chat', chat: true, owner: 'acme' },
  { id: 'alpha', chat: true, description: '通义千问' },
  { id: 'alpha-large', chat: true },
  { id: 'text-embedding', chat: false },
];

function ids(list: readonly ModelRecord[]): string[] {
  return list.map(({ id }) => id);
}

describe('rankModels', () => {
  it('puts recently used models first and models that are not for chat last', () => {
    const ranked = rankModels(models, '', ['zeta-chat', 'alpha'], 100);
    assert.deepEqual(ids(ranked.recent), ['zeta-chat', 'alpha']);
    assert.deepEqual(ids(ranked.others), ['alpha-large']);
    assert.deepEqual(ids(ranked.notForChat), ['text-embedding']);
  });

  it('puts the newest first among equal matches, where the list says when they came', () => {
    const dated = (id: string, created: number) => ({ id, chat: true, created });
    const list = [{ id: 'a', chat: true }, dated('b-1', 5), dated('c-1', 9), dated('b-2', 7)];
    assert.deepEqual(ids(rankModels(list, '', [], 9).others), ['c-1', 'b-2', 'b-1', 'a']);
    assert.deepEqual(ids(rankModels(list, 'b', [], 9).others), ['b-2', 'b-1']);
  });

  it('matches every word in ID, name, owner or description, exact ID first', () => {
    assert.deepEqual(ids(rankModels(models, '通义', [], 9).others), ['alpha']);
    assert.deepEqual(ids(rankModels(models, 'ALPHA', [], 9).others), ['alpha', 'alpha-large']);
    assert.deepEqual(ids(rankModels(models, 'chat acme', [], 9).others), ['zeta-chat']);
    assert.deepEqual(ids(rankModels(models, 'nothing', [], 9).others), []);
  });

  it('finds abbreviations after everything else, the tightest first', () => {
    const list = ['demo-l5-x0', 'demo-large-50', 'dml50', 'other'].map((id) => ({
      id,
      chat: true,
    }));
    assert.deepEqual(ids(rankModels(list, 'dml50', [], 9).others), [
      'dml50',
      'demo-l5-x0',
      'demo-large-50',
    ]);
    assert.deepEqual(ids(rankModels(list, 'DL', ['demo-large-50'], 9).recent), ['demo-large-50']);
    // More likely an ID that is not listed: Enter must not take another model.
    assert.deepEqual(ids(rankModels(list, 'd-50', [], 9).others), []);
  });

  it('counts the matches beyond the limit', () => {
    assert.equal(rankModels(models, '', [], 3).omittedCount, 1);
  });

  it('returns every model once and unchanged, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 30 }),
        fc.string(),
        (names, typed) => {
          const list = names.map((id) => ({ id, chat: id.length % 2 === 0 }));
          const ranked = rankModels(list, typed, names.slice(0, 3), 1000);
          const shown = [...ranked.recent, ...ranked.others, ...ranked.notForChat];
          assert.equal(new Set(shown).size, shown.length);
          assert.ok(shown.every((model) => list.includes(model as (typeof list)[number])));
          if (typed.trim() === '') {
            assert.equal(shown.length, list.length);
          }
        },
      ),
    );
  });
});
