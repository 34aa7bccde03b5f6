// Retrying a question with another model changes nothing but the model, in every API format.
import assert from 'node:assert/strict';
import type { Conversation } from '../../../../src/conversation/common/conversation';
import { emptyDraft } from '../../../../src/conversation/common/draft';
import { RecentRequests } from '../../../../src/conversation/node/request/recentRequests';
import { RequestBuilder } from '../../../../src/conversation/node/request/requestBuilder';
import { SentRequestLog } from '../../../../src/conversation/node/request/sentRequestLog';
import { ChatSession } from '../../../../src/conversation/node/session/chatSession';
import { apiFormats, type ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { QuestionImage } from '../../../../src/gateway/common/messageParts';
import { systemClock } from '../../../../src/platform/node/systemClock';
import type { RecordedRequest } from '../../../referenceGateway/http/requestRecorder';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { until } from '../../../support/until';
import { canaryKey, clientOf, connectionTo } from './harness';

const image: QuestionImage = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

/** A conversation with images. */
const conversation: Conversation = {
  id: 'c',
  createdAt: 0,
  model: 'demo-fast',
  offPath: [],
  messages: [
    {
      kind: 'question',
      id: 'q1',
      text: 'What is "demo-fast"? 你好',
      images: [image, image],
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

describe('retrying with another model', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
  });
  beforeEach(() => gateway.clearRequests());
  after(() => gateway.close());

  for (const format of apiFormats) {
    for (const stream of [true, false]) {
      it(`changes only the model: ${format}, ${stream ? 'streamed' : 'not streamed'}`, async () => {
        gateway.takeOffline('demo-fast');
        const session = sessionIn(format, stream);
        session.ask('And now?');
        await until(() => !session.isRunning);
        const failed = session.conversation.messages.at(-1);
        assert.equal(failed?.kind === 'answer' && failed.outcome?.failure?.kind, 'modelNotFound');
        assert.equal(session.retryWith(failed?.id ?? '', 'echo'), true);
        await until(() => !session.isRunning);
        const answer = session.conversation.messages.at(-1);
        assert.equal(answer?.kind === 'answer' && answer.state, 'complete', JSON.stringify(answer));
        const [first, second] = gateway.requests;
        assert.ok(first && second && gateway.requests.length === 2);
        assertOnlyModelDiffers(format, first, second);
        assert.ok(second.body.includes(image.data), 'with its images');
        assert.ok(second.body.includes('Be brief.'), 'with its system prompt');
      });
    }
  }

  function sessionIn(format: ApiFormat, stream: boolean): ChatSession {
    let ids = 0;
    const nothing = (): void => {};
    return new ChatSession(
      {
        chatModel: clientOf(connectionTo(gateway.baseUrl)).chatModel,
        store: {
          load: () => Promise.resolve(undefined),
          create: nothing,
          append: nothing,
          sendSignal: nothing,
          saveDraft: nothing,
          loadDraft: () => Promise.resolve(emptyDraft),
          draftSavedAt: () => Promise.resolve(0),
          subscribe: () => ({ dispose: nothing }),
          sync: () => Promise.resolve(),
          flush: () => Promise.resolve(),
        },
        clock: systemClock,
        isWindowAlive: () => Promise.resolve(true),
        newId: () => `id-${(ids += 1)}`,
        recentRequests: new RecentRequests(),
        requestBuilder: new RequestBuilder({
          requestSettings: () => ({ systemPrompt: 'Be brief.', stream, temperature: 0.5 }),
          lookUpModel: () => Promise.resolve({ apiFormat: format }),
        }),
        sentRequests: new SentRequestLog(),
      },
      conversation,
    );
  }
});

function assertOnlyModelDiffers(
  format: ApiFormat,
  first: RecordedRequest,
  second: RecordedRequest,
): void {
  if (format === 'generateContent') {
    assert.equal(second.body, first.body, 'the path holds the model');
    assert.equal(second.path, first.path.replace('/demo-fast:', '/echo:'));
    return;
  }
  assert.equal(second.path, first.path);
  assert.deepEqual(second.json, { ...(first.json as object), model: 'echo' });
  const field = '"model":"demo-fast"';
  assert.equal(first.body.split(field).length, 2);
  assert.equal(first.body.replace(field, '"model":"echo"'), second.body, 'byte for byte');
}
