// Gemini's form of the reference gateway: the model in the path, a stream of two layouts.
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

const asked = { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] };

describe('reference gateway, Gemini’s form', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: Infinity });
  });
  after(() => gateway.close());

  function post(
    target: string,
    body: object = asked,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${gateway.origin}/v1beta/models/${target}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async function whole(model: string, body: object = asked): Promise<Answer> {
    return (await (await post(`${model}:generateContent`, body)).json()) as Answer;
  }

  async function events(model: string, body: object = asked): Promise<readonly Answer[]> {
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

  it('answers at once; systemInstruction and contents are read as messages', async () => {
    const answer = await whole('echo', {
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

  it('streams events that join to the same answer, thoughts first', async () => {
    const told = await events('demo-gemini');
    const answer = await whole('demo-gemini');
    assert.notEqual(join([answer], true), '');
    for (const thought of [true, false]) {
      assert.equal(join(told, thought), join([answer], thought));
    }
    const reasons = told.flatMap(({ candidates }) => candidates[0]?.finishReason ?? []);
    assert.deepEqual(reasons, ['STOP']);
    assert.deepEqual(told.at(-1)?.usageMetadata, answer.usageMetadata);
  });

  it('streams one JSON array in pieces without alt=sse', async () => {
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
    const told = JSON.parse(body) as readonly Answer[];
    assert.equal(told.length, 3);
    assert.equal(join(told, false), 'One. Two.');
  });

  it('takes the model’s ID from the path, percent-encoded or not', async () => {
    const behaviour = {
      kind: 'speaks',
      speak: () => ({ text: 'Hi.' }),
      tokensPerSecond: Infinity,
    } as const;
    for (const id of ['maker/model:free', 'weird%id', '模型 1']) {
      gateway.addModel({ id, description: 'For this test.', behavior: behaviour });
      assert.equal((await whole(encodeURIComponent(id))).modelVersion, id);
    }
    assert.equal((await whole('maker/model:free')).modelVersion, 'maker/model:free');
    assert.equal((await whole('weird%id')).modelVersion, 'weird%id');
  });

  it('ends with MAX_TOKENS at maxOutputTokens', async () => {
    for (const max of [1, 5, 70]) {
      const request = { ...asked, generationConfig: { maxOutputTokens: max } };
      const answer = await whole('demo-gemini', request);
      assert.equal(answer.candidates[0]?.finishReason, 'MAX_TOKENS');
      const { candidatesTokenCount, thoughtsTokenCount } = answer.usageMetadata;
      assert.equal(candidatesTokenCount + thoughtsTokenCount, max);
      const last = (await events('demo-gemini', request)).at(-1);
      assert.equal(last?.candidates[0]?.finishReason, 'MAX_TOKENS');
    }
  });

  it('refuses what is no such request, and models that speak another form', async () => {
    for (const [target, body, status] of [
      ['echo:generateContent', {}, 400],
      ['echo:generateContent', { contents: [] }, 400],
      ['echo:countTokens', asked, 404],
      ['echo', asked, 404],
      ['demo-think:generateContent', asked, 500],
      ['demo-claude:streamGenerateContent?alt=sse', asked, 500],
      ['demo-offline:generateContent', asked, 503],
    ] as const) {
      assert.equal((await post(target, body)).status, status, target);
    }
  });

  it('takes the key as a Bearer alone', async () => {
    gateway.setApiKey('sk-right');
    try {
      for (const [target, headers, status] of [
        ['echo:generateContent?key=sk-right', {}, 401],
        ['echo:generateContent', { 'x-goog-api-key': 'sk-right' }, 401],
        ['echo:generateContent', { Authorization: 'Bearer sk-right' }, 200],
      ] as const) {
        assert.equal((await post(target, asked, headers)).status, status);
      }
    } finally {
      gateway.setApiKey(null);
    }
  });

  it('can be held back by a gate, and lives behind a path too', async () => {
    const gate = gateway.gate('gated');
    void gate.sendReasoning('Hm. ');
    void gate.sendText('One. ');
    void gate.finish('filter');
    const response = await fetch(
      `${gateway.origin}/proxy/v1beta/models/gated:streamGenerateContent?alt=sse`,
      { method: 'POST', body: JSON.stringify(asked) },
    );
    const raw = await response.text();
    assert.deepEqual(raw.match(/Hm\. |One\. |SAFETY/gu), ['Hm. ', 'One. ', 'SAFETY']);
  });
});
