import assert from 'node:assert/strict';
import type * as keyCommandProgressModule from '../../../../../src/features/setup/host/keyCommandProgress';
import { ManualClock } from '../../../../support/manualClock';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { withKeyCommandProgress } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/setup/host/keyCommandProgress') as typeof keyCommandProgressModule,
);

interface Shown {
  readonly title: string;
  readonly cancel: () => void;
  readonly hidden: Promise<unknown>;
}

describe('the progress of a key command', () => {
  let clock: ManualClock;
  let shown: Shown[];
  let printed: PromiseWithResolvers<string>;
  let ran: Promise<string>;
  let signal: AbortSignal | undefined;

  beforeEach(() => {
    clock = new ManualClock();
    shown = [];
    printed = Promise.withResolvers();
    vscodeTexts.window['withProgress'] = (
      { title }: { readonly title: string },
      task: (progress: object, token: object) => Promise<unknown>,
    ) => {
      let cancel = (): void => undefined;
      const token = { onCancellationRequested: (listener: () => void) => (cancel = listener) };
      const hidden = task({}, token);
      shown.push({ title, cancel: () => cancel(), hidden });
      return hidden;
    };
    ran = withKeyCommandProgress('gw.example', clock, (canceled) => {
      signal = canceled;
      return printed.promise;
    });
  });
  afterEach(() => delete vscodeTexts.window['withProgress']);

  it('is not shown for a program that prints the key soon', async () => {
    clock.advance(1_999);
    printed.resolve('sk-key');
    assert.equal(await ran, 'sk-key');
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(shown, []);
  });

  it('is shown for a slow one until it ends', async () => {
    clock.advance(2_000);
    assert.deepEqual(
      shown.map(({ title }) => title),
      ['Waiting for the key command for gw.example…'],
    );
    printed.resolve('sk-key');
    assert.equal(await ran, 'sk-key');
    await shown[0]?.hidden;
    assert.equal(signal?.aborted, false);
  });

  it('cancels the program', () => {
    clock.advance(2_000);
    shown[0]?.cancel();
    assert.equal(signal?.aborted, true);
    printed.resolve('');
  });
});
