// POST /v1/chat/completions, the form that every gateway speaks.
import type { CompletionRequest } from '../../chat/ports';
import { readChatChunk } from './chatChunk';
import { FormAnswer } from './formAnswer';
import type { Wire } from './wire';

export const chat: Wire = {
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  body: requestBody,
  answer: () => new FormAnswer(readChatChunk),
};

function requestBody(request: CompletionRequest): Record<string, unknown> {
  const { model, messages, stream, temperature, maxTokens, reasoningEffort } = request;
  return {
    model,
    messages,
    stream,
    // Without it a stream tells no usage; a gateway that refuses it says so.
    ...(stream ? { stream_options: { include_usage: true } } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}
