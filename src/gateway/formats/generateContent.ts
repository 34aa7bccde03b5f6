// POST /v1beta/models/{model}:generateContent, Gemini's form: model and way of answering stand in the path.
import type { CompletionRequest } from '../../chat/ports';
import { FormatAnswer } from './formatAnswer';
import { readContentResponse } from './generateContentAnswer';
import { splitSystem, turnsOf, type Piece } from './turns';
import type { Wire } from './apiFormats';

export const generateContent: Wire = {
  url: requestUrl,
  body: requestBody,
  answer: () => new FormatAnswer(readContentResponse),
};

function requestUrl(baseUrl: string, { model, stream }: CompletionRequest): string {
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return `${baseUrl.replace(/\/v1$/, '/v1beta')}/models/${pathOf(model)}:${method}`;
}

/** Gemini's own list names models as they stand in the path, `models/…`; half characters have no code. */
function pathOf(model: string): string {
  return encodeURIComponent(model.replace(/^models\//, '').replace(/\p{Cs}/gu, '\ufffd'));
}

function requestBody(request: CompletionRequest): Record<string, unknown> {
  const { temperature, maxTokens, reasoningEffort } = request;
  const { system, messages } = splitSystem(request.messages);
  const config = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(reasoningEffort === undefined
      ? {}
      : { thinkingConfig: { thinkingLevel: reasoningEffort, includeThoughts: true } }),
  };
  return {
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    contents: turnsOf(messages).map(({ role, pieces }) => ({
      role: role === 'user' ? 'user' : 'model',
      parts: pieces.map(partOf),
    })),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
  };
}

function partOf(piece: Piece): object {
  return piece.type === 'text'
    ? { text: piece.text }
    : { inlineData: { mimeType: piece.picture.mediaType, data: piece.picture.data } };
}
