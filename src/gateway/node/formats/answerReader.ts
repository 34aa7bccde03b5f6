// Reads the attempts at one answer in a stream: a gateway whose provider broke off may ask another one and send its answer
// after the first one's beginning (BerriAI/litellm#38606), or send both whole (mnfst/llm-gateway#2072).
import type { StreamPart } from '../../common/chatModel';
import { meaningOfFinish } from '../../common/finishReason';
import { ExchangeError, type ReportedError } from '../http/exchangeError';
import type { SseEvent } from '../http/sse';
import type { AnswerContext } from './answerContext';
import type { EventReader } from './answerEvent';
import { AttemptReader, type EventContent } from './attemptReader';
import { FormatReader } from './formatReader';

/**
 * An attempt is shown as it arrives, a further one once it has ended: it then replaces the one before. If it breaks off, that
 * one stays.
 */
export class AnswerReader {
  #shown: AttemptReader;
  /** What was returned of it. */
  #shownTexts: AnswerTexts = { text: '', reasoning: '' };
  /** The attempt after it, until that has ended. */
  #next: AttemptReader | undefined;
  #held: StreamPart[] = [];

  constructor(
    /** Its readers are for the request's API format. */
    private readonly createEventReader: () => EventReader,
    private readonly context: AnswerContext,
  ) {
    this.#shown = this.#newAttempt();
  }

  /** See `AttemptReader`, whose last one decides about the end. */
  get finishReason(): string | undefined {
    return this.#last.finishReason;
  }

  get isSettling(): boolean {
    return this.#last.isSettling;
  }

  get hasReliableEnd(): boolean {
    return this.#last.hasReliableEnd;
  }

  get lastWords(): string | undefined {
    return this.#last.lastWords;
  }

  get errorAtEnd(): ReportedError | ExchangeError | undefined {
    const error = this.#last.errorAtEnd;
    return error === undefined && this.#last !== this.#shown
      ? new ExchangeError({ kind: 'connectionLost' })
      : error;
  }

  /** Reads the next events, up to an error. */
  push(events: readonly SseEvent[]): EventContent {
    const attempt = this.#next ?? this.#shown;
    const content = attempt.push(events);
    const parts = this.#take(content.parts);
    if (content.rest === undefined) {
      return { ...content, parts };
    }
    this.#next = this.#newAttempt(attempt.fileCount);
    this.#held = [];
    const after = this.push(content.rest);
    return { ...after, parts: [...parts, ...after.parts], hasContent: true };
  }

  /** Returns the last parts of an answer that was interrupted or failed. */
  interrupt(): readonly StreamPart[] {
    return this.#shown.interrupt();
  }

  /** Returns the last parts of an answer whose stream ended cleanly. */
  end(): readonly StreamPart[] {
    return this.#shown.end();
  }

  /** An attempt without content changes nothing. */
  get #last(): AttemptReader {
    return this.#next?.hasContent === true ? this.#next : this.#shown;
  }

  #newAttempt(fileCount = 0): AttemptReader {
    return new AttemptReader(new FormatReader(this.createEventReader), this.context, fileCount);
  }

  /** Returns what is shown of the parts of the running attempt. */
  #take(parts: readonly StreamPart[]): readonly StreamPart[] {
    const next = this.#next;
    if (next === undefined) {
      addTexts(this.#shownTexts, parts);
      return parts;
    }
    this.#held.push(...parts.filter(({ type }) => type !== 'promptProgress'));
    const { finishReason, hasContent } = next;
    if (!hasContent || finishReason === undefined || meaningOfFinish(finishReason) === 'fault') {
      return [];
    }
    const before = this.#shownTexts;
    const held = this.#held;
    this.#shown = next;
    this.#shownTexts = addTexts({ text: '', reasoning: '' }, held);
    this.#next = undefined;
    return added(before, this.#shownTexts, held) ?? [{ type: 'answerRestarted' }, ...held];
  }
}

interface AnswerTexts {
  text: string;
  reasoning: string;
}

function addTexts(texts: AnswerTexts, parts: readonly StreamPart[]): AnswerTexts {
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') {
      texts.text += part.text;
    } else if (part.type === 'reasoning') {
      texts.reasoning += part.text;
    } else if (part.type === 'textReclassified') {
      texts.reasoning += texts.text;
      texts.text = '';
    } else if (part.type === 'reasoningRetracted') {
      texts.reasoning = texts.reasoning.slice(0, texts.reasoning.length - part.length);
    }
  }
  return texts;
}

/** What an attempt adds that begins as the one before, so that nothing is drawn again; undefined for any other. */
function added(
  before: AnswerTexts,
  after: AnswerTexts,
  parts: readonly StreamPart[],
): readonly StreamPart[] | undefined {
  const goesOn =
    after.text.startsWith(before.text) &&
    after.reasoning.startsWith(before.reasoning) &&
    parts.every(({ type }) => type !== 'file' && type !== 'refusal');
  const isText = ({ type }: StreamPart): boolean =>
    /^(?:text|reasoning|textReclassified|reasoningRetracted)$/.test(type);
  return goesOn
    ? [
        ...parts.filter((part) => !isText(part)),
        { type: 'reasoning', text: after.reasoning.slice(before.reasoning.length) },
        { type: 'text', text: after.text.slice(before.text.length) },
      ]
    : undefined;
}
