// A file that is read piece by piece gives what JSON.parse gives of it whole, wherever it is cut.
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import {
  JsonFault,
  type JsonValue,
  JsonSplitter,
} from '../../../../../src/chat/transfer/import/jsonSplitter';
import { ValueScanner } from '../../../../../src/chat/transfer/import/jsonValueEnd';

const marks = ['{', '}', '[', ']', '"', ',', ':', '\\', ' ', 'e', '1', '\n'];
const lists = new Set(['conversations']);

function read(...chunks: readonly string[]): readonly JsonValue[] {
  const pieces = new JsonSplitter(lists);
  const found = chunks.flatMap((chunk) => Array.from(pieces.push(chunk)));
  pieces.end();
  return found;
}

function faultOf(...chunks: readonly string[]): string {
  try {
    read(...chunks);
    return 'none';
  } catch (error) {
    assert.ok(error instanceof JsonFault, String(error));
    return error.kind;
  }
}

/** What the pieces say, put together as JSON.parse would give it. */
function whole(pieces: readonly JsonValue[], root: unknown): unknown {
  if (Array.isArray(root)) {
    return pieces.map(({ text }) => JSON.parse(text) as unknown);
  }
  const members = new Map<string, unknown>();
  for (const [key, value] of Object.entries(root as object)) {
    if (lists.has(key) && Array.isArray(value)) members.set(key, []);
  }
  for (const { key = '', isListElement: listed, text } of pieces) {
    const value: unknown = JSON.parse(text);
    if (listed) (members.get(key) as unknown[]).push(value);
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
/** Blanks where JSON lets them stand. */
const indent = fc.constantFrom(undefined, 1, '\t');

describe('JsonPieces', () => {
  it('gives what JSON.parse gives, whatever the size of the chunks', () => {
    fc.assert(
      fc.property(root, indent, fc.integer({ min: 1, max: 40 }), (json, space, size) => {
        const text = JSON.stringify(json, undefined, space);
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        const parsed: unknown = JSON.parse(text);
        assert.deepEqual(whole(read(...chunks), parsed), parsed);
        assert.deepEqual(read(text), read(...chunks));
      }),
      { numRuns: 500 },
    );
  });

  it('says of a text that is cut anywhere that it is, and gives only pieces that are whole', () => {
    fc.assert(
      fc.property(root, fc.nat(), (json, place) => {
        const text = JSON.stringify(json);
        const pieces = new JsonSplitter(lists);
        const found = [...pieces.push(text.slice(0, place % text.length))];
        assert.deepEqual(found, read(text).slice(0, found.length));
        assert.throws(() => pieces.end(), JsonFault);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws anything but its own faults', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...marks) }), (text) => {
        faultOf(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells a text that is none of JSON from one that is cut off', () => {
    for (const text of ['', '<html>', '"a text"', '[1] [2]', '{"a" 1}', '{"a":}', '[1,]', '[1}']) {
      assert.equal(faultOf(text), 'notJson', text);
    }
    for (const text of ['[{"a":"', '[', '{"a"', '[1']) {
      assert.equal(faultOf(text), 'cutOff', text);
    }
    assert.equal(faultOf('\uFEFF[]'), 'none');
    assert.equal(faultOf(' {} \n'), 'none');
  });

  it('looks at each character once, in however many chunks a value comes', () => {
    const line = 'x "quoted" \\ line\n'.repeat(300);
    const element = JSON.stringify({ text: line, more: [{}, []], last: 1 });
    const text = `[${[element, element, 12, element].join(',\n')}]`;
    const { mock: found } = mock.method(ValueScanner.prototype, 'findEnd');
    const pieces = read(...(text.match(/[^]{1,64}/g) ?? []));
    found.restore();
    assert.equal(pieces.length, 4);
    const looked = found.calls.map(
      ({ arguments: [chunk, from], result }) => (result ?? chunk.length) - from,
    );
    assert.equal(
      looked.reduce((sum, length) => sum + length, 0),
      pieces.reduce((sum, piece) => sum + piece.text.length, 0),
    );
    assert.ok(looked.every((length) => length <= 64));
  });
});
