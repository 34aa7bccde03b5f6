// Runs the highlighting of code blocks in idle time, one step at a time.
import type { HighlightCode } from '../scripts/highlighter';
import { loadHighlighter } from '../scripts/pageScripts';

/** A page that is never idle runs a step this long after the last one. */
const maxDelayMs = 500;

/** Does a few ms of work up to each `yield`. */
type HighlightSteps = (highlight: HighlightCode) => Iterator<void>;

/** Jobs that have not begun, by code block. */
const jobs = new Map<Element, HighlightSteps>();
let highlight: HighlightCode | undefined;
let isScheduled = false;
let running: Iterator<void> | undefined;

/** Runs `steps` in idle time, if the element is still in the page then. */
export function highlightWhenIdle(element: Element, steps: HighlightSteps): void {
  jobs.set(element, steps);
  schedule();
}

export function isHighlighting(): boolean {
  return isScheduled;
}

function schedule(): void {
  if (isScheduled) {
    return;
  }
  isScheduled = true;
  if (highlight !== undefined) {
    requestIdleCallback(work, { timeout: maxDelayMs });
    return;
  }
  loadHighlighter().then(
    (loaded) => {
      highlight = loaded;
      requestIdleCallback(work, { timeout: maxDelayMs });
    },
    (error: unknown) => {
      // Code stays plain.
      jobs.clear();
      isScheduled = false;
      reportError(error);
    },
  );
}

function work(deadline: IdleDeadline): void {
  isScheduled = false;
  do {
    running ??= nextJob();
    if (running === undefined) {
      return;
    }
    if (isDone(running)) {
      running = undefined;
    }
  } while (deadline.timeRemaining() > 4);
  schedule();
}

/** Runs a step. Code that cannot be highlighted stays plain and does not hold up the next block. */
function isDone(steps: Iterator<void>): boolean {
  try {
    return steps.next().done === true;
  } catch (error) {
    reportError(error);
    return true;
  }
}

function nextJob(): Iterator<void> | undefined {
  for (const [element, steps] of jobs) {
    jobs.delete(element);
    if (element.isConnected && highlight !== undefined) {
      return steps(highlight);
    }
  }
  return undefined;
}
