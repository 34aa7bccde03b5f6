// The tool calls in the answers of real servers: streamed, whole, and cut at random positions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { ReceivedToolCall } from '../../../../../src/gateway/common/tools';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { SseReader } from '../../../../../src/gateway/node/http/sse';
import { propertyRuns } from '../../../../support/propertyRuns';
import { readerOf } from '../../../../support/streams/readerOf';
import { fraction, splitAt } from './goldens/readStream';

/** Tool calls in an answer, as a real server sent them. */
interface ToolCallGolden {
  /** The server, with the source of the sample. */
  readonly name: string;
  readonly format: ApiFormat;
  /** The streamed answer. */
  readonly events?: readonly object[];
  /** The same answer as one reply. */
  readonly complete?: object;
  readonly text?: string;
  /** An absent ID is one that Portico makes. */
  readonly calls: readonly {
    readonly id?: string;
    readonly name: string;
    readonly input: string;
  }[];
  /** What goes back to the model, before which call, or on it. */
  readonly reasoning?: readonly object[];
}

const toolCallGoldens = JSON.parse(
  readFileSync(join(__dirname, 'goldens', 'toolCalls.json'), 'utf8'),
) as readonly ToolCallGolden[];

const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};

function bytesOf(events: readonly object[]): Buffer {
  return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

function partsOf({ format }: ToolCallGolden, chunks: readonly Uint8Array[]): readonly StreamPart[] {
  const sse = new SseReader();
  const reader = readerOf(adapters[format], { apiFormat: format });
  const parts: StreamPart[] = [];
  for (const chunk of chunks) {
    parts.push(...reader.push([...sse.push(chunk)]).parts);
  }
  const last = reader.push([...sse.end()]);
  parts.push(...last.parts);
  if (sse.unreadText !== '') {
    parts.push(...reader.push([{ data: JSON.parse(sse.unreadText), isError: false }]).parts);
  }
  return [...parts, ...reader.end()];
}

function wholeParts({ format }: ToolCallGolden, body: object): readonly StreamPart[] {
  const reader = readerOf(adapters[format], { apiFormat: format });
  const { parts } = reader.push([{ data: JSON.parse(JSON.stringify(body)), isError: false }]);
  return [...parts, ...reader.end()];
}

function toolCallsIn(parts: readonly StreamPart[]) {
  return parts.find((part) => part.type === 'toolCalls');
}

function check(golden: ToolCallGolden, parts: readonly StreamPart[]): void {
  const found = toolCallsIn(parts);
  const received = found?.calls ?? [];
  const own: readonly ReceivedToolCall[] = received.map((call, index) =>
    Object.assign({}, call, { id: golden.calls[index]?.id ?? 'made' }),
  );
  assert.deepEqual(
    own,
    golden.calls.map(({ id = 'made', name, input }) => ({ id, name, arguments: input })),
  );
  golden.calls.forEach(({ id }, index) => {
    const given = received[index]?.id ?? '';
    assert.ok(id === undefined ? /^call\d{5}$/.test(given) : given === id, given);
  });
  assert.equal(new Set(received.map(({ id }) => id)).size, golden.calls.length);
  assert.deepEqual(found?.reasoning?.blocks ?? [], golden.reasoning ?? []);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  assert.equal(texts.join(''), golden.text ?? '');
}

describe('tool calls of real servers', () => {
  for (const golden of toolCallGoldens) {
    const { name, format, events, complete } = golden;
    if (events !== undefined) {
      it(`are read from a stream: ${format}, ${name}`, () => {
        check(golden, partsOf(golden, [bytesOf(events)]));
      });
    }
    if (complete !== undefined) {
      it(`are read from a reply that is not streamed: ${format}, ${name}`, () => {
        check(golden, wholeParts(golden, complete));
      });
    }
  }

  it('are at least 45', () => assert.ok(toolCallGoldens.length >= 45, `${toolCallGoldens.length}`));

  const transcripts = toolCallGoldens.flatMap((golden) =>
    golden.events === undefined ? [] : [{ golden, bytes: bytesOf(golden.events) }],
  );

  it('are the same however a stream is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...transcripts),
        fc.array(fraction, { maxLength: 40 }),
        ({ golden, bytes }, cuts) => check(golden, partsOf(golden, splitAt(bytes, cuts))),
      ),
      { numRuns: propertyRuns(3_000) },
    );
  }).timeout(120_000);
});

describe('the fragments of tool calls', () => {
  const input = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.constant({}),
  );
  const calls = fc.array(fc.record({ name: fc.constantFrom('f', 'g'), input }), {
    minLength: 1,
    maxLength: 4,
  });

  it('are joined wherever they are cut, in each way of numbering them', () => {
    const styles = fc.constantFrom('numbered', 'ids', 'headsRepeated', 'zero', 'nothing');
    const property = fc.property(
      calls,
      styles,
      fc.array(fraction, { maxLength: 12 }),
      (given, style, cuts) => {
        const deltas = given.flatMap(({ name, input: value }, at) => {
          const text = JSON.stringify(value);
          const places = [...new Set(cuts.map((cut) => Math.floor(cut * text.length)))].toSorted(
            (a, b) => a - b,
          );
          const pieces = [0, ...places].map((start, index) => text.slice(start, places[index]));
          const head = {
            ...(style === 'nothing' ? {} : { index: style === 'zero' ? 0 : at }),
            ...(style === 'nothing' || style === 'numbered' ? {} : { id: `id${at}` }),
          };
          const rest = style === 'numbered' || style === 'zero' ? { index: head.index } : {};
          const later = style === 'ids' || style === 'headsRepeated' ? head : rest;
          const laterName = style === 'headsRepeated' ? { name } : {};
          return pieces
            .filter((piece, index) => index === 0 || piece !== '')
            .map((piece, index) =>
              Object.assign(
                { function: { ...(index === 0 ? { name } : laterName), arguments: piece } },
                index === 0 ? head : later,
              ),
            );
        });
        const reader = readerOf(chat);
        for (const delta of deltas) {
          const data = { choices: [{ index: 0, delta: { tool_calls: [delta] } }] };
          reader.push([{ data, isError: false }]);
        }
        const found = toolCallsIn(reader.end());
        assert.deepEqual(
          found?.calls.map((call) => ({ name: call.name, input: JSON.parse(call.arguments) })),
          JSON.parse(JSON.stringify(given)),
        );
      },
    );
    fc.assert(property, { numRuns: propertyRuns(3_000) });
  }).timeout(120_000);

  it('get IDs that no earlier message has', () => {
    const sent = { id: 'call_1', name: 'f', input: {} };
    const reader = readerOf(chat, {
      messages: [
        { role: 'assistant', content: '', toolCalls: [sent, { ...sent, id: 'call00001' }] },
      ],
    });
    const tool = { index: 0, id: 'call_1', function: { name: 'f', arguments: '{}' } };
    const data = { choices: [{ index: 0, delta: { tool_calls: [tool] } }] };
    reader.push([{ data, isError: false }]);
    assert.deepEqual(toolCallsIn(reader.end())?.calls, [
      { id: 'call00002', name: 'f', arguments: '{}' },
    ]);
  });

  it('take time linear in their number', () => {
    const reader = readerOf(chat);
    for (let at = 0; at < 50_000; at++) {
      const tool = {
        index: 0,
        id: 'a',
        function: { name: 'f', arguments: at === 0 ? '{"a":"' : 'xyz' },
      };
      const data = { choices: [{ index: 0, delta: { tool_calls: [tool] } }] };
      reader.push([{ data, isError: false }]);
    }
    assert.equal(toolCallsIn(reader.end())?.calls.length, 1);
  });
});
