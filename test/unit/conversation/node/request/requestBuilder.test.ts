import assert from 'node:assert/strict';
import {
  newConversation,
  type Question,
} from '../../../../../src/conversation/common/conversation';
import { RequestBuilder } from '../../../../../src/conversation/node/request/requestBuilder';

describe('RequestBuilder', () => {
  const question: Question = { kind: 'question', id: 'q', text: 'Hello?', askedAt: 1 };
  const builder = new RequestBuilder({
    requestSettings: () => ({ systemPrompt: '', stream: true }),
    lookUpModel: (model) =>
      Promise.resolve(
        model === 'tuned'
          ? { apiFormat: 'messages', parameters: { top_k: 5 }, listedPrice: { currency: 'USD' } }
          : { apiFormat: 'chat' },
      ),
  });
  const build = (model: string) => {
    const conversation = { ...newConversation('c', model, 0), messages: [question] };
    return builder.build(conversation, question, model);
  };

  it('adds the parameters from the settings of the model', async () => {
    const request = await build('tuned');
    assert.deepEqual(request.parameters, { top_k: 5 });
    assert.ok(!('parameters' in (await build('plain'))));
  });

  it('replaces the parameters and the price when another model gets the same request', async () => {
    const request = await build('tuned');
    const plain = await builder.withModel(request, 'plain');
    assert.ok(!('parameters' in plain) && !('listedPrice' in plain));
    assert.equal(plain.apiFormat, 'chat');
    const tuned = await builder.withModel(plain, 'tuned');
    assert.deepEqual(tuned.parameters, { top_k: 5 });
  });
});
