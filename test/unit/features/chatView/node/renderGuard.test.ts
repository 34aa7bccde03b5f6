import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RenderMarkFiles } from '../../../../../src/features/chatView/node/renderMarkFiles';
import { RenderGuard } from '../../../../../src/features/chatView/node/renderGuard';
import { eventually } from '../../../../support/eventually';
import { ManualClock } from '../../../../support/manualClock';

describe('RenderGuard', () => {
  const page = {};
  let clock: ManualClock;
  let folder: string;
  let guard: RenderGuard;
  let stores: RenderMarkFiles[];

  beforeEach(async () => {
    clock = new ManualClock();
    folder = await mkdtemp(join(tmpdir(), 'portico-rendering-'));
    stores = [];
    guard = await nextWindow();
  });
  afterEach(async () => {
    guard.dispose();
    // Waits for what is being written.
    await Promise.all(stores.map((store) => store.plainMessages()));
    await rm(folder, { recursive: true });
  });

  function newStore(): RenderMarkFiles {
    const store = new RenderMarkFiles(folder, `window${stores.length}`);
    stores.push(store);
    return store;
  }

  /** The guard of another window, or of the same one after a reload. */
  async function nextWindow(): Promise<RenderGuard> {
    const next = new RenderGuard(newStore(), clock);
    await next.check([]);
    return next;
  }

  async function assertStored(ids: readonly string[]): Promise<void> {
    await eventually(`${ids.join()} to be stored`, async () => {
      const stored = await newStore().plainMessages();
      return stored.join() === ids.join();
    });
  }

  /** Advances the clock until the check of these messages is done. */
  async function check(next: RenderGuard, messageIds: readonly string[]): Promise<void> {
    let isDone = false;
    const checking = next.check(messageIds).then(() => (isDone = true));
    await eventually('the check', () => {
      if (!isDone) {
        clock.advance(250);
      }
      return isDone;
    });
    await checking;
  }

  it('shows a message as plain text whose page stopped while rendering it, also in the next window', async () => {
    guard.report(page, ['a1']);
    clock.advance(10_000);
    assert.deepEqual(guard.plainMessages, ['a1']);
    await assertStored(['a1']);
    assert.deepEqual((await nextWindow()).plainMessages, ['a1']);
  });

  describe('of a window that a crashing page took with it', () => {
    it('shows the message as plain text if the window is closed some seconds later', async () => {
      guard.report(page, ['a1']);
      clock.advance(4_000);
      guard.dispose();
      const next = await nextWindow();
      await check(next, ['a0', 'a1']);
      assert.deepEqual(next.plainMessages, ['a1']);
      await assertStored(['a1']);
      await eventually('the marks to be removed', async () => {
        return (await readdir(folder)).join() === 'plainMessages.json';
      });
    });

    it('shows the message as plain text if the process is killed at once', async () => {
      guard.report(page, ['a1']);
      const next = await nextWindow();
      await check(next, ['a1']);
      assert.deepEqual(next.plainMessages, ['a1']);
    });

    it('shows the message as plain text days later', async () => {
      guard.report(page, ['a1']);
      clock.advance(1);
      const later = new ManualClock(clock.now() + 86_400_000);
      const next = new RenderGuard(newStore(), later);
      await next.check(['a1']);
      assert.deepEqual(next.plainMessages, ['a1']);
    });

    it('does not wait before it shows other messages', async () => {
      guard.report(page, ['a1']);
      const next = await nextWindow();
      await next.check(['b1']);
      assert.deepEqual(next.plainMessages, []);
      next.dispose();
    });
  });

  it('does not suspect what another window is rendering', async () => {
    guard.report(page, ['a1']);
    const next = await nextWindow();
    clock.advance(1);
    guard.report(page, ['a1']);
    await check(next, ['a1']);
    assert.deepEqual(next.plainMessages, []);
  });

  it('does not suspect what a window was rendering that is closed', async () => {
    guard.report(page, ['a1']);
    const during = await nextWindow();
    clock.advance(1_000);
    guard.dispose();
    await check(during, ['a1']);
    assert.deepEqual(during.plainMessages, []);
    assert.deepEqual((await nextWindow()).plainMessages, []);
    assert.deepEqual(await readdir(folder), []);
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

  it('formats a message again once it was rendered after all, also in the next window', async () => {
    guard.report(page, ['a1', 'a2']);
    clock.advance(10_000);
    await assertStored(['a1', 'a2']);
    guard.report(page, []);
    assert.deepEqual(guard.plainMessages, []);
    await assertStored([]);
    assert.deepEqual((await nextWindow()).plainMessages, []);
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
      guard = new RenderGuard(newStore(), {
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
    await writeFile(join(folder, 'plainMessages.json'), '[1, "a"]');
    await writeFile(join(folder, 'marks-x.json'), '[{"messageIds":"a"}]');
    assert.deepEqual((await nextWindow()).plainMessages, []);
  });
});
