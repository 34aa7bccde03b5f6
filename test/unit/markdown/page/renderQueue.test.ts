import assert from 'node:assert/strict';
import { RenderQueue, type Frames } from '../../../../src/markdown/page/renderQueue';

const sliceMs = 0.5;

class ManualFrames implements Frames {
  #now = 0;
  #next: (() => void) | undefined;
  #painted: (() => void) | undefined;
  now = (): number => this.#now;
  request = (callback: () => void): void => void (this.#next = callback);
  afterPaint = (callback: () => void): void => void (this.#painted = callback);

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Ends a frame after `ms` of the browser's own work, and begins the next one; false if none is requested. */
  next(ms: number): boolean {
    this.#now += ms;
    this.#painted?.();
    const next = this.#next;
    this.#painted = undefined;
    this.#next = undefined;
    next?.();
    return next !== undefined;
  }
}

describe('RenderQueue', () => {
  let frames: ManualFrames;
  let queue: RenderQueue;
  let rendered: number;

  beforeEach(() => {
    frames = new ManualFrames();
    queue = new RenderQueue(frames);
    rendered = 0;
  });

  const slice = (): void => {
    frames.pass(sliceMs);
    rendered += 1;
  };

  const addMany = (count: number): void => {
    for (let index = 0; index < count; index += 1) {
      queue.add(slice);
    }
  };

  /** The slices of the frame after one in which the browser works for `ms`. */
  const slicesAfter = (ms: number): number => {
    const before = rendered;
    frames.next(ms);
    return rendered - before;
  };

  it('renders slices for 6 ms of each frame', async () => {
    addMany(40);
    await Promise.resolve();
    assert.equal(rendered, 12);
    assert.deepEqual([slicesAfter(2), slicesAfter(2), slicesAfter(2)], [12, 12, 4]);
    assert.equal(frames.next(2), false);
  });

  it('renders fewer slices after long frames, but at least one, and gradually more after others', async () => {
    addMany(1_000);
    await Promise.resolve();
    const long = Array.from({ length: 6 }, () => slicesAfter(30));
    assert.deepEqual(long, [6, 3, 2, 2, 2, 2]);
    const others = Array.from({ length: 12 }, () => slicesAfter(2));
    assert.deepEqual(others, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12]);
  });

  it('counts its slices and the browser’s work as one frame', async () => {
    addMany(1_000);
    await Promise.resolve();
    assert.equal(slicesAfter(19), 12);
    assert.equal(slicesAfter(19.5), 6);
  });

  it('starts with the full budget again once the queue has been empty', async () => {
    addMany(20);
    await Promise.resolve();
    assert.equal(slicesAfter(30), 6);
    assert.equal(slicesAfter(30), 2);
    addMany(40);
    await Promise.resolve();
    assert.equal(rendered, 32);
  });

  it('goes on after a slice that fails', async () => {
    const failing = (): void => {
      throw new Error('Not rendered');
    };
    addMany(1);
    queue.add(slice);
    await Promise.resolve();
    addMany(30);
    await Promise.resolve();
    queue.add(failing);
    assert.throws(() => frames.next(2), /Not rendered/u);
    while (frames.next(2));
    assert.equal(rendered, 32);
  });

  it('renders what a slice requests in the same frame', async () => {
    queue.add(() => void queue.add(slice));
    await Promise.resolve();
    assert.equal(rendered, 1);
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
