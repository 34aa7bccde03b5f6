import assert from 'node:assert/strict';
import { newConversation } from '../../../../../src/conversation/common/conversation';
import { suggestTitle } from '../../../../../src/features/history/node/titleSuggestion';
import type { Connection } from '../../../../../src/gateway/common/connection';
import { createGateway } from '../../../../../src/gateway/node/gateway';
import { withRequestIds } from '../../../../../src/gateway/node/http/requestIds';
import { startGateway } from '../../../../referenceGateway/server';
import { ManualClock } from '../../../../support/manualClock';

describe('suggestTitle', () => {
  it('sends nothing if the user has already canceled, and else the ID of the chat', async () => {
    const server = await startGateway();
    const { baseUrl } = server;
    const connection: Connection = {
      baseUrl,
      origin: new URL(baseUrl).origin,
      isLoopback: true,
      headers: { 'x-session': '${chatId}' },
      machineId: 'one',
      timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
    };
    const clock = new ManualClock();
    const { chatModel } = createGateway({ clock, version: 'test', onRequest: () => {} }).connect(
      () => Promise.resolve(connection),
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
    assert.equal(
      server.requests[0]?.headers['x-session'],
      withRequestIds(connection, 'c').headers['x-session'],
    );
    await server.close();
  });
});
