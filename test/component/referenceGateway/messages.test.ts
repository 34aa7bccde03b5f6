// Claude's form of the reference gateway, event by event.
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

const asked = { max_tokens: 4096, messages: [{ role: 'user', content: 'Why?' }] };

describe('reference gateway, Claude’s form', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  after(() => gateway.close());

  function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${gateway.baseUrl}/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ ...asked, ...body }),
    });
  }

  async function whole(body: object): Promise<Message> {
    return (await (await post(body)).json()) as Message;
  }

  async function events(body: object): Promise<readonly Event[]> {
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

  it('answers at once without stream; system and blocks are read as messages', async () => {
    const message = await whole({
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

  it('streams blocks that are begun, filled and ended in turn, and join to the same answer', async () => {
    const told = await events({ model: 'demo-claude' });
    const order = told
      .filter(({ type }, at) => type !== 'content_block_delta' || told[at - 1]?.type !== type)
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
      told.map(({ delta }) => delta?.[field] ?? '').join('');
    const { content } = await whole({ model: 'demo-claude' });
    assert.deepEqual(
      content.map(({ type }) => type),
      ['thinking', 'text'],
    );
    assert.equal(join('thinking'), content[0]?.thinking);
    assert.equal(join('text'), content[1]?.text);
    assert.equal(told[0]?.message?.content.length, 0);
    const end = told.find(({ type }) => type === 'message_delta');
    assert.equal(end?.delta?.stop_reason, 'end_turn');
    assert.ok((end.usage?.output_tokens ?? 0) > 10);
  });

  it('ends with max_tokens at that many', async () => {
    for (const max of [1, 5, 70]) {
      const request = { model: 'demo-claude', max_tokens: max };
      const message = await whole(request);
      assert.equal(message.stop_reason, 'max_tokens');
      assert.equal(message.usage.output_tokens, max);
      const end = (await events(request)).find(({ type }) => type === 'message_delta');
      assert.equal(end?.delta?.stop_reason, 'max_tokens');
      assert.equal(end.usage?.output_tokens, max);
    }
  });

  it('refuses in the form’s own shape', async () => {
    for (const [body, words] of [
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
      assert.ok(error.error.message.startsWith(words), error.error.message);
    }
  });

  it('is refused by a model that speaks another form, and gone models look as everywhere', async () => {
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

  it('takes the key as a Bearer alone', async () => {
    gateway.setApiKey('sk-right');
    try {
      assert.equal((await post({ model: 'echo' }, { 'x-api-key': 'sk-right' })).status, 401);
      const bearer = { Authorization: 'Bearer sk-right' };
      assert.equal((await post({ model: 'echo' }, bearer)).status, 200);
    } finally {
      gateway.setApiKey(null);
    }
  });

  it('can be held back by a gate', async () => {
    const gate = gateway.gate('gated');
    void gate.sendReasoning('Hm. ');
    void gate.sendText('One. ');
    void gate.finish('length');
    const told = await events({ model: 'gated' });
    assert.deepEqual(
      told.flatMap(({ delta }) => delta?.thinking ?? delta?.text ?? delta?.stop_reason ?? []),
      ['Hm. ', 'One. ', 'max_tokens'],
    );
  });
});
