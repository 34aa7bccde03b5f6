// The responses of Gemini's form: each piece of a stream is shaped like a whole reply.
import type { Usage } from '../../shared/conversation/conversation';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';
import { nothing, openEvent, type AnswerEvent, type ToolCallPiece } from './answerEvent';

/** Reads one piece of a stream, a whole reply, or a stream that came as one array. */
export function readContentResponse(given: unknown): AnswerEvent {
  return isArray(given) ? joined(given.map(readResponse)) : readResponse(given);
}

function readResponse(given: unknown): AnswerEvent {
  const opened = openEvent(given, isOfForm);
  if (opened === undefined) {
    return nothing;
  }
  const { body, ...reported } = opened;
  const candidates = body['candidates'];
  const candidate = isArray(candidates) ? candidates.find(isFirst) : undefined;
  const blocked = textAt(body['promptFeedback'], 'blockReason');
  const finishReason = textAt(candidate, 'finishReason') ?? blocked;
  const model = textAt(body, 'modelVersion');
  const usage = readUsage(body['usageMetadata']);
  return {
    ...nothing,
    ...readParts(objectAt(candidate, 'content')?.['parts']),
    declined: blocked !== undefined,
    refusal: textAt(body['promptFeedback'], 'blockReasonMessage') ?? '',
    ...(finishReason === undefined || finishReason === unspecified ? {} : { finishReason }),
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...reported,
    recognised: isOfForm(body),
  };
}

/** Some gateways say it with every piece, as the value that a number 0 stands for. */
const unspecified = 'FINISH_REASON_UNSPECIFIED';

function isOfForm(body: JsonObject): boolean {
  return ['candidates', 'promptFeedback', 'usageMetadata'].some((name) => name in body);
}

/** Only the candidate of index 0 counts; a zero is left out of what is made from protocol buffers. */
function isFirst(candidate: unknown): boolean {
  return isObject(candidate) && (numberAt(candidate, 'index') ?? 0) === 0;
}

function readParts(given: unknown): Pick<AnswerEvent, 'text' | 'reasoning' | 'toolCalls'> {
  let text = '';
  let reasoning = '';
  const toolCalls: ToolCallPiece[] = [];
  for (const part of isArray(given) ? given : []) {
    const said = textAt(part, 'text') ?? '';
    const call = objectAt(part, 'functionCall');
    if (isObject(part) && part['thought'] === true) {
      reasoning += said;
    } else {
      text += said;
    }
    if (call !== undefined) {
      toolCalls.push(readCall(call));
    }
  }
  return { text, reasoning, toolCalls };
}

/** A call comes whole, so that two of one name are two calls. */
function readCall(call: JsonObject): ToolCallPiece {
  const id = textAt(call, 'id');
  return {
    name: textAt(call, 'name') ?? '',
    arguments: JSON.stringify(objectAt(call, 'args') ?? {}),
    ...(id === undefined ? {} : { id }),
  };
}

/**
 * Thoughts are part of the output and not of `candidatesTokenCount`: the total is "the sum of
 * prompt_token_count, candidates_token_count, tool_use_prompt_token_count and thoughts_token_count"
 * (Gemini's API reference, UsageMetadata). Where a gateway's total says otherwise, it counts.
 */
function readUsage(usage: unknown): Usage | undefined {
  const prompt = numberAt(usage, 'promptTokenCount');
  const candidates = numberAt(usage, 'candidatesTokenCount');
  if (prompt === undefined && candidates === undefined) {
    return undefined;
  }
  const tools = numberAt(usage, 'toolUsePromptTokenCount') ?? 0;
  const thoughts = numberAt(usage, 'thoughtsTokenCount');
  const total = numberAt(usage, 'totalTokenCount');
  const cached = numberAt(usage, 'cachedContentTokenCount');
  const counted = total === (prompt ?? 0) + tools + (candidates ?? 0);
  const output = (candidates ?? 0) + (counted ? 0 : (thoughts ?? 0));
  return {
    ...(prompt === undefined ? {} : { inputTokens: prompt + tools }),
    ...(candidates === undefined && thoughts === undefined ? {} : { outputTokens: output }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
  };
}

/** The pieces of a stream as one; what comes once is taken from the last that has it. */
function joined(events: readonly AnswerEvent[]): AnswerEvent {
  return {
    ...events.reduce((sum, event) => Object.assign(sum, event), { ...nothing }),
    text: events.map(({ text }) => text).join(''),
    reasoning: events.map(({ reasoning }) => reasoning).join(''),
    refusal: events.map(({ refusal }) => refusal).join(''),
    toolCalls: events.flatMap(({ toolCalls }) => toolCalls),
    declined: events.some(({ declined }) => declined),
    recognised: events.some(({ recognised }) => recognised),
  };
}
