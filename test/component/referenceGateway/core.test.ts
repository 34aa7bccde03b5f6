// The reference gateway's documented paths, on real HTTP.
import assert from 'node:assert/strict';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { gatedPiece } from '../../referenceGateway/models/demoModels';
import { longAnswer } from '../../referenceGateway/models/longAnswer';
import { ask, chunksOf, textOfStream } from './client';

describe('reference gateway', () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  afterEach(() => gateway.close());

  describe('models', () => {
    it('lists records of the shape that new-api gives', async () => {
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

    it('shows one record, and answers an unknown one with 200 and an error', async () => {
      const known = (await (await fetch(`${gateway.baseUrl}/models/echo`)).json()) as {
        id: string;
      };
      assert.equal(known.id, 'echo');
      const unknown = await fetch(`${gateway.baseUrl}/models/nowhere`);
      assert.equal(unknown.status, 200);
      const body = (await unknown.json()) as { error: { code: string } };
      assert.equal(body.error.code, 'model_not_found');
    });

    it('answers an offline model, and an unknown one, with 503 model_not_found', async () => {
      for (const model of ['demo-offline', 'nowhere']) {
        const response = await ask(gateway, model);
        assert.equal(response.status, 503);
        const body = (await response.json()) as { error: { code: string; message: string } };
        assert.equal(body.error.code, 'model_not_found');
        const requestId = response.headers.get('x-oneapi-request-id') ?? '?';
        assert.ok(body.error.message.endsWith(`(request id: ${requestId})`));
      }
    });

    it('takes a model offline and back, by call and over HTTP', async () => {
      gateway.takeOffline('echo');
      assert.equal((await ask(gateway, 'echo')).status, 503);
      gateway.bringBack('echo');
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

    it('adds a model while it runs', async () => {
      gateway.addModel({
        id: 'new',
        description: '',
        behavior: { kind: 'speaks', speak: () => ({ text: 'here' }), tokensPerSecond: Infinity },
      });
      assert.equal(await textOfStream(await ask(gateway, 'new', { stream: true })), 'here');
    });
  });

  describe('chat', () => {
    it('sends one whole reply without stream', async () => {
      const response = await ask(gateway, 'echo', { messages: [{ role: 'user', content: 'Hi' }] });
      const body = (await response.json()) as {
        choices: readonly { message: { content: string }; finish_reason: string }[];
      };
      assert.equal(body.choices[0]?.message.content, '[{"role":"user","content":"Hi"}]');
      assert.equal(body.choices[0].finish_reason, 'stop');
    });

    it('streams: the role first, the text, the finish reason, [DONE]', async () => {
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

    it('sends usage last when asked for it', async () => {
      const options = { stream: true, stream_options: { include_usage: true } };
      const chunks = chunksOf(await (await ask(gateway, 'echo', options)).text());
      assert.deepEqual(chunks.at(-1)?.choices, []);
      assert.ok((chunks.at(-1)?.usage?.completion_tokens ?? 0) > 0);
    });

    it('keeps to max_tokens and says so', async () => {
      const options = { stream: true, max_tokens: 3 };
      const chunks = chunksOf(await (await ask(gateway, 'demo-markdown', options)).text());
      assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'length');
      assert.equal(chunks.length, 1 + 3 + 1);
    });

    it('acknowledges the question and counts the earlier messages', async () => {
      const messages = [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'First answer' },
        { role: 'user', content: 'Two\nlines' },
      ];
      const text = await textOfStream(await ask(gateway, 'demo-fast', { messages, stream: true }));
      assert.ok(
        text.startsWith('You asked:\n\n> Two\n> lines\n\n2 earlier messages came with it.'),
      );
      for (const mark of [
        '## ',
        '- [x] ',
        '| :--- ',
        '> > ',
        '```typescript',
        '```diff',
        '---\n',
      ]) {
        assert.ok(text.includes(mark), `no ${mark}`);
      }
    });

    it('keeps to its rate', async () => {
      const slow = await startGateway({ tokensPerSecond: 1000 });
      try {
        const begun = performance.now();
        const response = await ask(slow, 'demo-markdown', { stream: true, max_tokens: 120 });
        const chunks = chunksOf(await response.text());
        assert.equal(chunks.length, 1 + 120 + 1);
        assert.ok(performance.now() - begun >= 115);
      } finally {
        await slow.close();
      }
    });

    it('reasons in reasoning_content, or inside <think>', async () => {
      const raw = await (await ask(gateway, 'demo-reasoning', { stream: true })).text();
      const deltas = chunksOf(raw).map((chunk) => chunk.choices[0]?.delta ?? {});
      const lastThought = deltas.findLastIndex((delta) => delta.reasoning_content !== undefined);
      const firstWord = deltas.findIndex((delta) => (delta.content ?? '') !== '');
      assert.ok(lastThought > 0 && firstWord > lastThought);
      const thinking = await textOfStream(await ask(gateway, 'demo-think', { stream: true }));
      assert.match(thinking, /^<think>[^<]+<\/think>\n\nYou asked/u);
    });

    it('gives the same long answer each time, of about the length it is named for', async () => {
      const [first, second] = [longAnswer(100_000), longAnswer(100_000)];
      assert.equal(first, second);
      assert.ok(first.length >= 100_000 && first.length < 104_000, String(first.length));
      const streamed = await ask(gateway, 'demo-long-50k', { stream: true });
      assert.equal(await textOfStream(streamed), longAnswer(50_000));
    });

    it('refuses what is no chat request', async () => {
      for (const body of ['', '{', '[]', '{"model":"echo"}', '{"messages":[{}]}']) {
        const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
          method: 'POST',
          body,
        });
        assert.equal(response.status, 400, body);
      }
    });

    it('does not chat with a model for pictures', async () => {
      assert.equal((await ask(gateway, 'demo-image')).status, 500);
    });
  });

  describe('key', () => {
    it('refuses a missing and a wrong key with 401 and an empty code', async () => {
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
    it('answers a wrong path under /v1 with 404 Invalid URL', async () => {
      const response = await fetch(`${gateway.baseUrl}/v1/models`);
      assert.equal(response.status, 404);
      const body = (await response.json()) as { error: { message: string } };
      assert.equal(body.error.message, 'Invalid URL (GET /v1/v1/models)');
    });

    it('shows a web page everywhere outside /v1', async () => {
      for (const path of ['/', '/models', '/proxy', '/proxy/models']) {
        const response = await fetch(`${gateway.origin}${path}`);
        assert.equal(response.status, 200);
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/u);
      }
    });

    it('works once more under /proxy/v1', async () => {
      const response = await fetch(`${gateway.origin}/proxy/v1/models`);
      assert.equal(((await response.json()) as { object: string }).object, 'list');
    });

    it('listens on loopback only', async () => {
      await assert.rejects(startGateway({ host: '0.0.0.0' }), /loopback only/u);
    });
  });

  describe('record', () => {
    it('keeps each request as it came', async () => {
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

    it('waits for a request that is still to come', async () => {
      const waiting = gateway.nextRequest((request) => request.path.endsWith('/models'));
      await ask(gateway, 'echo');
      await fetch(`${gateway.baseUrl}/models`);
      assert.equal((await waiting).method, 'GET');
    });

    it('notes when the client leaves in mid-answer', async () => {
      const leaving = new AbortController();
      const gate = gateway.gate('gated');
      const sent = gate.send();
      const response = await ask(gateway, 'gated', { stream: true }, undefined, leaving.signal);
      await sent;
      const request = await gateway.nextRequest();
      const left = Date.now();
      leaving.abort();
      await assert.rejects(response.text());
      await request.closed;
      assert.ok(request.aborted && !request.finished);
      assert.ok((request.closedAt ?? 0) >= left);
    });
  });

  describe('gate', () => {
    it('lets pieces out one by one and ends in good order', async () => {
      const gate = gateway.gate('gated');
      const orders = Promise.all([gate.send(2), gate.sendText('Own words. '), gate.finish()]);
      const response = await ask(gateway, 'gated', { stream: true });
      assert.equal(await textOfStream(response), `${gatedPiece(1)}${gatedPiece(2)}Own words. `);
      await orders;
    });

    it('cuts the connection without calling it the client’s doing', async () => {
      const gate = gateway.gate('gated');
      void gate.send();
      void gate.cut();
      const response = await ask(gateway, 'gated', { stream: true });
      await assert.rejects(response.text());
      const request = await gateway.nextRequest();
      await request.closed;
      assert.ok(!request.aborted && !request.finished);
    });

    it('forgets orders for an answer that nobody waits for any more', async () => {
      const gate = gateway.gate('gated');
      const leaving = new AbortController();
      void gate.send();
      const response = await ask(gateway, 'gated', { stream: true }, undefined, leaving.signal);
      const request = await gateway.nextRequest();
      leaving.abort();
      await assert.rejects(response.text());
      await request.closed;
      void gate.sendText('Fresh.');
      void gate.finish();
      const second = await ask(gateway, 'gated', { stream: true });
      assert.equal(await textOfStream(second), 'Fresh.');
    });

    it('holds any other model back too, streamed or not', async () => {
      const gate = gateway.gate('echo');
      void gate.send(1000);
      const response = await ask(gateway, 'echo');
      const body = (await response.json()) as {
        choices: readonly { message: { content: string } }[];
      };
      assert.equal(body.choices[0]?.message.content, '[{"role":"user","content":"Hello"}]');
    });
  });

  it('counts the answers that a model began, not what was refused before', async () => {
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

  it('closes all connections, those in mid-answer too', async () => {
    void gateway.gate('gated').send();
    const response = await ask(gateway, 'gated', { stream: true });
    const text = response.text();
    await Promise.all([assert.rejects(text), gateway.close()]);
    gateway = await startGateway();
  });
});
