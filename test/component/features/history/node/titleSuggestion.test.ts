import assert from 'node:assert/strict';
import { suggestTitle } from '../../../../../src/features/history/node/titleSuggestion';
import { newConversation } from '../../../../../src/conversation/common/conversation';
import { startGateway } from '../../../../referenceGateway/server';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { ManualClock } from '../../../../support/manualClock';

describe('suggestTitle', () => {
  it('sends nothing if the user has already canceled', async () => {
    const server = await startGateway();
    const { baseUrl } = server;
    const clock = new ManualClock();
    const { chatModel } = createGateway({ clock, version: 'test', onRequest: () => {} }).connect(
      () =>
        Promise.resolve({
          baseUrl,
          origin: new URL(baseUrl).origin,
          isLoopback: true,
          headers: {},
          timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
        }),
    );
    const deps = {
      clock,
      chatModel,
      requestSettings: () => ({ systemPrompt: '', stream: true }),
      lookUpModel: () => Promise.resolve({ apiFormat: 'chat' } as const),
    };
    const conversation = newConversation('c', 'echo', 0);
    const canceled = await suggestTitle(deps, conversation, AbortSignal.abort());
    assert.ok('problem' in canceled && canceled.problem.state === 'stopped');
    assert.equal(server.requests.length, 0);
    const suggested = await suggestTitle(deps, conversation, new AbortController().signal);
    assert.ok('title' in suggested);
    assert.equal(server.requests.length, 1);
    await server.close();
  });
});
