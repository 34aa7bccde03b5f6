// Calls that a model wrote into its text or its reasoning, where the server has no parser for the model's format. They are
// read as calls only if tools were offered, they stand outside code at the end of a complete answer, and each one names an
// offered tool and has arguments that fit its schema. Anything else stays what it was. One exception: an answer that ends
// with a call that has other arguments, or breaks off in a marker, calls the tool as it is, and the result says what is wrong
// with it.
import { CodeTracker } from '../../../base/text/codeFence';
import type { StreamPart } from '../../common/chatModel';
import type { ToolCall } from '../../common/messageParts';
import type { ToolDefinition } from '../../common/tools';
import { readCalls } from './callReader';
import { begins } from './callSpellings';

/** The first characters of these: nearly all texts have none. */
const mayBegin = /[<[]|\](?=<|$)|a(?:s|$)|(?<![^\n])[cdf]/gu;
/** A model that begins so many calls that are none writes about calls, or repeats itself. */
const maxFailed = 100;
/** A longer text is read again only once it has grown by a quarter, so that all readings together take linear time. */
const maxReread = 4_096;

interface Segment {
  type: 'text' | 'reasoning';
  text: string;
  /** The header of a harmony message, which is not shown. */
  readonly isHeader: boolean;
}

export type CallPart =
  | StreamPart
  /** The reasoning that follows is a message to a tool, whose name is in this header. */
  | { readonly type: 'callHeader'; readonly text: string };

export interface WrittenCalls {
  readonly calls: readonly ToolCall[];
  /** How what the model wrote of them begins. */
  readonly text: string;
}

/** Holds back text that may be calls until it can't be any more, or the answer ends. */
export class TextCalls {
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  #channels = { text: new Channel(), reasoning: new Channel() };
  /** It starts at the place at which a call may begin. */
  #held: Segment[] = [];
  /** The UTF-16 units of what is held. */
  #length = 0;
  /** What is held is read again once it is so long. */
  #nextLength = 0;
  #failed = 0;
  #isMessage = false;
  /** The calls with which the answer ends although they break off or their arguments don't fit; known after `last`. */
  #misfits: WrittenCalls | undefined;

  /** @param tools by the name that is sent @param before The text that the answer continues. */
  constructor(tools: ReadonlyMap<string, ToolDefinition>, before = '') {
    this.#tools = tools;
    this.#channels.text.push(before);
  }

  /** Returns the parts without the text that may be calls. */
  read(parts: readonly CallPart[]): readonly StreamPart[] {
    return parts.flatMap((part) => this.#read(part));
  }

  /**
   * Returns what no calls are, for the last time.
   * @param isCalling The answer has structured calls: what else is held is markup of them that the server left
   * (Rose22/openlumara#92, raullenchai/Rapid-MLX#448).
   */
  last(isCalling: boolean): readonly StreamPart[] {
    const released = this.#release(false);
    const text = this.#text;
    const isMarked = begins.at(text, 0) !== undefined || begins.mayBeAt(text, 0);
    if (isCalling && isMarked && /^[<[\]]./su.test(text) && !this.endsInCalls) {
      return released;
    }
    const [first] = this.#held;
    const rest = this.#release(true);
    const name = isMarked ? [...this.#tools.keys()].find((one) => text.includes(one)) : undefined;
    const broken = name === undefined ? [] : [{ name, arguments: text }];
    const calls = readCalls(text, 0, this.#tools, true, true) ?? broken;
    if (isCalling || calls.length === 0 || this.#held.length > 0) {
      return [...released, ...rest];
    }
    this.#misfits = { calls, text: first?.text ?? '' };
    return released;
  }

  /** What is held so far are calls. */
  get endsInCalls(): boolean {
    const calls = this.#length === 0 ? undefined : readCalls(this.#text, 0, this.#tools, true);
    return calls !== undefined && calls.length > 0;
  }

  /** The calls with which the answer ends; call it after `last`. */
  take(): WrittenCalls {
    if (this.#misfits !== undefined) {
      return this.#misfits;
    }
    const text = this.#text;
    const [first] = this.#held;
    this.#held = [];
    const calls = text === '' ? undefined : readCalls(text, 0, this.#tools, true);
    return { calls: calls ?? [], text: first?.text ?? '' };
  }

  /** Returns what is held as what it was. */
  end(): readonly StreamPart[] {
    return this.#shift(this.#length);
  }

  get #text(): string {
    return this.#held.map(({ text }) => text).join('');
  }

  #read(part: CallPart): readonly StreamPart[] {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'callHeader': {
        const isHeader = part.type === 'callHeader';
        const type = part.type === 'text' ? 'text' : 'reasoning';
        const last = this.#held.at(-1);
        this.#length += part.text.length;
        if (last?.type === type && last.isHeader === isHeader) {
          last.text += part.text;
        } else {
          this.#held.push({ type, text: part.text, isHeader });
        }
        return this.#length < this.#nextLength ? [] : this.#release(false);
      }
      case 'textReclassified':
        this.#held = this.#held.map((one) => ({ ...one, type: 'reasoning' }));
        this.#channels = { text: new Channel(), reasoning: this.#channels.text };
        return [part];
      case 'reasoningRetracted': {
        // What is held was not shown, and comes again as text.
        const isOfText = ({ type }: Segment): boolean => type === 'text';
        const dropped = this.#held.filter((one) => !isOfText(one) && !one.isHeader);
        const length = part.length - dropped.reduce((sum, { text }) => sum + text.length, 0);
        this.#held = this.#held.filter(isOfText);
        this.#length = this.#text.length;
        return length > 0 ? [{ ...part, length }] : [];
      }
      default:
        return [part];
    }
  }

  /** Returns what can't be calls. */
  #release(isLast: boolean): readonly StreamPart[] {
    const [first] = this.#held;
    if (first === undefined) {
      return [];
    }
    const before = this.#channels[first.type].last;
    const text = before + this.#text;
    const released: StreamPart[] = [];
    let read = before.length;
    for (let from = read; this.#held.length > 0; from = read + 1) {
      const at = from < text.length ? this.#next(text, from, from === before.length) : from;
      released.push(...this.#shift(at - read));
      read = at;
      if (this.#mayBegin()) {
        const calls = readCalls(text, at, this.#tools, isLast);
        if (calls !== undefined && (!isLast || calls.length > 0)) {
          break;
        }
        this.#failed += 1;
      }
    }
    this.#nextLength = this.#length < maxReread ? 0 : this.#length * 1.25;
    return released;
  }

  /** Where the next call may begin from `from` on. */
  #next(text: string, from: number, isAtStart: boolean): number {
    mayBegin.lastIndex = from;
    const may = mayBegin.exec(text)?.index;
    const next = may === undefined ? text.length : begins.next(text, may);
    const isWhole = isAtStart && this.#held[0]?.type === 'text' && this.#channels.text.isBlank;
    const first = isWhole ? from + text.slice(from, next).search(/\S|$/u) : next;
    return first < next && /[{[]/u.test(text.charAt(first)) ? first : next;
  }

  #mayBegin(): boolean {
    const [first] = this.#held;
    return first !== undefined && this.#failed < maxFailed && this.#channels[first.type].isProse;
  }

  /** Releases the first `length` units of what is held. */
  #shift(length: number): readonly StreamPart[] {
    const released: StreamPart[] = [];
    let rest = length;
    while (this.#held[0] !== undefined && (rest > 0 || this.#held[0].text === '')) {
      const { type, text, isHeader } = this.#held[0];
      const shown = text.slice(0, rest);
      rest -= shown.length;
      this.#length -= shown.length;
      // A message to a tool that can't be called is the answer.
      this.#isMessage = isHeader || (this.#isMessage && type === 'reasoning');
      if (!isHeader && shown !== '') {
        this.#channels[type].push(shown);
        released.push({ type: this.#isMessage ? 'text' : type, text: shown });
      }
      if (shown.length < text.length) {
        this.#held[0] = { type, text: text.slice(shown.length), isHeader };
      } else {
        this.#held.shift();
      }
    }
    return released;
  }
}

/** What was released of the text or the reasoning. */
class Channel {
  readonly #code = new CodeTracker();
  #openTags = 0;
  #tail = '';
  /** Nothing but blanks was released. */
  isBlank = true;

  /** The last character. */
  get last(): string {
    return this.#tail.slice(-1);
  }

  push(text: string): void {
    const joined = this.#tail + text;
    for (const { index, 0: tag, 1: slash } of joined.matchAll(
      /<(\/?)(?:pre|code|samp)(?=[\s>])/giu,
    )) {
      if (index + tag.length >= this.#tail.length) {
        this.#openTags = Math.max(0, this.#openTags + (slash === '' ? 1 : -1));
      }
    }
    this.#code.push(text);
    this.#tail = joined.slice(-8);
    this.isBlank &&= text.trim() === '';
  }

  /** It ends in neither code nor a quotation. */
  get isProse(): boolean {
    const { place } = this.#code;
    return (
      place === 'text' && this.#openTags === 0 && !this.#code.isIndented && !this.#code.isQuoted
    );
  }
}
