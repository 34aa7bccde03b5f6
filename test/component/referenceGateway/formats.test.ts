// The API formats of the reference gateway besides chat completions, checked without Portico's own readers.
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { startGateway, type Gateway } from '../../referenceGateway/server';

describe('reference gateway: API formats', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  after(() => gateway.close());

  async function post(path: string, body: object): Promise<Response> {
    return fetch(`${gateway.origin}${path}`, { method: 'POST', body: JSON.stringify(body) });
  }

  it('Responses: OpenAI’s SDK combines the numbered events to the complete answer', async () => {
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: gateway.baseUrl, maxRetries: 0 });
    const request = { model: 'demo-reasoning', input: 'Why?' };
    const stream = client.responses.stream(request);
    const numbers: number[] = [];
    for await (const event of stream) {
      numbers.push(event.sequence_number);
    }
    assert.deepEqual(numbers, [...numbers.keys()]);
    const streamed = await stream.finalResponse();
    const complete = await client.responses.create(request);
    assert.equal(streamed.output_text, complete.output_text);
    assert.deepEqual(
      streamed.output.map(({ type }) => type),
      ['reasoning', 'message'],
    );
  });

  it('Messages: blocks start, fill and end one after the other', async () => {
    const response = await post('/v1/messages', {
      model: 'demo-claude',
      max_tokens: 4096,
      stream: true,
      messages: [{ role: 'user', content: 'Why?' }],
    });
    const events = (await response.text())
      .trimEnd()
      .split('\n\n')
      .map((event) => {
        const [, name, json] = /^event: (\w+)\ndata: (.*)$/u.exec(event) ?? [];
        const { type, index } = JSON.parse(json ?? '') as { type: string; index?: number };
        assert.equal(type, name);
        return `${type} ${index ?? ''}`.trim();
      });
    assert.deepEqual(
      events.filter((event, index) => event !== events[index - 1]),
      [
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
      ],
    );
  });

  it('generateContent: without alt=sse, the stream is a JSON array', async () => {
    const gate = gateway.gate('gated');
    void gate.sendText('One. ');
    void gate.finish();
    const contents = [{ parts: [{ text: 'Why?' }] }];
    const response = await post('/v1beta/models/gated:streamGenerateContent', { contents });
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/u);
    const events = JSON.parse(await response.text()) as readonly unknown[];
    assert.equal(events.length, 2);
  });

  it('generateContent: the model ID is in the path, percent-encoded or not', async () => {
    const id = 'maker/model:free';
    const behavior = {
      kind: 'answers',
      answer: () => ({ text: 'Hi.' }),
      tokensPerSecond: Infinity,
    } as const;
    gateway.addModel({ id, description: 'For this test.', behavior });
    for (const path of [id, encodeURIComponent(id)]) {
      const contents = [{ parts: [{ text: 'Why?' }] }];
      const response = await post(`/v1beta/models/${path}:generateContent`, { contents });
      const { modelVersion } = (await response.json()) as { modelVersion: string };
      assert.equal(modelVersion, id);
    }
  });
});
