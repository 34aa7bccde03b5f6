// Drawing many messages at once would freeze the view: the newest come first, some each frame.
import type { Disposable } from '../base/disposable';

/** Time per frame for drawing what waits, ms. */
const budgetMs = 6;

const waiting: (() => void)[] = [];
let scheduled = false;

/** Draws soon: what was asked for last comes first, as much at once as the budget allows. */
export function drawSoon(draw: () => void): Disposable {
  waiting.push(draw);
  if (!scheduled) {
    scheduled = true;
    queueMicrotask(work);
  }
  return {
    dispose: () => {
      const index = waiting.indexOf(draw);
      if (index !== -1) {
        waiting.splice(index, 1);
      }
    },
  };
}

function work(): void {
  scheduled = false;
  const end = performance.now() + budgetMs;
  while (performance.now() < end) {
    const draw = waiting.pop();
    if (draw === undefined) {
      return;
    }
    draw();
  }
  if (waiting.length > 0) {
    scheduled = true;
    requestAnimationFrame(work);
  }
}
