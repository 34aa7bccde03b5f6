import assert from 'node:assert/strict';
import { suggestTitle } from '../../../src/chat/request/titleSuggestion';
import { newConversation } from '../../../src/shared/conversation/conversation';
import { startGateway } from '../../referenceGateway/server';
import { createGateway } from '../../../src/gateway/gateway';
import { ManualClock } from '../../support/manualClock';

describe('suggestTitle', () => {
  it('asks nobody where the user has cancelled before', async () => {
    const server = await startGateway();
    const { baseUrl } = server;
    const clock = new ManualClock();
    const { chatModel } = createGateway({ clock, version: 'test', onRequest: () => {} }).connect(
      () =>
        Promise.resolve({
          baseUrl,
          origin: new URL(baseUrl).origin,
          loopback: true,
          headers: {},
          timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
        }),
    );
    const parts = {
      clock,
      chatModel,
      requestSettings: () => ({ systemPrompt: '', stream: true }),
      formOf: () => Promise.resolve('chat' as const),
      listedPrice: () => Promise.resolve(undefined),
    };
    const conversation = newConversation('c', 'echo', 0);
    const suggested = await suggestTitle(parts, conversation, AbortSignal.abort());
    assert.ok('problem' in suggested && suggested.problem.state === 'stopped');
    assert.equal(server.requests.length, 0);
    const asked = await suggestTitle(parts, conversation, new AbortController().signal);
    assert.ok('title' in asked);
    assert.equal(server.requests.length, 1);
    await server.close();
  });
});
