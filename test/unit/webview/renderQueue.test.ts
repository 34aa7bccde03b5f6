import assert from 'node:assert/strict';
import { type Frames, RenderQueue } from '../../../src/webview/renderQueue';

/** In ms: at 60 Hz. */
const frameMs = 16;
const sliceMs = 0.5;

class ManualFrames implements Frames {
  #now = 0;
  #next: (() => void) | undefined;
  now = (): number => this.#now;
  request = (callback: () => void): void => void (this.#next = callback);

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Runs the requested frame; false if there is none. */
  run(): boolean {
    const next = this.#next;
    this.#next = undefined;
    next?.();
    return next !== undefined;
  }
}

describe('RenderQueue', () => {
  let frames: ManualFrames;
  let queue: RenderQueue;
  let rendered: number;
  /** When the last frame began. */
  let lastStart: number;

  beforeEach(() => {
    frames = new ManualFrames();
    queue = new RenderQueue(frames);
    rendered = 0;
  });

  const addMany = (count: number): void => {
    for (let index = 0; index < count; index += 1) {
      queue.add(() => {
        frames.pass(sliceMs);
        rendered += 1;
      });
    }
  };

  /** The slices of the next frame, which begins `interval` ms after this one. */
  const slicesAfter = (interval: number): number => {
    const before = rendered;
    frames.pass(interval - frames.now() + lastStart);
    lastStart = frames.now();
    frames.run();
    return rendered - before;
  };
  const begin = async (): Promise<void> => {
    lastStart = frames.now();
    await Promise.resolve();
  };

  it('renders slices for 6 ms of each frame', async () => {
    addMany(40);
    await begin();
    assert.equal(rendered, 12);
    assert.deepEqual(
      [slicesAfter(frameMs), slicesAfter(frameMs), slicesAfter(frameMs)],
      [12, 12, 4],
    );
    assert.equal(frames.run(), false);
  });

  it('renders less after late frames, but always something, and slowly more again after others', async () => {
    addMany(1_000);
    await begin();
    const late = Array.from({ length: 6 }, () => slicesAfter(60));
    assert.deepEqual(late, [6, 3, 2, 2, 2, 2]);
    const others = Array.from({ length: 12 }, () => slicesAfter(frameMs));
    assert.deepEqual(others, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12]);
  });

  it('forgets late frames when all is rendered', async () => {
    addMany(20);
    await begin();
    assert.equal(slicesAfter(60), 6);
    assert.equal(slicesAfter(60), 2);
    addMany(40);
    await begin();
    assert.equal(rendered, 32);
  });

  it('renders the newest first, and nothing that was canceled', async () => {
    const order: string[] = [];
    queue.add(() => void order.push('first'));
    const canceled = queue.add(() => void order.push('canceled'));
    queue.add(() => void order.push('last'));
    canceled.dispose();
    await Promise.resolve();
    assert.deepEqual(order, ['last', 'first']);
  });
});
