import assert from 'node:assert/strict';
import { applyLatest } from '../../../../../src/features/setup/node/applyLatest';

describe('applyLatest', () => {
  function reads() {
    const pending: ((value: string) => void)[] = [];
    const applied: string[] = [];
    const read = applyLatest(
      () => new Promise<string>((resolve) => void pending.push(resolve)),
      (value) => void applied.push(value),
    );
    return { pending, applied, read };
  }

  it('ignores a read that ends after a later one', async () => {
    const { pending, applied, read } = reads();
    const both = [read(), read()];
    pending[1]?.('new');
    await both[1];
    pending[0]?.('old');
    await both[0];
    assert.deepEqual(applied, ['new']);
  });

  it('applies each of several reads that do not overlap', async () => {
    const { pending, applied, read } = reads();
    for (const value of ['first', 'second']) {
      const reading = read();
      pending.at(-1)?.(value);
      await reading;
    }
    assert.deepEqual(applied, ['first', 'second']);
  });
});
