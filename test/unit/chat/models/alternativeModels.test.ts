import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  alternativeModels,
  type MissingModel,
} from '../../../../src/chat/models/alternativeModels';
import { listChanges } from '../../../../src/chat/models/listChanges';
import type { ModelRecord } from '../../../../src/chat/ports';
import { RefusedModels } from '../../../../src/chat/models/refusedModels';

function record(id: string, more: Partial<ModelRecord> = {}): ModelRecord {
  return { id, chat: true, ...more };
}

function offered(
  models: readonly ModelRecord[],
  gone: Partial<MissingModel> = {},
): readonly string[] {
  const whole: MissingModel = {
    model: 'claude-3-5-sonnet-20241022',
    record: undefined,
    recentIds: [],
    refusedIds: new Set(),
    neededTokens: 0,
    ...gone,
  };
  return alternativeModels(models, whole).map(({ id }) => id);
}

describe('alternativeModels', () => {
  const many = [
    'gpt-4o',
    'claude-3-haiku-20240307',
    'vendor/claude-3-5-sonnet-20250101',
    'gemini-1.5-pro',
    'claude-3-5-haiku-20241022',
    'claude-opus-4',
    'qwen-max',
  ].map((id) => record(id));

  it('offers at most five: the same family first, the likest name first', () => {
    assert.deepEqual(offered(many), [
      'vendor/claude-3-5-sonnet-20250101',
      'claude-3-5-haiku-20241022',
      'claude-3-haiku-20240307',
      'claude-opus-4',
      'gemini-1.5-pro',
    ]);
  });

  it('puts what was used lately before the rest of its kind', () => {
    assert.deepEqual(offered(many, { recentIds: ['qwen-max', 'claude-opus-4'] }).slice(0, 5), [
      'claude-opus-4',
      'vendor/claude-3-5-sonnet-20250101',
      'claude-3-5-haiku-20241022',
      'claude-3-haiku-20240307',
      'qwen-max',
    ]);
  });

  it('puts what declares another type, or is too short, behind', () => {
    const gone = { record: record('x', { endpointTypes: ['openai'] }), neededTokens: 10_000 };
    assert.deepEqual(
      offered(
        [
          record('claude-3-5-short', { contextLength: 8_000 }),
          record('claude-3-5-other', { endpointTypes: ['anthropic'] }),
          record('claude-9', { endpointTypes: ['openai', 'anthropic'], contextLength: 10_000 }),
        ],
        gone,
      ),
      ['claude-9', 'claude-3-5-other', 'claude-3-5-short'],
    );
  });

  it('takes for another type what is asked through another form, whatever else both declare', () => {
    const all = ['openai', 'anthropic', 'gemini'];
    assert.deepEqual(
      offered(
        [
          record('demo-claude', { endpointTypes: ['anthropic'] }),
          record('demo-fast', { endpointTypes: all }),
          record('demo-unsaid'),
        ],
        { model: 'demo-markdown', record: record('demo-markdown', { endpointTypes: all }) },
      ),
      ['demo-fast', 'demo-unsaid', 'demo-claude'],
    );
  });

  it('puts what is asked in the same way before another form, though neither is of the family', () => {
    assert.deepEqual(
      offered(
        [
          record('aya-expanse', { endpointTypes: ['openai'] }),
          record('zephyr', { endpointTypes: ['anthropic'] }),
          record('claude-in-openai', { endpointTypes: ['openai'] }),
        ],
        { record: record('x', { endpointTypes: ['anthropic'] }), recentIds: ['aya-expanse'] },
      ),
      ['zephyr', 'aya-expanse', 'claude-in-openai'],
    );
  });

  it('puts what was refused as gone lately last, and leaves it out where five others are', () => {
    const refusedIds = new Set(['vendor/claude-3-5-sonnet-20250101', 'claude-3-5-haiku-20241022']);
    const recentIds = ['claude-3-5-haiku-20241022'];
    assert.deepEqual(offered(many, { refusedIds, recentIds }), [
      'claude-3-haiku-20240307',
      'claude-opus-4',
      'gemini-1.5-pro',
      'gpt-4o',
      'qwen-max',
    ]);
    assert.deepEqual(offered(many.slice(1, 5), { refusedIds, recentIds }), [
      'claude-3-haiku-20240307',
      'gemini-1.5-pro',
      'claude-3-5-haiku-20241022',
      'vendor/claude-3-5-sonnet-20250101',
    ]);
  });

  it('offers neither the model itself nor one that says that it is not for chat', () => {
    assert.deepEqual(
      offered([record('claude-3-5-sonnet-20241022'), record('claude-embed', { chat: false })]),
      [],
    );
  });

  it('gives the same for a list in any order', () => {
    const shuffled = fc.shuffledSubarray(many, { minLength: many.length });
    fc.assert(fc.property(shuffled, (list) => assert.deepEqual(offered(list), offered(many))));
  });
});

describe('RefusedModels', () => {
  it('keeps them by gateway until they answer or come anew', () => {
    const refused = new RefusedModels();
    refused.add('one', 'a');
    refused.add('one', 'b');
    refused.add('other', 'a');
    refused.forget('one', ['a', 'c']);
    assert.deepEqual([...refused.of('one')], ['b']);
    assert.deepEqual([...refused.of('other')], ['a']);
    assert.deepEqual([...refused.of('third')], []);
  });
});

describe('listChanges', () => {
  it('tells what came and what went, whatever the order', () => {
    const ids = fc.uniqueArray(fc.string(), { maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const { added, removed } = listChanges(
          before.map((id) => record(id)),
          after.map((id) => record(id)),
        );
        const rebuilt = [...before.filter((id) => !removed.includes(id)), ...added];
        assert.deepEqual(rebuilt.toSorted(), after.toSorted());
        assert.ok(added.every((id) => !before.includes(id)));
      }),
    );
  });
});
