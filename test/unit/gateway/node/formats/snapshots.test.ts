// Deltas that hold the complete text so far: the text stands once, and nothing that only looks like them is lost.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { apiFormats, type ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { propertyRuns } from '../../../../support/propertyRuns';
import { answerOf, fraction, splitAt } from './goldens/readStream';

const formats: Readonly<
  Record<ApiFormat, readonly [ApiFormatAdapter, (text: string) => object, end: object]>
> = {
  chat: [
    chat,
    (content) => ({ choices: [{ index: 0, delta: { content } }] }),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ],
  responses: [
    responses,
    (delta) => ({ type: 'response.output_text.delta', item_id: 't', delta }),
    { type: 'response.completed', response: { status: 'completed', output: [] } },
  ],
  messages: [
    messages,
    (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  ],
  generateContent: [
    generateContent,
    (text) => ({ candidates: [{ content: { parts: [{ text }] } }] }),
    { candidates: [{ finishReason: 'STOP' }] },
  ],
};

function stream(deltas: readonly string[], format: ApiFormat = 'chat'): Buffer {
  const [, event, end] = formats[format];
  const events = [...deltas.map(event), end].map((data) => `data: ${JSON.stringify(data)}\n\n`);
  return Buffer.from(`${events.join('')}data: [DONE]\n\n`);
}

function textOf(deltas: readonly string[], format: ApiFormat = 'chat'): string {
  const { text, state } = answerOf(formats[format][0], [stream(deltas, format)]);
  assert.equal(state, 'complete');
  return text;
}

/** The text so far at each of the lengths. */
function snapshots(text: string, ...lengths: readonly number[]): readonly string[] {
  return [...lengths, text.length].map((length) => text.slice(0, length));
}

function twice(deltas: readonly string[]): readonly string[] {
  return deltas.flatMap((delta) => [delta, delta]);
}

const answer =
  '  \n## Glühwein 🍷\n\nWarm the wine with cinnamon, cloves and orange peel; 不要煮沸. Serve in mugs. Prost!\n';

describe('deltas that hold the text so far', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'in every delta': snapshots(answer, 8, 20, 35, 50, 66, 80),
    'that begin with blanks': snapshots(answer, 1, 2, 3, 40, 70),
    'that end within a character': snapshots(answer, 14, 15, 16, 17, 70),
    'of which the first one is long': snapshots(answer, 70, 72, 75),
    'of which some are repeated': snapshots(answer, 5, 20, 20, 20, 30, 70, 70, answer.length),
    'three in all': snapshots(answer, 10, 40),
    'each of them twice': twice(snapshots(answer, 8, 20, 35, 50, 66, 80)),
    'each of them twice, character by character': twice(
      snapshots(answer, ...Array.from(answer, (_, at) => at + 1)),
    ),
    'each of them twice, with empty ones between': twice(snapshots(answer, 8, 20, 40)).flatMap(
      (delta) => ['', delta],
    ),
    'each of them twice, of a long answer': twice(snapshots(answer.repeat(40), 900, 1800, 2600)),
    'each of them twice, three in all': twice(snapshots(answer, 10, 40)),
    'of which the first one is repeated': [answer.slice(0, 9), ...snapshots(answer, 9, 20, 40, 70)],
    'each of them thrice after the first': [
      ...twice(snapshots(answer, 9).slice(0, 1)),
      ...snapshots(answer, 20, 40, 70).flatMap((delta) => [delta, delta, delta]),
    ],
    'with empty ones between': ['', 'Warm', '', ...snapshots(`Warm${answer}`, 20, 40, 60)],
    'and the complete text once more': [...Array.from(answer), answer],
    'once, and the complete text once more': [answer, answer],
  };
  for (const [name, deltas] of Object.entries(cases)) {
    it(`${name}: the text is the last one, in all formats`, () => {
      for (const format of apiFormats) {
        assert.equal(textOf(deltas, format), deltas.at(-1), format);
      }
    });
  }

  it('keep what stood before the first one, and what is none of them', () => {
    assert.equal(textOf(['Sure. ', ...snapshots(answer, 5, 20, 40, 70)]), `Sure. ${answer}`);
    const [early, late] = [snapshots(answer, 5, 20, 40, 70).slice(0, -1), answer];
    assert.equal(
      textOf([...early, ' (note) ', late]),
      `${answer.slice(0, 70)} (note) ${answer.slice(70)}`,
    );
    assert.equal(textOf([...early, late, late.trimEnd()]), answer);
  });

  it('are found in reasoning, too', () => {
    const event = (reasoning_content: string): string =>
      `data: ${JSON.stringify({ choices: [{ delta: { reasoning_content } }] })}\n\n`;
    const events = snapshots(answer, 5, 20, 40, 70).map(event).join('');
    const { reasoning, text } = answerOf(chat, [Buffer.from(events), stream(['Cheers.'])]);
    assert.deepEqual({ reasoning, text }, { reasoning: answer, text: 'Cheers.' });
  });

  for (const [name, repeat] of [
    ['once', (deltas: readonly string[]) => deltas],
    ['twice', twice],
  ] as const) {
    it(`give the same text wherever the stream is split, and no word again when it breaks later: ${name}`, () => {
      const first = repeat(snapshots(answer, 8, 20, 35, 66).slice(0, 4));
      const bytes = stream([...first, ...repeat(snapshots(answer, 80))]);
      const certain = stream(first).indexOf('"finish_reason"') / bytes.length;
      fc.assert(
        fc.property(fraction, fc.array(fraction, { maxLength: 8 }), (end, splits) => {
          assert.equal(answerOf(chat, splitAt(bytes, splits)).text, answer);
          const received = bytes.subarray(
            0,
            Math.ceil((certain + (1 - certain) * end) * bytes.length),
          );
          const { text } = answerOf(chat, splitAt(received, splits), true);
          assert.ok(answer.startsWith(text) && text.length >= 66, text);
        }),
        { numRuns: propertyRuns(300) },
      );
    });
  }
});

describe('deltas that only look like the text so far', () => {
  const row = `| ${'-'.repeat(30)} | ${'-'.repeat(30)} |\n`;
  const cases: Readonly<Record<string, readonly string[]>> = {
    'a long line that a model repeats': Array.from({ length: 9 }, () => row),
    'a closing tag twice': ['<ul>', '</ul>', '</ul>'],
    'a word again and again': ['no', ' no', ' no', 'no', 'no', 'no'],
    'lines that grow but stay short': ['*', '**', '***', '****', '*****', '\n', '*****'],
    'two that begin with the one before': ['Hi. ', 'a', 'ab', `ab${row}`, 'c'],
    'the same row of a table': ['| a | b |\n', row, row, row, row],
    'a run of one letter': Array.from({ length: 100 }, () => 'aaaa'),
    'a run that is as long as the text before': ['a', 'a', 'aa', 'aaaa', 'aaaaaaaa', 'b'],
    'the text so far, and more text': [answer, answer, 'more'],
    'the text so far, too short': ['Ha', 'Ha'],
    'two words twice': ['Ha', 'Ha', ' ho', ' ho'],
    'a word twice, and a longer one twice': ['Ha', 'Ha', 'Hahaha', 'Hahaha', '!'],
    'a word twice, at the end of the answer': ['So', 'So', 'Soso'],
    'a long word twice, and more': [row, row, '\n'],
    'a word three times': ['Ha', 'Ha', 'Ha'],
    'a token that begins with the one before': ['The', 'The', 'There', ' is'],
    'a drawing': ['#\n', '##\n', '###\n', '#'.repeat(80), '\n'],
  };
  for (const [name, deltas] of Object.entries(cases)) {
    it(`${name} are text`, () => {
      for (const format of apiFormats) {
        assert.equal(textOf(deltas, format), deltas.join(''), format);
      }
    });
  }

  it('are text: random deltas shorter than 64 characters', () => {
    const delta = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(delta, { minLength: 1, maxLength: 30 }), (deltas) => {
        assert.equal(textOf(deltas), deltas.join(''));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
