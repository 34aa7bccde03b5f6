// The text, reasoning, refusal and tool calls of one answer, from the events of its stream.
import { isDeepStrictEqual } from 'node:util';
import type { JsonRecord } from '../../../base/mergeObjects';
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import type { StreamPart } from '../../common/chatModel';
import type { ToolCall } from '../../common/messageParts';
import { packReasoning, type ReasoningBlock } from '../tools/reasoningBlocks';
import { TextCalls, type CallPart, type WrittenCalls } from '../tools/textCalls';
import { repairedCalls, toolOf } from '../tools/toolArguments';
import { ToolCallAssembler } from '../tools/toolCallAssembler';
import type { AnswerContext } from './answerContext';
import { newSuffix, type AnswerEvent } from './answerEvent';
import { AnswerMarkup } from './answerMarkup';
import { RepeatedThought } from './repeatedThought';
import { Snapshots } from './snapshots';

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
    this.#markup = new AnswerMarkup(context.continuedText, (header) => {
      const name = / to=(?<name>[^\s<]+)/u.exec(header)?.groups?.['name'];
      return name !== undefined && toolOf(name, context.tools) !== undefined;
    });
    this.#textCalls =
      context.tools.size === 0 ? undefined : new TextCalls(context.tools, context.continuedText);
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
    const marked = text === '' ? noParts : this.#markup.push(text);
    const shown = this.#withoutCalls([
      ...(reasoning === '' ? noParts : [{ type: 'reasoning' as const, text: reasoning }]),
      ...this.#thought.read(marked, this.#reasoning),
    ]);
    // An answer that calls a tool has not hidden one.
    const isNormal = isComplete && this.#toolCalls.isEmpty;
    const ended = this.#markup.end(isNormal, this.#textCalls?.endsInCalls);
    const last = this.#withoutCalls(this.#thought.read(ended, this.#reasoning, true));
    const ending = isComplete
      ? (this.#textCalls?.last(!this.#toolCalls.isEmpty) ?? noParts)
      : noParts;
    const written = isComplete ? this.#textCalls?.take() : undefined;
    return [
      ...shown,
      ...last,
      ...ending,
      ...(this.#textCalls?.end() ?? noParts),
      ...this.#callParts(blocks, written),
    ];
  }

  #withoutCalls(parts: readonly CallPart[]): readonly StreamPart[] {
    return this.#textCalls?.read(parts) ?? parts.filter((part) => part.type !== 'callHeader');
  }

  #callParts(
    blocks: readonly ReasoningBlock[],
    { calls: written, text } = noWrittenCalls,
  ): readonly StreamPart[] {
    const { callIds, toolName, request, tools } = this.context;
    const all = this.#toolCalls.calls.flatMap((call) =>
      repairedCalls(call, tools).map(({ name, arguments: input }, index) => ({
        name,
        arguments: input,
        receivedId: index === 0 ? call.receivedId : undefined,
        extra: index === 0 ? call.extra : undefined,
      })),
    );
    for (const call of written) {
      // Some servers leave a call that they have read in the text (EricLBuehler/mistral.rs#2427).
      if (!all.some((other) => isSameCall(call, other))) {
        all.push({ ...call, receivedId: undefined, extra: undefined });
      }
    }
    if (all.length === 0) {
      return noParts;
    }
    const calls = all.map(({ receivedId, name, extra, ...call }) => ({
      call: { id: callIds.assign(receivedId), name: toolName(name), arguments: call.arguments },
      extra,
    }));
    const withExtra = calls.map(({ call: { id }, extra }) => ({ id, extra }));
    const reasoning = packReasoning(request, this.#allBlocks(blocks, text), withExtra);
    return [omitUndefined({ type: 'toolCalls', calls: calls.map(({ call }) => call), reasoning })];
  }

  /**
   * Reasoning between tags goes back in the text, which chat templates and MiniMax expect (MiniMax-AI/MiniMax-M2#18).
   * @param written How calls in the text begin: they go back as calls.
   */
  #allBlocks(blocks: readonly ReasoningBlock[], written: string): readonly ReasoningBlock[] {
    if (this.context.request.apiFormat !== 'chat') {
      return blocks;
    }
    const sentText = { block: { content: this.#text }, callsBefore: 0 };
    const all = this.#markup.isSentBack ? [...blocks, sentText] : blocks;
    return written === ''
      ? all
      : all.map(({ block, callsBefore }) => ({ block: cutAt(written, block), callsBefore }));
  }

  #noteText(all: readonly CallPart[]): readonly StreamPart[] {
    const parts = this.#withoutCalls(all);
    for (const { type } of parts) {
      this.#hasText = type !== 'textReclassified' && (this.#hasText || type !== 'reasoning');
    }
    return parts;
  }

  #addedParts(event: AnswerEvent): readonly CallPart[] {
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
const noWrittenCalls: WrittenCalls = { calls: [], text: '' };

function cutAt(written: string, block: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(block).map(([name, value]) => {
      const at = typeof value === 'string' ? value.lastIndexOf(written) : -1;
      return [name, typeof value === 'string' && at >= 0 ? value.slice(0, at) : value];
    }),
  );
}

function isSameCall(a: ToolCall, b: ToolCall): boolean {
  return a.name === b.name && isDeepStrictEqual(parseJson(a.arguments), parseJson(b.arguments));
}

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
