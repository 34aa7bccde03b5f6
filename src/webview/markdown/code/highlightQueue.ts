// Runs the highlighting of code blocks in idle time, one step at a time.
import { loadHighlighter } from '../../scripts/pageScripts';
import type { HighlightCode } from '../../scripts/highlighter';

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
    requestIdleCallback(work);
    return;
  }
  loadHighlighter().then(
    (loaded) => {
      highlight = loaded;
      requestIdleCallback(work);
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
    if (running.next().done === true) {
      running = undefined;
    }
  } while (deadline.timeRemaining() > 4);
  schedule();
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
