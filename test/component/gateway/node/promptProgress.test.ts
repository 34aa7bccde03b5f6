// The progress of a prompt, over HTTP from the reference gateway to the events of a chat.
import assert from 'node:assert/strict';
import { goodText } from '../../../referenceGateway/faults/fault';
import { promptProgress } from '../../../referenceGateway/models/promptProgress';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { until } from '../../../support/until';
import { chatFixture } from '../../../unit/conversation/node/fakes';
import { clientOf, collect, connectionTo, fold, question } from './harness';

const model = 'prompt-progress';
const parameters = { return_progress: true };

describe('prompt progress over HTTP', () => {
  let gateway: Gateway;
  const shares = promptProgress.processed.map((tokens) => tokens / promptProgress.total);

  before(async () => {
    gateway = await startGateway();
  });
  after(() => gateway.close());

  it('arrives before the text, which is complete', async () => {
    const client = clientOf(connectionTo(gateway.baseUrl));
    const parts = await collect(client, { ...question(model), parameters });
    const reported = parts.flatMap((part) => (part.type === 'promptProgress' ? [part.share] : []));
    assert.deepEqual(reported, shares);
    const types = parts.map(({ type }) => type);
    assert.ok(types.lastIndexOf('promptProgress') < types.indexOf('text'));
    const { state, text } = fold(parts);
    assert.deepEqual([state, text], ['complete', goodText]);
  });

  it('is reported only where the request asks for it, and in streams of chat completions', async () => {
    const client = clientOf(connectionTo(gateway.baseUrl));
    for (const request of [
      question(model),
      { ...question(model, false), parameters },
      { ...question(model, true, 'responses'), parameters },
      { ...question(model, true, 'messages'), parameters },
      { ...question(model, true, 'generateContent'), parameters },
    ]) {
      const parts = await collect(client, request);
      assert.ok(!parts.some(({ type }) => type === 'promptProgress'));
      assert.equal(fold(parts).text, goodText, request.apiFormat);
    }
  });

  it('becomes events of the chat, the last one before its text', async () => {
    const { chatModel } = clientOf(connectionTo(gateway.baseUrl));
    const { session, clock, answer } = chatFixture({}, undefined, undefined, {
      complete: (request, signal) => chatModel.complete({ ...request, parameters }, signal),
    });
    const events: (number | string)[] = [];
    session.onDidProcessPrompt(({ answerId, share }) => {
      assert.equal(answerId, answer().id);
      events.push(share);
    });
    session.onDidChange(({ type }) => events.push(type));
    session.chooseModel(model);
    session.ask('Hello?');
    await until(() => {
      clock.advance(33);
      return answer().state === 'complete';
    });
    assert.equal(answer().text, goodText);
    const [chosen, asked, ...later] = events;
    assert.deepEqual([chosen, asked], ['modelChosen', 'asked']);
    assert.deepEqual(later.slice(0, shares.length), shares);
    assert.ok(later.slice(shares.length).every((event) => typeof event === 'string'));
  });
});
