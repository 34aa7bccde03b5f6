// POST /v1beta/models/{model}:generateContent and :streamGenerateContent: Gemini's format.
import { errorBody } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import { decodePath, isRecord, type JsonObject } from '../http/json';
import {
  positiveNumber,
  promptTokens,
  textOf,
  type FinishReason,
  type Message,
  type AnswerPart,
  type Question,
  withSystemPrompt,
} from '../answers/question';
import type { RecordedRequest } from '../http/requestRecorder';
import type {
  AnswerWriter,
  Framing,
  AnswerSoFar,
  ServerEvent,
  FormatHandler,
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
  const config = body['generationConfig'];
  return {
    model: decodePath(target?.['model'] ?? ''),
    messages: withSystemPrompt(contentText(body['systemInstruction']), contents.map(readContent)),
    stream: target?.['method'] === 'streamGenerateContent',
    maxTokens: isRecord(config) ? positiveNumber(config['maxOutputTokens']) : undefined,
    includeUsage: true,
  };
}

function readContent(content: unknown): Message {
  const isModel = isRecord(content) && content['role'] === 'model';
  return { role: isModel ? 'assistant' : 'user', text: contentText(content) };
}

function contentText(content: unknown): string {
  return isRecord(content) ? textOf(content['parts']) : '';
}

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  unknown: 'FINISH_REASON_OF_NEXT_YEAR',
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
    part: (part, answer) => [event(response(partsOf(part), answer))],
    end: () => [],
    error: (message) => [event({ error: { code: 500, message, status: 'INTERNAL' } })],
    completeBody: (answer) => {
      const thought = answer.reasoning === '' ? [] : [{ text: answer.reasoning, thought: true }];
      const text = answer.text + answer.refusal;
      return response([...thought, ...(text === '' ? [] : [{ text }])], answer);
    },
  };
}

function partsOf(part: AnswerPart): readonly JsonObject[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return [{ text: part.text }];
    case 'reasoning':
      return [{ text: part.text, thought: true }];
    case 'finish':
      return [{ text: '' }];
  }
}

function event(data: JsonObject): ServerEvent {
  return { data: JSON.stringify(data) };
}

/** Without `alt=sse` the stream is a JSON array, sent element by element. */
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
