// The Responses form of the reference gateway, read by the SDK that its clients use.
import assert from 'node:assert/strict';
import OpenAI, { APIError } from 'openai';
import { startGateway, type Gateway } from '../../referenceGateway/server';

describe('reference gateway, Responses form', () => {
  let gateway: Gateway;
  let client: OpenAI;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
    client = new OpenAI({ apiKey: 'sk-test', baseURL: gateway.baseUrl, maxRetries: 0 });
  });
  after(() => gateway.close());

  it('answers at once without stream, instructions and input read as messages', async () => {
    const response = await client.responses.create({
      model: 'echo',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { role: 'user', content: [{ type: 'input_text', text: 'Three' }] },
      ],
    });
    assert.equal(response.status, 'completed');
    assert.deepEqual(JSON.parse(response.output_text), [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ]);
  });

  it('streams numbered events that the SDK gathers to the same answer', async () => {
    const request = { model: 'demo-reasoning', input: 'Why?' };
    const stream = client.responses.stream(request);
    const numbers: number[] = [];
    const types = new Set<string>();
    for await (const event of stream) {
      numbers.push(event.sequence_number);
      types.add(event.type);
    }
    assert.deepEqual(numbers, [...numbers.keys()]);
    for (const type of [
      'response.created',
      'response.reasoning_summary_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.completed',
    ]) {
      assert.ok(types.has(type), type);
    }
    const gathered = await stream.finalResponse();
    const whole = await client.responses.create(request);
    assert.equal(gathered.output_text, whole.output_text);
    assert.deepEqual(
      gathered.output.map(({ type }) => type),
      ['reasoning', 'message'],
    );
  });

  it('ends incomplete at max_output_tokens, in the reasoning too', async () => {
    for (const max of [1, 5, 70]) {
      const request = { model: 'demo-reasoning', input: 'Why?', max_output_tokens: max };
      const whole = await client.responses.create(request);
      assert.equal(whole.status, 'incomplete');
      assert.equal(whole.incomplete_details?.reason, 'max_output_tokens');
      const streamed = await client.responses.stream(request).finalResponse();
      assert.equal(streamed.status, 'incomplete');
      assert.equal(streamed.output_text, whole.output_text);
    }
  });

  it('is refused by a model that only chats', async () => {
    await assert.rejects(
      client.responses.create({ model: 'demo-think', input: 'Hi' }),
      (error: unknown) =>
        error instanceof APIError &&
        error.status === 500 &&
        error.code === 'convert_request_failed',
    );
  });

  it('refuses what is no Responses request', async () => {
    for (const body of ['{}', '{"model":"echo"}', '{"model":"echo","input":[]}']) {
      const response = await fetch(`${gateway.baseUrl}/responses`, { method: 'POST', body });
      assert.equal(response.status, 400, body);
    }
  });

  it('can be held back by a gate', async () => {
    const gate = gateway.gate('gated');
    // Reasoning comes first in this form: its item has the first index.
    void gate.sendReasoning('Hm. ');
    void gate.sendText('One. ');
    void gate.finish();
    const stream = client.responses.stream({ model: 'gated', input: 'Hi' });
    assert.equal((await stream.finalResponse()).output_text, 'One. ');
  });
});
