// The text, reasoning, refusal and tool calls of one answer, from the events of its stream.
import { omitUndefined } from '../../../base/omitUndefined';
import type { StreamPart } from '../../common/chatModel';
import { type AnswerEvent, newSuffix } from './answerEvent';
import { Snapshots } from './snapshots';
import { AnswerMarkup } from './answerMarkup';
import { RepeatedThought } from './repeatedThought';
import { packReasoning, type ReasoningBlock } from '../tools/reasoningBlocks';
import { TextCalls } from '../tools/textCalls';
import { ToolCallAssembler } from '../tools/toolCallAssembler';
import type { AnswerContext } from './answerContext';

export class AnswerContent {
  readonly #markup: AnswerMarkup;
  readonly #textDeltas = new Snapshots();
  readonly #reasoningDeltas = new Snapshots();
  readonly #thought = new RepeatedThought();
  readonly #toolCalls = new ToolCallAssembler();
  /** Absent where no tools were offered. */
  readonly #textCalls: TextCalls | undefined;
  /** The texts of the last events, not returned yet. */
  #joining: string[] = [];
  /** The texts so far, to find what a cumulative event adds to them. */
  #text = '';
  #reasoning = '';
  #refusal = '';
  #hasText = false;
  #length = 0;

  constructor(private readonly context: AnswerContext) {
    this.#markup = new AnswerMarkup(context.continuedText);
    this.#textCalls = context.tools.size === 0 ? undefined : new TextCalls(context.tools);
  }

  /** Text or refusal was returned. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** All text as it was received, except what `joinedParts` has not returned. */
  get text(): string {
    return this.#text;
  }

  /** What arrived may be text that no part has yet. */
  get mayHoldText(): boolean {
    return this.#textDeltas.mayHoldText || this.#reasoningDeltas.mayHoldText;
  }

  /** The length of text, reasoning, refusal and tool calls together, in UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  /**
   * Reads the content of the next event. Returns nothing for text alone: `joinedParts` returns it, joined with the text
   * of the events around it. A string for each event of a long answer would make garbage collection expensive.
   */
  push(event: AnswerEvent): readonly StreamPart[] {
    if (isTextAlone(event)) {
      const text = this.#textDeltas.push(event.text);
      this.#joining.push(text);
      this.#length += text.length;
      return noParts;
    }
    const joined = this.joinedParts();
    const added = this.#noteText(this.#addedParts(event));
    return joined.length === 0 ? added : [...joined, ...added];
  }

  /** Call it after the events that arrived together. */
  joinedParts(): readonly StreamPart[] {
    if (this.#joining.length === 0) {
      return noParts;
    }
    const text = this.#joining.join('');
    this.#joining = [];
    this.#text += text;
    return this.#noteText(this.#thought.read(this.#markup.push(text), this.#reasoning));
  }

  /**
   * Returns the last parts.
   * @param isComplete False if the answer was cut off.
   * @param blocks The reasoning that goes back to the model with the calls.
   */
  end(isComplete: boolean, blocks: readonly ReasoningBlock[]): readonly StreamPart[] {
    const text = this.#textDeltas.end();
    this.#text += text;
    const reasoning = this.#reasoningDeltas.end();
    // An answer that calls a tool has not hidden one.
    const isNormal = isComplete && this.#toolCalls.isEmpty;
    const last = [
      ...(reasoning === '' ? noParts : [{ type: 'reasoning' as const, text: reasoning }]),
      ...this.#thought.read(
        [...(text === '' ? noParts : this.#markup.push(text)), ...this.#markup.end(isNormal)],
        this.#reasoning,
        true,
      ),
    ];
    const shown = this.#textCalls?.read(last) ?? last;
    for (const [index, call] of ((isNormal && this.#textCalls?.take()) || []).entries()) {
      this.#toolCalls.push({ index, ...call });
    }
    return [...shown, ...(this.#textCalls?.end() ?? noParts), ...this.#callParts(blocks)];
  }

  #callParts(blocks: readonly ReasoningBlock[]): readonly StreamPart[] {
    if (this.#toolCalls.isEmpty) {
      return noParts;
    }
    const { callIds, toolName, request } = this.context;
    const calls = this.#toolCalls.calls.map(({ receivedId, name, extra, ...call }) => ({
      call: { id: callIds.assign(receivedId), name: toolName(name), arguments: call.arguments },
      extra,
    }));
    if (calls.length === 0) {
      return noParts;
    }
    const withExtra = calls.map(({ call: { id }, extra }) => ({ id, extra }));
    const reasoning = packReasoning(request, this.#allBlocks(blocks), withExtra);
    return [omitUndefined({ type: 'toolCalls', calls: calls.map(({ call }) => call), reasoning })];
  }

  /** Reasoning between tags goes back in the text, which chat templates and MiniMax expect (MiniMax-AI/MiniMax-M2#18). */
  #allBlocks(blocks: readonly ReasoningBlock[]): readonly ReasoningBlock[] {
    const isInText = this.#markup.isSentBack && this.context.request.apiFormat === 'chat';
    return isInText ? [...blocks, { block: { content: this.#text }, callsBefore: 0 }] : blocks;
  }

  #noteText(all: readonly StreamPart[]): readonly StreamPart[] {
    const parts = this.#textCalls?.read(all) ?? all;
    for (const { type } of parts) {
      this.#hasText = type !== 'textReclassified' && (this.#hasText || type !== 'reasoning');
    }
    return parts;
  }

  #addedParts(event: AnswerEvent): readonly StreamPart[] {
    const { isCumulative } = event;
    if (!isCumulative || this.#toolCalls.isEmpty) {
      for (const delta of event.toolCalls) {
        this.#toolCalls.push(delta);
        this.#length += delta.arguments.length + (delta.name?.length ?? 0);
      }
    }
    const text = isCumulative
      ? this.#suffix(this.#text, this.#textDeltas, event.text)
      : this.#textDeltas.push(event.text);
    const reasoning = isCumulative
      ? this.#suffix(this.#reasoning, this.#reasoningDeltas, event.reasoning)
      : this.#reasoningDeltas.push(event.reasoning);
    const refusal = isCumulative ? newSuffix(this.#refusal, event.refusal) : event.refusal;
    this.#text = textSoFar(this.#text, text, isCumulative, event.text);
    this.#reasoning = textSoFar(this.#reasoning, reasoning, isCumulative, event.reasoning);
    this.#refusal = textSoFar(this.#refusal, refusal, isCumulative, event.refusal);
    this.#length += text.length + reasoning.length + refusal.length;
    const pendingText = reasoning === '' ? noParts : this.#markup.noteReasoning();
    // MiniMax sends the same reasoning in a field and between tags in the text.
    const marked = text === '' ? noParts : this.#markup.push(text, reasoning !== '');
    const shown = this.#thought.read(marked, this.#reasoning);
    if (reasoning === '' && refusal === '' && !event.isRefused) {
      return shown;
    }
    return [
      ...pendingText,
      ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
      ...shown,
      ...(refusal === '' && !event.isRefused ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ];
  }

  /** Returns what a cumulative event adds, after the deltas that are held. */
  #suffix(previous: string, deltas: Snapshots, text: string): string {
    const held = deltas.end();
    // It was content when it arrived, and is none of this event.
    this.#length -= held.length;
    return held === '' ? newSuffix(previous, text) : held + newSuffix(previous + held, text);
  }
}

/** Takes a cumulative event's own text: the engine would copy the joined one before it compares it with the next event's. */
function textSoFar(before: string, added: string, isCumulative: boolean, own: string): string {
  const isOwn = isCumulative && added !== '' && own.length === before.length + added.length;
  return isOwn ? own : before + added;
}

const noParts: readonly StreamPart[] = [];

/** Nearly all events. */
function isTextAlone(event: AnswerEvent): boolean {
  return (
    event.text !== '' &&
    event.reasoning === '' &&
    event.refusal === '' &&
    event.toolCalls.length === 0 &&
    event.finishReason === undefined &&
    !event.isCumulative &&
    !event.isRefused
  );
}
