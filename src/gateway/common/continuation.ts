// The request that continues an answer that was cut off. OverlapTrimmer joins the answer and its continuation.
import type { ApiFormat } from './apiFormat';
import type { ChatMessage, CompletionRequest } from './chatModel';

/** Sent after the partial answer in API formats without prefill. */
export const continueInstruction =
  'Your last answer was cut off. Continue it exactly where it ended: start with the very next characters, including a space if one belongs there. Do not repeat anything, and do not add remarks of your own.';

export const continueInstructionMessage: ChatMessage = {
  role: 'user',
  content: continueInstruction,
};

const answerInstruction: ChatMessage = {
  role: 'user',
  content: 'Your last turn ended after its reasoning, without an answer. Write the answer now.',
};

/** Whether a model continues a request's last message if that is its own. Only the Claude-compatible format says so. */
export function supportsPrefill(apiFormat: ApiFormat): boolean {
  return apiFormat === 'messages';
}

/**
 * The messages after the question's own that make the model continue `partial`: a prefill, which must not
 * end in white space, where the API format supports one, else an instruction. Reasoning is not sent back, so without
 * text there is only an instruction.
 */
export function continuationMessages(
  apiFormat: ApiFormat,
  partial: string,
): readonly ChatMessage[] {
  if (partial.trim() === '') {
    return [answerInstruction];
  }
  return supportsPrefill(apiFormat)
    ? [{ role: 'assistant', content: partial.trimEnd() }]
    : [{ role: 'assistant', content: partial }, continueInstructionMessage];
}

/** Extends the request of a question so that its answer is continued from `partial`. */
export function continuationRequest(
  request: CompletionRequest,
  partial: string,
): CompletionRequest {
  const messages = continuationMessages(request.apiFormat, partial);
  return { ...request, messages: [...request.messages, ...messages], continuedText: partial };
}

/** Whether the request ends with the beginning of the answer. */
export function isPrefilled({ messages }: Pick<CompletionRequest, 'messages'>): boolean {
  return messages.at(-1)?.role === 'assistant';
}
