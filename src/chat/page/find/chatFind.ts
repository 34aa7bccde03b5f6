// Find in chat: searches the conversation, including messages that are not drawn, and steps through the matches.
import { signal } from '@preact/signals';
import { shownByPath } from '../../../conversation/common/answerGroups';
import type { Message } from '../../../conversation/common/conversation';
import type { RevealTarget, ViewEvent } from '../../common/protocol';
import type { StickToBottom } from '../stickToBottom';
import type { ViewStore } from '../viewStore';
import { createPattern, createWordPattern, findMatches, type Pattern } from './matches';
import {
  findRanges,
  logElement,
  MatchHighlights,
  messageArticles,
  type MatchPosition,
} from './matchHighlights';
import { scrollToMessage } from './scrollToMessage';
import { searchText } from './searchText';

/** Messages are searched in slices of this length, so that typing stays responsive. */
const sliceMs = 8;

/** A growing answer is searched again after this many times the cost of the last search. */
const pausePerCost = 8;

export interface FindState {
  readonly open: boolean;
  /** Number of matches found so far. */
  readonly count: number;
  /** Number of the current match, from 1; 0 if there is none. */
  readonly current: number;
  /** Whether all messages have been searched. */
  readonly complete: boolean;
}

const closed: FindState = { open: false, count: 0, current: 0, complete: true };

export class ChatFind {
  readonly state = signal(closed);
  readonly #store: ViewStore;
  readonly #stickToBottom: StickToBottom;
  readonly #highlights = new MatchHighlights();
  #pattern: Pattern;
  #current: MatchPosition | undefined;
  /** Number of matches per message. */
  #counts = new WeakMap<Message, number>();
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  #growthTimer: ReturnType<typeof setTimeout> | undefined;
  /** How many ms the next search of a growing answer waits. */
  #growthDelay = 0;

  constructor(store: ViewStore, stickToBottom: StickToBottom) {
    this.#store = store;
    this.#stickToBottom = stickToBottom;
    store.onDidShow((events) => this.#didShow(events));
  }

  open(): void {
    this.state.value = { ...this.state.value, open: true };
  }

  close(): void {
    this.#setPattern(undefined, undefined);
    this.state.value = closed;
  }

  /** Removes the highlights of a history search that led to this chat. */
  clearHighlights(): void {
    if (!this.state.value.open) {
      this.close();
    }
  }

  /** Searches, and scrolls to the first match from the current scroll position on. */
  search(query: string): void {
    this.#setPattern(createPattern(query), undefined);
  }

  step(direction: 'previous' | 'next'): void {
    const { count, current } = this.#countMatches();
    const last = count - 1;
    const index = current - 1;
    const next =
      direction === 'next' ? (index < last ? index + 1 : 0) : index > 0 ? index - 1 : last;
    this.#goTo(this.#matchAt(next));
  }

  /** Scrolls to a message, highlights the words in it and focuses it. */
  async reveal({ messageId, words }: RevealTarget): Promise<void> {
    this.state.value = closed;
    this.#setPattern(createWordPattern(words), { messageId, index: 0 });
    const article = await this.#scrollTo({ messageId, index: 0 });
    if (article !== undefined) {
      article.tabIndex = -1;
      article.focus({ preventScroll: true });
    }
  }

  #setPattern(pattern: Pattern, current: MatchPosition | undefined): void {
    this.#pattern = pattern;
    this.#current = current;
    this.#counts = new WeakMap();
    this.#highlights.show(pattern, current);
    this.#searchMessages();
  }

  #didShow(events: readonly ViewEvent[]): void {
    if (this.#pattern === undefined) {
      return;
    }
    const { open } = this.state.value;
    const isCurrentShown = this.#messages().some(({ id }) => id === this.#current?.messageId);
    const hasQuestion = events.some(
      (event) => event.type === 'conversation' && event.event.type === 'asked',
    );
    const hasOpened = events.some(({ type }) => type === 'opened');
    if (!open && (hasQuestion || (hasOpened && !isCurrentShown))) {
      this.close();
    } else if (events.every(isTextAppended)) {
      this.#searchGrowing();
    } else {
      this.#searchMessages();
    }
  }

  /** A growing answer is searched from its start: that may take an eighth of the time, like the paints. */
  #searchGrowing(): void {
    this.#growthTimer ??= setTimeout(() => {
      this.#growthTimer = undefined;
      const start = performance.now();
      this.#searchMessages();
      this.#growthDelay = (performance.now() - start) * pausePerCost;
    }, this.#growthDelay);
  }

  /** Searches all messages that have not been searched yet, one slice at a time. */
  #searchMessages(): void {
    clearTimeout(this.#searchTimer);
    const end = performance.now() + sliceMs;
    let complete = true;
    for (const message of this.#pattern === undefined ? [] : this.#messages()) {
      if (!this.#counts.has(message)) {
        if (performance.now() > end) {
          complete = false;
          this.#searchTimer = setTimeout(() => this.#searchMessages());
          break;
        }
        this.#counts.set(message, findMatches(searchText(message), this.#pattern).length);
      }
    }
    this.#publish(complete);
    if (complete && this.state.value.open && this.#current === undefined) {
      this.#goTo(this.#firstMatchFromView());
    }
  }

  #publish(complete = this.state.value.complete): void {
    const { open } = this.state.value;
    this.state.value = { open, ...this.#countMatches(), complete };
  }

  #goTo(position: MatchPosition | undefined): void {
    if (position !== undefined) {
      this.#current = position;
      this.#highlights.show(this.#pattern, position);
      this.#publish();
      void this.#scrollTo(position);
    }
  }

  #scrollTo({ messageId, index }: MatchPosition): Promise<HTMLElement | undefined> {
    return scrollToMessage({
      messages: () => this.#shownByPath(),
      messageId,
      stickToBottom: this.#stickToBottom,
      findRange: (article) => findRanges(article, this.#pattern)[index],
    });
  }

  /** Only counts matches: a chat can have hundreds of thousands of them. */
  #countMatches(): Pick<FindState, 'count' | 'current'> {
    let [count, current] = [0, 0];
    for (const message of this.#messages()) {
      const inMessage = this.#countIn(message);
      if (message.id === this.#current?.messageId && this.#current.index < inMessage) {
        current = count + this.#current.index + 1;
      }
      count += inMessage;
    }
    return { count, current };
  }

  /** The match with this index (from 0) in the conversation. */
  #matchAt(index: number): MatchPosition | undefined {
    let before = 0;
    for (const message of this.#messages()) {
      const inMessage = this.#countIn(message);
      if (index >= before && index < before + inMessage) {
        return { messageId: message.id, index: index - before };
      }
      before += inMessage;
    }
    return undefined;
  }

  #firstMatchFromView(): MatchPosition | undefined {
    const top = logElement()?.getBoundingClientRect().top ?? 0;
    const topArticle = messageArticles().find(
      (article) => article.getBoundingClientRect().bottom > top,
    );
    const messages = this.#messages();
    const from = messages.findIndex(({ id }) => id === topArticle?.dataset['messageId']);
    const first = messages.slice(Math.max(0, from)).find((message) => this.#countIn(message) > 0);
    return first === undefined ? this.#matchAt(0) : { messageId: first.id, index: 0 };
  }

  #countIn(message: Message): number {
    return this.#counts.get(message) ?? 0;
  }

  #messages(): readonly Message[] {
    return this.#shownByPath().flat();
  }

  #shownByPath(): readonly (readonly Message[])[] {
    const conversation = this.#store.state.value?.conversation;
    return conversation === undefined ? [] : shownByPath(conversation);
  }
}

function isTextAppended(event: ViewEvent): boolean {
  return event.type === 'conversation' && event.event.type === 'textAppended';
}
