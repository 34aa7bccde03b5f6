import assert from 'node:assert/strict';
import type { Connection } from '../../../../../src/gateway/common/connection';
import { setupCheck } from '../../../../../src/conversation/node/send/setupCheck';
import type {
  ConnectionState,
  SetupStep,
} from '../../../../../src/conversation/common/connectionState';
import { newConversation } from '../../../../../src/conversation/common/conversation';
import type { Failure } from '../../../../../src/gateway/common/failure';
import { chatFixture, connectionTo } from '../fakes';

const connected = connectionTo({ baseUrl: 'https://gateway.example/v1' });

const nothing: ConnectionState = { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' };

/**
 * Whether a question passes, and the steps that the check opens.
 * @param completed How many of the steps the user completes.
 */
async function passes(
  connection: Connection | Failure,
  model: string,
  completed = 0,
): Promise<unknown> {
  const { session } = chatFixture({}, undefined, newConversation('c', model, 0));
  const opened: string[] = [];
  let state = nothing;
  const complete: Readonly<Record<SetupStep, () => void>> = {
    baseUrl: () => {
      state = { ...state, baseUrl: connected.baseUrl };
    },
    apiKey: () => {
      state = { ...state, key: 'stored' };
    },
    model: () => session.chooseModel('model-a'),
  };
  const check = setupCheck({
    session,
    connectionState: () => Promise.resolve(state),
    openStep: (step) => {
      opened.push(step);
      if (opened.length <= completed) complete[step]();
      return Promise.resolve();
    },
  });
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

  it('leads through all missing steps, and ends at the one that the user leaves', async () => {
    const steps = ['baseUrl', 'apiKey', 'model'];
    for (const completed of [0, 1, 2, 3]) {
      const opened = steps.slice(0, completed + 1);
      assert.deepEqual(await passes({ kind: 'notConfigured' }, '', completed), [false, ...opened]);
    }
  });

  it('opens the choice of a model where only that is missing', async () => {
    assert.deepEqual(await passes(connected, ''), [false, 'model']);
  });

  it('lets a question pass that lacks nothing, or fails for another reason', async () => {
    assert.deepEqual(await passes(connected, 'model-a'), [true]);
    assert.deepEqual(await passes({ kind: 'insecure' }, 'model-a'), [true]);
  });
});
