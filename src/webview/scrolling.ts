// Keeps the end in view while the reader is at the end, and never moves a reader who is not.
import { signal } from '@preact/signals';

/** Closer to the end than this counts as being there. CSS pixels. */
const nearEnd = 24;

export class StickToBottom {
  /** Whether the reader is at the end. */
  readonly atEnd = signal(true);
  #box: HTMLElement | undefined;
  #lastTop = 0;
  #observer: ResizeObserver | undefined;

  attach(box: HTMLElement, content: HTMLElement): void {
    this.#box = box;
    box.addEventListener('scroll', () => this.#didScroll(), { passive: true });
    // Sizes settle once per frame, after layout: one place for every cause of growth.
    this.#observer = new ResizeObserver(() => this.#keepUp());
    this.#observer.observe(box);
    this.#observer.observe(content);
  }

  detach(): void {
    this.#observer?.disconnect();
    this.#box = undefined;
  }

  toEnd(): void {
    this.atEnd.value = true;
    this.#keepUp();
  }

  /** The content is another one: where the reader was says nothing of it. */
  startAnew(): void {
    this.atEnd.value = true;
    // It comes in pieces: that it is shorter for a while moves nobody up.
    this.#lastTop = 0;
    requestAnimationFrame(() => this.#keepUp());
  }

  /** Other text comes in place of what is read: the reader stays, at the end only where that is in view. */
  stay(): void {
    this.leaveEnd();
    requestAnimationFrame(() => this.settle());
  }

  /** The reader is being led elsewhere. */
  leaveEnd(): void {
    this.atEnd.value = false;
  }

  /** The reader has arrived. */
  settle(): void {
    this.atEnd.value = this.#isNearEnd();
  }

  #isNearEnd(): boolean {
    const box = this.#box;
    return box !== undefined && box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd;
  }

  #keepUp(): void {
    const box = this.#box;
    if (box !== undefined && this.atEnd.value) {
      box.scrollTop = box.scrollHeight;
      this.#lastTop = box.scrollTop;
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
      this.atEnd.value = true;
    } else if (movedUp) {
      this.atEnd.value = false;
    }
  }
}
