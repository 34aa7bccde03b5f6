// Adapts a request to its quirks, and compares what is sent with and without one: a quirk that changes
// nothing, for example because the user's own parameters set the field, is neither tried nor reported.
import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage, CompletionRequest } from '../../common/chatModel';
import { continueInstructionMessage, isPrefilled } from '../../common/continuation';
import { withQuirk, type Quirk } from '../../common/quirk';
import type { ApiFormatAdapter, AttemptedCompletion } from '../formats/apiFormatAdapter';
import { buildRequestBody } from '../formats/requests/requestBody';

export function adaptRequest(
  request: CompletionRequest,
  format: ApiFormatAdapter,
): AttemptedCompletion {
  const { quirks = [] } = request;
  const { request: adapted, body } = write(request, format, quirks);
  const differsWith = (others: readonly Quirk[]): boolean => {
    const other = write(request, format, others);
    // The stream mode is not part of every format's body.
    return other.request.stream !== adapted.stream || !isDeepStrictEqual(other.body, body);
  };
  return {
    request: adapted,
    body,
    appliedQuirks: quirks.filter((quirk) => differsWith(quirks.filter((one) => one !== quirk))),
    isChangedBy: (quirk) => differsWith(withQuirk(quirks, quirk)),
  };
}

function write(
  request: CompletionRequest,
  format: ApiFormatAdapter,
  quirks: readonly Quirk[],
): Pick<AttemptedCompletion, 'request' | 'body'> {
  const adapted = quirks.reduce<CompletionRequest>(
    (before, quirk) => adaptations[quirk]?.(before) ?? before,
    { ...request, quirks },
  );
  return { request: adapted, body: buildRequestBody(format, adapted) };
}

/** What is sent instead; undefined where the API formats read the quirk when they write the body. */
const adaptations: Readonly<
  Record<Quirk, ((request: CompletionRequest) => CompletionRequest) | undefined>
> = {
  noTemperature: ({ temperature: _omitted, ...request }) => request,
  noReasoningEffort: ({ reasoningEffort: _omitted, ...request }) => request,
  systemInUser: (request) => ({ ...request, messages: foldSystem(request.messages) }),
  noImages: (request) => ({
    ...request,
    messages: request.messages.map(({ images: _omitted, ...message }) => message),
  }),
  noPrefill: (request) =>
    isPrefilled(request)
      ? { ...request, messages: [...request.messages, continueInstructionMessage] }
      : request,
  noStream: (request) => ({ ...request, stream: false }),
  onlyStream: (request) => ({ ...request, stream: true }),
  noStreamedTools: (request) =>
    request.tools === undefined ? request : { ...request, stream: false },
  noToolChoice: ({ tools, ...request }) =>
    tools === undefined ? request : { ...request, tools: { ...tools, mode: 'auto' } },
  noTools: ({ tools: _omitted, ...request }) => request,
  noReturnedReasoning: (request) => ({
    ...request,
    messages: request.messages.map(({ reasoning: _omitted, ...message }) => message),
  }),
  noStreamOptions: undefined,
  maxCompletionTokens: undefined,
  maxTokens: undefined,
  thinkingBudget: undefined,
  systemAsDeveloper: undefined,
  noStore: undefined,
  noEncryptedReasoning: undefined,
  noUserAfterResults: undefined,
  shortCallIds: undefined,
  signedCalls: undefined,
  reasonedAnswers: undefined,
};

/** Moves the system prompts to the start of the first question, as paragraphs. */
function foldSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const dialog = messages.filter(({ role }) => role !== 'system');
  const first = dialog.findIndex(({ role }) => role === 'user');
  const question = dialog[first];
  if (system.length === 0 || question === undefined) {
    return messages;
  }
  const content = [...system, question.content].join('\n\n');
  return dialog.with(first, { ...question, content });
}
