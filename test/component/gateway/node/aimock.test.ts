// Runs against a mock server of another project, which was not written with Portico in mind.
import assert from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import { apiFormats } from '../../../../src/gateway/common/apiFormat';
import type { ToolDefinition } from '../../../../src/gateway/common/tools';
import { clientOf, collect, connectionTo, fold, question, type TestClient } from './harness';
import { callsOf, withResults } from './toolRounds';

const greet: ToolDefinition = {
  name: 'greet',
  description: 'Greets somebody.',
  inputSchema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
};

describe('aimock, a third-party gateway', () => {
  const mock = new LLMock({ port: 0, chunkSize: 5 });
  let client: TestClient;

  before(async () => {
    mock.onMessage('Hello?', { content: 'Hello, and **welcome**.' });
    await mock.start();
    client = clientOf(connectionTo(`${mock.url}/v1`));
  });
  after(() => mock.stop());
  afterEach(() => mock.reset());
  beforeEach(() => {
    mock.onMessage('Hello?', { content: 'Hello, and **welcome**.' });
  });

  for (const format of apiFormats) {
    for (const stream of [true, false]) {
      const how = `${format}, ${stream ? 'streamed' : 'not streamed'}`;

      it(`answers: ${how}`, async () => {
        const answer = fold(await collect(client, question('gpt-4o', stream, format)));
        assert.equal(answer.state, 'complete', JSON.stringify(answer.failure));
        assert.equal(answer.text, 'Hello, and **welcome**.');
      });

      it(`sends reasoning: ${how}`, async () => {
        mock.reset();
        mock.onMessage('Hello?', { content: 'Four.', reasoning: 'Two and two.' });
        const answer = fold(await collect(client, question('o3', stream, format)));
        assert.equal(answer.text, 'Four.');
        assert.equal(answer.reasoning, 'Two and two.');
      });

      it(`calls a tool: ${how}`, async () => {
        mock.reset();
        mock.onMessage('Hello?', { toolCalls: [{ name: 'greet', arguments: '{"who":"me"}' }] });
        const answer = fold(await collect(client, question('gpt-4o', stream, format)));
        assert.equal(answer.state, 'complete');
        assert.deepEqual(answer.calls, [{ name: 'greet', arguments: '{"who":"me"}' }]);
      });

      it(`answers with the results of tools: ${how}`, async () => {
        mock.reset();
        mock.addFixture({
          match: { userMessage: 'Hello?', hasToolResult: false },
          response: {
            toolCalls: [
              { name: 'greet', arguments: '{"who":"me"}' },
              { name: 'greet', arguments: '{"who":"you"}' },
            ],
          },
        });
        mock.addFixture({
          match: { hasToolResult: true, toolResultContains: 'Hello, you' },
          response: { content: 'Greeted both.' },
        });
        const asked = {
          ...question('gpt-4o', stream, format),
          tools: { definitions: [greet], mode: 'auto' as const },
        };
        const calls = await callsOf(client, asked);
        assert.deepEqual(
          calls.map((call) => call.arguments),
          ['{"who":"me"}', '{"who":"you"}'],
        );
        const answer = fold(await collect(client, withResults(asked, calls, 'Hello, ')));
        assert.equal(answer.state, 'complete', JSON.stringify(answer.failure));
        assert.equal(answer.text, 'Greeted both.');
      });

      it(`calls a tool in its text: ${how}`, async () => {
        mock.reset();
        const call = '{"name": "greet", "arguments": {"who": "me"}}';
        mock.onMessage('Hello?', { content: `I greet.\n<tool_call>${call}</tool_call>` });
        const tools = { definitions: [greet], mode: 'auto' as const };
        const asked = { ...question('gpt-4o', stream, format), tools };
        const answer = fold(await collect(client, asked));
        assert.equal(answer.text, 'I greet.\n');
        assert.deepEqual(answer.calls, [{ name: 'greet', arguments: '{"who":"me"}' }]);
      });

      for (const [status, type, code, kind] of [
        [429, 'rate_limit_error', 'rate_limit_exceeded', 'rateLimited'],
        [401, 'invalid_request_error', 'invalid_api_key', 'keyRejected'],
        [500, 'server_error', 'internal_error', 'serverError'],
        [400, 'invalid_request_error', 'context_length_exceeded', 'contextTooLong'],
      ] as const) {
        it(`fails with status ${status}: ${how}`, async () => {
          // Only the first two formats have an error code for it.
          const message = status === 400 ? 'prompt is too long: 9 tokens > 8 maximum' : 'Not now';
          mock.nextRequestError(status, { message, type, code });
          const answer = fold(await collect(client, question('gpt-4o', stream, format)));
          assert.equal(answer.state, 'failed');
          assert.equal(answer.failureKind, kind);
          assert.equal(answer.failure?.detail, message);
        });
      }
    }

    it(`breaks the connection in mid-answer: ${format}`, async () => {
      mock.reset();
      mock.onMessage(
        'Hello?',
        { content: 'This text is long enough to be cut off somewhere.' },
        { truncateAfterChunks: 8, latency: 5 },
      );
      const answer = fold(await collect(client, question('gpt-4o', true, format)));
      assert.equal(answer.state, 'interrupted', JSON.stringify(answer));
      assert.ok('This text is long enough to be cut off somewhere.'.startsWith(answer.text));
      assert.notEqual(answer.text, '');
    });
  }

  it('lists its models', async () => {
    const result = await client.modelLister.refresh();
    assert.ok(result.ok, JSON.stringify(result));
    assert.ok(result.list.models.length > 0);
  });
});
