// POST /v1beta/models/{model}:generateContent, Gemini's API format: each chunk of a stream has the
// shape of a complete reply.
import { omitUndefined } from '../../base/omitUndefined';
import type { CompletionRequest } from '../../chat/ports';
import type { Usage } from '../../shared/conversation/conversation';
import {
  isArray,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  toJsonText,
} from '../json';
import type { AnswerEvent, ToolCallDelta } from './answerEvent';
import type { ApiFormatAdapter } from './apiFormatAdapter';
import { type ContentBlock, splitSystem, turnsOf } from './turns';

export const generateContent: ApiFormatAdapter = {
  requestBody,
  send: (client, { request, body }, signal) =>
    client.post(requestUrl(client.baseURL, request), { body, signal }).asResponse(),
  createEventReader: () => ({ isEvent, read: readChunk }),
};

/** The path holds the model and whether to stream. */
export function requestUrl(baseUrl: string, { model, stream }: CompletionRequest): string {
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  // Gemini's own list prefixes its IDs with `models/`. Lone surrogates cannot be percent-encoded.
  const id = model.replace(/^models\//, '').replace(/\p{Cs}/gu, '\ufffd');
  return `${baseUrl.replace(/\/v1$/, '/v1beta')}/models/${encodeURIComponent(id)}:${method}`;
}

function requestBody(request: CompletionRequest): JsonObject {
  const { temperature, maxTokens } = request;
  const { system, messages } = splitSystem(request.messages);
  const generationConfig = omitUndefined({
    temperature,
    maxOutputTokens: maxTokens,
    thinkingConfig: thinkingConfig(request),
  });
  return omitUndefined({
    systemInstruction: system === '' ? undefined : { parts: [{ text: system }] },
    contents: turnsOf(messages).map(({ role, content }) => ({
      role: role === 'user' ? 'user' : 'model',
      parts: content.map(partOf),
    })),
    generationConfig: Object.keys(generationConfig).length === 0 ? undefined : generationConfig,
  });
}

/** In tokens, from the table of Google's guide to its OpenAI-compatible API, "Thinking". */
const thinkingBudgets = new Map([
  ['none', 0],
  ['minimal', 1_024],
  ['low', 1_024],
  ['medium', 8_192],
  ['high', 24_576],
]);

function thinkingConfig({
  reasoningEffort,
  quirks = [],
}: CompletionRequest): JsonObject | undefined {
  if (reasoningEffort === undefined) {
    return undefined;
  }
  const budget = quirks.includes('thinkingBudget')
    ? thinkingBudgets.get(reasoningEffort.toLowerCase())
    : undefined;
  return budget === undefined
    ? { thinkingLevel: reasoningEffort, includeThoughts: true }
    : // Gemini: "include_thoughts is only enabled when thinking is enabled".
      { thinkingBudget: budget, includeThoughts: budget > 0 };
}

function partOf(block: ContentBlock): object {
  return block.type === 'text'
    ? { text: block.text }
    : { inlineData: { mimeType: block.image.mediaType, data: block.image.data } };
}

function isEvent(body: JsonObject): boolean {
  return ['candidates', 'promptFeedback', 'usageMetadata'].some((name) => name in body);
}

function readChunk(body: JsonObject): Partial<AnswerEvent> {
  const candidates = body['candidates'];
  const candidate = isArray(candidates) ? candidates.find(isFirst) : undefined;
  const blockReason = textAt(body['promptFeedback'], 'blockReason');
  const finishReason = textAt(candidate, 'finishReason') ?? blockReason;
  return {
    ...readParts(objectAt(candidate, 'content')?.['parts']),
    isRefused: blockReason !== undefined,
    refusal: textAt(body['promptFeedback'], 'blockReasonMessage') ?? '',
    ...omitUndefined({
      // Some gateways send this with every chunk: 0 in Gemini's protocol buffers.
      finishReason: finishReason === 'FINISH_REASON_UNSPECIFIED' ? undefined : finishReason,
      model: textAt(body, 'modelVersion'),
      usage: readUsage(body['usageMetadata']),
    }),
  };
}

/** Only the candidate with index 0 counts; JSON made from protocol buffers omits zeros. */
function isFirst(candidate: unknown): boolean {
  return isObject(candidate) && (numberAt(candidate, 'index') ?? 0) === 0;
}

function readParts(parts: unknown): Pick<AnswerEvent, 'text' | 'reasoning' | 'toolCalls'> {
  const objects = (isArray(parts) ? parts : []).filter(isObject);
  const textWhere = (isThought: boolean): string =>
    objects
      .filter((part) => (part['thought'] === true) === isThought)
      .map((part) => textAt(part, 'text') ?? '')
      .join('');
  return {
    text: textWhere(false),
    reasoning: textWhere(true),
    toolCalls: objects.flatMap((part) => readCall(objectAt(part, 'functionCall'))),
  };
}

/** Calls arrive complete, so two calls of one function are two calls. */
function readCall(call: JsonObject | undefined): readonly ToolCallDelta[] {
  if (call === undefined) {
    return [];
  }
  const id = textAt(call, 'id');
  const input = toJsonText(objectAt(call, 'args') ?? {});
  return [omitUndefined({ id, name: textAt(call, 'name') ?? '', arguments: input })];
}

/**
 * The output includes thoughts; `candidatesTokenCount` does not: the total is "the sum of
 * prompt_token_count, candidates_token_count, tool_use_prompt_token_count and thoughts_token_count"
 * (Gemini's API reference, UsageMetadata). Some gateways include them, as their total shows.
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
  const includesThoughts = total === (prompt ?? 0) + tools + (candidates ?? 0);
  const output = (candidates ?? 0) + (includesThoughts ? 0 : (thoughts ?? 0));
  return omitUndefined({
    inputTokens: prompt === undefined ? undefined : prompt + tools,
    outputTokens: candidates === undefined && thoughts === undefined ? undefined : output,
    reasoningTokens: thoughts,
    cachedTokens: numberAt(usage, 'cachedContentTokenCount'),
  });
}
