// Splitting a file gives the same values as JSON.parse of the complete file, whatever the chunks are.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FileError } from '../../../../../../src/features/transfer/node/import/importedChat';
import {
  JsonSplitter,
  type JsonValue,
} from '../../../../../../src/features/transfer/node/import/jsonSplitter';

const syntax = ['{', '}', '[', ']', '"', ',', ':', '\\', ' ', 'e', '1', '\n'];
const listKeys = new Set(['conversations']);

function split(...chunks: readonly string[]): readonly JsonValue[] {
  const splitter = new JsonSplitter(listKeys);
  const values = chunks.flatMap((chunk) => Array.from(splitter.push(chunk)));
  splitter.end();
  return values;
}

function errorOf(...chunks: readonly string[]): string {
  try {
    split(...chunks);
    return 'none';
  } catch (error) {
    assert.ok(error instanceof FileError, String(error));
    return error.kind;
  }
}

/** Joins the values to what JSON.parse would return. */
function join(values: readonly JsonValue[], root: unknown): unknown {
  if (Array.isArray(root)) {
    return values.map(({ text }) => JSON.parse(text) as unknown);
  }
  const members = new Map<string, unknown>();
  for (const [key, value] of Object.entries(root as object)) {
    if (listKeys.has(key) && Array.isArray(value)) members.set(key, []);
  }
  for (const { key = '', isListElement, text } of values) {
    const value: unknown = JSON.parse(text);
    if (isListElement) (members.get(key) as unknown[]).push(value);
    else members.set(key, value);
  }
  return Object.fromEntries(members);
}

const root = fc.oneof(
  fc.array(fc.jsonValue()),
  fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('conversations', '__proto__')),
    fc.jsonValue(),
  ),
);
/** Whitespace wherever JSON allows it. */
const indent = fc.constantFrom(undefined, 1, '\t');

describe('JsonSplitter', () => {
  it('returns the same values as JSON.parse, whatever the size of the chunks', () => {
    fc.assert(
      fc.property(root, indent, fc.integer({ min: 1, max: 40 }), (json, space, size) => {
        const text = JSON.stringify(json, undefined, space);
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        const parsed: unknown = JSON.parse(text);
        assert.deepEqual(join(split(...chunks), parsed), parsed);
        assert.deepEqual(split(text), split(...chunks));
      }),
      { numRuns: 500 },
    );
  });

  it('reports a text that is cut off anywhere, and yields only complete values', () => {
    fc.assert(
      fc.property(root, fc.nat(), (json, position) => {
        const text = JSON.stringify(json);
        const splitter = new JsonSplitter(listKeys);
        const values = [...splitter.push(text.slice(0, position % text.length))];
        assert.deepEqual(values, split(text).slice(0, values.length));
        assert.throws(() => splitter.end(), FileError);
      }),
      { numRuns: 500 },
    );
  });

  it('throws nothing but FileError', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...syntax) }), (text) => {
        errorOf(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells a text that is not JSON from one that is cut off', () => {
    for (const text of ['', '<html>', '"a text"', '[1] [2]', '{"a" 1}', '{"a":}', '[1,]', '[1}']) {
      assert.equal(errorOf(text), 'notJson', text);
    }
    for (const text of ['[{"a":"', '[', '{"a"', '[1']) {
      assert.equal(errorOf(text), 'cutOff', text);
    }
    assert.equal(errorOf('\uFEFF[]'), 'none');
    assert.equal(errorOf(' {} \n'), 'none');
  });
});
