// POST /v1/responses, the form that keeps conversations on the server unless it is told not to.
import type { ChatMessage, CompletionRequest } from '../../chat/ports';
import { FormatAnswer } from './formatAnswer';
import { responsesReader } from './responsesAnswer';
import { dataUrl, piecesOf, splitSystem } from './turns';
import type { Wire } from './apiFormats';

export const responses: Wire = {
  url: (baseUrl) => `${baseUrl}/responses`,
  body: requestBody,
  answer: () => new FormatAnswer(responsesReader()),
};

function requestBody(request: CompletionRequest): Record<string, unknown> {
  const { model, stream, temperature, maxTokens, reasoningEffort } = request;
  const { system, messages } = splitSystem(request.messages);
  return {
    model,
    ...(system === '' ? {} : { instructions: system }),
    input: messages.map(messageOf),
    stream,
    store: false,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning: { effort: reasoningEffort } }),
  };
}

function messageOf(message: ChatMessage): object {
  const { role, content, images } = message;
  if (images === undefined) {
    return { role, content };
  }
  const parts = piecesOf(message).map((piece) =>
    piece.type === 'text'
      ? { type: 'input_text', text: piece.text }
      : { type: 'input_image', image_url: dataUrl(piece.picture) },
  );
  return { role, content: parts };
}
