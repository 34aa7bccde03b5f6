// A question to a model that is gone, sent to another: in every form nothing but the model's value changes.
import assert from 'node:assert/strict';
import { RequestBuilder } from '../../../src/chat/request/requestBuilder';
import { ChatSession } from '../../../src/chat/session/chatSession';
import { SentRequestLog } from '../../../src/chat/request/sentRequestLog';
import type { Conversation, QuestionImage } from '../../../src/shared/conversation/conversation';
import { emptyDraft } from '../../../src/shared/conversation/draft';
import { type ApiFormat, apiFormats } from '../../../src/shared/conversation/apiFormat';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import type { RecordedRequest } from '../../referenceGateway/record';
import { canaryKey, clientOf, connectionTo, systemClock, until } from './harness';

const picture: QuestionImage = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

/** In mid-conversation, with pictures. */
const begun: Conversation = {
  id: 'c',
  createdAt: 0,
  model: 'demo-fast',
  offPath: [],
  messages: [
    {
      kind: 'question',
      id: 'q1',
      text: 'What is "demo-fast"? 你好',
      images: [picture, picture],
      askedAt: 0,
    },
    {
      kind: 'answer',
      id: 'a1',
      questionId: 'q1',
      model: 'demo-fast',
      state: 'complete',
      text: 'A model: demo-fast.\n',
      reasoning: 'Hm.',
      startedAt: 0,
    },
  ],
};

describe('a question to a model that is gone', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
  });
  beforeEach(() => gateway.clearRequests());
  after(() => gateway.close());

  for (const form of apiFormats) {
    for (const stream of [true, false]) {
      it(`goes to another unchanged: ${form}, ${stream ? 'streamed' : 'not streamed'}`, async () => {
        gateway.takeOffline('demo-fast');
        const session = sessionIn(form, stream);
        session.ask('And now?');
        await until(() => !session.isRunning, 'the refusal');
        const failed = session.conversation.messages.at(-1);
        assert.equal(failed?.kind === 'answer' && failed.outcome?.failure?.kind, 'modelNotFound');
        assert.equal(session.retryWith(failed?.id ?? '', 'echo'), true);
        await until(() => !session.isRunning, 'the answer');
        const answer = session.conversation.messages.at(-1);
        assert.equal(answer?.kind === 'answer' && answer.state, 'complete', JSON.stringify(answer));
        const [first, second] = gateway.requests;
        assert.ok(first && second && gateway.requests.length === 2);
        differInModel(form, first, second);
        assert.ok(second.body.includes(picture.data), 'with its pictures');
        assert.ok(second.body.includes('Be brief.'), 'with its system prompt');
      });
    }
  }

  function sessionIn(form: ApiFormat, stream: boolean): ChatSession {
    let ids = 0;
    const nothing = (): void => {};
    return new ChatSession(
      {
        chatModel: clientOf(connectionTo(gateway.baseUrl)).chatModel,
        store: {
          load: () => Promise.resolve(undefined),
          create: nothing,
          append: nothing,
          saveDraft: nothing,
          loadDraft: () => Promise.resolve(emptyDraft),
          subscribe: () => ({ dispose: nothing }),
          sync: () => Promise.resolve(),
          flush: () => Promise.resolve(),
        },
        clock: systemClock,
        isWindowAlive: () => Promise.resolve(true),
        newId: () => `id-${(ids += 1)}`,
        requests: new RequestBuilder({
          requestSettings: () => ({ systemPrompt: 'Be brief.', stream, temperature: 0.5 }),
          apiFormatOf: () => Promise.resolve(form),
        }),
        sentRequests: new SentRequestLog(),
        listedPrice: () => Promise.resolve(undefined),
      },
      begun,
    );
  }
});

function differInModel(form: ApiFormat, first: RecordedRequest, second: RecordedRequest): void {
  if (form === 'generateContent') {
    assert.equal(second.body, first.body, 'the model stands in the path');
    assert.equal(second.path, first.path.replace('/demo-fast:', '/echo:'));
    return;
  }
  assert.equal(second.path, first.path);
  assert.deepEqual(second.json, { ...(first.json as object), model: 'echo' });
  const value = '"model":"demo-fast"';
  assert.equal(first.body.split(value).length, 2);
  assert.equal(first.body.replace(value, '"model":"echo"'), second.body, 'byte for byte');
}
