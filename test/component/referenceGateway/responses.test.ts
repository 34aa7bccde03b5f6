// The Responses format in the reference gateway, read with OpenAI's SDK.
import assert from 'node:assert/strict';
import OpenAI, { APIError } from 'openai';
import { startGateway, type Gateway } from '../../referenceGateway/server';

describe('reference gateway: Responses format', () => {
  let gateway: Gateway;
  let client: OpenAI;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
    client = new OpenAI({ apiKey: 'sk-test', baseURL: gateway.baseUrl, maxRetries: 0 });
  });
  after(() => gateway.close());

  it('reads instructions and input as messages', async () => {
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

  it('streams numbered events that the SDK combines to the same answer as without streaming', async () => {
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
    const streamed = await stream.finalResponse();
    const complete = await client.responses.create(request);
    assert.equal(streamed.output_text, complete.output_text);
    assert.deepEqual(
      streamed.output.map(({ type }) => type),
      ['reasoning', 'message'],
    );
  });

  it('is incomplete after max_output_tokens, even within reasoning', async () => {
    for (const max of [1, 5, 70]) {
      const request = { model: 'demo-reasoning', input: 'Why?', max_output_tokens: max };
      const complete = await client.responses.create(request);
      assert.equal(complete.status, 'incomplete');
      assert.equal(complete.incomplete_details?.reason, 'max_output_tokens');
      const streamed = await client.responses.stream(request).finalResponse();
      assert.equal(streamed.status, 'incomplete');
      assert.equal(streamed.output_text, complete.output_text);
    }
  });

  it('is rejected by models that only support chat completions', async () => {
    await assert.rejects(
      client.responses.create({ model: 'demo-think', input: 'Hi' }),
      (error: unknown) =>
        error instanceof APIError &&
        error.status === 500 &&
        error.code === 'convert_request_failed',
    );
  });

  it('rejects invalid requests', async () => {
    for (const body of ['{}', '{"model":"echo"}', '{"model":"echo","input":[]}']) {
      const response = await fetch(`${gateway.baseUrl}/responses`, { method: 'POST', body });
      assert.equal(response.status, 400, body);
    }
  });

  it('can be gated', async () => {
    const gate = gateway.gate('gated');
    // Reasoning is sent first in this format: its item has the first index.
    void gate.sendReasoning('Hm. ');
    void gate.sendText('One. ');
    void gate.finish();
    const stream = client.responses.stream({ model: 'gated', input: 'Hi' });
    assert.equal((await stream.finalResponse()).output_text, 'One. ');
  });
});
