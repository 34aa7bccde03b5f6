import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';

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

  it('reads image input only from the record, never from the ID', () => {
    const rows: readonly (readonly [object, boolean | undefined])[] = [
      [{}, undefined],
      [{ id: 'a-vision-model' }, undefined],
      [{ architecture: { input_modalities: ['text', 'image'] } }, true],
      [{ architecture: { input_modalities: ['text'], modality: 'text+image->text' } }, false],
      [{ architecture: { modality: 'text+image->text' } }, true],
      [{ architecture: { modality: 'text->text+image' } }, false],
      [{ modalities: { input: ['text', 'image'] } }, true],
      [{ input_modalities: [] }, undefined],
      [{ capabilities: ['completion', 'vision'] }, true],
      [{ capabilities: ['completion'] }, undefined],
      [{ capabilities: { vision: false } }, false],
      [{ capabilities: { vision: 'yes' } }, undefined],
    ];
    for (const [record, imageInput] of rows) {
      assert.equal(readRecord(record).imageInput, imageInput, JSON.stringify(record));
    }
  });

  it('reads tool support only from the record, and false only where the record is complete', () => {
    const rows: readonly (readonly [object, boolean | undefined])[] = [
      [{}, undefined],
      [{ id: 'a-tool-model', tools: true }, undefined],
      // OpenRouter
      [{ supported_parameters: ['temperature', 'tools', 'tool_choice'] }, true],
      [{ supported_parameters: ['temperature'] }, false],
      [{ supported_parameters: [] }, undefined],
      // LiteLLM
      [{ supports_function_calling: true }, true],
      [{ model_info: { supports_function_calling: false } }, false],
      [{ model_info: { supports_function_calling: null } }, undefined],
      // Mistral
      [{ capabilities: { completion_chat: true, function_calling: false } }, false],
      [{ capabilities: { function_calling: true } }, true],
      // Fireworks
      [{ supports_chat: true, supports_tools: false }, false],
      // Ollama, LM Studio, Vercel, GitHub
      [{ capabilities: ['completion', 'tools'] }, true],
      [{ capabilities: ['tool_use'] }, true],
      [{ capabilities: { vision: true, trained_for_tool_use: true } }, true],
      [{ tags: ['reasoning', 'tool-use'] }, true],
      [{ capabilities: ['streaming', 'tool-calling'] }, true],
      [{ capabilities: { supports: { tool_calls: false } } }, false],
      // llama.cpp lists no tools for any model.
      [{ capabilities: ['completion'] }, undefined],
      // Hugging Face
      [{ providers: [{ supports_tools: false }, { supports_tools: true }] }, true],
      [{ providers: [{ supports_tools: false }] }, undefined],
      // Venice
      [{ model_spec: { capabilities: { supportsFunctionCalling: true } } }, true],
      [{ supports_tools: 'yes', supported_parameters: 'tools', capabilities: 'tools' }, undefined],
    ];
    for (const [record, toolCalling] of rows) {
      assert.equal(readRecord(record).toolCalling, toolCalling, JSON.stringify(record));
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

  it('prefers the context length that is served to the one that was trained', () => {
    assert.equal(readRecord({ meta: { n_ctx_train: 9, n_ctx: 5 } }).contextLength, 5);
    assert.equal(readRecord({ meta: { n_ctx_train: 9 } }).contextLength, 9);
    assert.equal(
      readRecord({ capabilities: { limits: { max_context_window_tokens: 4 } } }).contextLength,
      4,
    );
    for (const bad of [0, -1, 1.5, 'x', '', null, Infinity, {}, true]) {
      assert.equal(
        readRecord({ context_length: bad }).contextLength,
        undefined,
        JSON.stringify(bad),
      );
    }
  });

  it('reads how many tokens the model writes', () => {
    for (const fields of [
      { max_output_tokens: 7 },
      { max_completion_tokens: 7 },
      { outputTokenLimit: 7 },
      { top_provider: { max_completion_tokens: 7 } },
      { limits: { max_output_tokens: 7 } },
      { capabilities: { limits: { max_output_tokens: 7 } } },
      { limit: { context: 9, output: 7 } },
      // Anthropic's list.
      { max_input_tokens: 9, max_tokens: 7 },
      { max_output_tokens: null, top_provider: { max_completion_tokens: 7 } },
    ]) {
      assert.equal(readRecord(fields).maxOutputTokens, 7, JSON.stringify(fields));
    }
    // LiteLLM's max_tokens is the context length of some models.
    assert.equal(readRecord({ max_tokens: 7 }).maxOutputTokens, undefined);
    for (const bad of [0, -1, 1.5, 'x', '', null, Infinity, {}, true]) {
      const { maxOutputTokens } = readRecord({ max_output_tokens: bad });
      assert.equal(maxOutputTokens, undefined, JSON.stringify(bad));
    }
  });

  it('reads prices only if their unit is known', () => {
    assert.deepEqual(
      readRecord({ pricing: { prompt: '0.00000015', completion: '0.0000006' } }).price,
      {
        input: 0.15,
        output: 0.6,
        currency: 'USD',
      },
    );
    assert.deepEqual(
      readRecord({ pricing: { prompt: '0.000001', input_cache_read: '1e-7' } }).price,
      {
        input: 1,
        cachedInput: 0.1,
        currency: 'USD',
      },
    );
    for (const pricing of [
      { prompt: '-1', completion: '-1' },
      { input: 0.9 },
      { prompt: 3 },
      null,
    ]) {
      assert.equal(readRecord({ pricing }).price, undefined, JSON.stringify(pricing));
    }
  });

  it('reads prices of requests and images beside those of tokens, only above 0', () => {
    const pricing = { prompt: '0.000001', request: '0.005', image: '0.001445' };
    const price = { input: 1, perRequest: 0.005, perImage: 0.001445, currency: 'USD' };
    assert.deepEqual(readRecord({ pricing }).price, price);
    for (const none of ['0', '-1', '', 'free', null]) {
      assert.deepEqual(
        readRecord({ pricing: { prompt: '0.000001', request: none, image: none } }).price,
        { input: 1, currency: 'USD' },
        JSON.stringify(none),
      );
    }
    assert.equal(readRecord({ pricing: { request: '0.005', image: '0.001' } }).price, undefined);
  });

  const forChat: readonly object[] = [
    {},
    { supported_endpoint_types: ['openai', 'embeddings'] },
    { supported_endpoint_types: ['openai-response'] },
    { supported_endpoint_types: ['anthropic'] },
    { supported_endpoint_types: ['gemini'] },
    { supported_endpoint_types: [], type: 'chat' },
    { supported_endpoint_types: null },
    { type: 'llm' },
    { type: 'model' },
    { task: 'text-generation' },
    { pipeline_tag: 'image-text-to-text' },
    { mode: 'chat' },
    { architecture: { modality: 'text+image->text' } },
    { architecture: { output_modalities: ['image', 'text'] } },
    { capabilities: ['completion', 'vision'] },
    { capabilities: ['tools', 'insert'] },
    { capabilities: { completion_chat: true, vision: false } },
    { capabilities: { vision: false } },
    { capabilities: {} },
    { supportedGenerationMethods: ['generateContent', 'countTokens'] },
    { name: 'text-embedding-3-large' },
    { id: 'dall-e-3-image-embedding-rerank' },
  ];
  const notForChat: readonly object[] = [
    { supported_endpoint_types: ['embeddings'] },
    { supported_endpoint_types: ['image-generation'] },
    { supported_endpoint_types: ['jina-rerank'] },
    { supported_endpoint_types: ['openai-video'] },
    { type: 'embedding' },
    { type: 'image' },
    { type: 'rerank' },
    { task: 'automatic-speech-recognition' },
    { task: 'text-to-image' },
    { mode: 'image_generation' },
    { mode: 'audio_transcription' },
    { mode: 'moderation' },
    { pipeline_tag: 'text-to-speech' },
    { model_type: 'embeddings' },
    { architecture: { modality: 'text->image' } },
    { architecture: { output_modalities: ['embeddings'] } },
    { modalities: { output: ['audio'] } },
    { capabilities: ['embeddings'] },
    { capabilities: ['embedding'] },
    { capabilities: { completion_chat: false } },
    { capabilities: { type: 'embeddings' } },
    { supportedGenerationMethods: ['embedContent'] },
  ];
  for (const [expected, records] of [
    [true, forChat],
    [false, notForChat],
  ] as const) {
    for (const record of records) {
      it(`reads ${JSON.stringify(record)} as ${expected ? 'for chat' : 'not for chat'}`, () => {
        assert.equal(readRecord(record).chat, expected);
      });
    }
  }

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
