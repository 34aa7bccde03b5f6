import assert from 'node:assert/strict';
import { RenderGuard } from '../../../../src/vscode/chatView/renderGuard';
import { ManualClock } from '../../../support/manualClock';
import { MemoryMemento } from '../memoryStorage';

describe('RenderGuard', () => {
  const page = {};
  let clock: ManualClock;
  let memento: MemoryMemento;
  let guard: RenderGuard;

  beforeEach(() => {
    clock = new ManualClock();
    memento = new MemoryMemento();
    guard = new RenderGuard(memento, clock);
  });
  afterEach(() => guard.dispose());

  it('shows a message as plain text whose page stopped while rendering it, also in the next window', () => {
    guard.report(page, ['a1']);
    clock.advance(10_000);
    assert.deepEqual(guard.plainMessages, ['a1']);
    assert.deepEqual(new RenderGuard(memento, clock).plainMessages, ['a1']);
  });

  it('does not suspect a page that reports and ends', () => {
    guard.report(page, ['a1', 'a2']);
    for (let passed = 0; passed < 60_000; passed += 2_000) {
      clock.advance(2_000);
      guard.report(page, ['a1']);
    }
    guard.report(page, []);
    clock.advance(60_000);
    assert.deepEqual(guard.plainMessages, []);
    assert.equal(clock.pendingTimers, 0);
  });

  it('does not suspect a page that is closed while it renders', () => {
    guard.report(page, ['a1']);
    clock.advance(2_000);
    guard.pageClosed(page);
    clock.advance(60_000);
    assert.deepEqual(guard.plainMessages, []);
  });

  it('suspects a page that was silent before it was closed', () => {
    guard.report(page, ['a1']);
    clock.advance(4_000);
    guard.pageClosed(page);
    assert.deepEqual(guard.plainMessages, ['a1']);
  });

  it('formats a message again once it was rendered after all', () => {
    guard.report(page, ['a1', 'a2']);
    clock.advance(10_000);
    guard.report(page, []);
    assert.deepEqual(guard.plainMessages, []);
    assert.deepEqual(memento.keys(), []);
  });

  it('formats a message again once its page was only slow', () => {
    guard.report(page, ['a1']);
    clock.advance(10_000);
    guard.report(page, ['a1']);
    assert.deepEqual(guard.plainMessages, []);
    clock.advance(10_000);
    assert.deepEqual(guard.plainMessages, ['a1']);
  });

  it('formats a suspected message only after its second report', () => {
    guard.report(page, ['a1']);
    clock.advance(10_000);
    guard.pageClosed(page);
    guard.report(page, ['a1']);
    assert.deepEqual(guard.plainMessages, ['a1']);
    guard.report(page, ['a1']);
    assert.deepEqual(guard.plainMessages, []);
  });

  describe('after the machine slept', () => {
    let sleptMs: number;

    beforeEach(() => {
      sleptMs = 0;
      guard = new RenderGuard(memento, {
        now: () => clock.now() + sleptMs,
        after: (ms, task) => clock.after(ms, task),
      });
      guard.report(page, ['a1']);
      sleptMs = 3_600_000;
    });

    it('gives a page the time to report', () => {
      clock.advance(6_000);
      assert.deepEqual(guard.plainMessages, []);
      clock.advance(6_000);
      assert.deepEqual(guard.plainMessages, ['a1']);
    });

    it('does not suspect a page that is closed at once', () => {
      guard.pageClosed(page);
      clock.advance(60_000);
      assert.deepEqual(guard.plainMessages, []);
    });
  });

  it('does not mix up the pages of several views', () => {
    const other = {};
    guard.report(page, ['a1']);
    guard.report(other, ['b1']);
    guard.report(other, []);
    clock.advance(10_000);
    assert.deepEqual(guard.plainMessages, ['a1']);
  });

  it('ignores what it cannot have stored', async () => {
    await memento.update('portico.plainMessages', [1, 'a']);
    assert.deepEqual(new RenderGuard(memento, clock).plainMessages, []);
  });
});
