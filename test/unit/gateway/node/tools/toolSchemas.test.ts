// The schemas of tools as each API format accepts them, checked by the rules of the reference gateway.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonRecord } from '../../../../../src/base/mergeObjects';
import { openApiSchema } from '../../../../../src/gateway/node/tools/openApiSchema';
import { anthropicSchema, objectSchema } from '../../../../../src/gateway/node/tools/toolSchema';
import {
  anthropicKeys,
  objectSchemaError,
  openApiSchemaError,
} from '../../../../referenceGateway/tools/toolSchemas';
import { propertyRuns } from '../../../../support/propertyRuns';

const plain = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
};

/** Random schemas, valid or not. */
const { schema: anySchema } = fc.letrec<{ schema: JsonRecord; value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, fc.jsonValue({ maxDepth: 0 }), tie('schema')),
  schema: fc.record(
    {
      $ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/b', '#/nothing', 'https://schema.example'),
      $defs: fc.record({ a: tie('value'), b: tie('value') }, { requiredKeys: [] }),
      $schema: fc.constant('http://json-schema.org/draft-07/schema#'),
      type: fc.constantFrom('object', 'string', 'array', 'integer', 'null', 'nonsense', [
        'string',
        'null',
      ]),
      properties: fc.dictionary(
        fc.constantFrom(
          'x',
          'y',
          '__proto__',
          '$top',
          '_top',
          'filter[id]',
          '城市',
          '',
          'x'.repeat(70),
        ),
        tie('value'),
        { maxKeys: 3 },
      ),
      required: fc.array(fc.constantFrom('x', 'y', 'z')),
      items: tie('value'),
      anyOf: fc.array(tie('value'), { maxLength: 2 }),
      oneOf: fc.array(tie('value'), { maxLength: 2 }),
      allOf: fc.array(tie('value'), { maxLength: 2 }),
      enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
      const: fc.oneof(fc.string(), fc.integer()),
      format: fc.constantFrom('date-time', 'uri', 'int32'),
      pattern: fc.constantFrom('^[a-z]+$', '^\\d+$', 'a', '^(?!x).*$', '(', '^\\p{L}$'),
      not: tie('value'),
      additionalProperties: fc.oneof(fc.boolean(), tie('value')),
      exclusiveMinimum: fc.integer(),
      description: fc.oneof(fc.string(), fc.integer()),
    },
    { requiredKeys: [] },
  ),
}));

describe('the schemas of tools', () => {
  it('are sent as they are where the format accepts them', () => {
    assert.deepEqual(objectSchema(plain), { schema: plain, isReduced: false });
    assert.deepEqual(openApiSchema(plain), { schema: plain, isReduced: false });
  });

  it('are objects without members for tools without input', () => {
    const empty = { schema: { type: 'object', properties: {} }, isReduced: false };
    assert.deepEqual(objectSchema(undefined), empty);
    assert.deepEqual(objectSchema({}), empty);
    assert.deepEqual(openApiSchema(undefined), { schema: { type: 'object' }, isReduced: false });
  });

  it('have the members of all alternatives at the top level, and require what all of them do', () => {
    const a = {
      properties: { x: { type: 'string' }, y: { type: 'string' } },
      required: ['x', 'y'],
    };
    const b = { properties: { x: { type: 'string' } }, required: ['x'] };
    for (const name of ['anyOf', 'oneOf'] as const) {
      assert.deepEqual(objectSchema({ [name]: [a, b] }), {
        schema: { type: 'object', properties: a.properties, required: ['x'] },
        isReduced: true,
      });
    }
    assert.deepEqual(objectSchema({ type: 'object', allOf: [a, b] }).schema, {
      type: 'object',
      properties: a.properties,
      required: ['x', 'y'],
    });
  });

  const members: readonly (readonly [
    why: string,
    member: JsonRecord,
    sent: JsonRecord,
    isReduced?: true,
  ])[] = [
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['a type or null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'several types',
      { type: ['string', 'integer'] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    [
      'one of several',
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    ],
    [
      'one or null',
      { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'D' },
      { type: 'string', description: 'D', nullable: true },
    ],
    ['a list without items', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
    [
      'a known format',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    ['another format', { type: 'string', format: 'uri' }, { type: 'string' }],
    ['a default', { type: 'string', default: 'a' }, { type: 'string' }],
    ['a closed object', { type: 'object', additionalProperties: false }, { type: 'object' }],
    [
      'an open object',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object' },
      true,
    ],
    ['a lower limit', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer' }, true],
    ['an empty choice', { type: 'string', enum: ['a', ''] }, { type: 'string', enum: ['a'] }, true],
    ['only an empty choice', { type: 'string', enum: [''] }, { type: 'string' }, true],
    ['an empty choice without a type', { enum: ['', 'a'] }, { type: 'string', enum: ['a'] }, true],
    [
      'a choice or null',
      { type: ['string', 'null'], enum: ['', null] },
      { type: 'string', nullable: true },
      true,
    ],
    ['no choice', { type: 'string', enum: [] }, { type: 'string' }],
    ['an empty constant', { const: '' }, { type: 'string' }, true],
    [
      'an empty choice of several',
      { anyOf: [{ type: 'string', enum: [''] }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      true,
    ],
    [
      'an empty choice in a list',
      { type: 'array', items: { enum: ['', 'a'] } },
      { type: 'array', items: { type: 'string', enum: ['a'] } },
      true,
    ],
    ['numbers to choose from', { type: 'integer', enum: [1, 2] }, { type: 'integer' }, true],
    [
      'a reference',
      { $ref: '#/$defs/word', description: 'W' },
      { type: 'string', description: 'W' },
    ],
    ['a reference to nothing', { $ref: '#/$defs/nothing' }, {}, true],
    [
      'all of several',
      {
        allOf: [
          { properties: { a: { type: 'string' } } },
          { properties: { b: { type: 'string' } } },
        ],
      },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    ],
  ];
  for (const [why, member, sent, isReduced = false] of members) {
    it(`are converted for Gemini: ${why}`, () => {
      const schema = {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $defs: { word: { type: 'string' } },
        type: 'object',
        properties: { member },
      };
      assert.deepEqual(openApiSchema(schema), {
        schema: { type: 'object', properties: { member: sent } },
        isReduced,
      });
    });
  }

  // What makes servers refuse the whole request: "JSON schema is invalid. It must match JSON Schema draft 2020-12"
  // (anthropics/claude-code#586, Kuadrant/mcp-gateway#662), "array schema missing items".
  const invalid: readonly (readonly [why: string, member: JsonRecord, sent: JsonRecord])[] = [
    ['a type that is none', { type: 'strng' }, {}],
    ['no type', { type: null }, {}],
    ['draft 3', { type: 'string', required: true }, { type: 'string' }],
    [
      'draft 4',
      { type: 'integer', exclusiveMinimum: true, minimum: 0 },
      { type: 'integer', minimum: 0 },
    ],
    ['a number as text', { type: 'string', maxLength: '10' }, { type: 'string' }],
    ['nothing to choose from', { type: 'string', enum: [] }, { type: 'string' }],
    ['a list of unknown items', { type: 'array' }, { type: 'array', items: {} }],
    [
      'a tuple of draft 7',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', items: {} },
    ],
    [
      'members that are none',
      { type: 'object', properties: { a: 'string' } },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'further down',
      { anyOf: [{ type: 'array', items: { type: 'any' } }, { type: 'null' }] },
      { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] },
    ],
    ['a boolean for the items', { type: 'array', items: true }, { type: 'array', items: {} }],
    [
      'a list or null, of unknown items',
      { type: ['array', 'null'] },
      { type: ['array', 'null'], items: {} },
    ],
    ['a description that is none', { type: 'string', description: 3 }, { type: 'string' }],
    ['the same choice twice', { enum: ['a', 'a'] }, { enum: ['a'] }],
    [
      'the same name twice',
      { type: 'object', properties: { a: {} }, required: ['a', 'a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    ['what must not be', { not: { type: 'strng' } }, { not: {} }],
    ['a reference to nothing', { $ref: '#/$defs/nothing', title: 'T' }, { title: 'T' }],
    ['a reference to another file', { $ref: 'https://schema.example/a.json' }, {}],
    [
      'names with signs',
      {
        type: 'object',
        properties: { $top: {}, 'filter[id]': {}, 'cwd?': {}, 城市: {} },
        required: ['$top'],
      },
      {
        type: 'object',
        properties: { _top: {}, filter_id_: {}, cwd_: {}, 城市: {} },
        required: ['_top'],
      },
    ],
    ['a plain regular expression', { pattern: '^[a-z]{2}$' }, { pattern: '^[a-z]{2}$' }],
    ...['^(?!__).+$', '\\d+', '^\\d+$', '^\\p{Lu}$', 'a|b', '('].map(
      (pattern): (typeof invalid)[number] => [
        `the regular expression ${pattern}, which is said in words`,
        { type: 'string', pattern, description: 'A word.' },
        {
          type: 'string',
          description: `A word.\nMatches the regular expression ${pattern}`,
        },
      ],
    ),
    [
      'members with the names of words',
      {
        type: 'object',
        properties: { type: { type: 'string' }, enum: { type: 'array', items: {} } },
      },
      {
        type: 'object',
        properties: { type: { type: 'string' }, enum: { type: 'array', items: {} } },
      },
    ],
  ];
  for (const [why, member, sent] of invalid) {
    it(`lose what makes a server refuse the request: ${why}`, () => {
      const schema = {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { member },
      };
      assert.deepEqual(objectSchema(schema).schema, {
        type: 'object',
        properties: { member: sent },
      });
    });
  }

  it('have the members that a reference at the top leads to, and those of alternatives that are references', () => {
    const $defs = { a: plain, 'b<c>': { properties: { more: {} } } };
    for (const schema of [
      { $ref: '#/$defs/a', $defs },
      { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b%3Cc%3E' }], $defs },
    ]) {
      const { properties, required } = objectSchema(schema).schema;
      assert.deepEqual([Object.keys(Object(properties))[0], required], ['word', ['word']]);
    }
    assert.deepEqual(openApiSchema({ $ref: '#/$defs/a', $defs }).schema, plain);
  });

  it('have names that Anthropic takes in its format, each one its own', () => {
    const { schema } = anthropicSchema({
      type: 'object',
      properties: { 城市: {}, 天气: {}, ['x'.repeat(65)]: {}, ['x'.repeat(66)]: {}, a: {} },
    });
    const names = Object.keys(Object(schema['properties']));
    assert.deepEqual(names, ['__', '___2', 'x'.repeat(64), `${'x'.repeat(60)}_2`, 'a']);
  });

  it('end where a reference leads back to itself', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' }, right: { $ref: '#' } } };
    const { schema, isReduced } = openApiSchema(tree);
    assert.equal(isReduced, true);
    assert.equal(openApiSchemaError(schema, 'parameters'), undefined);
    assert.ok(JSON.stringify(schema).length < 200_000);
    const self = { type: 'object', properties: { a: { $ref: '#/properties/a' } } };
    assert.equal(openApiSchemaError(openApiSchema(self).schema, 'parameters'), undefined);
  });

  it('are accepted by servers, whatever they are', () => {
    const property = fc.property(anySchema, (schema) => {
      assert.equal(objectSchemaError(objectSchema(schema).schema, 'f'), undefined);
      const { schema: sent } = anthropicSchema(schema);
      assert.equal(objectSchemaError(sent, 'f', anthropicKeys), undefined);
      assert.equal(openApiSchemaError(openApiSchema(schema).schema, 'parameters'), undefined);
    });
    fc.assert(property, { numRuns: propertyRuns(1_000) });
  }).timeout(60_000);
});
