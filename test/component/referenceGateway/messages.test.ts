// Anthropic's Messages format in the reference gateway, event by event.
import assert from 'node:assert/strict';
import { startGateway, type Gateway } from '../../referenceGateway/server';

interface Message {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly thinking?: string;
  }[];
  readonly stop_reason: string | null;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

interface Event {
  readonly type: string;
  readonly index?: number;
  readonly message?: Message;
  readonly content_block?: { readonly type: string };
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly stop_reason?: string;
  };
  readonly usage?: { readonly output_tokens: number };
}

const defaultBody = { max_tokens: 4096, messages: [{ role: 'user', content: 'Why?' }] };

describe('reference gateway: Messages format', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  after(() => gateway.close());

  function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${gateway.baseUrl}/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ ...defaultBody, ...body }),
    });
  }

  async function complete(body: object): Promise<Message> {
    return (await (await post(body)).json()) as Message;
  }

  async function stream(body: object): Promise<readonly Event[]> {
    const response = await post({ ...body, stream: true });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    const raw = await response.text();
    return raw
      .trimEnd()
      .split('\n\n')
      .map((event) => {
        const [, name, json] = /^event: (\w+)\ndata: (.*)$/u.exec(event) ?? [];
        const data = JSON.parse(json ?? '') as Event;
        assert.equal(data.type, name);
        return data;
      });
  }

  it('reads system and content blocks as messages', async () => {
    const message = await complete({
      model: 'echo',
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: [{ type: 'text', text: 'Two' }] },
        { role: 'user', content: 'Three' },
      ],
    });
    assert.equal(message.stop_reason, 'end_turn');
    assert.ok(message.usage.input_tokens > 0 && message.usage.output_tokens > 0);
    assert.deepEqual(JSON.parse(message.content[0]?.text ?? ''), [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ]);
  });

  it('starts, fills and ends blocks one after the other, with the same answer as without streaming', async () => {
    const events = await stream({ model: 'demo-claude' });
    const order = events
      .filter(
        ({ type }, index) => type !== 'content_block_delta' || events[index - 1]?.type !== type,
      )
      .map(({ type, index }) => `${type} ${index ?? ''}`.trim());
    assert.deepEqual(order, [
      'message_start',
      'ping',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_stop 1',
      'message_delta',
      'message_stop',
    ]);
    const join = (field: 'text' | 'thinking'): string =>
      events.map(({ delta }) => delta?.[field] ?? '').join('');
    const { content } = await complete({ model: 'demo-claude' });
    assert.deepEqual(
      content.map(({ type }) => type),
      ['thinking', 'text'],
    );
    assert.equal(join('thinking'), content[0]?.thinking);
    assert.equal(join('text'), content[1]?.text);
    assert.equal(events[0]?.message?.content.length, 0);
    const end = events.find(({ type }) => type === 'message_delta');
    assert.equal(end?.delta?.stop_reason, 'end_turn');
    assert.ok((end.usage?.output_tokens ?? 0) > 10);
  });

  it('stops at max_tokens', async () => {
    for (const max of [1, 5, 70]) {
      const request = { model: 'demo-claude', max_tokens: max };
      const message = await complete(request);
      assert.equal(message.stop_reason, 'max_tokens');
      assert.equal(message.usage.output_tokens, max);
      const end = (await stream(request)).find(({ type }) => type === 'message_delta');
      assert.equal(end?.delta?.stop_reason, 'max_tokens');
      assert.equal(end.usage?.output_tokens, max);
    }
  });

  it('rejects invalid requests with the errors of the format', async () => {
    for (const [body, message] of [
      [{ model: '' }, 'model: Field required'],
      [{ model: 'echo', max_tokens: undefined }, 'max_tokens: Field required'],
      [{ model: 'echo', messages: [] }, 'messages: Field required'],
      [
        { model: 'echo', messages: [{ role: 'system', content: 'Hi' }] },
        'messages: Unexpected role',
      ],
    ] as const) {
      const response = await post(body);
      assert.equal(response.status, 400);
      const error = (await response.json()) as { type: string; error: { message: string } };
      assert.equal(error.type, 'error');
      assert.ok(error.error.message.startsWith(message), error.error.message);
    }
  });

  it('is rejected by models of other formats and by models that are offline', async () => {
    for (const model of ['demo-think', 'demo-gemini', 'demo-responses']) {
      const response = await post({ model });
      assert.equal(response.status, 500, model);
      const { error } = (await response.json()) as { error: { type: string } };
      assert.equal(error.type, 'convert_request_failed');
    }
    const response = await post({ model: 'demo-offline' });
    assert.equal(response.status, 503);
    const { error } = (await response.json()) as { error: { code: string } };
    assert.equal(error.code, 'model_not_found');
  });

  it('accepts the key only as a bearer token', async () => {
    gateway.setApiKey('sk-right');
    try {
      assert.equal((await post({ model: 'echo' }, { 'x-api-key': 'sk-right' })).status, 401);
      const bearer = { Authorization: 'Bearer sk-right' };
      assert.equal((await post({ model: 'echo' }, bearer)).status, 200);
    } finally {
      gateway.setApiKey(null);
    }
  });

  it('can be gated', async () => {
    const gate = gateway.gate('gated');
    void gate.sendReasoning('Hm. ');
    void gate.sendText('One. ');
    void gate.finish('length');
    const events = await stream({ model: 'gated' });
    assert.deepEqual(
      events.flatMap(({ delta }) => delta?.thinking ?? delta?.text ?? delta?.stop_reason ?? []),
      ['Hm. ', 'One. ', 'max_tokens'],
    );
  });
});
