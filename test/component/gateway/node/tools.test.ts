// Tool calls of the reference gateway's models in all API formats, and the rounds with their results.
import assert from 'node:assert/strict';
import { apiFormats, type ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { CompletionRequest } from '../../../../src/gateway/common/chatModel';
import type { ToolDefinition } from '../../../../src/gateway/common/tools';
import {
  brokenArguments,
  noToolsText,
  textBeforeCalls,
  toolModels,
} from '../../../referenceGateway/models/toolModels';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { clientOf, collect, connectionTo, fold, question, type TestClient } from './harness';
import { toolCallsOf, withResults } from './toolRounds';

const lookUp: ToolDefinition = {
  name: 'look_up',
  description: 'Looks up a word.',
  inputSchema: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word.' } },
    required: ['word'],
  },
};

const fox = { name: 'look_up', arguments: { word: 'fox' } };
const foxAgain = { name: 'look_up', arguments: { word: 'fox', second: true } };

interface Expected {
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly state?: 'truncated';
  readonly text?: string;
}

const expected: Readonly<Record<string, Expected>> = {
  'tools-one': { calls: [fox] },
  'tools-parallel': { calls: [fox, foxAgain] },
  'tools-after-text': { calls: [fox], text: textBeforeCalls },
  'tools-after-reasoning': { calls: [fox, foxAgain] },
  'tools-broken-arguments': { calls: [{ name: 'look_up', arguments: brokenArguments }] },
  'tools-empty-arguments': { calls: [{ name: 'look_up', arguments: '' }] },
  'tools-object-arguments': { calls: [fox] },
  'tools-no-id': { calls: [fox, foxAgain] },
  'tools-repeated-id': { calls: [fox, foxAgain] },
  'tools-one-character': { calls: [fox, foxAgain] },
  'tools-index-zero': { calls: [fox, foxAgain] },
  'tools-no-index': { calls: [fox, foxAgain] },
  'tools-repeated-head': { calls: [fox, foxAgain] },
  'tools-not-offered': { calls: [{ name: 'delete_everything', arguments: {} }] },
  'tools-as-text': { calls: [fox] },
  'tools-as-cut-off-text': {
    calls: [
      { name: 'look_up', arguments: '<tool_call>\n{"name": "look_up", "arguments": {"word": "' },
    ],
  },
  'tools-cut-off': {
    calls: [{ name: 'look_up', arguments: brokenArguments }],
    state: 'truncated',
  },
};

/** Formats whose arguments are objects: broken and empty ones cannot arrive. */
function argumentsIn(format: ApiFormat, stream: boolean, value: unknown): unknown {
  const isObject = format === 'generateContent' || (format === 'messages' && !stream);
  return isObject && typeof value === 'string' ? {} : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('tools in each API format', function () {
  this.timeout(30_000);

  let gateway: Gateway;
  let client: TestClient;

  before(async () => {
    gateway = await startGateway({ models: toolModels });
    client = clientOf(connectionTo(gateway.baseUrl));
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  function ask(model: string, stream: boolean, format: ApiFormat): CompletionRequest {
    return {
      ...question(model, stream, format),
      tools: { definitions: [lookUp], mode: 'auto' },
    };
  }

  it('are named where their schema lost something that the format does not accept', async () => {
    const strict = { type: 'object', properties: { n: { type: 'integer', multipleOf: 2 } } };
    for (const format of apiFormats) {
      const definitions = [lookUp, { name: 'count', description: 'Counts.', inputSchema: strict }];
      const parts = await collect(client, {
        ...ask('tools-one', true, format),
        tools: { definitions, mode: 'required' },
      });
      const sent = parts.find((part) => part.type === 'sent');
      const reduced = format === 'generateContent' ? ['count'] : undefined;
      assert.deepEqual(sent?.reducedSchemas, reduced, format);
      assert.equal(fold(parts).state, 'complete');
    }
  });

  it('are tested with all models', () => {
    const models = toolModels.map(({ id }) => id).filter((id) => id !== 'tools-refused');
    assert.deepEqual(Object.keys(expected), models);
  });

  for (const format of apiFormats) {
    for (const stream of [true, false]) {
      const how = `${format}, ${stream ? 'streamed' : 'not streamed'}`;

      for (const [model, { calls, state = 'complete', text = '' }] of Object.entries(expected)) {
        const isOnlyChat = toolModels.some(
          ({ id, endpointTypes }) => id === model && endpointTypes !== undefined,
        );
        if (isOnlyChat && format !== 'chat') {
          continue;
        }
        it(`are called, and answered with their results: ${model}, ${how}`, async () => {
          const asked = ask(model, stream, format);
          const parts = await collect(client, asked);
          const answer = fold(parts);
          assert.equal(answer.state, state, JSON.stringify(answer.failure));
          assert.equal(answer.text, text);
          assert.equal(answer.failure, undefined);
          assert.deepEqual(
            answer.calls.map((call) => ({ name: call.name, arguments: parsed(call.arguments) })),
            calls.map((call) => ({
              name: call.name,
              arguments: model.startsWith('tools-as-')
                ? call.arguments
                : argumentsIn(format, stream, call.arguments),
            })),
          );
          const received = parts.find((part) => part.type === 'toolCalls');
          const ids = received?.calls.map(({ id }) => id) ?? [];
          assert.equal(new Set(ids).size, calls.length);
          assert.ok(ids.every((id) => id !== ''));
          if (received === undefined) {
            return;
          }
          const next = withResults(asked, received.calls, 'Found: ', received);
          const last = fold(await collect(client, next));
          assert.equal(last.state, 'complete', JSON.stringify(last.failure));
          assert.equal(last.text.split('Found: ').length - 1, calls.length, last.text);
        });
      }

      it(`go on over several rounds, with IDs that the gateway repeats: ${how}`, async () => {
        let asked = ask('tools-repeated-id', stream, format);
        const ids: string[] = [];
        for (let round = 0; round < 3; round++) {
          const { calls } = await toolCallsOf(client, asked);
          ids.push(...calls.map(({ id }) => id));
          const next = withResults(asked, calls, 'Found: ');
          // Another question after the results, which the model answers with calls again.
          const messages = [
            ...next.messages,
            { role: 'assistant', content: 'Found.' },
            { role: 'user', content: 'And?' },
          ] as const;
          asked = { ...next, messages };
        }
        assert.equal(new Set(ids).size, 6);
      });

      it(`go without the reasoning of another model: ${how}`, async () => {
        const asked = ask('tools-after-reasoning', stream, format);
        const { calls, reasoning } = await toolCallsOf(client, asked);
        assert.ok(reasoning);
        const next = withResults(asked, calls, '', { reasoning: { ...reasoning, model: 'x' } });
        const answer = fold(await collect(client, next));
        assert.equal(answer.failureKind, 'badRequest');
      });

      it(`are refused by a model without tools: ${how}`, async () => {
        const answer = fold(await collect(client, ask('tools-refused', stream, format)));
        assert.equal(answer.failureKind, 'badRequest');
        assert.equal(answer.failure?.quirk, 'noTools');
        const adapted = { ...ask('tools-refused', stream, format), quirks: ['noTools'] as const };
        const second = fold(await collect(client, adapted));
        assert.equal(second.text, noToolsText, JSON.stringify(second.failure));
      });
    }
  }
});
