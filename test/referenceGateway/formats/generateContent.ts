// POST /v1beta/models/{model}:generateContent and :streamGenerateContent: Gemini's format.
import {
  positiveNumber,
  promptTokens,
  textOf,
  withSystemPrompt,
  type AnswerCall,
  type AnswerPart,
  type FinishReason,
  type Question,
} from '../answers/question';
import { errorBody } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import { decodePath, isRecord, type JsonObject } from '../http/json';
import type { RecordedRequest } from '../http/requestRecorder';
import { inputOf, signature } from '../tools/answerCalls';
import { readGenerateContentTools } from '../tools/generateContentTools';
import type {
  AnswerSoFar,
  AnswerWriter,
  FormatHandler,
  Framing,
  ServerEvent,
} from './formatHandler';

export const generateContentFormat: FormatHandler = {
  name: 'generateContent',
  endpointType: 'gemini',
  path: /^\/v1beta\/models\/.+:(?:streamG|g)enerateContent$/u,
  read: readGenerateContent,
  writer: contentWriter,
  errorBody,
  framing: ({ path }) =>
    new URL(path, 'http://gateway').searchParams.get('alt') === 'sse' ? undefined : jsonArray(),
};

function readGenerateContent({ path, json: body }: RecordedRequest): Question | string {
  const target = /\/v1beta\/models\/(?<model>[^?]+):(?<method>\w+)(?:\?|$)/u.exec(path)?.groups;
  if (!isRecord(body)) {
    return 'the request body is not a JSON object';
  }
  const { contents } = body;
  if (!Array.isArray(contents) || contents.length === 0) {
    return 'contents is not specified';
  }
  const read = readGenerateContentTools(body, contents);
  if (typeof read === 'string') {
    return read;
  }
  const config = body['generationConfig'];
  return {
    model: decodePath(target?.['model'] ?? ''),
    tools: read.tools,
    messages: withSystemPrompt(contentText(body['systemInstruction']), read.messages),
    requiresCall: JSON.stringify(body['toolConfig'] ?? null).includes('"ANY"'),
    stream: target?.['method'] === 'streamGenerateContent',
    maxTokens: isRecord(config) ? positiveNumber(config['maxOutputTokens']) : undefined,
    includeUsage: true,
  };
}

function contentText(content: unknown): string {
  return isRecord(content) ? textOf(content['parts']) : '';
}

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  unknown: 'FINISH_REASON_OF_NEXT_YEAR',
  calls: 'STOP',
};

/** Refusals are normal text in this format; only the finish reason identifies them. */
function finishReason({ refusal, finishReason: reason }: AnswerSoFar): string | undefined {
  return reason && finishReasons[refusal === '' ? reason : 'filter'];
}

function contentWriter(exchange: Exchange, question: Question): AnswerWriter {
  const response = (parts: readonly JsonObject[], answer: AnswerSoFar): JsonObject => {
    const promptTokenCount = promptTokens(question);
    return {
      candidates: [
        { content: { role: 'model', parts }, finishReason: finishReason(answer), index: 0 },
      ],
      usageMetadata: {
        promptTokenCount: promptTokenCount,
        candidatesTokenCount: answer.tokenCount - answer.reasoningTokenCount,
        ...(answer.reasoningTokenCount === 0
          ? {}
          : { thoughtsTokenCount: answer.reasoningTokenCount }),
        totalTokenCount: promptTokenCount + answer.tokenCount,
      },
      modelVersion: question.model,
      responseId: exchange.requestId,
    };
  };
  return {
    start: () => [],
    part: (part, answer) => [event(response(partsOf(part, answer), answer))],
    end: () => [],
    error: (message) => [event({ error: { code: 500, message, status: 'INTERNAL' } })],
    completeBody: (answer) => {
      const thought = answer.reasoning === '' ? [] : [{ text: answer.reasoning, thought: true }];
      const text = answer.text + answer.refusal;
      return response(
        [
          ...thought,
          ...(text === '' ? [] : [{ text }]),
          ...answer.calls.map((call, number) => callPart(call, number, answer)),
        ],
        answer,
      );
    },
  };
}

/** Gemini signs the first call after its thoughts. */
function callPart(call: AnswerCall, number: number, { reasoning }: AnswerSoFar): JsonObject {
  const id = typeof call.id === 'string' ? { id: call.id } : {};
  const functionCall = { ...id, name: call.name, args: inputOf(call) };
  return reasoning !== '' && number === 0
    ? { functionCall, thoughtSignature: signature }
    : { functionCall };
}

function partsOf(part: AnswerPart, answer: AnswerSoFar): readonly JsonObject[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return [{ text: part.text }];
    case 'reasoning':
      return [{ text: part.text, thought: true }];
    case 'call':
      return [callPart(part.call, answer.calls.length - 1, answer)];
    case 'finish':
      return [{ text: '' }];
  }
}

function event(data: JsonObject): ServerEvent {
  return { data: JSON.stringify(data) };
}

/** A stream without `alt=sse` is a JSON array, sent element by element. */
function jsonArray(): Framing {
  let separator = '[';
  return {
    headers: { 'Content-Type': 'application/json; charset=UTF-8' },
    frame: ({ data }) => {
      const framed = separator + data;
      separator = '\n,\r\n';
      return framed;
    },
    end: '\n]\n',
  };
}
