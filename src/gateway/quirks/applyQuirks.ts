// What a model is known to refuse leaves the request before any form of the interface sees it.
import { instructionToContinue, isPrefilled } from '../../chat/session/continuation';
import type { ChatMessage, CompletionRequest } from '../../chat/ports';
import { assertNever } from '../../base/assertNever';
import type { Quirk } from '../../shared/conversation/quirk';

/** The request as the model takes it; what only one form says differently is left to that form. */
export function applyQuirks(request: CompletionRequest): CompletionRequest {
  return (request.quirks ?? []).reduce(obey, request);
}

function obey(request: CompletionRequest, quirk: Quirk): CompletionRequest {
  switch (quirk) {
    case 'noStream':
      return { ...request, stream: false };
    case 'noTemperature': {
      const { temperature: _refused, ...rest } = request;
      return rest;
    }
    case 'noReasoningEffort': {
      const { reasoningEffort: _refused, ...rest } = request;
      return rest;
    }
    case 'noImages':
      return { ...request, messages: request.messages.map(withoutPictures) };
    case 'systemInUser':
      return { ...request, messages: foldSystem(request.messages) };
    case 'noPrefill':
      return isPrefilled(request)
        ? { ...request, messages: [...request.messages, instructionToContinue] }
        : request;
    case 'noStreamOptions':
    case 'maxCompletionTokens':
    case 'maxTokens':
    case 'systemAsDeveloper':
      return request;
    default:
      return assertNever(quirk);
  }
}

function withoutPictures({ images: _refused, ...message }: ChatMessage): ChatMessage {
  return message;
}

/** The system prompt at the beginning of the first question, a paragraph of its own. */
function foldSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const spoken = messages.filter(({ role }) => role !== 'system');
  const first = spoken.findIndex(({ role }) => role === 'user');
  const question = spoken[first];
  if (system.length === 0 || question === undefined) {
    return messages;
  }
  const content = [...system, question.content].join('\n\n');
  return spoken.with(first, { ...question, content });
}
