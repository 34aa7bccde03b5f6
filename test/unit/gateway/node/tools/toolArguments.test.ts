// Calls as models write them, structured: what is certain is repaired by the schema, anything else stays as it was written.
import assert from 'node:assert/strict';
import type { ToolDefinition } from '../../../../../src/gateway/common/tools';
import {
  argumentsProblem,
  repairedCall,
  repairedCalls,
} from '../../../../../src/gateway/node/tools/toolArguments';

const definitions: readonly ToolDefinition[] = [
  {
    name: 'read_file',
    description: '',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        from: { type: 'integer' },
        to: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['path'],
    },
  },
  {
    name: 'search',
    description: '',
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        ignoreCase: { type: 'boolean' },
        paths: { type: 'array', items: { type: 'string' } },
        options: { type: 'object', properties: { limit: { type: ['number', 'null'] } } },
        mode: { enum: ['text', 'regex'] },
      },
      required: ['pattern'],
    },
  },
  {
    name: 'list-files',
    description: '',
    inputSchema: { type: 'object', properties: { glob: { type: 'string' } } },
  },
  { name: 'any', description: '' },
  {
    name: 'list_items',
    description: '',
    inputSchema: {
      type: 'object',
      properties: {
        $top: { type: 'integer' },
        'filter[id]': { type: 'string' },
        城市: { type: 'string' },
        天气: { type: 'object', properties: { 'a b': {} } },
      },
      required: ['$top'],
      additionalProperties: true,
    },
  },
];
const tools = new Map(definitions.map((tool) => [tool.name, tool]));

const repaired: readonly (readonly [string, string, string, unknown])[] = [
  // The names that were sent instead of those that servers refuse.
  [
    'list_items',
    '{"_top":"5","filter_id_":"a","__":"Ulm","___2":{"a_b":1},"other":2}',
    'list_items',
    { $top: 5, 'filter[id]': 'a', 城市: 'Ulm', 天气: { 'a b': 1 }, other: 2 },
  ],
  ['read_file', '"{\\"path\\": \\"src/a.ts\\"}"', 'read_file', { path: 'src/a.ts' }],
  ['read_file', JSON.stringify(JSON.stringify('{"path":"a"}')), 'read_file', { path: 'a' }],
  // earendil-works/pi#783, AtomicBot-ai/atomic-agent#182.
  ['read_file', '{"path":"a","from":"12"}', 'read_file', { path: 'a', from: 12 }],
  ['read_file', '{"path":"a","to":" 12 "}', 'read_file', { path: 'a', to: 12 }],
  ['search', '{"pattern":"a","ignoreCase":"True"}', 'search', { pattern: 'a', ignoreCase: true }],
  ['search', '{"pattern":"a","paths":"[\\"b\\"]"}', 'search', { pattern: 'a', paths: ['b'] }],
  ['search', '{"pattern":"a","paths":"b"}', 'search', { pattern: 'a', paths: ['b'] }],
  // earendil-works/pi#9569.
  [
    'search',
    '{"pattern":"a","options":"{\\"limit\\":\\"5\\"}"}',
    'search',
    { pattern: 'a', options: { limit: 5 } },
  ],
  ['read_file', '{"path":"a","from":null,"to":null}', 'read_file', { path: 'a', to: null }],
  // tontinton/maki#505, NousResearch/hermes-agent#74771.
  ['functions.read_file', '{"path":"a"}', 'read_file', { path: 'a' }],
  ['default_api.read_file', '{"path":"a"}', 'read_file', { path: 'a' }],
  ['declaration:default_api:read_file', '{"path":"a"}', 'read_file', { path: 'a' }],
  ['functions.read_file:0', '{"path":"a"}', 'read_file', { path: 'a' }],
  ['read_file<|channel|>commentary', '{"path":"a"}', 'read_file', { path: 'a' }],
  ['ReadFile', '{"path":"a"}', 'read_file', { path: 'a' }],
  ['list_files', '{"pattern":"*"}', 'list-files', { glob: '*' }],
  ['read_file', '{"file_path":"a"}', 'read_file', { path: 'a' }],
  ['read_file', '{"filePath":"a","startLine":"3"}', 'read_file', { path: 'a', from: 3 }],
  ['read_file', '{"path":"a","start":"12"}', 'read_file', { path: 'a', from: 12 }],
  ['search', '{"query":"a"}', 'search', { pattern: 'a' }],
  [
    'search',
    '{"pattern":"a","ignore_case":"false"}',
    'search',
    { pattern: 'a', ignoreCase: false },
  ],
  ['read_file', '{"name":"read_file","arguments":{"path":"a"}}', 'read_file', { path: 'a' }],
  ['read_file', '{"arguments":"{\\"path\\":\\"a\\"}"}', 'read_file', { path: 'a' }],
  // waybarrios/vllm-mlx#63.
  ['read_file', "{'path': 'a', 'from': None}", 'read_file', { path: 'a' }],
  [
    'search',
    '{"pattern":"a","paths":"[\'b\', \'c\']"}',
    'search',
    { pattern: 'a', paths: ['b', 'c'] },
  ],
  // An expression that is not escaped.
  ['search', '{"pattern":"\\d+\\.js"}', 'search', { pattern: '\\d+\\.js' }],
];

const asWritten: readonly (readonly [string, string, string | undefined])[] = [
  ['read_file', '{"path": "a"}', undefined],
  ['read_file', '{"path": "a", "other": 1}', undefined],
  ['any', '{"a":"1"}', undefined],
  ['list-files', '', undefined],
  ['read_file', '{"folder": "a"}', 'The argument "path" is missing.'],
  ['read_file', '{"path":3}', 'The argument "path" must be of the type string.'],
  ['read_file', '{"path":"a","from":"two"}', 'The argument "from" must be of the type integer.'],
  ['read_file', '{"path":"a","from":"012"}', 'The argument "from" must be of the type integer.'],
  ['read_file', '{"path":"a","from":1.5}', 'The argument "from" must be of the type integer.'],
  ['read_file', '{"file":"a","filename":{}}', undefined],
  [
    'search',
    '{"pattern":"a","mode":"fuzzy"}',
    'The argument "mode" must be one of ["text","regex"].',
  ],
  [
    'search',
    '{"pattern":"a","options":{"limit":"all"}}',
    'The argument "options.limit" must be of the type number or null.',
  ],
  ['read_file', '{"path": "src/a', 'The arguments are not a JSON object.'],
  ['read_file', '["a"]', 'The arguments are not a JSON object.'],
  ['read_file', 'src/a.ts', 'The arguments are not a JSON object.'],
];

describe('arguments of calls', () => {
  for (const [name, written, offered, input] of repaired) {
    it(`are repaired by the schema: ${name} ${written}`, () => {
      const call = repairedCall({ name, arguments: written }, tools);
      assert.equal(call.name, offered);
      assert.deepEqual(JSON.parse(call.arguments), input);
    });
  }

  for (const [name, written, problem] of asWritten) {
    it(`stay as the model wrote them, with what is wrong: ${name} ${written}`, () => {
      const tool = tools.get(name);
      assert.ok(tool !== undefined);
      const call = repairedCall({ name, arguments: written }, tools);
      if (!written.includes('filename')) {
        assert.deepEqual(call, { name, arguments: written });
      }
      assert.equal(argumentsProblem(call, tool), problem);
    });
  }

  for (const [written, inputs] of [
    ['{}{"path":"a"}', ['{"path":"a"}']],
    ['{"path":"a"}{"path":"a"}', ['{"path":"a"}']],
    ['{"path":"a{}"} {"path":"b","from":"2"}', ['{"path":"a{}"}', '{"path":"b","from":2}']],
    ['{"path":"a"}{"folder":"b"}', ['{"path":"a"}{"folder":"b"}']],
    ['{"path":"a"}{"path":', ['{"path":"a"}{"path":']],
    ['{}', ['{}']],
    ['', ['']],
  ] as const) {
    it(`are those of several calls where each one fits: ${written}`, () => {
      const calls = repairedCalls({ name: 'read_file', arguments: written }, tools);
      assert.deepEqual(
        calls.map((call) => call.arguments),
        inputs,
      );
    });
  }

  it('belong to no tool whose name is not certain', () => {
    const two = new Map([
      ...tools,
      ['readfile', tools.get('any')!],
      ['read-file', tools.get('any')!],
    ]);
    for (const name of ['delete_file', 'evil.read_file', 'READ_FILE', '']) {
      const call = { name, arguments: '{"path":"a"}' };
      assert.deepEqual(repairedCall(call, two), call);
    }
  });
});
