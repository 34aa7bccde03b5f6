// Tool calls in answers, as real servers send them.
import type { ApiFormat } from '../../../../../../src/gateway/common/apiFormat';

export interface ToolCallGolden {
  /** The server, with the source of the sample. */
  readonly name: string;
  readonly format: ApiFormat;
  readonly events: readonly object[];
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

const paris = '{"location":"Paris"}';
const rome = '{"location":"Rome"}';

/** The chunks of a chat completion. */
function chat(...deltas: readonly object[]): readonly object[] {
  return [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  ];
}

function call(more: object, name: string | null | undefined, input: unknown): object {
  const named = name === undefined ? {} : { name };
  return { tool_calls: [{ ...more, function: { ...named, arguments: input } }] };
}

function completion(...messages: readonly object[]): object {
  return {
    choices: messages.map((message, index) => ({
      index,
      message: { role: 'assistant', ...message },
      finish_reason: 'tool_calls',
    })),
  };
}

const both = [
  { name: 'get_weather', input: paris },
  { name: 'get_weather', input: rome },
];

const chatGoldens: readonly Omit<ToolCallGolden, 'format'>[] = [
  {
    name: 'of the first answer where the user asked for several',
    events: [],
    complete: completion(
      ...[paris, rome].map((input, index) => ({
        tool_calls: [
          {
            id: `call_${index}`,
            type: 'function',
            function: { name: 'get_weather', arguments: input },
          },
        ],
      })),
    ),
    calls: [{ id: 'call_0', name: 'get_weather', input: paris }],
  },
  {
    name: 'GitHub Copilot, each in a choice of its own (HKUDS/nanobot#1555, karthink/gptel#1336)',
    events: [],
    complete: completion(
      { content: 'I look at both.' },
      ...[paris, rome].map((input, index) => ({
        tool_calls: [
          {
            id: `toolu_${index}`,
            type: 'function',
            function: { name: 'get_weather', arguments: input },
          },
        ],
      })),
    ),
    text: 'I look at both.',
    calls: [
      { id: 'toolu_0', name: 'get_weather', input: paris },
      { id: 'toolu_1', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'OpenAI, parallel (OpenAI’s documentation, function calling)',
    events: chat(
      { role: 'assistant', content: null },
      call({ index: 0, id: 'call_DdmO9pD3', type: 'function' }, 'get_weather', ''),
      ...['{"', 'location', '":"', 'Paris', '"}'].map((text) =>
        call({ index: 0 }, undefined, text),
      ),
      call({ index: 1, id: 'call_ABCDEF12', type: 'function' }, 'get_weather', ''),
      ...['{"', 'location', '":"', 'Rome', '"}'].map((text) => call({ index: 1 }, undefined, text)),
    ),
    complete: completion({
      content: null,
      tool_calls: [
        {
          id: 'call_DdmO9pD3',
          type: 'function',
          function: { name: 'get_weather', arguments: paris },
        },
        {
          id: 'call_ABCDEF12',
          type: 'function',
          function: { name: 'get_weather', arguments: rome },
        },
      ],
    }),
    calls: [
      { id: 'call_DdmO9pD3', name: 'get_weather', input: paris },
      { id: 'call_ABCDEF12', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'vLLM and lmdeploy, always index 0 (InternLM/lmdeploy#3412)',
    events: chat(
      call({ index: 0, id: 'chatcmpl-tool-c9ZC', type: 'function' }, 'get_weather', ''),
      call({ index: 0, id: '' }, null, paris),
      call({ index: 0, id: 'chatcmpl-tool-HfzZ', type: 'function' }, 'get_weather', ''),
      call({ index: 0, id: '' }, null, rome),
    ),
    calls: [
      { id: 'chatcmpl-tool-c9ZC', name: 'get_weather', input: paris },
      { id: 'chatcmpl-tool-HfzZ', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'SGLang, the ID in each fragment (InternLM/lmdeploy#3412)',
    events: chat(
      call({ index: 0, id: '0', type: 'function' }, 'get_weather', ''),
      call({ index: 0, id: '0', type: 'function' }, null, paris),
      call({ index: 0, id: '1', type: 'function' }, 'get_weather', ''),
      call({ index: 0, id: '1', type: 'function' }, null, rome),
    ),
    calls: [
      { id: '0', name: 'get_weather', input: paris },
      { id: '1', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'vLLM, an ID of its own for each fragment (vllm-project/vllm#23522)',
    events: chat(
      call({ index: 0, id: 'chatcmpl-tool-1', type: 'function' }, 'get_weather', ''),
      call({ index: 0, id: 'chatcmpl-tool-2', type: 'function' }, 'get_weather', '{"location"'),
      call({ index: 0, id: 'chatcmpl-tool-3', type: 'function' }, 'get_weather', ':"Paris"}'),
    ),
    calls: [{ id: 'chatcmpl-tool-1', name: 'get_weather', input: paris }],
  },
  {
    name: 'vLLM, the last fragment without ID and name (vllm-project/vllm#31438)',
    events: chat(
      call({ index: 0, id: 'chatcmpl-tool-1', type: 'function' }, 'get_weather', '{"location":'),
      call({ index: 0 }, undefined, '"Paris"}'),
    ),
    calls: [{ id: 'chatcmpl-tool-1', name: 'get_weather', input: paris }],
  },
  {
    name: 'llama.cpp (ggml-org/llama.cpp#12379)',
    events: chat(
      { role: 'assistant', content: null },
      call(
        { index: 0, id: 'hWvWuBv5jGnSS9Xe3BMIDKwKzUSuRY8k', type: 'function' },
        'get_weather',
        '{',
      ),
      ...['"location', '":', '"Paris', '"}'].map((text) => call({ index: 0 }, undefined, text)),
    ),
    calls: [{ id: 'hWvWuBv5jGnSS9Xe3BMIDKwKzUSuRY8k', name: 'get_weather', input: paris }],
  },
  {
    name: 'llama.cpp without IDs',
    events: chat(
      call({ index: 0, id: '', type: 'function' }, 'get_weather', paris),
      call({ index: 1, id: '', type: 'function' }, 'get_weather', rome),
    ),
    calls: both,
  },
  {
    name: 'Ollama, complete calls, each with the index 0 (ollama/ollama#7881)',
    events: chat(
      call({ index: 0, id: 'call_5tlw1t2v', type: 'function' }, 'get_weather', paris),
      call({ index: 0, id: 'call_k3j9aa01', type: 'function' }, 'get_weather', rome),
    ),
    calls: [
      { id: 'call_5tlw1t2v', name: 'get_weather', input: paris },
      { id: 'call_k3j9aa01', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'Mistral, complete with the finish reason (Mistral’s documentation, function calling)',
    events: [
      {
        choices: [
          {
            index: 0,
            delta: {
              content: '',
              tool_calls: [
                {
                  id: 'D681PevKs',
                  function: { name: 'get_weather', arguments: paris },
                  index: 0,
                },
              ],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ],
    calls: [{ id: 'D681PevKs', name: 'get_weather', input: paris }],
  },
  {
    name: 'DeepSeek, after reasoning (DeepSeek’s documentation, thinking mode)',
    events: chat(
      { role: 'assistant', content: null, reasoning_content: 'The user ' },
      { content: null, reasoning_content: 'asks for weather.' },
      call(
        { index: 0, id: 'call_00_kw66qNnNto11bSfJVIdlV5Oo', type: 'function' },
        'get_weather',
        '',
      ),
      call({ index: 0 }, undefined, '{"location":'),
      call({ index: 0 }, undefined, '"Paris"}'),
    ),
    complete: completion({
      content: '',
      reasoning_content: 'The user asks for weather.',
      tool_calls: [
        {
          index: 0,
          id: 'call_00_kw66qNnNto11bSfJVIdlV5Oo',
          type: 'function',
          function: { name: 'get_weather', arguments: paris },
        },
      ],
    }),
    calls: [{ id: 'call_00_kw66qNnNto11bSfJVIdlV5Oo', name: 'get_weather', input: paris }],
    reasoning: [
      {
        callId: 'call_00_kw66qNnNto11bSfJVIdlV5Oo',
        block: { reasoning_content: 'The user asks for weather.' },
      },
    ],
  },
  {
    name: 'MiniMax, reasoning in the text (MiniMax-AI/MiniMax-M2#18)',
    events: chat(
      { content: '<think>\nThe user asks' },
      { content: ' for weather.\n</think>\n\n' },
      { content: 'Let me look.' },
      call({ index: 0, id: 'call_1', type: 'function' }, 'get_weather', paris),
    ),
    text: 'Let me look.',
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
    reasoning: [
      {
        callId: 'call_1',
        block: { content: '<think>\nThe user asks for weather.\n</think>\n\nLet me look.' },
      },
    ],
  },
  {
    name: 'QwQ, reasoning without an opening tag',
    events: chat(
      { content: 'The user asks for weather.\n</think>\n\n' },
      call({ index: 0, id: 'call_1', type: 'function' }, 'get_weather', paris),
    ),
    // Followed by the part that says that it is reasoning.
    text: 'The user asks for weather.\n',
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
    reasoning: [
      { callId: 'call_1', block: { content: 'The user asks for weather.\n</think>\n\n' } },
    ],
  },
  {
    name: 'Kimi, IDs with the name and the number (Kimi K2’s tool call guidance)',
    events: chat(
      call({ index: 0, id: 'functions.get_weather:0', type: 'function' }, 'get_weather', ''),
      call({ index: 0 }, undefined, paris),
      call({ index: 1, id: 'functions.get_weather:1', type: 'function' }, 'get_weather', ''),
      call({ index: 1 }, undefined, rome),
    ),
    calls: [
      { id: 'functions.get_weather:0', name: 'get_weather', input: paris },
      { id: 'functions.get_weather:1', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'GLM, complete calls in one list',
    events: chat({
      role: 'assistant',
      content: '',
      tool_calls: [
        {
          id: 'call_-8223',
          index: 0,
          type: 'function',
          function: { name: 'get_weather', arguments: paris },
        },
        {
          id: 'call_-8224',
          index: 1,
          type: 'function',
          function: { name: 'get_weather', arguments: rome },
        },
      ],
    }),
    calls: [
      { id: 'call_-8223', name: 'get_weather', input: paris },
      { id: 'call_-8224', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'OpenRouter, signed reasoning in fragments (OpenRouter’s documentation, reasoning tokens)',
    events: chat(
      {
        content: '',
        reasoning: 'Let me ',
        reasoning_details: [
          { type: 'reasoning.text', text: 'Let me ', format: 'anthropic-claude-v1', index: 0 },
        ],
      },
      {
        content: '',
        reasoning: 'look.',
        reasoning_details: [
          { type: 'reasoning.text', text: 'look.', format: 'anthropic-claude-v1', index: 0 },
        ],
      },
      {
        content: '',
        reasoning_details: [
          { type: 'reasoning.text', signature: 'EqQB', format: 'anthropic-claude-v1', index: 0 },
        ],
      },
      call({ index: 0, id: 'toolu_01', type: 'function' }, 'get_weather', ''),
      call({ index: 0 }, undefined, paris),
    ),
    calls: [{ id: 'toolu_01', name: 'get_weather', input: paris }],
    reasoning: [
      {
        callId: 'toolu_01',
        block: {
          reasoning_details: [
            {
              type: 'reasoning.text',
              text: 'Let me look.',
              signature: 'EqQB',
              format: 'anthropic-claude-v1',
              index: 0,
            },
          ],
        },
      },
    ],
  },
  {
    name: 'OpenRouter, encrypted reasoning',
    events: chat(
      {
        content: '',
        reasoning_details: [
          { type: 'reasoning.summary', summary: 'Look', index: 0 },
          { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', index: 0 },
          { type: 'reasoning.encrypted', data: 'gBBB', id: 'rs_2', index: 0 },
        ],
      },
      call({ index: 0, id: 'call_1', type: 'function' }, 'get_weather', paris),
    ),
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
    reasoning: [
      {
        callId: 'call_1',
        block: {
          reasoning_details: [
            { type: 'reasoning.summary', summary: 'Look', index: 0 },
            { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', index: 0 },
            { type: 'reasoning.encrypted', data: 'gBBB', id: 'rs_2', index: 0 },
          ],
        },
      },
    ],
  },
  {
    name: 'LiteLLM, Anthropic’s thinking (LiteLLM’s documentation, reasoning content)',
    events: chat(
      {
        content: '',
        reasoning_content: 'Weather.',
        thinking_blocks: [{ type: 'thinking', thinking: 'Weather.', signature: '' }],
      },
      { content: '', thinking_blocks: [{ type: 'thinking', thinking: '', signature: 'EqQB' }] },
      call({ index: 0, id: 'toolu_01', type: 'function' }, 'get_weather', paris),
    ),
    calls: [{ id: 'toolu_01', name: 'get_weather', input: paris }],
    reasoning: [
      {
        callId: 'toolu_01',
        block: {
          thinking_blocks: [{ type: 'thinking', thinking: 'Weather.', signature: 'EqQB' }],
        },
      },
    ],
  },
  {
    name: 'Gemini’s OpenAI-compatible API, with a signature and without index (Google’s documentation, thought signatures)',
    events: chat(
      call(
        {
          id: 'function-call-1',
          type: 'function',
          extra_content: { google: { thought_signature: 'CpcC' } },
        },
        'get_weather',
        paris,
      ),
      call({ id: 'function-call-2', type: 'function' }, 'get_weather', rome),
    ),
    calls: [
      { id: 'function-call-1', name: 'get_weather', input: paris },
      { id: 'function-call-2', name: 'get_weather', input: rome },
    ],
    reasoning: [
      {
        callId: 'function-call-1',
        extra: { extra_content: { google: { thought_signature: 'CpcC' } } },
      },
    ],
  },
  {
    name: 'Azure, content filter results first',
    events: [
      { choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      ...chat(
        call({ index: 0, id: 'call_1', type: 'function' }, 'get_weather', ''),
        call({ index: 0 }, undefined, paris),
      ),
    ],
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'DashScope, empty names and IDs in later fragments, null at the end',
    events: chat(
      call({ index: 0, id: 'call_af1', type: 'function' }, 'get_weather', ''),
      call({ index: 0, id: '', type: 'function' }, '', '{"location": '),
      call({ index: 0, id: '', type: 'function' }, '', '"Paris"}'),
      call({ index: 0, id: '', type: 'function' }, '', null),
    ),
    calls: [{ id: 'call_af1', name: 'get_weather', input: '{"location": "Paris"}' }],
  },
  {
    name: 'Bedrock behind a proxy, counting from 1 after text',
    events: chat(
      { content: 'I will look.' },
      call({ index: 1, id: 'tooluse_1', type: 'function' }, 'get_weather', ''),
      call({ index: 1 }, undefined, paris),
    ),
    text: 'I will look.',
    calls: [{ id: 'tooluse_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'text-generation-inference, older: one call without a list',
    events: chat({
      tool_calls: {
        index: 0,
        id: '',
        type: 'function',
        function: { name: 'get_weather', arguments: paris },
      },
    }),
    calls: [{ name: 'get_weather', input: paris }],
  },
  {
    name: 'the older field function_call, in fragments',
    events: chat(
      { function_call: { name: 'get_weather', arguments: '' } },
      { function_call: { arguments: '{"location":' } },
      { function_call: { arguments: '"Paris"}' } },
    ),
    complete: completion({
      content: null,
      function_call: { name: 'get_weather', arguments: paris },
    }),
    calls: [{ name: 'get_weather', input: paris }],
  },
  {
    name: 'one ID for two complete calls',
    events: chat(
      call({ index: 0, id: 'call_0', type: 'function' }, 'get_weather', paris),
      call({ index: 0, id: 'call_0', type: 'function' }, 'get_weather', rome),
    ),
    calls: [
      { id: 'call_0', name: 'get_weather', input: paris },
      { name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'one ID for two calls in fragments',
    events: chat(
      call({ index: 0, id: 'call_0', type: 'function' }, 'get_weather', ''),
      call({ index: 0 }, undefined, paris),
      call({ index: 1, id: 'call_0', type: 'function' }, 'get_weather', ''),
      call({ index: 1 }, undefined, rome),
    ),
    calls: [
      { id: 'call_0', name: 'get_weather', input: paris },
      { name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'one ID for calls of two tools, without an index',
    events: chat(
      call({ id: 'call_0' }, 'get_weather', paris),
      call({ id: 'call_0' }, 'get_time', rome),
    ),
    calls: [
      { id: 'call_0', name: 'get_weather', input: paris },
      { name: 'get_time', input: rome },
    ],
  },
  {
    name: 'ID and name in each fragment, and once more at the end',
    events: chat(
      call({ index: 0, id: 'call_1' }, 'get_weather', '{"location"'),
      call({ index: 0, id: 'call_1' }, 'get_weather', ':"Paris"}'),
      call({ index: 0, id: 'call_1' }, 'get_weather', ''),
    ),
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'all the arguments so far in each fragment (vercel/ai#12052)',
    events: chat(
      ...['{"loc', '{"location":"Pa', paris].map((text) =>
        call({ index: 0, id: 'call_1' }, 'get_weather', text),
      ),
    ),
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'the complete arguments once more, without an ID (lidge-jun/opencodex#361)',
    events: chat(
      call({ index: 0, id: 'call_1' }, 'get_weather', '{"location"'),
      call({ index: 0 }, undefined, ':"Paris"}'),
      call({ index: 0 }, undefined, paris),
    ),
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'the complete call once more',
    events: chat(
      call({ index: 0, id: 'call_1' }, 'get_weather', paris),
      call({ index: 0, id: 'call_1' }, 'get_weather', paris),
    ),
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'the complete arguments once more as a string (BerriAI/litellm#20480)',
    events: chat(
      call({ index: 0, id: 'call_1' }, 'get_weather', ''),
      call({ index: 0 }, undefined, paris),
      call({ index: 0, id: 'call_1' }, 'get_weather', JSON.stringify(paris)),
    ),
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'calls in turns',
    events: chat(
      call({ index: 0, id: 'a' }, 'get_weather', ''),
      call({ index: 1, id: 'b' }, 'get_weather', ''),
      call({ index: 0 }, undefined, '{"location":'),
      call({ index: 1 }, undefined, '{"location":'),
      call({ index: 0 }, undefined, '"Paris"}'),
      call({ index: 1 }, undefined, '"Rome"}'),
    ),
    calls: [
      { id: 'a', name: 'get_weather', input: paris },
      { id: 'b', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'arguments with braces and quotes in strings, one fragment after another',
    events: chat(
      call({ index: 0, id: 'a' }, 'write', '{"text":"a \\"}{'),
      call({ index: 0, id: 'a' }, 'write', '\\" b"}'),
      call({ index: 0, id: 'a' }, 'write', '{"text":"]"}'),
    ),
    calls: [
      { id: 'a', name: 'write', input: '{"text":"a \\"}{\\" b"}' },
      { name: 'write', input: '{"text":"]"}' },
    ],
  },
  {
    name: 'two calls without arguments, IDs and numbers',
    events: chat(call({}, 'now', ''), call({}, 'now', '')),
    calls: [
      { name: 'now', input: '' },
      { name: 'now', input: '' },
    ],
  },
  {
    name: 'an unusable ID',
    events: chat(call({ index: 0, id: 'a b\n' }, 'now', '{}')),
    calls: [{ name: 'now', input: '{}' }],
  },
  {
    name: 'a list with an empty call',
    events: chat({ tool_calls: [{ index: 0 }, {}] }, call({ index: 1, id: 'a' }, 'now', '{}')),
    calls: [{ id: 'a', name: 'now', input: '{}' }],
  },
  {
    name: 'the calls in the message beside the last delta',
    events: [
      { choices: [{ index: 0, delta: { content: 'Look.' }, finish_reason: null }] },
      {
        choices: [
          {
            index: 0,
            delta: {},
            message: {
              content: 'Look.',
              tool_calls: [{ id: 'a', function: { name: 'now', arguments: '{}' } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ],
    text: 'Look.',
    calls: [{ id: 'a', name: 'now', input: '{}' }],
  },
];

const sse = (type: string, more: object): object => ({ type, ...more });
const fcItem = (id: string, callId: string, input: string): object => ({
  id,
  type: 'function_call',
  status: 'completed',
  call_id: callId,
  name: 'get_weather',
  arguments: input,
});
const encrypted = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAA' };

const responsesGoldens: readonly Omit<ToolCallGolden, 'format'>[] = [
  {
    name: 'GitHub Copilot, another item ID in each event (BerriAI/litellm#30072)',
    events: [0, 1].flatMap((index) => {
      const [id, input] = index === 0 ? ['call_1', paris] : ['call_2', rome];
      const event = { output_index: index };
      return [
        sse('response.output_item.added', { ...event, item: fcItem(`a${index}`, id, '') }),
        sse('response.function_call_arguments.delta', {
          ...event,
          item_id: `b${index}`,
          delta: input,
        }),
        sse('response.function_call_arguments.done', {
          ...event,
          item_id: `c${index}`,
          arguments: input,
        }),
        sse('response.output_item.done', { ...event, item: fcItem(`d${index}`, id, input) }),
      ];
    }),
    calls: [
      { id: 'call_1', name: 'get_weather', input: paris },
      { id: 'call_2', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'OpenAI, reasoning and two calls (OpenAI’s documentation, function calling)',
    events: [
      sse('response.created', { response: { id: 'resp_1', object: 'response', output: [] } }),
      sse('response.output_item.added', {
        output_index: 0,
        item: { id: 'rs_1', type: 'reasoning', summary: [] },
      }),
      sse('response.output_item.done', { output_index: 0, item: encrypted }),
      sse('response.output_item.added', { output_index: 1, item: fcItem('fc_1', 'call_1', '') }),
      sse('response.function_call_arguments.delta', {
        item_id: 'fc_1',
        output_index: 1,
        delta: '{"location":',
      }),
      sse('response.function_call_arguments.delta', {
        item_id: 'fc_1',
        output_index: 1,
        delta: '"Paris"}',
      }),
      sse('response.function_call_arguments.done', {
        item_id: 'fc_1',
        output_index: 1,
        arguments: paris,
      }),
      sse('response.output_item.done', { output_index: 1, item: fcItem('fc_1', 'call_1', paris) }),
      sse('response.output_item.added', { output_index: 2, item: fcItem('fc_2', 'call_2', '') }),
      sse('response.function_call_arguments.delta', {
        item_id: 'fc_2',
        output_index: 2,
        delta: rome,
      }),
      sse('response.output_item.done', { output_index: 2, item: fcItem('fc_2', 'call_2', rome) }),
      sse('response.completed', {
        response: {
          object: 'response',
          status: 'completed',
          output: [encrypted, fcItem('fc_1', 'call_1', paris), fcItem('fc_2', 'call_2', rome)],
        },
      }),
    ],
    complete: {
      object: 'response',
      status: 'completed',
      output: [encrypted, fcItem('fc_1', 'call_1', paris), fcItem('fc_2', 'call_2', rome)],
    },
    calls: [
      { id: 'call_1', name: 'get_weather', input: paris },
      { id: 'call_2', name: 'get_weather', input: rome },
    ],
    reasoning: [{ callId: 'call_1', block: encrypted }],
  },
  {
    name: 'a server that only sends complete items',
    events: [
      sse('response.output_item.done', { output_index: 0, item: fcItem('fc_1', 'call_1', paris) }),
      sse('response.completed', {
        response: { object: 'response', status: 'completed', output: [] },
      }),
    ],
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'a server that sends the arguments in the last event of the call only',
    events: [
      sse('response.output_item.added', { output_index: 0, item: fcItem('fc_1', 'call_1', '') }),
      sse('response.function_call_arguments.done', {
        item_id: 'fc_1',
        output_index: 0,
        arguments: paris,
      }),
      sse('response.completed', { response: { object: 'response', status: 'completed' } }),
    ],
    calls: [{ id: 'call_1', name: 'get_weather', input: paris }],
  },
  {
    name: 'reasoning of a server that does not encrypt it, between calls',
    events: [],
    complete: {
      object: 'response',
      status: 'completed',
      output: [
        fcItem('fc_1', 'call_1', paris),
        {
          id: 'rs_1',
          type: 'reasoning',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'Hm.' }],
        },
        fcItem('fc_2', 'call_2', rome),
        { id: 'rs_2', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Stored.' }] },
      ],
    },
    calls: [
      { id: 'call_1', name: 'get_weather', input: paris },
      { id: 'call_2', name: 'get_weather', input: rome },
    ],
    reasoning: [
      {
        callId: 'call_2',
        block: {
          id: 'rs_1',
          type: 'reasoning',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'Hm.' }],
        },
      },
    ],
  },
  {
    name: 'a server without IDs of items',
    events: [
      sse('response.output_item.added', {
        output_index: 0,
        item: { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '' },
      }),
      sse('response.function_call_arguments.delta', { output_index: 0, delta: paris }),
      sse('response.output_item.added', {
        output_index: 1,
        item: { type: 'function_call', call_id: 'call_2', name: 'get_weather', arguments: '' },
      }),
      sse('response.function_call_arguments.delta', { output_index: 1, delta: rome }),
      sse('response.completed', { response: { object: 'response', status: 'completed' } }),
    ],
    calls: [
      { id: 'call_1', name: 'get_weather', input: paris },
      { id: 'call_2', name: 'get_weather', input: rome },
    ],
  },
];

const thinking = { type: 'thinking', thinking: 'Look it up.', signature: 'EqQBCg' };
const redacted = { type: 'redacted_thinking', data: 'EmwKAhgB' };
const toolUse = (id: string, input: object): object => ({
  type: 'tool_use',
  id,
  name: 'get_weather',
  input,
});

const messagesGoldens: readonly Omit<ToolCallGolden, 'format'>[] = [
  {
    name: 'Anthropic, a web search on the server beside a call',
    events: [
      sse('message_start', { message: { role: 'assistant', content: [] } }),
      sse('content_block_start', {
        index: 0,
        content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"query":"weather"}' },
      }),
      sse('content_block_stop', { index: 0 }),
      sse('content_block_start', {
        index: 1,
        content_block: { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      }),
      sse('content_block_stop', { index: 1 }),
      // A gateway may number all blocks 0.
      sse('content_block_start', { index: 0, content_block: toolUse('toolu_01', {}) }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'input_json_delta', partial_json: paris },
      }),
      sse('content_block_stop', { index: 0 }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
      sse('message_stop', {}),
    ],
    calls: [{ id: 'toolu_01', name: 'get_weather', input: paris }],
  },
  {
    name: 'Anthropic, thinking and two calls (Anthropic’s documentation, streaming)',
    events: [
      sse('message_start', { message: { role: 'assistant', content: [] } }),
      sse('content_block_start', {
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'thinking_delta', thinking: 'Look ' },
      }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'thinking_delta', thinking: 'it up.' },
      }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'signature_delta', signature: 'EqQBCg' },
      }),
      sse('content_block_stop', { index: 0 }),
      sse('content_block_start', { index: 1, content_block: redacted }),
      sse('content_block_stop', { index: 1 }),
      sse('content_block_start', { index: 2, content_block: { type: 'text', text: '' } }),
      sse('content_block_delta', { index: 2, delta: { type: 'text_delta', text: 'Okay.' } }),
      sse('content_block_stop', { index: 2 }),
      sse('content_block_start', { index: 3, content_block: toolUse('toolu_01', {}) }),
      ...['', '{"location":', '"Paris"}'].map((json) =>
        sse('content_block_delta', {
          index: 3,
          delta: { type: 'input_json_delta', partial_json: json },
        }),
      ),
      sse('content_block_stop', { index: 3 }),
      sse('content_block_start', { index: 4, content_block: toolUse('toolu_02', {}) }),
      sse('content_block_delta', {
        index: 4,
        delta: { type: 'input_json_delta', partial_json: rome },
      }),
      sse('content_block_stop', { index: 4 }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
      sse('message_stop', {}),
    ],
    complete: {
      type: 'message',
      role: 'assistant',
      content: [
        thinking,
        redacted,
        { type: 'text', text: 'Okay.' },
        toolUse('toolu_01', { location: 'Paris' }),
        toolUse('toolu_02', { location: 'Rome' }),
      ],
      stop_reason: 'tool_use',
    },
    text: 'Okay.',
    calls: [
      { id: 'toolu_01', name: 'get_weather', input: paris },
      { id: 'toolu_02', name: 'get_weather', input: rome },
    ],
    reasoning: [
      { callId: 'toolu_01', block: thinking },
      { callId: 'toolu_01', block: redacted },
    ],
  },
  {
    name: 'the input at the start of the block, and once more in deltas',
    events: [
      sse('content_block_start', {
        index: 0,
        content_block: toolUse('toolu_01', { location: 'Paris' }),
      }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'input_json_delta', partial_json: paris },
      }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
    ],
    calls: [{ id: 'toolu_01', name: 'get_weather', input: paris }],
  },
  {
    name: 'the input at the start of the block only',
    events: [
      sse('content_block_start', {
        index: 0,
        content_block: toolUse('toolu_01', { location: 'Paris' }),
      }),
      sse('content_block_stop', { index: 0 }),
      sse('content_block_start', {
        index: 1,
        content_block: toolUse('toolu_02', { location: 'Rome' }),
      }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
    ],
    calls: [
      { id: 'toolu_01', name: 'get_weather', input: paris },
      { id: 'toolu_02', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'a server that thinks without signatures',
    events: [
      sse('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
      sse('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } }),
      sse('content_block_start', { index: 1, content_block: toolUse('toolu_01', {}) }),
      sse('content_block_delta', {
        index: 1,
        delta: { type: 'input_json_delta', partial_json: paris },
      }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
    ],
    calls: [{ id: 'toolu_01', name: 'get_weather', input: paris }],
  },
  {
    name: 'a server that repeats the ID',
    events: [
      sse('content_block_start', { index: 0, content_block: toolUse('toolu_01', {}) }),
      sse('content_block_delta', {
        index: 0,
        delta: { type: 'input_json_delta', partial_json: paris },
      }),
      sse('content_block_start', { index: 1, content_block: toolUse('toolu_01', {}) }),
      sse('content_block_delta', {
        index: 1,
        delta: { type: 'input_json_delta', partial_json: rome },
      }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
    ],
    calls: [
      { id: 'toolu_01', name: 'get_weather', input: paris },
      { name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'a call without input',
    events: [
      sse('content_block_start', {
        index: 0,
        content_block: { type: 'tool_use', id: 'toolu_01', name: 'now', input: {} },
      }),
      sse('content_block_stop', { index: 0 }),
      sse('message_delta', { delta: { stop_reason: 'tool_use' } }),
    ],
    calls: [{ id: 'toolu_01', name: 'now', input: '' }],
  },
];

const candidate = (parts: readonly object[], finishReason?: string): object => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
});
const functionCall = (location: string, more: object = {}): object => ({
  functionCall: { name: 'get_weather', args: { location }, ...more },
});

const generateContentGoldens: readonly Omit<ToolCallGolden, 'format'>[] = [
  {
    name: 'Gemini 3, parallel calls, the first one signed (Google’s documentation, thought signatures)',
    events: [
      candidate([{ text: 'Look it up.', thought: true }]),
      candidate([{ ...functionCall('Paris'), thoughtSignature: 'CpcCA' }]),
      candidate([functionCall('Rome')]),
      candidate([{ text: '' }], 'STOP'),
    ],
    complete: candidate(
      [
        { text: 'Look it up.', thought: true },
        { ...functionCall('Paris'), thoughtSignature: 'CpcCA' },
        functionCall('Rome'),
      ],
      'STOP',
    ),
    calls: both,
    reasoning: [{ callId: 'call00001', extra: { thoughtSignature: 'CpcCA' } }],
  },
  {
    name: 'Vertex, calls with IDs',
    events: [
      candidate(
        [functionCall('Paris', { id: 'fc-1' }), functionCall('Rome', { id: 'fc-2' })],
        'STOP',
      ),
    ],
    calls: [
      { id: 'fc-1', name: 'get_weather', input: paris },
      { id: 'fc-2', name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'a call twice, with the same input',
    events: [candidate([functionCall('Paris')]), candidate([functionCall('Paris')], 'STOP')],
    calls: [
      { name: 'get_weather', input: paris },
      { name: 'get_weather', input: paris },
    ],
  },
  {
    name: 'one ID for two calls',
    events: [
      candidate([functionCall('Paris', { id: 'x' }), functionCall('Rome', { id: 'x' })], 'STOP'),
    ],
    calls: [
      { id: 'x', name: 'get_weather', input: paris },
      { name: 'get_weather', input: rome },
    ],
  },
  {
    name: 'names in snake case',
    events: [
      {
        candidates: [
          {
            content: {
              parts: [
                {
                  function_call: { name: 'get_weather', args: { location: 'Paris' } },
                  thought_signature: 'CpcCA',
                },
              ],
            },
            finish_reason: 'STOP',
          },
        ],
      },
    ],
    calls: [{ name: 'get_weather', input: paris }],
    reasoning: [{ callId: 'call00001', extra: { thoughtSignature: 'CpcCA' } }],
  },
];

export const toolCallGoldens: readonly ToolCallGolden[] = [
  ...chatGoldens.map((golden) => Object.assign({ format: 'chat' as const }, golden)),
  ...responsesGoldens.map((golden) => Object.assign({ format: 'responses' as const }, golden)),
  ...messagesGoldens.map((golden) => Object.assign({ format: 'messages' as const }, golden)),
  ...generateContentGoldens.map((golden) =>
    Object.assign({ format: 'generateContent' as const }, golden),
  ),
];
