// The text, reasoning, refusal and tool calls of one answer, from the events of its stream.
import { omitUndefined } from '../../../base/omitUndefined';
import type { StreamPart } from '../../common/chatModel';
import { type AnswerEvent, newSuffix } from './answerEvent';
import { ThinkTags } from './thinkTags';
import { packReasoning, type ReasoningBlock } from '../tools/reasoningBlocks';
import { ToolCallAssembler } from '../tools/toolCallAssembler';
import type { AnswerContext } from './answerContext';

export class AnswerContent {
  readonly #thinkTags: ThinkTags;
  readonly #toolCalls = new ToolCallAssembler();
  /** The texts of the last events, not returned yet. */
  #joining: string[] = [];
  /** The texts so far, to find what a cumulative event adds to them. */
  #text = '';
  #reasoning = '';
  #refusal = '';
  #hasText = false;
  #length = 0;

  constructor(private readonly context: AnswerContext) {
    this.#thinkTags = new ThinkTags(context.continuedText);
  }

  /** Text or refusal was returned. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** All text as it was received, except what `joinedParts` has not returned. */
  get text(): string {
    return this.#text;
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
      this.#joining.push(event.text);
      this.#length += event.text.length;
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
    return this.#noteText(this.#thinkTags.push(text));
  }

  /**
   * Returns the last parts.
   * @param isComplete False if the answer was interrupted.
   * @param blocks The reasoning that goes back to the model with the calls.
   */
  end(isComplete: boolean, blocks: readonly ReasoningBlock[]): readonly StreamPart[] {
    return [...this.#thinkTags.end(isComplete), ...this.#callParts(blocks)];
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
    const isInText = this.#thinkTags.isTagged && this.context.request.apiFormat === 'chat';
    return isInText ? [...blocks, { block: { content: this.#text }, callsBefore: 0 }] : blocks;
  }

  #noteText(parts: readonly StreamPart[]): readonly StreamPart[] {
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
    const text = isCumulative ? newSuffix(this.#text, event.text) : event.text;
    const reasoning = isCumulative ? newSuffix(this.#reasoning, event.reasoning) : event.reasoning;
    const refusal = isCumulative ? newSuffix(this.#refusal, event.refusal) : event.refusal;
    // The event's own text: the engine would copy the joined one before it compares it with the next event's.
    this.#text = isCumulative && text !== '' ? event.text : this.#text + text;
    this.#reasoning =
      isCumulative && reasoning !== '' ? event.reasoning : this.#reasoning + reasoning;
    this.#refusal = isCumulative && refusal !== '' ? event.refusal : this.#refusal + refusal;
    this.#length += text.length + reasoning.length + refusal.length;
    const pendingText = reasoning === '' ? noParts : this.#thinkTags.noteReasoning();
    const parts = text === '' ? noParts : this.#thinkTags.push(text);
    // MiniMax sends the same reasoning in a field and between tags in the text.
    const shown = reasoning === '' ? parts : parts.filter(({ type }) => type !== 'reasoning');
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
