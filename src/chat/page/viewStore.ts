// The page's copy of the view state: replays the host's numbered events and shows the result once per frame.
import { signal, type ReadonlySignal } from '@preact/signals';
import { Emitter } from '../../base/emitter';
import type { ConversationEvent } from '../../conversation/common/conversationEvent';
import {
  sentEvent,
  type ToWebviewMessage,
  type ViewEvent,
  type ViewState,
} from '../common/protocol';
import type { ReduceView } from '../common/viewState';
import { PaintScheduler } from './paintScheduler';

export class ViewStore {
  readonly #shown = signal<ViewState | undefined>(undefined);
  readonly #didShow = new Emitter<readonly ViewEvent[]>();
  readonly #didMissEvents = new Emitter<void>();
  readonly #paints = new PaintScheduler();
  #latest: ViewState | undefined;
  #nextSeq = 0;
  #awaitsSnapshot = true;
  #unshown: ViewEvent[] = [];
  #lastShown: readonly ViewEvent[] = [];

  /** The state on the screen; undefined until the first snapshot. */
  readonly state: ReadonlySignal<ViewState | undefined> = this.#shown;

  /** Fires once per paint with the events since the last one. Preact renders just after it. */
  readonly onDidShow = this.#didShow.event;

  readonly onDidMissEvents = this.#didMissEvents.event;

  constructor(private readonly reduceView: ReduceView) {}

  receive(message: Extract<ToWebviewMessage, { type: 'snapshot' | 'event' }>): void {
    if (message.type === 'snapshot') {
      this.#latest = message.state;
      this.#nextSeq = message.seq + 1;
      this.#awaitsSnapshot = false;
      this.#paints.request('now', () => this.#show());
      return;
    }
    if (this.#awaitsSnapshot || this.#latest === undefined) {
      return;
    }
    if (message.seq > this.#nextSeq) {
      this.#awaitsSnapshot = true;
      this.#didMissEvents.fire();
      return;
    }
    if (message.seq < this.#nextSeq) {
      return;
    }
    const event = sentEvent(message);
    this.#nextSeq += 1;
    this.#latest = this.reduceView(this.#latest, event);
    this.#unshown.push(event);
    this.#paints.request(isStreamedText(event) ? 'paced' : 'now', () => this.#show());
  }

  /** What the last paint has added to the end of an answer's text or reasoning. */
  lastAppended(answerId: string, part: 'text' | 'reasoning'): string {
    let text = '';
    for (const event of this.#lastShown) {
      if (isStreamedText(event) && event.event.answerId === answerId) {
        text += event.event[part];
      }
    }
    return text;
  }

  #show(): void {
    const events = this.#unshown;
    this.#unshown = [];
    this.#lastShown = events;
    this.#shown.value = this.#latest;
    this.#didShow.fire(events);
  }
}

function isStreamedText(event: ViewEvent): event is ViewEvent & {
  readonly event: Extract<ConversationEvent, { type: 'textAppended' }>;
} {
  return event.type === 'conversation' && event.event.type === 'textAppended';
}
