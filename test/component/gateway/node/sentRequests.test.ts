// Compares the request that Portico shows with the request that the gateway received.
import assert from 'node:assert/strict';
import { apiFormats, type ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { StreamPart } from '../../../../src/gateway/common/chatModel';
import type { SentRequest } from '../../../../src/gateway/common/sentRequest';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { tracesOf } from '../../../support/canary';
import { canaryKey, clientOf, collect, connectionTo, question } from './harness';

const models: Readonly<Record<ApiFormat, string>> = {
  chat: 'echo',
  responses: 'demo-responses',
  messages: 'demo-claude',
  generateContent: 'demo-gemini',
};
const secret = 'hunter2/canary+of-a-header';

describe('the sent part of an answer', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey, tokensPerSecond: Infinity });
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  async function ask(model: string, apiFormat: ApiFormat = 'chat', stream = true) {
    const headers = {
      'X-Team': secret,
      'User-Agent': secret,
      Authorization: secret,
      'X-Bad': 'é\n',
    };
    const client = clientOf(connectionTo(gateway.baseUrl, { headers }));
    const messages = [{ role: 'user', content: 'Grüße, “世界” \u{1F600} \\ \'"\n' }] as const;
    return collect(client, { ...question(model, stream), apiFormat, messages });
  }

  for (const format of apiFormats) {
    for (const stream of [true, false]) {
      it(`shows what the gateway received: ${format}, ${stream ? 'streamed' : 'not streamed'}`, async () => {
        const parts = await ask(models[format], format, stream);
        assert.equal(parts.at(-1)?.type, 'finish');
        const [sent, ...others] = sentOf(parts);
        const [received] = gateway.requests;
        assert.equal(others.length, 0);
        assert.equal(parts[0]?.type, 'sent');
        assert.equal(sent?.body, received?.body);
        assert.equal(sent?.method, received?.method);
        assert.equal(sent?.url, gateway.origin + received?.path);
      });
    }
  }

  it('shows the names of the headers, but neither the key nor the values of extra headers', async () => {
    const [sent] = sentOf(await ask('echo'));
    assert.deepEqual(sent?.headers, {
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer $PORTICO_API_KEY',
      'content-type': 'application/json',
      'user-agent': '[hidden]',
      'x-team': '[hidden]',
    });
    const received = gateway.requests[0]?.headers ?? {};
    for (const name of Object.keys(sent?.headers ?? {})) {
      assert.ok(name in received, name);
    }
    assert.equal(received['x-team'], secret);
    const shown = JSON.stringify(sent);
    for (const trace of [...tracesOf(canaryKey), ...tracesOf(secret)]) {
      assert.ok(!shown.includes(trace), trace);
    }
  });

  for (const format of apiFormats) {
    it(`has the query parameters of the settings, in each request: ${format}`, async () => {
      const queryParameters = { 'api-version': secret, session: '${chatId}', bad: '${nothing}' };
      const connection = connectionTo(gateway.baseUrl, { queryParameters, machineId: 'm' });
      const client = clientOf(connection);
      const asked = { ...question(models[format]), apiFormat: format, chatId: 'one' };
      const [first] = sentOf(await collect(client, asked));
      await collect(client, asked);
      await client.modelLister.refresh();
      const queries = gateway.requests.map(
        ({ path }) => new URL(path, gateway.origin).searchParams,
      );
      assert.equal(queries.length, 3);
      assert.ok(queries.every((query) => query.get('api-version') === secret && !query.has('bad')));
      const [one, same, other] = queries.map((query) => query.get('session'));
      assert.equal(one, same);
      assert.notEqual(one, other);
      const shown = JSON.stringify([first, client.records]);
      for (const trace of [...tracesOf(canaryKey), ...tracesOf(secret)]) {
        assert.ok(!shown.includes(trace), trace);
      }
    });
  }

  it('is emitted before the answer arrives', async () => {
    const gate = gateway.gate('gated');
    const client = clientOf(connectionTo(gateway.baseUrl));
    const parts = client.chatModel.complete(question('gated'), new AbortController().signal);
    const iterator = parts[Symbol.asyncIterator]();
    const first: IteratorResult<StreamPart> = await iterator.next();
    assert.equal(first.value.type, 'sent');
    await gate.sendText('At last.');
    await gate.finish();
    const second: IteratorResult<StreamPart> = await iterator.next();
    assert.notEqual(second.value.type, 'sent');
    await iterator.return?.();
  });

  it('is emitted for a failed request, but not for one that was not sent', async () => {
    assert.equal(sentOf(await ask('fault-500')).length, 1);
    const { key: _none, ...keyless } = connectionTo('https://gateway.invalid/v1');
    const parts = await collect(clientOf(keyless), question('echo'));
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['failure'],
    );
  });
});

function sentOf(parts: readonly StreamPart[]): readonly SentRequest[] {
  return parts.flatMap((part) => (part.type === 'sent' ? [part.request] : []));
}
