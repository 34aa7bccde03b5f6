// POST /v1beta/models/{model}:generateContent and :streamGenerateContent, Gemini's form.
import { errorBody } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import { decodePath, isRecord, type JsonObject } from '../http/json';
import {
  positiveNumber,
  promptTokens,
  textOf,
  type FinishReason,
  type Message,
  type Part,
  type Question,
} from '../answers/question';
import type { RecordedRequest } from '../http/requestRecorder';
import type { AnswerWriter, Framing, Said, ServerEvent, WireForm } from './formatHandler';

export const generateContentForm: WireForm = {
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
  const instructions = contentText(body['systemInstruction']);
  const messages = contents.map(readContent);
  const config = body['generationConfig'];
  return {
    model: decodePath(target?.['model'] ?? ''),
    messages:
      instructions === '' ? messages : [{ role: 'system', text: instructions }, ...messages],
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

/** A refusal is said in plain text here; only the finish reason tells. */
function finishReason({ refusal, reason }: Said): string | undefined {
  return reason && finishReasons[refusal === '' ? reason : 'filter'];
}

function contentWriter(exchange: Exchange, question: Question): AnswerWriter {
  const response = (parts: readonly JsonObject[], said: Said): JsonObject => {
    const asked = promptTokens(question);
    return {
      candidates: [
        { content: { role: 'model', parts }, finishReason: finishReason(said), index: 0 },
      ],
      usageMetadata: {
        promptTokenCount: asked,
        candidatesTokenCount: said.tokenCount - said.thoughtCount,
        ...(said.thoughtCount === 0 ? {} : { thoughtsTokenCount: said.thoughtCount }),
        totalTokenCount: asked + said.tokenCount,
      },
      modelVersion: question.model,
      responseId: exchange.requestId,
    };
  };
  return {
    begin: () => [],
    part: (part, said) => [event(response(partsOf(part), said))],
    done: () => [],
    error: (message) => [event({ error: { code: 500, message, status: 'INTERNAL' } })],
    whole: (said) => {
      const thought = said.reasoning === '' ? [] : [{ text: said.reasoning, thought: true }];
      const text = said.text + said.refusal;
      return response([...thought, ...(text === '' ? [] : [{ text }])], said);
    },
  };
}

function partsOf(part: Part): readonly JsonObject[] {
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

/** Without `alt=sse` the stream is one JSON array that comes in pieces. */
function jsonArray(): Framing {
  let before = '[';
  return {
    head: { 'Content-Type': 'application/json; charset=UTF-8' },
    frame: ({ data }) => {
      const piece = before + data;
      before = '\n,\r\n';
      return piece;
    },
    end: '\n]\n',
  };
}
