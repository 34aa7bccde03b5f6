// Renders long messages in slices, because rendering many at once would freeze the page.
import type { Disposable } from '../base/disposable';

/** Render time per frame, in ms. */
const budgetMs = 6;

const queue: (() => void)[] = [];
let isScheduled = false;

/** Calls `render` soon, as many as fit into a frame. The last request comes first: the newest messages are in view. */
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
  isScheduled = false;
  const end = performance.now() + budgetMs;
  while (performance.now() < end) {
    const render = queue.pop();
    if (render === undefined) {
      return;
    }
    render();
  }
  if (queue.length > 0) {
    isScheduled = true;
    requestAnimationFrame(renderSlice);
  }
}
