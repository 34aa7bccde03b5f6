// POST /v1/chat/completions, the form that every gateway speaks.
import type { ChatMessage, CompletionRequest } from '../../chat/ports';
import { readChatChunk } from './chatChunk';
import { FormatAnswer } from './formatAnswer';
import { dataUrl, piecesOf } from './turns';
import type { Wire } from './apiFormats';

export const chat: Wire = {
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  body: requestBody,
  answer: () => new FormatAnswer(readChatChunk),
};

function requestBody(request: CompletionRequest): Record<string, unknown> {
  const { model, stream, temperature, maxTokens, reasoningEffort, quirks = [] } = request;
  const limit = quirks.includes('maxCompletionTokens') ? 'max_completion_tokens' : 'max_tokens';
  const systemRole = quirks.includes('systemAsDeveloper') ? 'developer' : 'system';
  return {
    model,
    messages: request.messages.map((message) => messageOf(message, systemRole)),
    stream,
    // Without it a stream tells no usage; a gateway that refuses it says so.
    ...(stream && !quirks.includes('noStreamOptions')
      ? { stream_options: { include_usage: true } }
      : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [limit]: maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}

/** Plain text where there is no more: not every gateway reads parts. */
function messageOf(message: ChatMessage, systemRole: 'system' | 'developer'): object {
  const { content, images } = message;
  const role = message.role === 'system' ? systemRole : message.role;
  if (images === undefined) {
    return { role, content };
  }
  const parts = piecesOf(message).map((piece) =>
    piece.type === 'text'
      ? piece
      : { type: 'image_url', image_url: { url: dataUrl(piece.picture) } },
  );
  return { role, content: parts };
}
