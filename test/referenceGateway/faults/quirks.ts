// Models that reject something in a request that Portico can omit or replace, in the words of well-known gateways.
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiFormat } from '../../../src/gateway/common/apiFormat';
import type { FailureKind } from '../../../src/gateway/common/failure';
import type { Question } from '../answers/question';
import type { Reply } from '../answers/reply';
import { eventStreamHeaders } from '../formats/formatHandler';
import { isRecord, parseJson, type JsonObject } from '../http/json';
import { failed, goodAnswer, goodBytes, sendGoodHeaders, type Fault } from './fault';
import { quirkLookAlikes } from './quirkLookAlikes';

interface Rejection {
  readonly id: string;
  readonly description: string;
  readonly formats?: readonly ApiFormat[];
  /** Whether a request contains what the model rejects. */
  readonly rejects: (question: Question, body: string, headers: IncomingHttpHeaders) => boolean;
  /** 200 reports the error as the only event of a stream, or as the complete body. */
  readonly status: number;
  readonly error: JsonObject & { readonly message: string };
  /** Is answered with status 200, where the client recognizes more than an error. */
  readonly failureKind?: FailureKind;
  /** The field `stream` of the requests that Portico sends for a plain question; absent for one. */
  readonly streamed?: readonly boolean[];
  readonly complete?: readonly boolean[];
}

function rejection(fault: Rejection): Fault {
  const { id, description, formats, rejects, status, error, streamed, complete } = fault;
  const { failureKind = status === 200 ? 'streamError' : 'badRequest' } = fault;
  const expected = { detail: error.message.trim(), ...(status === 200 ? {} : { status }) };
  const rejected = failed(failureKind, expected);
  const isRejected = ({ question, exchange }: Reply): boolean =>
    rejects(question, exchange.request.body, exchange.request.headers);
  return {
    id,
    description,
    ...(formats === undefined ? {} : { formats }),
    expected: streamed === undefined ? goodAnswer : rejected,
    expectedComplete: complete === undefined ? goodAnswer : rejected,
    refuses: isRejected,
    ...(streamed === undefined && complete === undefined
      ? {}
      : { adaptedStreams: (isStreamed) => (isStreamed ? streamed : complete) }),
    serve: async (reply) => {
      if (isRejected(reply)) {
        await sendError(reply, status, error);
      } else {
        sendGoodHeaders(reply);
        await reply.exchange.end(goodBytes(reply));
      }
    },
  };
}

async function sendError({ exchange, question }: Reply, status: number, error: JsonObject) {
  if (status === 200 && question.stream) {
    exchange.sendHeaders(200, eventStreamHeaders);
    await exchange.end(`data: ${JSON.stringify({ error })}\n\n`);
  } else {
    await exchange.sendJson(status, { error });
  }
}

const invalid = (message: string, param: string | null = null): Rejection['error'] => ({
  message,
  type: 'invalid_request_error',
  param,
  code: null,
});

/** Every request contains what they reject. */
const alwaysSent: readonly Fault[] = [
  rejection({
    id: 'fault-rejects-streaming',
    description: 'The model does not stream.',
    rejects: ({ stream }) => stream,
    status: 400,
    error: invalid('This model does not support streaming.'),
    streamed: [true, false],
  }),
  rejection({
    id: 'fault-rejects-streaming-in-stream',
    description: 'The model does not stream, as the only event of a stream says.',
    rejects: ({ stream }) => stream,
    status: 200,
    error: invalid('Streaming is not supported for this model.', 'stream'),
    streamed: [true, false],
  }),
  rejection({
    id: 'fault-rejects-complete',
    description: 'The model only streams (DashScope).',
    rejects: ({ stream }) => !stream,
    status: 400,
    error: invalid(
      'This model only support stream mode, please enable the stream parameter to access the model. ',
    ),
    complete: [false, true],
  }),
  rejection({
    id: 'fault-rejects-complete-in-body',
    description: 'The model only streams, as a body with status 200 says.',
    rejects: ({ stream }) => !stream,
    status: 200,
    error: invalid('Stream must be set to true'),
    complete: [false, true],
  }),
  rejection({
    id: 'fault-rejects-stream-options',
    description: 'The server does not know stream_options (older versions of Azure).',
    formats: ['chat'],
    rejects: (_question, body) => body.includes('"stream_options"'),
    status: 400,
    error: invalid('Unrecognized request argument supplied: stream_options'),
    streamed: [true, true],
  }),
  rejection({
    id: 'fault-rejects-store',
    description: 'The server does not know store.',
    formats: ['responses'],
    rejects: (_question, body) => body.includes('"store"'),
    status: 422,
    error: invalid('store: Extra inputs are not permitted'),
    streamed: [true, true],
    complete: [false, false],
  }),
  rejection({
    id: 'fault-default-max-tokens',
    description: 'The model writes 4,096 tokens at most (Anthropic).',
    formats: ['messages'],
    rejects: (_question, body) => askedTokens(body) > 4_096,
    status: 400,
    error: invalid(
      'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
    ),
    streamed: [true, true],
    complete: [false, false],
  }),
  rejection({
    id: 'fault-default-max-tokens-in-stream',
    description: 'The context window has 4,096 tokens, as the only event of a stream says (vLLM).',
    formats: ['messages'],
    rejects: (_question, body) => askedTokens(body) > 4_084,
    status: 200,
    error: invalid(
      "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 12 input tokens (8192 > 4096 - 12). None",
    ),
    failureKind: 'badRequest',
    streamed: [true, true],
    complete: [false, false],
  }),
];

function hasSystemPrompt(body: string): boolean {
  return /"role":"system"|"(?:system|instructions|systemInstruction)":/u.test(body);
}

function hasImages(body: string): boolean {
  return /"(?:image_url|inlineData)":|"type":"image"/u.test(body);
}

/** Requests contain what they reject only where the user's settings or the conversation do. */
const sometimesSent: readonly Fault[] = [
  rejection({
    id: 'fault-rejects-temperature',
    description: 'The model rejects a temperature (Anthropic).',
    rejects: (_question, body) => body.includes('"temperature"'),
    status: 400,
    error: invalid('`temperature` is deprecated for this model.'),
  }),
  rejection({
    id: 'fault-rejects-effort',
    description: 'The model rejects a reasoning effort (xAI).',
    rejects: (_question, body) =>
      /"(?:reasoning_effort|reasoning|output_config|thinkingConfig)":/u.test(body),
    status: 400,
    error: invalid('Model grok-4 does not support parameter reasoningEffort.'),
  }),
  rejection({
    id: 'fault-rejects-thinking-level',
    description: 'The model has thinking budgets, not levels (Gemini 2.5).',
    formats: ['generateContent'],
    rejects: (_question, body) => body.includes('"thinkingLevel"'),
    status: 400,
    error: { code: 400, message: 'Thinking level is not supported for this model.' },
  }),
  rejection({
    id: 'fault-rejects-system',
    description: 'The chat template has no system prompt (Mistral, Gemma).',
    rejects: (_question, body) => hasSystemPrompt(body),
    status: 400,
    error: invalid('Only user and assistant roles are supported!'),
  }),
  rejection({
    id: 'fault-roles-alternate',
    description: 'The chat template counts the system prompt as a turn (vLLM).',
    rejects: (_question, body) => hasSystemPrompt(body),
    status: 200,
    error: invalid('Conversation roles must alternate user/assistant/user/assistant/...'),
  }),
  rejection({
    id: 'fault-template-error',
    description: '500: the chat template rejects the system prompt (llama.cpp).',
    rejects: (_question, body) => hasSystemPrompt(body),
    status: 500,
    error: {
      code: 500,
      message:
        'While executing CallExpression at line 19, column 27 in source:\nError: Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...',
    },
  }),
  rejection({
    id: 'fault-rejects-images-500',
    description: '500: the server has no model for images (llama.cpp).',
    rejects: (_question, body) => hasImages(body),
    status: 500,
    error: {
      code: 500,
      message:
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    },
  }),
  rejection({
    id: 'fault-rejects-images',
    description: '404: no provider of the model accepts images (OpenRouter).',
    rejects: (_question, body) => hasImages(body),
    status: 404,
    error: { code: 404, message: 'No endpoints found that support image input' },
  }),
  rejection({
    id: 'fault-rejects-max-tokens',
    description: 'The model requires max_completion_tokens (OpenAI).',
    formats: ['chat'],
    rejects: (_question, body) => body.includes('"max_tokens"'),
    status: 400,
    error: invalid(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
    ),
  }),
];

/** What Portico prevents: the answer comes at once. */
const prevented: readonly Fault[] = [
  rejection({
    id: 'fault-max-tokens-too-large',
    description: 'The model writes 16,384 tokens at most (OpenAI).',
    formats: ['chat', 'responses', 'generateContent'],
    rejects: (_question, body) => askedTokens(body) > 16_384,
    status: 400,
    error: invalid(
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
      'max_tokens',
    ),
  }),
  rejection({
    id: 'fault-roles-in-a-row',
    description: 'The chat template refuses two messages of one role in a row (Mistral, Gemma).',
    rejects: (_question, body) => {
      const roles = rolesIn(body);
      return roles.some((role, index) => role === roles[index + 1]);
    },
    status: 400,
    error: invalid('Conversation roles must alternate user/assistant/user/assistant/...'),
  }),
  rejection({
    id: 'fault-needs-version',
    description: 'The server requires the header anthropic-version (Anthropic).',
    formats: ['messages'],
    rejects: (_question, _body, headers) => headers['anthropic-version'] === undefined,
    status: 400,
    error: invalid('anthropic-version: header is required'),
  }),
];

/** The limit on the answer that a request asks for; 0 without one. */
function askedTokens(body: string): number {
  const [, digits = '0'] =
    /"(?:max_tokens|max_completion_tokens|max_output_tokens|maxOutputTokens)":(\d+)/u.exec(body) ??
    [];
  return Number(digits);
}

/** The roles of the conversation in a request, without the system prompt. */
function rolesIn(body: string): readonly unknown[] {
  const json = parseJson(body);
  const { messages, input, contents } = isRecord(json) ? json : {};
  const turns: unknown = messages ?? input ?? contents;
  return (Array.isArray(turns) ? turns : [])
    .map((turn: unknown) => (isRecord(turn) ? turn['role'] : undefined))
    .filter((role) => role !== 'system' && role !== undefined);
}

export const quirkFaults: readonly Fault[] = [
  ...alwaysSent,
  ...sometimesSent,
  ...prevented,
  ...quirkLookAlikes,
];
