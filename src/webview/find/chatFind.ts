// Finds what is looked for in the whole conversation, drawn or not, and leads the reader from place to place.
import { signal } from '@preact/signals';
import type { Message } from '../../shared/conversation/conversation';
import type { RevealTarget, ViewEvent } from '../../shared/protocol/protocol';
import type { StickToBottom } from '../scrolling';
import type { ViewStore } from '../viewStore';
import { articles, logElement, Marks, type MatchPosition, rangesIn } from './marks';
import { matchesIn, type Pattern, patternOf, patternOfWords } from './matches';
import { reach } from './reach';
import { searchText } from './searchText';

/** Reading messages takes so long at a stretch, in ms. */
const sliceMs = 8;

export interface FindState {
  readonly open: boolean;
  /** How many places were found so far. */
  readonly count: number;
  /** Which of them the reader is led to, from 1 on; 0 for none. */
  readonly current: number;
  /** Whether every message has been read. */
  readonly complete: boolean;
}

const nothing: FindState = { open: false, count: 0, current: 0, complete: true };

export class ChatFind {
  readonly state = signal(nothing);
  readonly #store: ViewStore;
  readonly #follower: StickToBottom;
  readonly #marks = new Marks();
  #pattern: Pattern;
  #place: MatchPosition | undefined;
  /** How often each message has it. */
  #counts = new WeakMap<Message, number>();
  #reading: ReturnType<typeof setTimeout> | undefined;

  constructor(store: ViewStore, follower: StickToBottom) {
    this.#store = store;
    this.#follower = follower;
    store.onDidShow((events) => this.#didShow(events));
  }

  open(): void {
    this.state.value = { ...this.state.value, open: true };
  }

  close(): void {
    this.#lookFor(undefined, undefined);
    this.state.value = nothing;
  }

  /** Takes the marks of a search away that led here. */
  unmark(): void {
    if (!this.state.value.open) {
      this.close();
    }
  }

  /** Leads to the first place from where the reader is. */
  look(query: string): void {
    this.#lookFor(patternOf(query), undefined);
  }

  step(way: 'previous' | 'next'): void {
    const { count, current } = this.#tally();
    const last = count - 1;
    const at = current - 1;
    const next = way === 'next' ? (at < last ? at + 1 : 0) : at > 0 ? at - 1 : last;
    this.#goTo(this.#placeAt(next));
  }

  /** Leads to a message, with its words marked, and gives it the focus. */
  async reveal({ messageId, words }: RevealTarget): Promise<void> {
    this.state.value = nothing;
    this.#lookFor(patternOfWords(words), { messageId, index: 0 });
    const article = await this.#reach({ messageId, index: 0 });
    if (article !== undefined) {
      article.tabIndex = -1;
      article.focus({ preventScroll: true });
    }
  }

  #lookFor(pattern: Pattern, place: MatchPosition | undefined): void {
    this.#pattern = pattern;
    this.#place = place;
    this.#counts = new WeakMap();
    this.#marks.show(pattern, place);
    this.#read();
  }

  #didShow(events: readonly ViewEvent[]): void {
    if (this.#pattern === undefined) {
      return;
    }
    const { open } = this.state.value;
    const shown = this.#messages().some(({ id }) => id === this.#place?.messageId);
    const asked = events.some(
      (event) => event.type === 'conversation' && event.event.type === 'asked',
    );
    if (!open && (asked || (!shown && events.some(({ type }) => type === 'opened')))) {
      this.close();
    } else {
      this.#read();
    }
  }

  /** Some messages at a time, so that typing stays quick in the longest chat. */
  #read(): void {
    clearTimeout(this.#reading);
    const end = performance.now() + sliceMs;
    let complete = true;
    for (const message of this.#pattern === undefined ? [] : this.#messages()) {
      if (!this.#counts.has(message)) {
        if (performance.now() > end) {
          complete = false;
          this.#reading = setTimeout(() => this.#read());
          break;
        }
        this.#counts.set(message, matchesIn(searchText(message), this.#pattern).length);
      }
    }
    this.#tell(complete);
    if (complete && this.state.value.open && this.#place === undefined) {
      this.#goTo(this.#firstFromHere());
    }
  }

  #tell(complete = this.state.value.complete): void {
    const { open } = this.state.value;
    this.state.value = { open, ...this.#tally(), complete };
  }

  #goTo(place: MatchPosition | undefined): void {
    if (place === undefined) {
      return;
    }
    this.#place = place;
    this.#marks.show(this.#pattern, place);
    this.#tell();
    void this.#reach(place);
  }

  #reach({ messageId, index }: MatchPosition): Promise<HTMLElement | undefined> {
    return reach({
      messages: () => this.#messages(),
      messageId,
      follower: this.#follower,
      find: (article) => {
        const ranges = rangesIn(article, this.#pattern);
        return ranges[index];
      },
    });
  }

  /** A chat may have hundreds of thousands of places: they are counted, and none is listed. */
  #tally(): Pick<FindState, 'count' | 'current'> {
    let [count, current] = [0, 0];
    for (const message of this.#messages()) {
      const here = this.#countIn(message);
      if (message.id === this.#place?.messageId && this.#place.index < here) {
        current = count + this.#place.index + 1;
      }
      count += here;
    }
    return { count, current };
  }

  /** The `nth` of the whole conversation, from 0 on. */
  #placeAt(nth: number): MatchPosition | undefined {
    let before = 0;
    for (const message of this.#messages()) {
      const here = this.#countIn(message);
      if (nth >= before && nth < before + here) {
        return { messageId: message.id, index: nth - before };
      }
      before += here;
    }
    return undefined;
  }

  #firstFromHere(): MatchPosition | undefined {
    const top = logElement()?.getBoundingClientRect().top ?? 0;
    const seen = articles().find((article) => article.getBoundingClientRect().bottom > top);
    const messages = this.#messages();
    const from = messages.findIndex(({ id }) => id === seen?.dataset['messageId']);
    const first = messages.slice(Math.max(0, from)).find((message) => this.#countIn(message) > 0);
    return first === undefined ? this.#placeAt(0) : { messageId: first.id, index: 0 };
  }

  #countIn(message: Message): number {
    return this.#counts.get(message) ?? 0;
  }

  #messages(): readonly Message[] {
    return this.#store.state.value?.conversation.messages ?? [];
  }
}
