// Gemini's format in the reference gateway: the model is in the path, and streams have two framings.
import assert from 'node:assert/strict';
import { startGateway, type Gateway } from '../../referenceGateway/server';

interface Answer {
  readonly candidates: readonly {
    readonly content: {
      readonly role: string;
      readonly parts: readonly { readonly text: string; readonly thought?: boolean }[];
    };
    readonly finishReason?: string;
  }[];
  readonly usageMetadata: {
    readonly candidatesTokenCount: number;
    readonly thoughtsTokenCount: number;
  };
  readonly modelVersion: string;
}

const defaultBody = { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] };

describe('reference gateway: Gemini’s format', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  after(() => gateway.close());

  function post(
    target: string,
    body: object = defaultBody,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${gateway.origin}/v1beta/models/${target}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async function complete(model: string, body: object = defaultBody): Promise<Answer> {
    return (await (await post(`${model}:generateContent`, body)).json()) as Answer;
  }

  async function stream(model: string, body: object = defaultBody): Promise<readonly Answer[]> {
    const response = await post(`${model}:streamGenerateContent?alt=sse`, body);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    const raw = await response.text();
    return raw
      .trimEnd()
      .split('\n\n')
      .map((event) => JSON.parse(event.replace(/^data: /u, '')) as Answer);
  }

  function join(answers: readonly Answer[], thought: boolean): string {
    return answers
      .flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])
      .filter((part) => (part.thought ?? false) === thought)
      .map(({ text }) => text)
      .join('');
  }

  it('reads systemInstruction and contents as messages', async () => {
    const answer = await complete('echo', {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'On' }, { text: 'e' }] },
        { role: 'model', parts: [{ text: 'Two' }] },
        { parts: [{ text: 'Three' }] },
      ],
    });
    assert.deepEqual(JSON.parse(join([answer], false)), [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ]);
    assert.equal(answer.candidates[0]?.finishReason, 'STOP');
    assert.ok(answer.usageMetadata.candidatesTokenCount > 0);
  });

  it('streams the same answer as without streaming, reasoning first', async () => {
    const events = await stream('demo-gemini');
    const answer = await complete('demo-gemini');
    assert.notEqual(join([answer], true), '');
    for (const thought of [true, false]) {
      assert.equal(join(events, thought), join([answer], thought));
    }
    const reasons = events.flatMap(({ candidates }) => candidates[0]?.finishReason ?? []);
    assert.deepEqual(reasons, ['STOP']);
    assert.deepEqual(events.at(-1)?.usageMetadata, answer.usageMetadata);
  });

  it('streams a JSON array without alt=sse', async () => {
    const gate = gateway.gate('gated');
    void gate.sendText('One. ');
    const response = await post('gated:streamGenerateContent');
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/u);
    const decoder = new TextDecoder();
    let body = '';
    for await (const bytes of response.body ?? []) {
      body += decoder.decode(bytes, { stream: true });
      if (body.endsWith('}')) {
        void gate.sendText('Two.');
        void gate.finish();
      }
    }
    const events = JSON.parse(body) as readonly Answer[];
    assert.equal(events.length, 3);
    assert.equal(join(events, false), 'One. Two.');
  });

  it('reads the model ID from the path, percent-encoded or not', async () => {
    const behavior = {
      kind: 'answers',
      answer: () => ({ text: 'Hi.' }),
      tokensPerSecond: Infinity,
    } as const;
    for (const id of ['maker/model:free', 'weird%id', '模型 1']) {
      gateway.addModel({ id, description: 'For this test.', behavior });
      assert.equal((await complete(encodeURIComponent(id))).modelVersion, id);
    }
    assert.equal((await complete('maker/model:free')).modelVersion, 'maker/model:free');
    assert.equal((await complete('weird%id')).modelVersion, 'weird%id');
  });

  it('stops at maxOutputTokens with MAX_TOKENS', async () => {
    for (const max of [1, 5, 70]) {
      const request = { ...defaultBody, generationConfig: { maxOutputTokens: max } };
      const answer = await complete('demo-gemini', request);
      assert.equal(answer.candidates[0]?.finishReason, 'MAX_TOKENS');
      const { candidatesTokenCount, thoughtsTokenCount } = answer.usageMetadata;
      assert.equal(candidatesTokenCount + thoughtsTokenCount, max);
      const last = (await stream('demo-gemini', request)).at(-1);
      assert.equal(last?.candidates[0]?.finishReason, 'MAX_TOKENS');
    }
  });

  it('rejects invalid requests and models of other formats', async () => {
    for (const [target, body, status] of [
      ['echo:generateContent', {}, 400],
      ['echo:generateContent', { contents: [] }, 400],
      ['echo:countTokens', defaultBody, 404],
      ['echo', defaultBody, 404],
      ['demo-think:generateContent', defaultBody, 500],
      ['demo-claude:streamGenerateContent?alt=sse', defaultBody, 500],
      ['demo-offline:generateContent', defaultBody, 503],
    ] as const) {
      assert.equal((await post(target, body)).status, status, target);
    }
  });

  it('accepts the key only as a bearer token', async () => {
    gateway.setApiKey('sk-right');
    try {
      for (const [target, headers, status] of [
        ['echo:generateContent?key=sk-right', {}, 401],
        ['echo:generateContent', { 'x-goog-api-key': 'sk-right' }, 401],
        ['echo:generateContent', { Authorization: 'Bearer sk-right' }, 200],
      ] as const) {
        assert.equal((await post(target, defaultBody, headers)).status, status);
      }
    } finally {
      gateway.setApiKey(null);
    }
  });

  it('can be gated, also below /proxy', async () => {
    const gate = gateway.gate('gated');
    void gate.sendReasoning('Hm. ');
    void gate.sendText('One. ');
    void gate.finish('filter');
    const response = await fetch(
      `${gateway.origin}/proxy/v1beta/models/gated:streamGenerateContent?alt=sse`,
      { method: 'POST', body: JSON.stringify(defaultBody) },
    );
    const raw = await response.text();
    assert.deepEqual(raw.match(/Hm\. |One\. |SAFETY/gu), ['Hm. ', 'One. ', 'SAFETY']);
  });
});
