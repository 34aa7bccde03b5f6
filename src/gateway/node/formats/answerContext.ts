// What an answer's reader takes from the request.
import type { CompletionRequest } from '../../common/chatModel';
import type { ToolDefinition } from '../../common/tools';
import { newCallId, UniqueCallIds } from '../tools/callIds';
import type { ToolDialect } from '../tools/sentTools';
import { receivedToolNames, sentToolNames } from '../tools/toolNames';

export interface AnswerContext {
  readonly request: Pick<CompletionRequest, 'apiFormat' | 'model'>;
  /** The text that the answer continues. */
  readonly continuedText: string | undefined;
  readonly callIds: UniqueCallIds;
  /** The offered tools by the names that were sent; empty if there are none. */
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  /** Returns the name of a tool for its name in the answer. */
  readonly toolName: (sent: string) => string;
}

/** @param newId Makes IDs for calls without a usable one. */
export function answerContext(
  request: CompletionRequest,
  { tools }: { readonly tools: ToolDialect },
  newId: () => string = newCallId,
): AnswerContext {
  const used = request.messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
  const sent = sentToolNames(request, tools.names);
  const offered = request.tools?.definitions ?? [];
  return {
    request,
    continuedText: request.continuedText,
    callIds: new UniqueCallIds(used, newId),
    tools: new Map(offered.map((tool) => [sent.get(tool.name) ?? tool.name, tool])),
    toolName: receivedToolNames(request, tools.names),
  };
}
