// SpokenText: reads answers aloud through a screen reader while they arrive or when they end, without moving the focus.
import { useEffect, useRef } from 'preact/hooks';
import { findAnswer } from '../../../conversation/common/conversation';
import { SpokenAnswer } from '../../../markdown/page/spokenAnswer';
import type { ViewEvent, ViewState } from '../../common/protocol';
import type { ViewStore } from '../viewStore';

/** Joins the sentences of a fast answer, since screen readers announce each paragraph on its own. */
const intervalMs = 1_000;

/** Older paragraphs are removed: screen readers announce what is added, not what is there. */
const maxParagraphs = 20;

export function SpokenText({ store }: { readonly store: ViewStore }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const speaker = new Speaker((text) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = text;
      region.current?.append(paragraph);
      while ((region.current?.childElementCount ?? 0) > maxParagraphs) {
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

/** Whether an answer stands beside the one that the next question continues from: two voices at once can't be understood. */
function isBeside(current: ViewState | undefined, answerId: string): boolean {
  return current?.conversation.messages.every(({ id }) => id !== answerId) === true;
}

/** Decides when the text of the running answer is spoken. */
class Speaker {
  #answer: { readonly id: string; readonly text: SpokenAnswer } | undefined;
  #timer: number | undefined;

  constructor(private readonly speak: (text: string) => void) {}

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
      if ('answerId' in change && isBeside(current, change.answerId)) {
        continue;
      }
      if (change.type === 'textAppended' && change.text !== '') {
        this.#answerOf(change.answerId, before).append(change.text);
        if (announce === 'sentences') {
          this.#timer ??= window.setTimeout(() => this.#speakPending(), intervalMs);
        }
      } else if (change.type === 'ended') {
        this.#answer?.text.end();
        this.#speakPending();
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

  #speakPending(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#answer?.text.takeSentences() ?? '';
    if (text !== '') {
      this.speak(text);
    }
  }

  /** Text that the page has shown before, for example before a reload, is not spoken again. */
  #answerOf(id: string, before: ViewState | undefined): SpokenAnswer {
    if (this.#answer?.id !== id) {
      const text = new SpokenAnswer();
      text.append(before === undefined ? '' : (findAnswer(before.conversation, id)?.text ?? ''));
      text.takeSentences();
      this.#answer = { id, text };
    }
    return this.#answer.text;
  }
}
