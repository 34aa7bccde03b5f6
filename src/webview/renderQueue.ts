// Renders long messages in slices, because rendering many at once would freeze the page.
import type { Disposable } from '../base/disposable';

/** Render time per frame, in ms. */
const budgetMs = 6;

const queue: (() => void)[] = [];
let isScheduled = false;

/**
 * Calls `render` soon, as many as fit into a frame. The last request comes first: the newest messages are in view.
 * What a slice requests itself belongs to the same budget.
 */
export function renderSoon(render: () => void): Disposable {
  queue.push(render);
  if (!isScheduled) {
    isScheduled = true;
    queueMicrotask(renderSlice);
  }
  return {
    dispose: () => {
      const index = queue.indexOf(render);
      if (index !== -1) {
        queue.splice(index, 1);
      }
    },
  };
}

function renderSlice(): void {
  const end = performance.now() + budgetMs;
  while (queue.length > 0 && performance.now() < end) {
    queue.pop()?.();
  }
  isScheduled = queue.length > 0;
  if (isScheduled) {
    requestAnimationFrame(renderSlice);
  }
}
