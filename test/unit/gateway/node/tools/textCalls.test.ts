// Tool calls that models write as text, in the formats of their chat templates, cut anywhere.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { spellings } from '../../../../../src/gateway/node/tools/callSpellings';
import { isLinear } from '../../../../support/cpuTime';
import { propertyRuns } from '../../../../support/propertyRuns';
import { readerOf } from '../../../../support/streams/readerOf';
import { cutAt, textsOf } from '../../../../support/streams/textsOf';

const tools = {
  mode: 'auto',
  definitions: [
    {
      name: 'read_file',
      description: '',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, from: { type: 'integer' } },
        required: ['path'],
      },
    },
    { name: 'problems', description: '', inputSchema: { type: 'object', properties: {} } },
  ],
} as const;

interface Result {
  readonly text: string;
  readonly reasoning?: string;
  readonly calls: readonly (readonly [string, string])[];
}

function read(pieces: readonly string[], offered = true, reason = 'stop'): Result {
  const { text, calls } = readDeltas(
    pieces.map((content) => ({ content })),
    offered,
    reason,
  );
  return { text, calls };
}

function readDeltas(
  deltas: readonly object[],
  offered = true,
  reason = 'stop',
): Required<Result> & { readonly sentBack: string } {
  const reader = readerOf(chat, offered ? { tools } : {});
  return readWith(reader, deltas, reason);
}

function readWith(
  reader: ReturnType<typeof readerOf>,
  deltas: readonly object[],
  reason = 'stop',
): Required<Result> & { readonly sentBack: string } {
  const events = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
  ];
  const parts = [
    ...events.flatMap((data) => reader.push([{ data, isError: false }]).parts),
    ...reader.end(),
  ];
  const blocks = parts.flatMap((part) =>
    part.type === 'toolCalls' ? (part.reasoning?.blocks ?? []) : [],
  );
  return {
    ...textsOf(parts),
    sentBack: JSON.stringify(blocks),
    calls: parts.flatMap((part) =>
      part.type === 'toolCalls'
        ? part.calls.map((call) => [call.name, call.arguments] as const)
        : [],
    ),
  };
}

const readA = ['read_file', '{"path":"src/a.ts"}'] as const;
const readFrom = ['read_file', '{"path":"src/a.ts","from":10}'] as const;
const problems = ['problems', '{}'] as const;

const samples: readonly (readonly [string, string, Result['calls']])[] = [
  [
    'Hermes and Qwen',
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "src/a.ts"}}\n</tool_call>\n<tool_call>\n{"name": "problems", "arguments": {}}\n</tool_call>',
    [readA, problems],
  ],
  [
    'Qwen without the closing tag',
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "src/a.ts"}}',
    [readA],
  ],
  [
    'Qwen3-Coder',
    '<tool_call>\n<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n<parameter=from>\n10\n</parameter>\n</function>\n</tool_call>',
    [readFrom],
  ],
  [
    'Qwen3-Coder without the outer tag',
    '<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n</function>\n</tool_call>',
    [readA],
  ],
  [
    'GLM',
    '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>src/a.ts</arg_value>\n<arg_key>from</arg_key>\n<arg_value>10</arg_value>\n</tool_call>',
    [readFrom],
  ],
  [
    'a value with the end of a call',
    '<function=read_file>\n<parameter=path>\nsrc/</function>.ts\n</parameter>\n</function>',
    [['read_file', '{"path":"src/</function>.ts"}']],
  ],
  ['GLM without arguments', '<tool_call>problems\n</tool_call>', [problems]],
  [
    'DeepSeek V3',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "src/a.ts"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [readA],
  ],
  [
    'DeepSeek V3.1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "src/a.ts"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>problems<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [readA, problems],
  ],
  [
    'DeepSeek V3.2',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">src/a.ts</｜DSML｜parameter>\n<｜DSML｜parameter name="from" string="false">10</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    [readFrom],
  ],
  [
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "src/a.ts"}<|tool_call_end|><|tool_calls_section_end|>',
    [readA],
  ],
  [
    'Anthropic',
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>\n</function_calls>',
    [readA],
  ],
  [
    'Anthropic with a prefix',
    '<antml:invoke name="read_file">\n<antml:parameter name="path">src/a.ts</antml:parameter>\n</antml:invoke>',
    [readA],
  ],
];

/** Each stays text: none of ours, not at the end, in code, or not what the schema says. */
const texts: readonly string[] = [
  '<tool_call>\n{"name": "delete_file", "arguments": {"path": "src/a.ts"}}\n</tool_call>',
  '<tool_call>\n{"name": "problems", "arguments": {}}\n</tool_call>\nThat was the call.',
  // What follows a call is none of its arguments, and one of them that comes twice is part of another's text.
  '<function=problems></function>\n{"path": "src/a.ts"}',
  '<function=read_file>\n<parameter=path>\nsrc/<parameter=path>\n</parameter>\n</function>',
  'function call',
  'See functools[{"name": "problems", "arguments": {}}]',
  '<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n and more\n</function>',
  'Write `<tool_call>` and then `</tool_call>`.',
  'For example:\n\n```\n<tool_call>\n{"name": "problems", "arguments": {}}\n</tool_call>\n```',
  '```xml\n<tool_call>\n{"name": "problems", "arguments": {}}\n</tool_call>',
  'Do not do this:\n\n    <tool_call>\n    {"name": "problems", "arguments": {}}\n    </tool_call>\n',
  '- Do not do this:\n\n      <function=problems>\n      </function>\n',
  '\t<invoke name="problems"></invoke>',
  'a < b, <tool, and <function=',
  // Definitions of tools, as prompts have them.
  ...['', ', "description": "Lists them"'].flatMap((more) => {
    const schema = '{"type": "object", "properties": {}}';
    const definition = `{"name": "problems"${more}, "parameters": ${schema}}`;
    return [
      definition,
      `[${definition}]`,
      `{"type": "function", "function": ${definition}}`,
      `<tools>\n{"type": "function", "function": ${definition}}\n</tools>`,
    ];
  }),
  '<tools>\n[{"name": "problems", "description": "Lists them", "input_schema": {"type": "object"}}]\n</tools>',
  '<tools>\n[{"name": "problems", "inputSchema": {"type": "object"}}]\n</tools>',
  '<tools>{"name": "problems", "description": "Lists them", "parameters": {}}</tools>',
  'declaration:problems{description:<escape>Lists<escape>,parameters:{type:<escape>OBJECT<escape>}}',
  `The tag <tool_call> begins a call. ${'It is followed by JSON. '.repeat(20)}`,
];

describe('tool calls as text', () => {
  for (const { family, sample } of spellings) {
    it(`are read as calls in the spelling of each family, wherever the stream is cut: ${family}`, () => {
      for (const before of ['', 'I read it.\n\n']) {
        const sent = `${before}${sample}`;
        assert.deepEqual(read([sent]), { text: before, calls: [readFrom] });
        assert.deepEqual(read(Array.from(sent)), { text: before, calls: [readFrom] });
        fc.assert(
          fc.property(fc.array(fc.nat(400)), (cuts) => {
            assert.deepEqual(read(cutAt(sent, cuts)), { text: before, calls: [readFrom] });
          }),
          { numRuns: propertyRuns(30) },
        );
      }
    });

    it(`are read at the end of reasoning that no text follows: ${family}`, () => {
      const reasoning = `I should look.\n${sample}`;
      for (const pieces of [[reasoning], Array.from(reasoning)]) {
        const deltas = pieces.map((text) => ({ reasoning_content: text }));
        const { sentBack, ...result } = readDeltas(deltas);
        assert.ok(!sentBack.includes('src/a.ts'), sentBack);
        assert.deepEqual(result, { text: '', reasoning: 'I should look.\n', calls: [readFrom] });
        const answered = readDeltas([...deltas, { content: 'It says a.' }]);
        assert.deepEqual(answered.calls, []);
        assert.equal(answered.reasoning, reasoning);
        assert.equal(answered.text, 'It says a.');
      }
    });

    it(`are read at the end of reasoning between tags that nothing closes: ${family}`, () => {
      const sent = `<think>\nI should look.\n${sample}`;
      for (const pieces of [[sent], Array.from(sent)]) {
        const { text, reasoning, calls } = readDeltas(pieces.map((content) => ({ content })));
        assert.deepEqual([text, reasoning.trim(), calls], ['', 'I should look.', [readFrom]]);
      }
    });

    it(`go back to the model as they were written where they break off: ${family}`, () => {
      for (let end = sample.indexOf('read_file') + 'read_file'.length; end < sample.length; end++) {
        const cut = sample.slice(0, end);
        for (const [reason, offered] of [
          ['stop', true],
          ['length', true],
          ['stop', false],
        ] as const) {
          const reader = readerOf(chat, offered ? { tools } : {});
          const { text, calls } = readWith(reader, [{ content: `So.\n${cut}` }], reason);
          assert.equal(reader.errorAtEnd, undefined);
          const isCalled = reason === 'stop' && offered;
          assert.deepEqual([text, calls.length], isCalled ? ['So.\n', 1] : [`So.\n${cut}`, 0], cut);
          const isWhole = (input: string): boolean => input === readA[1] || input === readFrom[1];
          for (const [name, input] of calls) {
            const isSent = input === cut || isWhole(input) || !input.includes('"path"');
            assert.ok(name === 'read_file' && isSent, `${cut} → ${input}`);
          }
        }
      }
    });

    it(`go back to the model where their arguments don't fit: ${family}`, () => {
      const misfit = `So.\n${sample.replaceAll('path', 'folder')}`;
      for (const pieces of [[misfit], Array.from(misfit)]) {
        for (const [more, isLast] of [
          ['', true],
          ['\nThat was the call.', false],
        ] as const) {
          const reader = readerOf(chat, { tools });
          const deltas = [...pieces, more].map((content) => ({ content }));
          const { text, calls } = readWith(reader, deltas, 'stop');
          assert.equal(reader.errorAtEnd, undefined);
          assert.equal(text, isLast ? 'So.\n' : misfit + more);
          const written = calls.map(([name, input]) => [name, input.replace('"10"', '10')]);
          const called = ['read_file', '{"folder":"src/a.ts","from":10}'];
          assert.deepEqual(written, isLast ? [called] : []);
        }
      }
    });

    it(`run once where they come structured, too, and leave no markup: ${family}`, () => {
      const [name, args] = readFrom;
      const call = { index: 0, id: 'a', type: 'function', function: { name, arguments: args } };
      for (const deltas of [
        [{ content: `So.\n${sample}` }, { tool_calls: [call] }],
        [{ tool_calls: [call] }, { content: `So.\n${sample}` }],
      ]) {
        const { text, calls } = readDeltas(deltas, true, 'tool_calls');
        assert.deepEqual({ text, calls }, { text: 'So.\n', calls: [readFrom] });
      }
    });

    it(`leave no part of their markup beside structured calls: ${family}`, () => {
      const [name, args] = readFrom;
      const call = { index: 0, id: 'a', type: 'function', function: { name, arguments: args } };
      const ends = Array.from(sample, (_character, index) => index).filter(
        (end) =>
          /^[<[]./su.test(sample.slice(0, end)) && read([sample.slice(0, end)]).calls.length === 0,
      );
      for (const part of [
        ...ends.map((end) => sample.slice(0, end)),
        /<[^<>]*>$/u.exec(sample)?.[0],
      ]) {
        for (const deltas of [
          [{ content: `<think>Hm</think>So.\n${part ?? ''}` }, { tool_calls: [call] }],
          [{ content: 'So.\n' }, { tool_calls: [call] }, { content: part ?? '' }],
        ]) {
          const { text, calls, sentBack } = readDeltas(deltas, true, 'tool_calls');
          // The end of a message is no word of the answer, and does no harm there.
          assert.match(sentBack, /^\[\]$|<\/think>So\.\\n(?:<\|\w+\|>)?"/u);
          assert.deepEqual(
            { text: text.trimEnd(), calls },
            { text: 'So.', calls: [readFrom] },
            part,
          );
        }
      }
    });

    it(`leave no markup in what goes back to the model: ${family}`, () => {
      const { text, reasoning, calls, sentBack } = readDeltas([
        { content: `<think>why</think>\n\n${sample}` },
      ]);
      assert.deepEqual(
        { text, reasoning, calls },
        { text: '', reasoning: 'why', calls: [readFrom] },
      );
      assert.ok(
        sentBack.includes('<think>why</think>') && !sentBack.includes('src/a.ts'),
        sentBack,
      );
    });

    it(`stay what they are in code and quotations, with more text, and without tools: ${family}`, () => {
      const indented = sample.replaceAll(/^/gmu, '    ');
      for (const text of [
        `\`\`\`\n${sample}\n\`\`\``,
        `\`\`\`\n${sample.replace(/<[^<>]*>$/u, '')}`,
        `\`\`\`\n${sample.replaceAll('path', 'folder')}`,
        `It writes \`${sample.replaceAll('\n', ' ').replaceAll('`', '')}\`.`,
        `So:\n\n${indented}`,
        sample.replaceAll(/^/gmu, '> '),
        `<pre>\n${sample}\n</pre>`,
        `<pre><code>${sample}`,
        `${sample}\nThat was the call.`,
        `The model answered “${sample}”.`,
        sample.replaceAll('read_file', 'delete_file'),
      ]) {
        const words = (all: string): string => all.replaceAll(/\s|<\|\w*\|>/gu, '');
        for (const pieces of [[text], Array.from(text)]) {
          const { reasoning, ...result } = readDeltas(pieces.map((content) => ({ content })));
          assert.deepEqual(result.calls, []);
          const shown = words(reasoning + result.text);
          assert.ok(words(text).endsWith(shown) && shown !== '', shown);
        }
      }
      const stays = { text: sample, calls: [] };
      if (!sample.endsWith('|>') || sample.startsWith('<|tool')) {
        assert.deepEqual(read([sample], false), stays);
        assert.deepEqual(read([sample], true, 'length'), stays);
      }
    });
  }
  for (const [name, sample, calls] of samples) {
    it(`are read as calls wherever the stream is cut: ${name}`, () => {
      for (const before of ['', 'I read it.\n\n']) {
        const sent = `${before}${sample}`;
        assert.deepEqual(read([sent]), { text: before, calls });
        fc.assert(
          fc.property(fc.array(fc.nat(400)), (cuts) => {
            const pieces = cutAt(sent, cuts);
            assert.deepEqual(read(pieces), { text: before, calls });
          }),
          { numRuns: propertyRuns(30) },
        );
      }
    });

    it(`stay text without tools, or in an answer that was cut off: ${name}`, () => {
      assert.deepEqual(read([sample], false), { text: sample, calls: [] });
      assert.deepEqual(read([sample], true, 'length'), { text: sample, calls: [] });
    });
  }

  it('are read where the whole answer is a list of calls, or some one after the other, in their order', () => {
    const both = [
      { name: 'read_file', arguments: { path: 'src/a.ts' } },
      { name: 'problems', arguments: {} },
    ];
    const list = JSON.stringify(both);
    const lines = both.map((call) => JSON.stringify(call));
    for (const sent of [
      list,
      `\n${list}\n`,
      list.replaceAll('{"name', ' {\n"name'),
      lines.join('\n'),
      lines.join('; '),
      // Llama 3.2 and 4.
      '[read_file(path="src/a.ts"), problems()]',
      JSON.stringify(both.map((call) => ({ type: 'function', function: call }))),
    ]) {
      for (const pieces of [[sent], Array.from(sent)]) {
        const { text, calls } = read(pieces);
        assert.deepEqual([text.trim(), calls], ['', [readA, problems]]);
      }
    }
    const misfit = list.replace('path', 'folder');
    const sentBack = [['read_file', '{"folder":"src/a.ts"}'], problems];
    assert.deepEqual(read([misfit]), { text: '', calls: sentBack });
    // A structured call says how this model calls: the text is its answer.
    const [name, args] = readFrom;
    const call = { index: 0, id: 'a', type: 'function', function: { name, arguments: args } };
    const beside = readDeltas([{ content: misfit }, { tool_calls: [call] }], true, 'tool_calls');
    assert.deepEqual([beside.text, beside.calls], [misfit, [readFrom]]);
    for (const text of [
      `So: ${list}`,
      `So: ${misfit}`,
      `${list} So.`,
      `\`\`\`json\n${list}\n\`\`\``,
      list.replace('problems', 'delete_file'),
      lines.join(' and '),
      `${lines.join('\n')}\n{"path":"src/a.ts"}`,
      list.replace('"name"', '"version":1,"name"'),
      '[{"name":"problems"}]',
      '[[1](a.md)]',
      '[problems](a.md)',
      '[problems()](a.md)',
      '[problems()] lists them.',
      '[problems() and more]',
      '[delete_file(path="src/a.ts")]',
      '[]',
    ]) {
      for (const pieces of [[text], Array.from(text)]) {
        assert.deepEqual(read(pieces), { text, calls: [] });
      }
    }
  });

  it('stay text in code and quotations that the answer goes on with after it was cut off', () => {
    const [, sample = ''] = samples[0] ?? [];
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const goOn = (continuedText: string, text: string): readonly StreamPart[] => {
      const reader = readerOf(chat, { tools, continuedText });
      const events = [{ choices: [{ index: 0, delta: { content: text } }] }, end];
      const all = events.flatMap((data) => reader.push([{ data, isError: false }]).parts);
      return [...all, ...reader.end()].filter(
        ({ type }) => type === 'text' || type === 'toolCalls',
      );
    };
    for (const [before, text] of [
      ['So:\n\n```xml\n', `${sample}\n\`\`\`\n`],
      ['So:\n\n```xml\n', sample],
      ['<pre>', sample],
      ['> ', sample.replaceAll('\n', '\n> ')],
      ['It is `', `${sample.replaceAll('\n', ' ')}\``],
      ['So: ', '{"name": "problems", "arguments": {}}'],
    ] as const) {
      const parts = goOn(before, text);
      assert.equal(parts.map((part) => (part.type === 'text' ? part.text : '!')).join(''), text);
    }
    assert.deepEqual(
      goOn('I look.\n', sample).map(({ type }) => type),
      ['toolCalls'],
    );
  });

  for (const text of texts) {
    it(`stay text: ${JSON.stringify(text.slice(0, 70))}`, () => {
      fc.assert(
        fc.property(fc.array(fc.nat(400)), (cuts) => {
          assert.deepEqual(read(cutAt(text, cuts)), { text, calls: [] });
        }),
        { numRuns: propertyRuns(30) },
      );
    });
  }

  it('go back to the model where an argument is missing or has another type', () => {
    const call = (input: string): string =>
      `<tool_call>\n{"name": "read_file", "arguments": ${input}}\n</tool_call>`;
    for (const input of ['{}', '{"path":3}']) {
      assert.deepEqual(read([call(input)]), { text: '', calls: [['read_file', input]] });
      const both = `${call('{"path":"src/a.ts"}')}\n${call(input)}`;
      assert.deepEqual(read([both]), { text: '', calls: [readA, ['read_file', input]] });
    }
  });

  const otherFormats: readonly (readonly [
    format: ApiFormatAdapter,
    eventOf: (text: string) => object,
    last: object,
  ])[] = [
    [
      responses,
      (delta) => ({ type: 'response.output_text.delta', output_index: 0, delta }),
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ],
    [
      messages,
      (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ],
    [
      generateContent,
      (text) => ({ candidates: [{ content: { parts: [{ text }] } }] }),
      { candidates: [{ finishReason: 'STOP' }] },
    ],
  ];
  it('are read in each API format', () => {
    for (const [format, eventOf, last] of otherFormats) {
      for (const { sample } of spellings) {
        const reader = readerOf(format, { tools });
        const events = [...Array.from(sample, eventOf), last];
        const parts = [
          ...events.flatMap((data) => reader.push([{ data, isError: false }]).parts),
          ...reader.end(),
        ];
        const calls = parts.flatMap((part) => (part.type === 'toolCalls' ? part.calls : []));
        assert.deepEqual(
          calls.map((call) => [call.name, call.arguments]),
          [readFrom],
          sample,
        );
        assert.ok(
          parts.every((part) => part.type !== 'text'),
          sample,
        );
      }
    }
  });

  it('stay the answer where they are messages to a tool that is not offered', () => {
    const text = '{"path":"src/a.ts"}';
    for (const offered of [true, false]) {
      for (const to of ['functions.delete_file', 'problems" ']) {
        const sent = `<|channel|>commentary to=${to}<|message|>${text}`;
        assert.deepEqual(readDeltas([{ content: sent }], offered).text, text);
      }
    }
  });

  for (const textOf of [
    (factor: number) => '<｜tool▁call▁begin｜>read_file {'.repeat(250 * factor),
    (factor: number) => `<｜tool▁call▁begin｜>read_file${'\n'.repeat(6_000 * factor)}`,
  ]) {
    it(`are looked for once where a model repeats itself: ${JSON.stringify(textOf(1).slice(0, 32))}`, () => {
      assert.ok(isLinear((factor) => read([textOf(factor)])));
    });
  }

  const released: readonly (readonly [string, string])[] = [
    ['<tool_call>\n{"name": "delete_file"', '<tool_call>\n{"name": "delete_file"'],
    ['<function=delete_file>', '<function=delete_file>'],
    ['<tool_call>{"name": "problems"}</tool_call>\n', ''],
    ['<tool_call>{"name": "problems"}</tool_call>\n\nThis', '*'],
    ['{"name": "my-package", ', '*'],
    ['{"name": "problems", "version"', ''],
    ['{"version": "1"', '*'],
    ['{"name": "problems", "parameters": {}, "version": 1}', '*'],
    ['So <t', 'So '],
    ['So < 3', '*'],
    ['a [0] and <b> ', '*'],
    ['call:problems is', '*'],
    ['call', ''],
    ['I call', '*'],
  ];
  for (const [text, shown] of released) {
    it(`are held back only while they may become calls: ${JSON.stringify(text)}`, () => {
      const reader = readerOf(chat, { tools });
      const parts = Array.from(text).flatMap(
        (content) =>
          reader.push([{ data: { choices: [{ index: 0, delta: { content } }] }, isError: false }])
            .parts,
      );
      const all = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      assert.equal(all, shown === '*' ? text : shown);
    });
  }

  for (const textOf of [
    (factor: number) =>
      `<tool_call>{"name":"read_file","arguments":{"path":"${'a '.repeat(4_000 * factor)}`,
    (factor: number) => `<function=read_file>\n<parameter=path>\n${'a '.repeat(4_000 * factor)}`,
    (factor: number) => `<function=read_file>${'<parameter=path>'.repeat(400 * factor)}`,
    (factor: number) => '<tool_call>{"name":"read_file","arguments":{"'.repeat(1_000 * factor),
    (factor: number) => '<tool_call>'.repeat(400 * factor),
    (factor: number) => `${'<tool_call>{"name":"problems"}</tool_call>'.repeat(25 * factor)} a`,
    (factor: number) => `I ${'call:problems '.repeat(400 * factor)}`,
  ]) {
    it(`take time in proportion to their length, in many deltas: ${textOf(1).slice(0, 60)}`, () => {
      const pieces = (factor: number): readonly string[] => textOf(factor).match(/.{1,8}/gsu) ?? [];
      assert.ok(isLinear((factor) => read(pieces(factor))));
    });
  }

  it('hold back no text that cannot be a call', () => {
    const reader = readerOf(chat, { tools });
    const text = `The tag <tool_call> begins a call. ${'It is followed by JSON. '.repeat(20)}`;
    const { parts } = reader.push([
      { data: { choices: [{ index: 0, delta: { content: text } }] }, isError: false },
    ]);
    assert.deepEqual(parts, [{ type: 'text', text }]);
  });
});

/** How families write a call, for any tool and arguments. */
const json = (value: unknown): string => JSON.stringify(value);
const plain = (value: unknown): string => (typeof value === 'string' ? value : json(value));
const eachOf = (
  input: object,
  write: (key: string, value: unknown) => string,
  separator = '\n',
): string =>
  Object.entries(input)
    .map(([key, value]) => write(key, value))
    .join(separator);
const gemma = (value: unknown): string =>
  typeof value === 'string'
    ? `<|"|>${value}<|"|>`
    : Array.isArray(value)
      ? `[${value.map(gemma).join(',')}]`
      : json(value);

const writers: readonly ((name: string, input: object) => string)[] = [
  (name, input) => `<tool_call>\n${json({ name, arguments: input })}\n</tool_call>`,
  (name, input) => `<minimax:tool_call>${json({ name, arguments: json(input) })}`,
  (name, input) => `<tools>${json({ arguments: input, name })}</tools>`,
  (name, input) =>
    `<function=${name}>\n${eachOf(input, (key, value) => `<parameter=${key}>\n${plain(value)}\n</parameter>`)}\n</function>\n</tool_call>`,
  (name, input) => `<function=functions.${name}>${json(input)}</function>`,
  (name, input) =>
    `<tool_call>${name}\n${eachOf(input, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>`)}</tool_call>`,
  (name, input) =>
    `<function_calls>\n<invoke name="${name}">\n${eachOf(input, (key, value) => `<parameter name="${key}">${plain(value)}</parameter>`)}\n</invoke>\n</function_calls>`,
  (name, input) =>
    `<｜DSML｜function_calls><｜DSML｜invoke name="${name}">${eachOf(input, (key, value) => `<｜DSML｜parameter name="${key}" string="${typeof value === 'string'}">${plain(value)}</｜DSML｜parameter>`)}</｜DSML｜invoke>`,
  (name, input) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json(input)}\n\`\`\`<｜tool▁call▁end｜>`,
  (name, input) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(input)}<｜tool▁call▁end｜>`,
  (name, input) =>
    `<|tool_call_begin|>functions.${name}:3<|tool_call_argument_begin|>${json(input)}<|tool_call_end|>`,
  (name, input) => `[TOOL_CALLS]${name}[ARGS]${json(input)}`,
  (name, input) => `[TOOL_CALLS] [${json({ name, arguments: input, id: 'a1' })}]</s>`,
  (name, input) =>
    `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(input)}<|call|>`,
  (name, input) => `<|channel|>analysis to=${name} code<|message|>${json(input)}`,
  (name, input) =>
    `<|channel|>analysis<|message|>Why.<|end|><|start|>assistant to=functions.${name}<|channel|>commentary <|constrain|>json<|message|>${json(input)}`,
  (name, input) => `assistantcommentary to=functions.${name} json${json(input)}`,
  (name, input) =>
    `<|tool_call>call:${name}{${eachOf(input, (key, value) => `${key}:${gemma(value)}`, ',')}}<tool_call|>`,
  (name, input) =>
    `call:default_api:${name}{${eachOf(input, (key, value) => `${key}:${json(value)}`, ', ')}}`,
  (name, input) => `<|python_tag|>${json({ type: 'function', name, parameters: input })}<|eom_id|>`,
  (name, input) =>
    `<|tool_call_start|>[${name}(${eachOf(input, (key, value) => `${key}=${json(value)}`, ', ')})]<|tool_call_end|>`,
  (name, input) =>
    `<|START_ACTION|>[\n${json({ tool_call_id: '0', tool_name: name, parameters: input })}\n]<|END_ACTION|>`,
  (name, input) => `<TOOLCALL>[${json({ name, arguments: input })}]</TOOLCALL>`,
  (name, input) =>
    `<|open|>tools<|sep|><|open|>call tool="${name}" index="1"<|sep|>${eachOf(input, (key, value) => `<|open|>argument key="${key}" type="${typeof value}"<|sep|>${plain(value)}<|close|>argument<|sep|>`, '')}<|close|>call<|sep|><|close|>tools<|sep|>`,
  (name, input) =>
    `]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="${name}">${eachOf(input, (key, value) => `]<]minimax[>[<${key}>${plain(value)}]<]minimax[>[</${key}>`, '')}]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>`,
  ...['｜DSML｜ ', '｜｜DSML｜｜', '|DSML|', '‖DSML‖', '｜GCML｜', 'steptml:'].map(
    (prefix) =>
      (name: string, input: object): string =>
        `<${prefix}${prefix.endsWith(' ') ? 'calls' : 'tool_calls'}>\n<${prefix}invoke name="${name}">\n${eachOf(input, (key, value) => `<${prefix}parameter name="${key}" string="true">${plain(value)}</${prefix}parameter>`)}\n</${prefix}invoke>\n</${prefix}${prefix.endsWith(' ') ? 'calls' : 'tool_calls'}>`,
  ),
  (name, input) =>
    `<|tool_calls|><|tool_call:begin|>b462<|tool_call:name|>${name}<|tool_call:args|>${json(input)}<|tool_call:end|><|calls|>`,
  (name, input) => `[TOOL_CALLS]${name}[CALL_ID]abcdefghi[ARGS]${json(input)}`,
  (name, input) => `[TOOL_CALL]${json({ tool: name, args: input })}[/TOOL_CALL]`,
  (name, input) => `functools[${json({ name, arguments: input })}]`,
  (name, input) => `<tool_call>${name}>${json(input)}</tool_call>`,
  (name, input) =>
    `<tool_calls><tool_call>function<tool_sep>${name}\n\`\`\`json\n${json(input)}\n\`\`\`</tool_call></tool_calls>`,
  (name, input) =>
    `<longcat_tool_call>${name}\n${eachOf(input, (key, value) => `<longcat_arg_key>${key}</longcat_arg_key>\n<longcat_arg_value>${plain(value)}</longcat_arg_value>`)}\n</longcat_tool_call>`,
  (name, input) =>
    `<function name="${name}">${eachOf(input, (key, value) => `<param name="${key}"><![CDATA[${plain(value)}]]></param>`)}</function>`,
  (name, input) => `<|function_call|>${json({ name, arguments: input })}`,
  (name, input) => json({ name, arguments: input }),
  (name, input) => JSON.stringify({ name, parameters: input }, undefined, 2),
];

const types = {
  string: fc
    .array(
      fc.constantFrom('a', ' ', '"', "'", '<b', '/', '{', '}', ']', ')', '\\', 'é', '\n', '`', ','),
    )
    .map((words) => `x${words.join('')}y`),
  integer: fc.integer(),
  boolean: fc.boolean(),
  array: fc.array(fc.constantFrom('a', 'b "c"', '[d]'), { minLength: 1, maxLength: 3 }),
};
const type = fc.constantFrom(...(['string', 'integer', 'boolean', 'array'] as const));
const toolWithInput = fc
  .dictionary(fc.stringMatching(/^[a-z]{3}_?[a-z]$/u), type, { minKeys: 1, maxKeys: 4 })
  .chain((properties) =>
    fc.record({
      schema: fc.constant({
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, one]) => [
            key,
            one === 'array' ? { type: one, items: { type: 'string' } } : { type: one },
          ]),
        ),
        required: Object.keys(properties),
      }),
      input: fc.record(
        Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, types[one]])),
      ),
    }),
  );

describe('any call that fits its tool', () => {
  for (const [index, write] of writers.entries()) {
    it(`runs exactly once and leaves no markup, however it is cut: ${write('tool', { key: 'a' }).slice(0, 60)}`, () => {
      fc.assert(
        fc.property(
          toolWithInput,
          fc.array(fc.nat(300)),
          fc.boolean(),
          ({ schema, input }, cuts, isAfter) => {
            const definitions = [{ name: 'do_it', description: '', inputSchema: schema }] as const;
            const before =
              isAfter && index < writers.length - 2 && !write('', {}).startsWith('<|channel')
                ? 'So.\n'
                : '';
            const sent = before + write('do_it', input);
            const reader = readerOf(chat, { tools: { mode: 'auto', definitions } });
            const parts = [
              ...cutAt(sent, cuts).flatMap(
                (content) =>
                  reader.push([
                    { data: { choices: [{ index: 0, delta: { content } }] }, isError: false },
                  ]).parts,
              ),
              ...reader.push([
                {
                  data: { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
                  isError: false,
                },
              ]).parts,
              ...reader.end(),
            ];
            const calls = parts.flatMap((part) => (part.type === 'toolCalls' ? part.calls : []));
            assert.deepEqual(
              calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]),
              [['do_it', { ...input }]],
              sent,
            );
            const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
            assert.equal(text, before);
          },
        ),
        { numRuns: propertyRuns(60) },
      );
    });
  }
});
