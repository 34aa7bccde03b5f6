// POST /v1/chat/completions, the form that every gateway speaks.
import type { CompletionRequest } from '../../chat/ports';
import { ChatAnswer } from './chatAnswer';
import type { Wire } from './wire';

export const chat: Wire = {
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  body: requestBody,
  answer: () => new ChatAnswer(),
};

function requestBody(request: CompletionRequest): Record<string, unknown> {
  const { model, messages, stream, temperature, maxTokens, reasoningEffort } = request;
  return {
    model,
    messages,
    stream,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}
