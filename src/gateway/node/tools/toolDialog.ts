// The messages of a request with tool calls, made valid for servers: they refuse a call without a result, and a result
// that does not follow its call.
import type { ChatMessage, CompletionRequest } from '../../common/chatModel';
import type { SentToolCall, ToolResult } from '../../common/tools';

/** What the model reads as the result of a call without one. */
const canceledResult = 'The call was canceled.';

/**
 * Returns the messages of a request. Where no tools are offered, calls and results become text: Bedrock refuses them
 * ("The toolConfig field must be defined when using toolUse and toolResult content blocks", elastic/kibana#246943).
 * Drops reasoning of other models and formats.
 */
export function toolDialog(request: CompletionRequest): readonly ChatMessage[] {
  const { messages, tools } = request;
  if (!messages.some(({ toolCalls, toolResults }) => toolCalls ?? toolResults)) {
    return messages;
  }
  const answered = withResults(messages);
  return tools === undefined
    ? answered.map(withToolsAsText)
    : answered.map((message) => withOwnReasoning(message, request));
}

/** A call of the messages, with its result once that is found. */
interface PendingCall {
  readonly call: SentToolCall;
  result: ToolResult | undefined;
}

/**
 * Returns the messages with the results of each message's calls directly after it, in the order of the calls. A call
 * without a result was canceled; a result without a call becomes text and images.
 */
function withResults(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const callsOf = pendingCalls(messages);
  const matched = new Set(Array.from(callsOf.values()).flatMap(resultsOf));
  const ids = new Set<string>();
  return messages.flatMap((message) => {
    const { toolCalls: _calls, toolResults = [], ...rest } = message;
    const orphans = toolResults.filter((result) => !matched.has(result));
    const texts = [...orphans.map(({ text }) => text), rest.content];
    const content = texts.filter((text) => text !== '').join('\n\n');
    const calls = callsOf.get(message);
    if (calls === undefined) {
      const images = withImagesOf(orphans, rest);
      // Anthropic: "text content blocks must be non-empty".
      const isEmpty = content === '' && (images.images ?? []).length === 0;
      return isEmpty ? [] : [{ ...rest, content, ...images }];
    }
    const unique = calls.map((pending) => withUniqueId(pending, ids));
    return [
      { ...rest, content, toolCalls: unique.map(({ call }) => call) },
      { role: 'user', content: '', toolResults: unique.map(({ result }) => result) },
    ];
  });
}

function pendingCalls(
  messages: readonly ChatMessage[],
): ReadonlyMap<ChatMessage, readonly PendingCall[]> {
  const callsOf = new Map<ChatMessage, readonly PendingCall[]>();
  const open = new Map<string, PendingCall[]>();
  for (const message of messages) {
    for (const result of message.toolResults ?? []) {
      const pending = open.get(result.callId)?.shift();
      if (pending !== undefined) {
        pending.result = result;
      }
    }
    const calls = message.toolCalls?.map((call) => ({ call, result: undefined })) ?? [];
    if (calls.length > 0) {
      callsOf.set(message, calls);
    }
    // A later call with the same ID gets the later results.
    for (const { call } of calls) {
      open.set(call.id, []);
    }
    for (const pending of calls) {
      open.get(pending.call.id)?.push(pending);
    }
  }
  return callsOf;
}

function resultsOf(calls: readonly PendingCall[]): readonly ToolResult[] {
  return calls.flatMap(({ result }) => result ?? []);
}

/** Servers refuse two calls with one ID. @param ids Those that are used, to which the call's is added. */
function withUniqueId(
  { call, result }: PendingCall,
  ids: Set<string>,
): { readonly call: SentToolCall; readonly result: ToolResult } {
  let { id } = call;
  for (let number = 2; ids.has(id); number++) {
    id = `${call.id}-${number}`;
  }
  ids.add(id);
  return { call: { ...call, id }, result: { text: canceledResult, ...result, callId: id } };
}

/** Writes calls and results as text, for models that get no tools. */
function withToolsAsText(message: ChatMessage): ChatMessage {
  const { toolCalls = [], toolResults = [], reasoning: _reasoning, ...rest } = message;
  const results = toolResults.map(({ text }) => `Tool result:\n${text}`);
  const calls = toolCalls.map(({ name, input }) => `Tool call: ${name} ${JSON.stringify(input)}`);
  const texts = [...results, rest.content, ...calls].filter((text) => text !== '');
  return { ...rest, content: texts.join('\n\n'), ...withImagesOf(toolResults, rest) };
}

/** The images of results that become text, before those of their message. */
function withImagesOf(
  results: readonly ToolResult[],
  message: ChatMessage,
): Pick<ChatMessage, 'images'> {
  const images = [...results.flatMap((result) => result.images ?? []), ...(message.images ?? [])];
  return images.length === 0 ? {} : { images };
}

function withOwnReasoning(
  message: ChatMessage,
  { apiFormat, model }: CompletionRequest,
): ChatMessage {
  const { reasoning, ...rest } = message;
  const isOwn = reasoning?.apiFormat === apiFormat && reasoning.model === model;
  return isOwn ? message : rest;
}
