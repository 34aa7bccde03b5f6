import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sourcesByNumber, type Source } from '../../../../../src/gateway/common/source';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { propertyRuns } from '../../../../support/propertyRuns';
import { answerOf, fraction, splitAt } from './goldens/readStream';

const one = 'https://one.example/a';
const two = 'https://two.example/b?c=1#d';
const source = (url: string, numbers: readonly number[], title?: string): Source => ({
  url,
  ...(title === undefined ? {} : { title }),
  numbers,
});

const delta = (content: string, more: object = {}): object => ({
  choices: [{ index: 0, delta: { content, ...more }, finish_reason: null }],
});
const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const message = (content: string, more: object = {}): object => ({
  choices: [{ index: 0, message: { content, ...more }, finish_reason: 'stop' }],
});
const annotation = (url: string, title: string, start_index = 0, end_index = 0): object => ({
  type: 'url_citation',
  url_citation: { url, title, start_index, end_index },
});
const flat = (url: string, title: string): object => ({ type: 'url_citation', url, title });
const results = [
  { title: 'Page one', url: one, date: null },
  { title: ' Page\n two ', url: two },
];

const textPart = (annotations: readonly object[]): object => ({
  type: 'message',
  content: [{ type: 'output_text', text: 'Hi', annotations }],
});
const claudeResult = { type: 'web_search_result', url: one, title: 'Page one' };
const cited = { type: 'web_search_result_location', url: two, title: 'Page two', cited_text: 'x' };
const chunks = [{ web: { uri: one, title: 'one.example' } }, { web: { uri: two } }];

interface Case {
  readonly name: string;
  readonly format: ApiFormatAdapter;
  readonly events: readonly object[];
  readonly expected: readonly Source[];
}

const cases: readonly Case[] = [
  {
    name: 'addresses beside the choices, in each event',
    format: chat,
    events: [
      { ...delta('A[1]'), citations: [one, two] },
      { ...delta('B[2]'), citations: [one, two] },
    ],
    expected: [source(one, [1]), source(two, [2])],
  },
  {
    name: 'addresses with the titles of search results, in the last event alone',
    format: chat,
    events: [delta('A[1]'), { ...stop, citations: [two, one], search_results: results }],
    expected: [source(two, [1], 'Page two'), source(one, [2], 'Page one')],
  },
  {
    name: 'search results alone',
    format: chat,
    events: [{ ...delta('A[2]'), search_results: results }, stop],
    expected: [source(one, [1], 'Page one'), source(two, [2], 'Page two')],
  },
  {
    name: 'a list that grows',
    format: chat,
    events: [
      { ...delta('A[1]'), citations: [one] },
      { ...delta('B[2]'), citations: [one, two] },
    ],
    expected: [source(one, [1]), source(two, [2])],
  },
  {
    name: 'one more address in each event',
    format: chat,
    events: [delta('A[1]', { citations: [one] }), delta('B[2]', { citations: [two] })],
    expected: [source(one, [1]), source(two, [2])],
  },
  {
    name: 'an address twice, which does not move the numbers',
    format: chat,
    events: [{ ...delta('A[3]'), citations: [one, one, two] }],
    expected: [source(one, [1, 2]), source(two, [3])],
  },
  {
    name: 'entries that cannot be opened, which do not move the numbers',
    format: chat,
    events: [
      {
        ...delta('A[6]'),
        citations: ['file:///etc/passwd', 'javascript:alert(1)', null, { url: 'x' }, '', two],
      },
    ],
    expected: [source(two, [6])],
  },
  {
    name: 'objects with an address and a title',
    format: chat,
    events: [message('A[1]', { citations: [{ url: one, title: 'Page one' }, { url: two }] })],
    expected: [source(one, [1], 'Page one'), source(two, [2])],
  },
  {
    name: 'annotations of a delta, in order of the text where that has other marks',
    format: chat,
    events: [
      delta('A', { annotations: [annotation(two, 'Two')] }),
      delta('', { annotations: [annotation(one, 'One')] }),
    ],
    expected: [source(two, [1], 'Two'), source(one, [2], 'One')],
  },
  {
    name: 'annotations that belong to the marks in the text',
    format: chat,
    events: [
      message('A[2] B[1]', {
        annotations: [annotation(two, 'Two', 1, 4), annotation(one, 'One', 6, 9)],
      }),
    ],
    expected: [source(two, [2], 'Two'), source(one, [1], 'One')],
  },
  {
    name: 'annotations and numbered addresses',
    format: chat,
    events: [
      { ...delta('A[1]', { annotations: [annotation(two, 'Two')] }), citations: [one] },
      stop,
    ],
    expected: [source(one, [1]), source(two, [], 'Two')],
  },
  {
    name: "Zhipu's web search, with the last event",
    format: chat,
    events: [
      delta('A[ref_2]'),
      {
        ...stop,
        web_search: [
          { icon: 'x', title: 'Page one', link: one, media: 'm', content: 'c', refer: 'ref_1' },
          { title: 'Page two', link: two, refer: 'ref_2' },
        ],
      },
    ],
    expected: [source(one, [1], 'Page one'), source(two, [2], 'Page two')],
  },
  {
    name: "DashScope's and Hunyuan's search results",
    format: chat,
    events: [
      {
        ...delta('A[2]'),
        search_info: {
          search_results: [
            { index: 1, site_name: 's', title: 'Page one', url: one },
            { index: 2, title: 'Page two', url: two },
          ],
        },
      },
      stop,
    ],
    expected: [source(one, [1], 'Page one'), source(two, [2], 'Page two')],
  },
  {
    name: 'the same within a complete message',
    format: chat,
    events: [message('A', { search_info: { search_results: [{ title: 'Page one', url: one }] } })],
    expected: [source(one, [1], 'Page one')],
  },
  {
    name: "references of Ark's bots, in the first event",
    format: chat,
    events: [
      { ...delta('A[1]'), references: [{ url: one, title: 'Page one', site_name: 's' }] },
      stop,
    ],
    expected: [source(one, [1], 'Page one')],
  },
  {
    name: 'sources of a message',
    format: chat,
    events: [message('A', { sources: [{ title: 'Page two', url: two }, one] })],
    expected: [source(two, [1], 'Page two'), source(one, [2])],
  },
  {
    name: 'annotations beside a list without addresses',
    format: chat,
    events: [
      {
        ...message('A[2]', { annotations: [annotation(two, 'Two', 1, 4)] }),
        sources: [{ id: 'doc-1', name: 'handbook.pdf' }],
      },
    ],
    expected: [source(two, [2], 'Two')],
  },
  {
    name: 'annotations of Responses, repeated at the end',
    format: responses,
    events: [
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hi' },
      {
        type: 'response.output_text.annotation.added',
        output_index: 0,
        annotation: flat(one, 'Page one'),
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: textPart([flat(one, 'Page one'), flat(two, 'Page two')]),
      },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [textPart([flat(one, 'Page one'), flat(two, 'Page two')])],
        },
      },
    ],
    expected: [source(one, [1], 'Page one'), source(two, [2], 'Page two')],
  },
  {
    name: 'a complete Responses reply',
    format: responses,
    events: [{ object: 'response', status: 'completed', output: [textPart([flat(two, 'Two')])] }],
    expected: [source(two, [1], 'Two')],
  },
  {
    name: 'what a search found in the Messages format, where nothing is cited',
    format: messages,
    events: [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'web_search_tool_result', content: [claudeResult] },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi' } },
    ],
    expected: [source(one, [], 'Page one')],
  },
  {
    name: 'what the Messages format cites, of all that a search found',
    format: messages,
    events: [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'web_search_tool_result', content: [claudeResult] },
      },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'text', text: '', citations: [] },
      },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'citations_delta', citation: cited },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi' } },
    ],
    expected: [source(two, [1], 'Page two')],
  },
  {
    name: 'a complete message with citations',
    format: messages,
    events: [
      {
        type: 'message',
        content: [{ type: 'text', text: 'Hi', citations: [cited, cited] }],
        stop_reason: 'end_turn',
      },
    ],
    expected: [source(two, [1], 'Page two')],
  },
  {
    name: "Gemini's chunks, with the last text",
    format: generateContent,
    events: [
      { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
      {
        candidates: [
          {
            content: { parts: [{ text: '!' }] },
            finishReason: 'STOP',
            groundingMetadata: { groundingChunks: chunks },
          },
        ],
      },
    ],
    expected: [source(one, [1], 'one.example'), source(two, [2])],
  },
  {
    name: "Gemini's chunks in snake case",
    format: generateContent,
    events: [
      {
        candidates: [
          {
            content: { parts: [{ text: 'Hi' }] },
            grounding_metadata: { grounding_chunks: chunks },
          },
        ],
      },
    ],
    expected: [source(one, [1], 'one.example'), source(two, [2])],
  },
];

const bytesOf = (events: readonly object[]): Buffer =>
  Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));

describe('the sources of an answer', () => {
  for (const { name, format, events, expected } of cases) {
    it(`are read from ${name}`, () => {
      assert.deepEqual(answerOf(format, [bytesOf(events)]).sources, expected);
    });
  }

  it('do not depend on how the stream is cut, and are known when the connection breaks', () => {
    const positions = fc.array(fraction, { maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...cases), positions, ({ format, events, expected }, splits) => {
        const cut = splitAt(bytesOf(events), splits);
        assert.deepEqual(answerOf(format, cut).sources, expected);
        assert.deepEqual(answerOf(format, cut, true).sources, expected);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('never include anything but web addresses, whatever the lists hold', () => {
    const item = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        one,
        `${one} x`,
        'data:text/html,x',
        'command:x',
        '//x',
        'HTTP://X',
        'https://',
      ),
    );
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (citations, annotations) => {
        const { sources } = answerOf(chat, [
          bytesOf([{ ...delta('A', { annotations }), citations }, stop]),
        ]);
        for (const { url } of sources) {
          assert.ok(/^https?:$/.test(new URL(url).protocol), url);
        }
        assert.equal(new Set(sources.map(({ url }) => url)).size, sources.length);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('are none where an answer has none', () => {
    for (const more of [
      {},
      { citations: [] },
      { citations: null },
      { search_results: {} },
      { annotations: 'x' },
      { references: 'https://one.example/a' },
      { references: [{ id: 'r1' }, 'see above', 3] },
      { sources: [{ source: { name: 'handbook.pdf' }, document: ['x'] }] },
      { web_search: { enable: true } },
      { search_info: { extra_tool_info: [] } },
      { search_info: [{ url: one }] },
    ]) {
      assert.deepEqual(
        answerOf(chat, [bytesOf([{ ...delta('A[1]', more), ...more }, stop])]).sources,
        [],
      );
    }
  });
});

describe('sourcesByNumber', () => {
  it('leads nowhere for a number that means two pages', () => {
    const sources = [source(one, [1, 2]), source(two, [3]), source(two, [1, 3])];
    assert.deepEqual(
      [...sourcesByNumber(sources)].map(([number, { url }]) => [number, url]),
      [
        [2, one],
        [3, two],
      ],
    );
  });
});
