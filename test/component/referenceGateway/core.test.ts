// The reference gateway's normal behavior over HTTP, without faults.
import assert from 'node:assert/strict';
import { gatedPiece } from '../../referenceGateway/models/demoModels';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ask, chunksOf, textOfStream } from './client';

describe('reference gateway', () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  afterEach(() => gateway.close());

  describe('models', () => {
    it('are listed with records as new-api sends them', async () => {
      const response = await fetch(`${gateway.baseUrl}/models`);
      const list = (await response.json()) as {
        success: boolean;
        object: string;
        data: readonly Record<string, unknown>[];
      };
      assert.equal(response.status, 200);
      assert.equal(list.success, true);
      assert.equal(list.object, 'list');
      const record = list.data.find((model) => model['id'] === 'demo-markdown');
      assert.equal(record?.['object'], 'model');
      assert.equal(record?.['created'], 1626777600);
      assert.deepEqual(record?.['supported_endpoint_types'], [
        'openai',
        'openai-response',
        'anthropic',
        'gemini',
      ]);
      assert.match(response.headers.get('x-oneapi-request-id') ?? '', /^\d{26}$/u);
    });

    it('that are offline or unknown get 503 model_not_found', async () => {
      for (const model of ['demo-offline', 'nowhere']) {
        const response = await ask(gateway, model);
        assert.equal(response.status, 503);
        const body = (await response.json()) as { error: { code: string; message: string } };
        assert.equal(body.error.code, 'model_not_found');
        const requestId = response.headers.get('x-oneapi-request-id') ?? '?';
        assert.ok(body.error.message.endsWith(`(request id: ${requestId})`));
      }
    });

    it('can be taken offline and back, by a call and over HTTP', async () => {
      gateway.takeOffline('echo');
      assert.equal((await ask(gateway, 'echo')).status, 503);
      gateway.bringOnline('echo');
      assert.equal((await ask(gateway, 'echo')).status, 200);
      for (const [order, status] of [
        ['offline', 503],
        ['online', 200],
      ] as const) {
        await fetch(`${gateway.origin}/__control/${order}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"model":"echo"}',
        });
        assert.equal((await ask(gateway, 'echo')).status, status);
      }
    });
  });

  describe('chat', () => {
    it('streams the role, the text, the finish reason and [DONE]', async () => {
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Grüße 👩‍🚀' },
      ];
      const response = await ask(gateway, 'echo', { messages, stream: true });
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      const raw = await response.text();
      assert.ok(raw.endsWith('data: [DONE]\n\n'));
      const chunks = chunksOf(raw);
      assert.deepEqual(chunks[0]?.choices[0]?.delta, { role: 'assistant', content: '' });
      assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'stop');
      const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
      assert.deepEqual(JSON.parse(text), messages);
    });
  });

  describe('API key', () => {
    it('rejects a missing and a wrong key with 401 and an empty code', async () => {
      gateway.setApiKey('sk-right');
      for (const key of [undefined, 'sk-wrong']) {
        const response = await ask(gateway, 'echo', {}, key);
        assert.equal(response.status, 401);
        const body = (await response.json()) as { error: { code: string } };
        assert.equal(body.error.code, '');
      }
      assert.equal((await ask(gateway, 'echo', {}, 'sk-right')).status, 200);
      assert.equal((await fetch(`${gateway.baseUrl}/models`)).status, 401);
    });
  });

  describe('paths', () => {
    it('below /v1 that are unknown get 404 Invalid URL', async () => {
      const response = await fetch(`${gateway.baseUrl}/v1/models`);
      assert.equal(response.status, 404);
      const body = (await response.json()) as { error: { message: string } };
      assert.equal(body.error.message, 'Invalid URL (GET /v1/v1/models)');
    });

    it('outside /v1 show a web page', async () => {
      for (const path of ['/', '/models', '/proxy', '/proxy/models']) {
        const response = await fetch(`${gateway.origin}${path}`);
        assert.equal(response.status, 200);
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/u);
      }
    });

    it('are only available on loopback', async () => {
      await assert.rejects(startGateway({ host: '0.0.0.0' }), /loopback only/u);
    });
  });

  describe('request recorder', () => {
    it('records requests as received', async () => {
      await ask(gateway, 'echo', { stream: false }, 'sk-test');
      const request = await gateway.nextRequest();
      assert.equal(gateway.requests.length, 1);
      assert.equal(request.method, 'POST');
      assert.equal(request.path, '/v1/chat/completions');
      assert.equal(request.headers['authorization'], 'Bearer sk-test');
      assert.ok(request.rawHeaders.includes('Bearer sk-test'));
      assert.equal((request.json as { model: string }).model, 'echo');
      await request.closed;
      assert.ok(request.finished && !request.aborted);
    });

    it('waits for a future request', async () => {
      const pending = gateway.nextRequest((request) => request.path.endsWith('/models'));
      await ask(gateway, 'echo');
      await fetch(`${gateway.baseUrl}/models`);
      assert.equal((await pending).method, 'GET');
    });

    it('records when the client disconnects during an answer', async () => {
      const client = new AbortController();
      const gate = gateway.gate('gated');
      const sent = gate.send();
      const response = await ask(gateway, 'gated', { stream: true }, undefined, client.signal);
      await sent;
      const request = await gateway.nextRequest();
      const abortedAt = Date.now();
      client.abort();
      await assert.rejects(response.text());
      await request.closed;
      assert.ok(request.aborted && !request.finished);
      assert.ok((request.closedAt ?? 0) >= abortedAt);
    });
  });

  describe('gate', () => {
    it('releases pieces one by one and ends the answer normally', async () => {
      const gate = gateway.gate('gated');
      const commands = Promise.all([gate.send(2), gate.sendText('Own text. '), gate.finish()]);
      const response = await ask(gateway, 'gated', { stream: true });
      assert.equal(await textOfStream(response), `${gatedPiece(1)}${gatedPiece(2)}Own text. `);
      await commands;
    });

    it('cuts the connection without recording it as aborted by the client', async () => {
      const gate = gateway.gate('gated');
      void gate.send();
      void gate.cut();
      const response = await ask(gateway, 'gated', { stream: true });
      await assert.rejects(response.text());
      const request = await gateway.nextRequest();
      await request.closed;
      assert.ok(!request.aborted && !request.finished);
    });

    it('discards commands for an answer whose client disconnected', async () => {
      const gate = gateway.gate('gated');
      const client = new AbortController();
      void gate.send();
      const response = await ask(gateway, 'gated', { stream: true }, undefined, client.signal);
      const request = await gateway.nextRequest();
      client.abort();
      await assert.rejects(response.text());
      await request.closed;
      void gate.sendText('Fresh.');
      void gate.finish();
      const second = await ask(gateway, 'gated', { stream: true });
      assert.equal(await textOfStream(second), 'Fresh.');
    });
  });

  it('counts started answers, but not refused questions', async () => {
    const cases = [
      ['echo', 1],
      ['demo-offline', 0],
      ['demo-image', 0],
      ['fault-429', 0],
      ['fault-529', 0],
      ['fault-redirect-307-same', 0],
      ['fault-html-200', 1],
      ['fault-504', 1],
      ['fault-hang-up', 1],
      ['fault-cut-midway', 1],
    ] as const;
    for (const [model, count] of cases) {
      const before = gateway.startedAnswers;
      await ask(gateway, model).then(
        (response) => response.text().catch(() => ''),
        () => '',
      );
      assert.equal(gateway.startedAnswers - before, count, model);
    }
  });

  it('closes all connections, including those of running answers', async () => {
    void gateway.gate('gated').send();
    const response = await ask(gateway, 'gated', { stream: true });
    const text = response.text();
    await Promise.all([assert.rejects(text), gateway.close()]);
    gateway = await startGateway();
  });
});
