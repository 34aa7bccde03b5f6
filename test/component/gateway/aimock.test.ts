// A gateway that nobody here wrote must be understood like our own.
import assert from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import { apiFormats } from '../../../src/shared/conversation/apiFormat';
import { clientOf, collect, connectionTo, fold, question, type TestClient } from './harness';

describe('aimock, a gateway that is not ours', () => {
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

  for (const form of apiFormats) {
    for (const stream of [true, false]) {
      const how = `${form}, ${stream ? 'streamed' : 'whole'}`;

      it(`answers: ${how}`, async () => {
        const answer = fold(await collect(client, question('gpt-4o', stream, form)));
        assert.equal(answer.state, 'complete', JSON.stringify(answer.failure));
        assert.equal(answer.text, 'Hello, and **welcome**.');
      });

      it(`reasons: ${how}`, async () => {
        mock.reset();
        mock.onMessage('Hello?', { content: 'Four.', reasoning: 'Two and two.' });
        const answer = fold(await collect(client, question('o3', stream, form)));
        assert.equal(answer.text, 'Four.');
        assert.equal(answer.reasoning, 'Two and two.');
      });

      it(`calls a tool: ${how}`, async () => {
        mock.reset();
        mock.onMessage('Hello?', { toolCalls: [{ name: 'greet', arguments: '{"who":"me"}' }] });
        const answer = fold(await collect(client, question('gpt-4o', stream, form)));
        assert.equal(answer.state, 'complete');
        assert.deepEqual(answer.calls, [{ name: 'greet', arguments: '{"who":"me"}' }]);
      });

      for (const [status, type, code, kind] of [
        [429, 'rate_limit_error', 'rate_limit_exceeded', 'rateLimited'],
        [401, 'invalid_request_error', 'invalid_api_key', 'keyRejected'],
        [500, 'server_error', 'internal_error', 'serverError'],
        [400, 'invalid_request_error', 'context_length_exceeded', 'contextTooLong'],
      ] as const) {
        it(`fails with status ${status}: ${how}`, async () => {
          // Only the first two forms have a code of their own for it.
          const message = status === 400 ? 'prompt is too long: 9 tokens > 8 maximum' : 'Not now';
          mock.nextRequestError(status, { message, type, code });
          const answer = fold(await collect(client, question('gpt-4o', stream, form)));
          assert.equal(answer.state, 'failed');
          assert.equal(answer.failureKind, kind);
          assert.equal(answer.failure?.detail, message);
        });
      }
    }

    it(`is cut in the middle: ${form}`, async () => {
      mock.reset();
      mock.onMessage(
        'Hello?',
        { content: 'This text is long enough to be cut off somewhere.' },
        { truncateAfterChunks: 8, latency: 5 },
      );
      const answer = fold(await collect(client, question('gpt-4o', true, form)));
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
