// SpokenText: reads answers aloud through a screen reader while they arrive or when they end, without moving the focus.
import { useEffect, useRef } from 'preact/hooks';
import { findAnswer } from '../../shared/conversation/conversation';
import type { ViewEvent, ViewState } from '../../shared/protocol/protocol';
import { SpokenAnswer } from '../markdown/spokenAnswer';
import type { ViewStore } from '../viewStore';

/** In ms: sentences of a fast answer are joined, since each addition is announced on its own. */
const intervalMs = 1_000;

/** What was added earlier has been handed to the screen reader. */
const maxAdditions = 20;

export function SpokenText({ store }: { readonly store: ViewStore }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const speaker = new Speaker((text) => {
      const addition = document.createElement('p');
      addition.textContent = text;
      region.current?.append(addition);
      while ((region.current?.childElementCount ?? 0) > maxAdditions) {
        region.current?.firstElementChild?.remove();
      }
    });
    let before = store.state.value;
    const subscription = store.onDidShow((events) => {
      if (before?.conversation.id !== store.state.value?.conversation.id) {
        // In browse mode, a screen reader would still find the text of the other chat.
        speaker.discard();
        region.current?.replaceChildren();
      }
      speaker.read(events, before, store.state.value);
      before = store.state.value;
    });
    return () => {
      subscription.dispose();
      speaker.discard();
    };
  }, [store]);
  return <div ref={region} class="visually-hidden" aria-live="polite" />;
}

class Speaker {
  #answer: { readonly id: string; readonly text: SpokenAnswer } | undefined;
  #timer: number | undefined;

  constructor(private readonly say: (text: string) => void) {}

  read(
    events: readonly ViewEvent[],
    before: ViewState | undefined,
    current: ViewState | undefined,
  ): void {
    const announce = current?.preferences.announce;
    for (const event of events) {
      if (event.type !== 'conversation' || announce === 'off') {
        continue;
      }
      const change = event.event;
      if (change.type === 'textAppended' && change.text !== '') {
        this.#answerOf(change.answerId, before).append(change.text);
        if (announce === 'sentences') {
          this.#timer ??= window.setTimeout(() => this.#say(), intervalMs);
        }
      } else if (change.type === 'ended') {
        this.#answer?.text.end();
        this.#say();
        this.#answer = undefined;
      }
    }
  }

  /** Drops what has not been spoken yet. */
  discard(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#answer = undefined;
  }

  #say(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#answer?.text.take() ?? '';
    if (text !== '') {
      this.say(text);
    }
  }

  /** The paragraphs that the page has already shown, before a reload for example, are not spoken again. */
  #answerOf(id: string, before: ViewState | undefined): SpokenAnswer {
    if (this.#answer?.id !== id) {
      const text = new SpokenAnswer();
      text.append(before === undefined ? '' : (findAnswer(before.conversation, id)?.text ?? ''));
      text.take();
      this.#answer = { id, text };
    }
    return this.#answer.text;
  }
}
