// The bodies of requests with tools, calls and results: as goldens, and checked as the reference gateway checks them.
import assert from 'node:assert/strict';
import type { Anthropic } from '@anthropic-ai/sdk';
import type { Content } from '@google/genai';
import * as fc from 'fast-check';
import type { OpenAI } from 'openai';
import { apiFormats, type ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { ChatMessage, CompletionRequest } from '../../../../../src/gateway/common/chatModel';
import type { OfferedTools } from '../../../../../src/gateway/common/tools';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import { receivedToolNames, sentToolNames } from '../../../../../src/gateway/node/tools/toolNames';
import { readChatTools } from '../../../../referenceGateway/tools/chatTools';
import { readGenerateContentTools } from '../../../../referenceGateway/tools/generateContentTools';
import { readMessagesTools } from '../../../../referenceGateway/tools/messagesTools';
import { readResponsesTools } from '../../../../referenceGateway/tools/responsesTools';
import { propertyRuns } from '../../../../support/propertyRuns';

const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};

const readers = {
  chat: (body: Body) => readChatTools(body, listAt(body, 'messages')),
  responses: (body: Body) => readResponsesTools(body, listAt(body, 'input')),
  messages: (body: Body) => readMessagesTools(body, listAt(body, 'messages')),
  generateContent: (body: Body) => readGenerateContentTools(body, listAt(body, 'contents')),
};

type Body = Readonly<Record<string, unknown>>;

/** What the reference gateway answers in place of reading a request. */
function errorOf(read: unknown): string | undefined {
  return typeof read === 'string' ? read : undefined;
}

function listAt(body: Body, name: string): readonly unknown[] {
  const list = body[name];
  assert.ok(Array.isArray(list));
  return list;
}

const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const url = 'data:image/png;base64,iVBORw0KGgo=';

/** A name that no format accepts, and a tool without input. */
const tools: OfferedTools = {
  definitions: [
    { name: 'look up', description: 'Looks up a word.', inputSchema: schema },
    { name: 'now', description: 'The time.' },
  ],
  mode: 'required',
};

const conversation: readonly ChatMessage[] = [
  { role: 'user', content: 'Fox?' },
  {
    role: 'assistant',
    content: 'I look.',
    toolCalls: [
      { id: 'call_1', name: 'look up', input: { word: 'fox' } },
      { id: 'call_2', name: 'now', input: {} },
    ],
  },
  {
    role: 'user',
    content: 'Quickly!',
    toolResults: [
      { callId: 'call_2', text: 'Noon.' },
      { callId: 'call_1', text: 'An animal.', images: [image] },
    ],
  },
];

const results: ChatMessage = {
  role: 'user',
  content: '',
  toolResults: [
    { callId: 'call_1', text: 'An animal.' },
    { callId: 'call_2', text: 'Noon.' },
  ],
};

function request(apiFormat: ApiFormat, more: Partial<CompletionRequest> = {}): CompletionRequest {
  const same = { purpose: 'chat', model: 'm', stream: false, tools } as const;
  return { ...same, apiFormat, messages: conversation, ...more };
}

function bodyOf(asked: CompletionRequest): Body {
  return adaptRequest(asked, adapters[asked.apiFormat]).body;
}

const goldens: Readonly<Record<ApiFormat, object>> = {
  chat: {
    model: 'm',
    messages: [
      { role: 'user', content: 'Fox?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'look_up', arguments: '{"word":"fox"}' },
          },
          { id: 'call_2', type: 'function', function: { name: 'now', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'An animal.' },
      { role: 'tool', tool_call_id: 'call_2', content: 'Noon.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url } },
          { type: 'text', text: 'Quickly!' },
        ],
      },
    ],
    stream: false,
    tools: [
      {
        type: 'function',
        function: { name: 'look_up', description: 'Looks up a word.', parameters: schema },
      },
      {
        type: 'function',
        function: {
          name: 'now',
          description: 'The time.',
          parameters: { type: 'object', properties: {} },
        },
      },
    ],
    tool_choice: 'required',
  } satisfies OpenAI.ChatCompletionCreateParams,
  responses: {
    model: 'm',
    input: [
      { role: 'user', content: 'Fox?' },
      { type: 'message', role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{"word":"fox"}' },
      { type: 'function_call', call_id: 'call_2', name: 'now', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'An animal.' },
      { type: 'function_call_output', call_id: 'call_2', output: 'Noon.' },
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: url, detail: 'auto' },
          { type: 'input_text', text: 'Quickly!' },
        ],
      },
    ],
    stream: false,
    store: false,
    tools: [
      {
        type: 'function',
        name: 'look_up',
        description: 'Looks up a word.',
        parameters: schema,
        strict: false,
      },
      {
        type: 'function',
        name: 'now',
        description: 'The time.',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
    ],
    tool_choice: 'required',
    include: ['reasoning.encrypted_content'],
  } satisfies OpenAI.Responses.ResponseCreateParams,
  messages: {
    model: 'm',
    messages: [
      { role: 'user', content: 'Fox?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'look_up', input: { word: 'fox' } },
          { type: 'tool_use', id: 'call_2', name: 'now', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'call_1',
            content: [
              { type: 'text', text: 'An animal.' },
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/png', data: image.data },
              },
            ],
          },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'Noon.' },
          { type: 'text', text: 'Quickly!' },
        ],
      },
    ],
    stream: false,
    max_tokens: 8192,
    tools: [
      {
        name: 'look_up',
        description: 'Looks up a word.',
        input_schema: { ...schema, type: 'object' as const },
      },
      {
        name: 'now',
        description: 'The time.',
        input_schema: { type: 'object', properties: {} },
      },
    ],
    tool_choice: { type: 'any' },
  } satisfies Anthropic.MessageCreateParams,
  generateContent: {
    contents: [
      { role: 'user', parts: [{ text: 'Fox?' }] },
      {
        role: 'model',
        parts: [
          { text: 'I look.' },
          { functionCall: { name: 'look_up', args: { word: 'fox' } } },
          { functionCall: { name: 'now', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'look_up', response: { result: 'An animal.' } } },
          { functionResponse: { name: 'now', response: { result: 'Noon.' } } },
          { inlineData: { mimeType: 'image/png', data: image.data } },
          { text: 'Quickly!' },
        ],
      },
    ] satisfies Content[],
    tools: [
      {
        functionDeclarations: [
          { name: 'look_up', description: 'Looks up a word.', parameters: schema },
          { name: 'now', description: 'The time.' },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  },
};

describe('requests with tools', () => {
  for (const format of apiFormats) {
    it(`have the fields of the format: ${format}`, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(bodyOf(request(format)))), goldens[format]);
    });

    it(`do not say that the model may choose, which is the default: ${format}`, () => {
      const body = bodyOf(request(format, { tools: { ...tools, mode: 'auto' } }));
      assert.ok(!('tool_choice' in body || 'toolConfig' in body));
    });

    it(`have calls and results as text where no tools are offered: ${format}`, () => {
      const { tools: _omitted, ...plain } = request(format);
      const text = JSON.stringify(bodyOf(plain));
      assert.ok(!/"(?:tools|tool_calls|function_call|tool_use|functionCall)"/.test(text), text);
      assert.ok(text.includes('Tool call: look up') && text.includes('An animal.'), text);
      const adapted = { ...request(format), quirks: ['noTools'] as const };
      assert.deepEqual(bodyOf(adapted), bodyOf(plain));
    });

    it(`answer calls that were canceled, and send results of unknown calls as text and images: ${format}`, () => {
      const [first, , last] = conversation;
      assert.ok(first && last);
      const calls = [{ id: 'a', name: 'now', input: {} }];
      const canceled = request(format, {
        messages: [first, { role: 'assistant', content: '', toolCalls: calls }, first],
      });
      const body = bodyOf(canceled);
      assert.ok(JSON.stringify(body).includes('The call was canceled.'));
      assert.equal(errorOf(readers[format](body)), undefined);
      const orphaned = bodyOf(request(format, { messages: [first, last] }));
      assert.ok(JSON.stringify(orphaned).includes('An animal.'));
      assert.ok(JSON.stringify(orphaned).includes(image.data));
      assert.equal(errorOf(readers[format](orphaned)), undefined);
    });

    it(`are valid, whatever calls and results a conversation has: ${format}`, () => {
      const id = fc.constantFrom('a', 'b', 'call_1', 'x'.repeat(100), 'with blank', 'ö');
      const name = fc.constantFrom('look up', 'look_up', 'now', '1st', 'a.b', 'n'.repeat(200), '');
      const message: fc.Arbitrary<ChatMessage> = fc.oneof(
        fc.record({
          role: fc.constant('assistant' as const),
          content: fc.constantFrom('', 'Text'),
          toolCalls: fc.array(
            fc.record({ id, name, input: fc.dictionary(fc.string(), fc.string()) }),
            { maxLength: 3 },
          ),
        }),
        fc.record({
          role: fc.constant('user' as const),
          content: fc.constantFrom('', 'Text'),
          toolResults: fc.array(fc.record({ callId: id, text: fc.constantFrom('', 'R') }), {
            maxLength: 3,
          }),
        }),
      );
      const start: ChatMessage = { role: 'user', content: 'Start' };
      const property = fc.property(fc.array(message, { maxLength: 8 }), (dialog) => {
        const body = bodyOf(request(format, { messages: [start, ...dialog, start] }));
        const read = readers[format](JSON.parse(JSON.stringify(body)));
        assert.equal(errorOf(read), undefined);
      });
      fc.assert(property, { numRuns: propertyRuns(500) });
    }).timeout(60_000);
  }

  it('have IDs of 9 letters and digits for models that accept no others, the same ones in calls and results', () => {
    const body = JSON.stringify(bodyOf(request('chat', { quirks: ['shortCallIds'] })));
    const ids = [...body.matchAll(/"(?:id|tool_call_id)":"([^"]*)"/g)].map(([, one]) => one ?? '');
    assert.equal(ids.length, 4);
    assert.ok(
      ids.every((one) => /^[a-zA-Z0-9]{9}$/.test(one)),
      ids.join(),
    );
    assert.equal(new Set(ids).size, 2);
  });

  it('have a message of the assistant between results and what the user writes next, for models that require it', () => {
    const rolesOf = (more: Partial<CompletionRequest>): string =>
      listAt(bodyOf(request('chat', more)), 'messages')
        .map((message) => String(Reflect.get(Object(message), 'role')))
        .join(' ');
    assert.equal(rolesOf({}), 'user assistant tool tool user');
    const quirks = ['noUserAfterResults'] as const;
    assert.equal(rolesOf({ quirks }), 'user assistant tool tool assistant user');
    const answered = [...conversation.slice(0, 2), results];
    assert.equal(rolesOf({ quirks, messages: answered }), 'user assistant tool tool');
    for (const format of apiFormats.filter((one) => one !== 'chat')) {
      assert.deepEqual(bodyOf(request(format, { quirks })), bodyOf(request(format)));
    }
  });

  it('sign calls of other models for models that require it, the first of each turn', () => {
    const body = JSON.stringify(bodyOf(request('generateContent', { quirks: ['signedCalls'] })));
    assert.equal(body.split('skip_thought_signature_validator').length, 2);
    assert.ok(!JSON.stringify(bodyOf(request('generateContent'))).includes('skip_thought'));
  });

  it('give answers of other models a reasoning for models that require it', () => {
    const own = { reasoning_content: 'Hm.' };
    const reasoning = {
      apiFormat: 'chat' as const,
      model: 'm',
      blocks: [{ callId: 'call_1', block: own }],
    };
    const answers = (...quirks: NonNullable<CompletionRequest['quirks']>): readonly unknown[] => {
      const [first, second, last] = conversation;
      assert.ok(first && second && last);
      const answer = { role: 'assistant', content: 'A fox.' } as const;
      const dialog = [first, { ...second, reasoning }, last, answer, first, second, last];
      return listAt(bodyOf(request('chat', { quirks, messages: dialog })), 'messages')
        .map(Object)
        .filter(({ role }) => role === 'assistant')
        .map(({ reasoning_content: sent }) => sent);
    };
    assert.deepEqual(answers(), ['Hm.', undefined, undefined]);
    assert.deepEqual(answers('reasonedAnswers'), ['Hm.', ' ', ' ']);
    assert.deepEqual(answers('noReturnedReasoning'), [undefined, undefined, undefined]);
  });

  it('return reasoning only to the model and in the format that sent it', () => {
    const reasoning = {
      apiFormat: 'chat' as const,
      model: 'm',
      blocks: [{ callId: 'call_1', block: { reasoning_content: 'Hm.' } }],
    };
    const [first, second, last] = conversation;
    assert.ok(first && second && last);
    const dialog = [first, { ...second, reasoning }, last];
    const has = (format: ApiFormat, model: string): boolean =>
      JSON.stringify(bodyOf(request(format, { model, messages: dialog }))).includes('Hm.');
    assert.ok(has('chat', 'm'));
    assert.ok(!has('chat', 'other'));
    assert.ok(!has('messages', 'm'));
  });

  it('return reasoning that came in the text, in that text only', () => {
    const content = '<think>Hm.</think>\n\nI look.';
    const reasoning = {
      apiFormat: 'chat' as const,
      model: 'm',
      blocks: [{ callId: 'call_1', block: { content } }],
    };
    const sent = (text: string): unknown => {
      const [first, second, last] = conversation;
      assert.ok(first && second && last);
      const dialog = [first, { ...second, content: text, reasoning }, last];
      const body = bodyOf(request('chat', { messages: dialog }));
      return Reflect.get(Object(listAt(body, 'messages')[1]), 'content');
    };
    assert.equal(sent('I look.'), content);
    assert.equal(sent(''), content);
    // The text of an answer without an opening tag was reported before its closing tag arrived.
    assert.equal(sent('Hm. I look.'), content);
    assert.equal(sent('Another text. I look.'), 'Another text. I look.');
  });

  it('do not ask for encrypted reasoning where the model has none or the server stores it', () => {
    const include = (...quirks: NonNullable<CompletionRequest['quirks']>): unknown =>
      bodyOf(request('responses', { quirks }))['include'];
    assert.deepEqual(include(), ['reasoning.encrypted_content']);
    assert.equal(include('noEncryptedReasoning'), undefined);
    assert.equal(include('noStore'), undefined);
  });
});

describe('the names of tools', () => {
  it('are replaced uniquely, and the same again in answers', () => {
    const name = fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom('a b', 'a_b', 'a.b', ''));
    const property = fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
      for (const format of apiFormats) {
        const { names: rule } = adapters[format].tools;
        const definitions = names.map((one) => ({ name: one, description: '' }));
        const asked = request(format, { messages: [], tools: { definitions, mode: 'auto' } });
        const sent = sentToolNames(asked, rule);
        assert.equal(new Set(sent.values()).size, names.length);
        const received = receivedToolNames(asked, rule);
        for (const one of names) {
          const given = sent.get(one) ?? '';
          assert.match(given, rule.pattern);
          assert.equal(received(given), one);
        }
      }
    });
    fc.assert(property, { numRuns: propertyRuns(250) });
  });
});
