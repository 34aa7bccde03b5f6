import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

function readRecord(record: object): ModelRecord {
  const models = readModelList([{ id: 'm', ...record }]);
  assert.equal(models?.length, 1);
  assert.ok(models[0]);
  return models[0];
}

describe('readModelList', function () {
  this.timeout(30_000);

  it('returns undefined for a body that is not a list', () => {
    for (const body of [null, undefined, 7, 'x', {}, { data: 'x' }, { status: 'ok' }]) {
      assert.equal(readModelList(body), undefined);
    }
    for (const body of [[], { data: [] }, { data: null }, { models: [] }, { data: { data: [] } }]) {
      assert.deepEqual(readModelList(body), []);
    }
  });

  it('reads the first list that is not empty', () => {
    for (const body of [
      { data: [], models: ['m'] },
      { data: { models: ['m'] } },
      { data: { data: [{ id: 'm' }] } },
      { items: [{ model: 'm' }] },
      { models: [{ name: 'm' }] },
    ]) {
      assert.equal(readModelList(body)?.[0]?.id, 'm', JSON.stringify(body));
    }
  });

  for (const [body, ids] of [
    [{ code: 0, data: { list: [{ id: 'a' }], total: 1 } }, ['a']],
    [{ data: { openai: [{ id: 'a' }, { id: 'b' }], google: [{ id: 'c' }] } }, ['a', 'b', 'c']],
    [
      {
        providers: [
          { id: 'p', models: [{ id: 'a' }] },
          { id: 'q', models: [{ id: 'b' }] },
        ],
      },
      ['a', 'b'],
    ],
    [{ data: [{ label: 'p', children: [{ id: 'a' }, { id: 'b' }] }] }, ['a', 'b']],
    [
      { providers: { openai: { models: [{ id: 'a' }] }, meta: { models: [{ id: 'b' }] } } },
      ['a', 'b'],
    ],
    [{ data: [{ id: 'a' }], meta: { total: 1 } }, ['a']],
    [{ models: [{ key: 'a', loaded_instances: [{ id: 'a:2' }] }] }, ['a']],
    [{ response: { payload: { models: [{ id: 'a' }] } } }, ['a']],
    [{ status: 'ok', result: { items: [{ name: 'a' }] } }, ['a']],
    [{ data: { models: { data: [{ id: 'a' }] } }, error: null }, ['a']],
    [{ catalog: [{ id: 'a', permission: [{ id: 'modelperm-1' }] }] }, ['a']],
    [{ data: [{ id: 'openai/*' }, { id: 'a' }, { id: '*' }] }, ['a']],
    [{ data: [{ id: '*' }] }, []],
    [
      { data: [{ id: 'all-team-models' }, { id: 'no-default-models' }, { id: 'all-models-v1' }] },
      ['all-models-v1'],
    ],
    [
      [
        { provider: 'p', models: ['a', 'b'] },
        { provider: 'q', models: ['c'] },
      ],
      ['a', 'b', 'c'],
    ],
    [{ data: [{ name: 'p', models: ['a'] }] }, ['a']],
    [{ data: [{ id: 'a', models: ['an-alias'] }] }, ['a']],
    [{ data: { groups: [{ name: 'g', models: [{ id: 'a' }] }] } }, ['a']],
    [{ data: { chat: { items: [{ id: 'a' }] }, other: { items: [{ id: 'b' }] } } }, ['a', 'b']],
    [{ resources: [{ model_id: 'ibm/a', label: 'A' }], first: { href: 'x' } }, ['ibm/a']],
    [{ modelSummaries: [{ modelId: 'a', modelName: 'A', name: 'other' }] }, ['a']],
    [{ a: { b: { c: { d: [{ id: 'a' }] } } } }, undefined],
    [{ errors: [{ id: 'e1', message: 'No.' }] }, undefined],
    [{ choices: [{ index: 0 }], usage: {} }, undefined],
    [{ detail: [{ loc: ['x'], msg: 'y' }] }, undefined],
  ] as const) {
    it(`finds ${ids === undefined ? 'no list' : `the models ${ids.join(', ')}`} in ${JSON.stringify(body)}`, () => {
      assert.deepEqual(
        readModelList(body)?.map(({ id }) => id),
        ids,
      );
    });
  }

  it('marks models that say they are off, but not those that are loaded on demand', () => {
    const records = [
      { id: 'a', active: false },
      { id: 'b', status: 'offline' },
      { id: 'c', is_available: false },
      { id: 'd', disabled: true },
      { id: 'e', state: 'not-loaded' },
      { id: 'f', active: true, status: 'online' },
      { id: 'g', enabled: 0 },
      { id: 'h', archived: true },
      { id: 'i', status: 'decommissioned' },
      { id: 'j', model_type: 'llm', status: 'no-configure' },
      { id: 'k', status: 'not_available' },
      { id: 'l', enabled: 1, archived: false, status: 'deprecated' },
      { id: 'm', status: { value: 'unloaded' } },
    ];
    const offline = readModelList({ data: records })?.filter((model) => model.offline === true);
    assert.deepEqual(
      offline?.map(({ id }) => id),
      ['a', 'b', 'c', 'd', 'g', 'h', 'i', 'j', 'k'],
    );
  });

  it('reads a list that is keyed by ID', () => {
    for (const body of [
      { data: { a: {}, 'b:free': { context_length: 7 } } },
      { models: { a: { id: 'other' }, 'b:free': {} } },
    ]) {
      assert.deepEqual(
        readModelList(body)?.map(({ id }) => id),
        ['a', 'b:free'],
      );
    }
    for (const body of [{ data: {} }, { data: { error: {} } }, { data: { a: {}, total: 2 } }]) {
      assert.equal(readModelList(body), undefined, JSON.stringify(body));
    }
  });

  it('does not fail on JSON that is nested 100,000 levels deep', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"data":', '}'],
      ['{"id":"m","meta":', '}'],
    ] as const) {
      const body: unknown = JSON.parse(`${open.repeat(100_000)}1${close.repeat(100_000)}`);
      readModelList(body);
      readModelList([body]);
    }
  });

  it('drops records without a usable ID', () => {
    const body = [
      null,
      7,
      {},
      { id: '' },
      { id: null, name: 'x' },
      { id: 'x'.repeat(257) },
      '',
      'm',
    ];
    assert.deepEqual(readModelList(body), [{ id: 'm', chat: true }]);
  });

  it('reads an ID under its other names', () => {
    const rows: readonly (readonly [server: string, record: object])[] = [
      ['LM Studio, /api/v1', { type: 'llm', publisher: 'google', key: 'm', display_name: 'Gemma' }],
      ['LiteLLM, /model/info', { model_name: 'm', litellm_params: {}, model_info: { id: 'abc' } }],
      ['Codex', { slug: 'm', display_name: 'GPT-5.5', context_window: 272_000 }],
      ['a database', { id: 1, name: 'm', meta: { n_ctx: 8192 } }],
      ['a database', { id: { row: 1 }, model: null, name: 'm' }],
      ['Portkey', { id: 'm', slug: 'gpt-4o', canonical_slug: 'gpt-4o' }],
      ['DeepInfra', { model_name: 'm', type: 'text-generation' }],
    ];
    for (const [server, record] of rows) {
      assert.equal(readModelList({ data: [record] })?.[0]?.id, 'm', server);
    }
  });

  it('does not read a list as empty if none of its records has a usable ID', () => {
    for (const records of [[{ id: 7 }], [{ title: 'A' }, null], [{ id: null }], [['m']], ['']]) {
      for (const body of [records, { data: records }, { models: records }]) {
        assert.equal(readModelList(body), undefined, JSON.stringify(body));
      }
    }
  });

  it('merges records with the same ID', () => {
    const body = [
      { id: 'm', owned_by: 'a', supported_endpoint_types: ['embeddings'] },
      { id: 'n' },
      { id: 'm', context_length: 7, owned_by: 'b', supported_endpoint_types: ['openai'] },
    ];
    assert.deepEqual(readModelList(body), [
      {
        id: 'm',
        owner: 'a',
        contextLength: 7,
        chat: true,
        endpointTypes: ['embeddings', 'openai'],
      },
      { id: 'n', chat: true },
    ]);
  });

  it('reads names, versions and owners', () => {
    assert.deepEqual(readRecord({ name: 'M', owned_by: 'o' }), {
      id: 'm',
      chat: true,
      name: 'M',
      owner: 'o',
    });
    assert.equal(readRecord({ display_name: 'M', name: 'other' }).name, 'M');
    assert.equal(readRecord({ name: 'm' }).name, undefined);
    assert.equal(readRecord({ publisher: 'p' }).owner, 'p');
    assert.equal(readRecord({ version: '001' }).version, '001');
    assert.equal(readRecord({ name: 'x'.repeat(1000) }).name?.length, 256);
  });

  it('reads when a model was created, from seconds and dates', () => {
    const at = (more: object) => readRecord(more).created;
    assert.equal(at({ created: 1_700_000_000 }), 1_700_000_000_000);
    assert.equal(at({ created_at: '2025-02-19T00:00:00Z' }), Date.UTC(2025, 1, 19));
    for (const unusable of [{ created: 0 }, { created: 'x' }, { created_at: null }, {}]) {
      assert.equal(at(unusable), undefined);
    }
  });

  it('never throws, and returns each ID once', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json({ maxDepth: 4 }),
          fc
            .json({ maxDepth: 3 })
            .map((text) => `{"data":[${text},{"id":"a","x":${text}},${text}]}`),
        ),
        (text) => {
          const ids = readModelList(JSON.parse(text))?.map(({ id }) => id) ?? [];
          assert.equal(new Set(ids).size, ids.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
