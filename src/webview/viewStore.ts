// The view's copy of the state: the host's numbered events, replayed, and shown once per frame.
import { type ReadonlySignal, signal } from '@preact/signals';
import { Emitter } from '../base/emitter';
import type { ToWebviewMessage, ViewEvent, ViewState } from '../shared/protocol/protocol';
import { reduceView } from '../shared/protocol/viewState';
import type { PaintScheduler } from './paintScheduler';

export class ViewStore {
  readonly #shown = signal<ViewState | undefined>(undefined);
  readonly #didShow = new Emitter<readonly ViewEvent[]>();
  readonly #painter: PaintScheduler;
  readonly #askForSnapshot: () => void;
  #latest: ViewState | undefined;
  #nextSeq = 0;
  #waitsForSnapshot = true;
  #unshown: ViewEvent[] = [];

  constructor(painter: PaintScheduler, askForSnapshot: () => void) {
    this.#painter = painter;
    this.#askForSnapshot = askForSnapshot;
  }

  /** What is on the screen; undefined until the first snapshot. */
  get state(): ReadonlySignal<ViewState | undefined> {
    return this.#shown;
  }

  /** Fires after a paint, with the events that it brought to the screen. */
  readonly onDidShow = this.#didShow.event;

  receive(message: Extract<ToWebviewMessage, { type: 'snapshot' | 'events' }>): void {
    if (message.type === 'snapshot') {
      this.#latest = message.state;
      this.#nextSeq = message.seq + 1;
      this.#waitsForSnapshot = false;
      this.#painter.request('now', () => this.#show());
      return;
    }
    if (this.#waitsForSnapshot || this.#latest === undefined) {
      return;
    }
    if (message.seq > this.#nextSeq) {
      this.#waitsForSnapshot = true;
      this.#askForSnapshot();
      return;
    }
    const fresh = message.events.slice(this.#nextSeq - message.seq);
    if (fresh.length === 0) {
      return;
    }
    this.#nextSeq += fresh.length;
    this.#latest = fresh.reduce(reduceView, this.#latest);
    this.#unshown.push(...fresh);
    this.#painter.request(fresh.every(isDelta) ? 'paced' : 'now', () => this.#show());
  }

  #show(): void {
    const events = this.#unshown;
    this.#unshown = [];
    this.#shown.value = this.#latest;
    this.#didShow.fire(events);
  }
}

function isDelta(event: ViewEvent): boolean {
  return event.type === 'conversation' && event.event.type === 'textAppended';
}
