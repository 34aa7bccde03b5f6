// POST /v1beta/models/{model}:generateContent, Gemini's API format: each chunk of a stream has the
// shape of a complete reply.
import { omitUndefined } from '../../../base/omitUndefined';
import type { CompletionRequest } from '../../common/chatModel';
import type { Media } from '../../common/failure';
import { meaningOfFinish } from '../../common/finishReason';
import type { Usage } from '../../common/usage';
import {
  isArray,
  isObject,
  numberAt,
  objectAt,
  textAt,
  toJsonText,
  type JsonObject,
} from '../json';
import { mediaOf, SignedThought, type AnswerEvent, type ToolCallDelta } from './answerEvent';
import { base64Markup } from './answerFiles';
import { sourceList } from './answerSources';
import type { ApiFormatAdapter } from './apiFormatAdapter';
import { AttemptIds } from './attemptIds';
import {
  generateContentRequestBody,
  generateContentTools,
} from './requests/generateContentRequest';
import { codeBlocks, unknownType } from './serverParts';

export const generateContent: ApiFormatAdapter = {
  tools: generateContentTools,
  requestBody: generateContentRequestBody,
  send: (client, { request, body }, signal) =>
    client.post(requestUrl(client.baseURL, request), { body, signal }).asResponse(),
  createEventReader: () => {
    const attempts = new AttemptIds();
    const thought = new SignedThought();
    let hasText = false;
    return {
      isEvent,
      read: (body) => {
        const event = readChunk(body);
        hasText ||= Boolean(event.text);
        return {
          ...event,
          reasoning: event.reasoning ? thought.restOf(event.reasoning, hasSignedThought(body)) : '',
          refusal: event.refusal && hasText ? `\n\n${event.refusal}` : (event.refusal ?? ''),
          startsAttempt: attempts.starts(stringAt(body, 'responseId'), event),
        };
      },
    };
  },
};

/** The path holds the model and whether to stream. */
export function requestUrl(baseUrl: string, { model, stream }: CompletionRequest): string {
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  // Gemini's own list prefixes its IDs with `models/`. Lone surrogates cannot be percent-encoded.
  const id = model.replace(/^models\//, '').replace(/\p{Cs}/gu, '\ufffd');
  return `${baseUrl.replace(/\/v1$/, '/v1beta')}/models/${encodeURIComponent(id)}:${method}`;
}

function isEvent(body: JsonObject): boolean {
  return ['candidates', 'promptFeedback', 'usageMetadata'].some(
    (name) => name in body || snakeCase(name) in body,
  );
}

/** Some gateways write JSON in snake case, as protocol buffers name the fields. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function valueAt(parent: unknown, name: string): unknown {
  return isObject(parent) ? (parent[name] ?? parent[snakeCase(name)]) : undefined;
}

function stringAt(parent: unknown, name: string): string | undefined {
  return textAt(parent, name) ?? textAt(parent, snakeCase(name));
}

function countAt(parent: unknown, name: string): number | undefined {
  return numberAt(parent, name, snakeCase(name));
}

function candidateOf(body: JsonObject): unknown {
  const candidates = body['candidates'];
  return isArray(candidates) ? candidates.find(isFirst) : undefined;
}

function hasSignedThought(body: JsonObject): boolean {
  const parts = objectAt(candidateOf(body), 'content')?.['parts'];
  return (isArray(parts) ? parts : []).some(
    (part) =>
      isObject(part) &&
      part['thought'] === true &&
      stringAt(part, 'thoughtSignature') !== undefined,
  );
}

function readChunk(body: JsonObject): Partial<AnswerEvent> {
  const candidate = candidateOf(body);
  const feedback = valueAt(body, 'promptFeedback');
  const blockReason = stringAt(feedback, 'blockReason');
  const finishReason = stringAt(candidate, 'finishReason') ?? blockReason;
  const finishMessage = stringAt(candidate, 'finishMessage');
  const isFiltered = meaningOfFinish(finishReason ?? '') === 'filter';
  return {
    ...readParts(objectAt(candidate, 'content')?.['parts']),
    isRefused: blockReason !== undefined,
    refusal:
      stringAt(feedback, 'blockReasonMessage') ?? (isFiltered ? finishMessage : undefined) ?? '',
    sources: sourceList(
      'citations',
      valueAt(valueAt(candidate, 'groundingMetadata'), 'groundingChunks'),
    ),
    ...omitUndefined({
      // Some gateways send this with every chunk: 0 in Gemini's protocol buffers.
      finishReason: finishReason === 'FINISH_REASON_UNSPECIFIED' ? undefined : finishReason,
      finishMessage,
      model: stringAt(body, 'modelVersion'),
      usage: readUsage(valueAt(body, 'usageMetadata')),
    }),
  };
}

/** The candidate with index 0 counts, and no other; JSON made from protocol buffers omits zeros. */
function isFirst(candidate: unknown): boolean {
  return isObject(candidate) && (numberAt(candidate, 'index') ?? 0) === 0;
}

function readParts(parts: unknown): Partial<AnswerEvent> {
  const objects = (isArray(parts) ? parts : []).filter(isObject);
  const textWhere = (isThought: boolean): string =>
    objects
      .filter((part) => (part['thought'] === true) === isThought)
      .map((part) => textAt(part, 'text') ?? (pictureIn(part) || codeIn(part)))
      .join('');
  const media = objects.map(mediaOfPart).find((kind) => kind !== undefined);
  return {
    text: textWhere(false),
    reasoning: textWhere(true),
    toolCalls: objects.flatMap((part) =>
      readCall(valueAt(part, 'functionCall'), stringAt(part, 'thoughtSignature')),
    ),
    unknownParts: objects.filter(hasUnknown).flatMap((part) => Object.keys(part).slice(0, 1)),
    ...(media === undefined ? {} : { media }),
  };
}

/** A part is what its members say; one that Portico knows is enough. */
function hasUnknown(part: JsonObject): boolean {
  return Object.keys(part).every((name) => unknownType(format, camelCase(name)).length > 0);
}

function codeIn(part: JsonObject): string {
  return Object.keys(part)
    .map((name) => codeBlocks(format, camelCase(name), objectAt(part, name) ?? {}))
    .join('');
}

const format = 'generateContent';

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function pictureIn(part: JsonObject): string {
  const data = valueAt(part, 'inlineData');
  return base64Markup(data, 'data', stringAt(data, 'mimeType'));
}

function mediaOfPart(part: JsonObject): Media | undefined {
  const data = valueAt(part, 'inlineData') ?? valueAt(part, 'fileData');
  return part['thought'] === true ? undefined : mediaOf(stringAt(data, 'mimeType') ?? '');
}

/** Calls arrive complete, so two calls of one function are two calls. */
function readCall(call: unknown, signature: string | undefined): readonly ToolCallDelta[] {
  if (!isObject(call)) {
    return [];
  }
  const id = textAt(call, 'id');
  const input = toJsonText(objectAt(call, 'args') ?? {});
  const extra = signature === undefined ? undefined : { thoughtSignature: signature };
  return [omitUndefined({ id, name: textAt(call, 'name') ?? '', arguments: input, extra })];
}

/**
 * The output includes thoughts; `candidatesTokenCount` does not: the total is "the sum of
 * prompt_token_count, candidates_token_count, tool_use_prompt_token_count and thoughts_token_count"
 * (Gemini's API reference, UsageMetadata). Some gateways include them, as their total shows.
 */
function readUsage(usage: unknown): Usage | undefined {
  const prompt = countAt(usage, 'promptTokenCount');
  const candidates = countAt(usage, 'candidatesTokenCount');
  if (prompt === undefined && candidates === undefined) {
    return undefined;
  }
  const tools = countAt(usage, 'toolUsePromptTokenCount') ?? 0;
  const thoughts = countAt(usage, 'thoughtsTokenCount');
  const total = countAt(usage, 'totalTokenCount');
  const includesThoughts = total === (prompt ?? 0) + tools + (candidates ?? 0);
  const output = (candidates ?? 0) + (includesThoughts ? 0 : (thoughts ?? 0));
  return omitUndefined({
    inputTokens: prompt === undefined ? undefined : prompt + tools,
    outputTokens: candidates === undefined && thoughts === undefined ? undefined : output,
    reasoningTokens: thoughts,
    cachedTokens: countAt(usage, 'cachedContentTokenCount'),
  });
}
