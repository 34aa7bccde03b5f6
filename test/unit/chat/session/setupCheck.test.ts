import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/chat/gatewayPort';
import { setupCheck } from '../../../../src/chat/session/setupCheck';
import { newConversation } from '../../../../src/shared/conversation/conversation';
import type { Failure } from '../../../../src/shared/conversation/failure';
import { chatFixture, connectionTo } from '../fakes';

const connected = connectionTo({ baseUrl: 'https://gateway.example/v1' });

/** Whether a question passes, and the step that the check opens. */
async function passes(connection: Connection | Failure, model: string): Promise<unknown> {
  const { session } = chatFixture({}, undefined, newConversation('c', model, 0));
  const opened: string[] = [];
  const check = setupCheck(session, (step) => Promise.resolve(opened.push(step)));
  const send = { source: 'messageBox', question: undefined, start: () => true } as const;
  return [await check(send, connection, new AbortController().signal), ...opened];
}

describe('setupCheck', () => {
  for (const [kind, step] of [
    ['notConfigured', 'baseUrl'],
    ['keyMissing', 'apiKey'],
    ['keyLost', 'apiKey'],
  ] as const) {
    it(`opens the step ${step} for the failure ${kind}, before the choice of a model`, async () => {
      assert.deepEqual(await passes({ kind }, ''), [false, step]);
    });
  }

  it('opens the choice of a model where only that is missing', async () => {
    assert.deepEqual(await passes(connected, ''), [false, 'model']);
  });

  it('lets a question pass that lacks nothing, or fails for another reason', async () => {
    assert.deepEqual(await passes(connected, 'model-a'), [true]);
    assert.deepEqual(await passes({ kind: 'insecure' }, 'model-a'), [true]);
  });
});
