// Keeps the end of the conversation in view while the user is at the end, and never moves a user who is not.
import { signal } from '@preact/signals';

/** The user is at the end within this distance, in CSS pixels. */
const endTolerance = 24;

/** The height of the line with the question above its answer, in CSS pixels; styles/base.css has it too. */
export const pinnedHeight = 26;

export class StickToBottom {
  readonly isAtEnd = signal(true);
  #box: HTMLElement | undefined;
  #lastTop = 0;
  /** The user has pressed End. */
  #isGoingToEnd = false;
  #observer: ResizeObserver | undefined;

  attach(box: HTMLElement, content: HTMLElement): void {
    this.#box = box;
    box.addEventListener('scroll', () => this.#didScroll(), { passive: true });
    box.addEventListener('scrollend', () => this.#didStopScrolling());
    // Not an upward scroll: the browser also corrects the position upward where content is shorter than estimated.
    for (const type of ['wheel', 'pointerdown']) {
      box.addEventListener(type, () => (this.#isGoingToEnd = false), { passive: true });
    }
    box.addEventListener('keydown', (event) => this.#didPressKey(event, box));
    // Covers every cause of growth, once per frame and after layout.
    this.#observer = new ResizeObserver(() => this.#scrollIfAtEnd());
    this.#observer.observe(box);
    this.#observer.observe(content);
  }

  detach(): void {
    this.#observer?.disconnect();
    this.#box = undefined;
  }

  scrollToEnd(): void {
    this.isAtEnd.value = true;
    this.#scrollIfAtEnd();
  }

  /** Starts at the end of another conversation, wherever the user was in the last one. */
  reset(): void {
    this.isAtEnd.value = true;
    // The content is drawn piece by piece: while it is still short, no scroll event means that the user went up.
    this.#lastTop = 0;
    requestAnimationFrame(() => this.#scrollIfAtEnd());
  }

  /** Keeps the scroll position while other content replaces what is in view. */
  holdPosition(): void {
    this.release();
    requestAnimationFrame(() => this.updateIsAtEnd());
  }

  /** Stops following the end, because the page scrolls elsewhere. */
  release(): void {
    this.isAtEnd.value = false;
  }

  /** Follows the end again if the page has stopped there. */
  updateIsAtEnd(): void {
    this.isAtEnd.value = this.#isNearEnd();
  }

  #isNearEnd(): boolean {
    const box = this.#box;
    return box !== undefined && box.scrollHeight - box.scrollTop - box.clientHeight <= endTolerance;
  }

  #scrollIfAtEnd(): void {
    const box = this.#box;
    if (box !== undefined && this.isAtEnd.value) {
      const first = firstToShow(box);
      // Never scrolls up: the user may be reading its end.
      box.scrollTop =
        first === undefined
          ? box.scrollHeight
          : Math.max(box.scrollTop, box.scrollTop + topIn(box, first) - pinnedHeight);
      this.#lastTop = box.scrollTop;
    }
  }

  /** The browser scrolls smoothly, and misses start and end where what it passes has another height than estimated. */
  #didPressKey(event: KeyboardEvent, box: HTMLElement): void {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    const isEditing = target instanceof Element && target.closest('textarea, input') !== null;
    if (event.defaultPrevented || isEditing || altKey || ctrlKey || metaKey || shiftKey) {
      return;
    }
    this.#isGoingToEnd = key === 'End';
    if (key === 'Home') {
      event.preventDefault();
      box.scrollTop = 0;
      this.updateIsAtEnd();
    }
  }

  #didStopScrolling(): void {
    if (this.#isGoingToEnd) {
      this.#isGoingToEnd = false;
      this.scrollToEnd();
    }
  }

  #didScroll(): void {
    const box = this.#box;
    if (box === undefined) {
      return;
    }
    const movedUp = box.scrollTop < this.#lastTop - 1;
    this.#lastTop = box.scrollTop;
    if (this.#isNearEnd()) {
      this.isAtEnd.value = true;
    } else if (movedUp) {
      this.isAtEnd.value = false;
    }
  }
}

/**
 * What ends the last message and may be taller than the view, so that its top is shown: a notice begins with what happened,
 * and the opened usage, below its button, with the cost. Reads few elements, because it is called for each frame of an answer.
 */
function firstToShow(box: HTMLElement): Element | undefined {
  const lastMessage = box.firstElementChild?.lastElementChild?.lastElementChild;
  return [...(lastMessage?.children ?? [])].find((child) =>
    child.matches('[role="note"], .answer-actions.pinned'),
  );
}

/** The distance of an element from the top of the view, in CSS pixels. */
function topIn(box: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
