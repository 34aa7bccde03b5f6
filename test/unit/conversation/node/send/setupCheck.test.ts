import assert from 'node:assert/strict';
import type {
  ConnectionState,
  SetupStep,
} from '../../../../../src/conversation/common/connectionState';
import { isSetUp } from '../../../../../src/conversation/node/send/setupCheck';
import type { Connection } from '../../../../../src/gateway/common/connection';
import type { Failure } from '../../../../../src/gateway/common/failure';
import { connectionTo } from '../fakes';

const connected = connectionTo({ baseUrl: 'https://gateway.example/v1' });

const nothing: ConnectionState = { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' };

/**
 * Whether the setup is complete, and the steps that are opened.
 * @param completed How many of the steps the user completes.
 */
async function isComplete(
  connection: Connection | Failure,
  chosenModel: string,
  completed = 0,
): Promise<unknown> {
  const opened: string[] = [];
  let state = nothing;
  let model = chosenModel;
  const complete: Readonly<Record<SetupStep, () => void>> = {
    baseUrl: () => {
      state = { ...state, baseUrl: connected.baseUrl };
    },
    apiKey: () => {
      state = { ...state, key: 'stored' };
    },
    model: () => {
      model = 'model-a';
    },
  };
  const steps = {
    model: () => model,
    connectionState: () => Promise.resolve(state),
    openStep: (step: SetupStep) => {
      opened.push(step);
      if (opened.length <= completed) complete[step]();
      return Promise.resolve();
    },
  };
  return [await isSetUp(steps, connection, new AbortController().signal), ...opened];
}

describe('isSetUp', () => {
  for (const [kind, step] of [
    ['notConfigured', 'baseUrl'],
    ['keyMissing', 'apiKey'],
    ['keyLost', 'apiKey'],
  ] as const) {
    it(`opens the step ${step} for the failure ${kind}, before the choice of a model`, async () => {
      assert.deepEqual(await isComplete({ kind }, ''), [false, step]);
    });
  }

  it('leads through all missing steps, and ends at the one that the user leaves', async () => {
    const steps = ['baseUrl', 'apiKey', 'model'];
    for (const completed of [0, 1, 2, 3]) {
      const opened = steps.slice(0, completed + 1);
      assert.deepEqual(await isComplete({ kind: 'notConfigured' }, '', completed), [
        false,
        ...opened,
      ]);
    }
  });

  it('opens the choice of a model where only that is missing', async () => {
    assert.deepEqual(await isComplete(connected, ''), [false, 'model']);
  });

  it('lets a question pass that lacks nothing, or fails for another reason', async () => {
    assert.deepEqual(await isComplete(connected, 'model-a'), [true]);
    assert.deepEqual(await isComplete({ kind: 'insecure' }, 'model-a'), [true]);
  });
});
