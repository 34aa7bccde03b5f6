// Tools, calls and results in requests, checked as servers check them.
import type { Message } from '../answers/question';
import type { JsonObject } from '../http/json';

export interface OfferedTool {
  readonly name: string;
  readonly schema: JsonObject;
}

/** A call in a message of the assistant. */
export interface RequestCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A result in a message of the user or of a tool. */
export interface RequestResult {
  readonly callId: string;
  readonly text: string;
}

/** An error message if calls and results do not belong together: OpenAI's and Anthropic's words. */
export function dialogError(messages: readonly Message[]): string | undefined {
  let open = new Set<string>();
  const ids = new Set<string>();
  for (const { calls = [], results = [], role } of messages) {
    for (const { callId } of results) {
      if (!open.delete(callId)) {
        return `tool_call_id ${callId} not found in the tool_calls of the previous message`;
      }
    }
    if (open.size > 0 && (results.length === 0 || role !== 'tool')) {
      return missingResults(open);
    }
    for (const { id } of calls) {
      if (ids.has(id)) {
        return `tool call IDs must be unique: ${id}`;
      }
      ids.add(id);
      open.add(id);
    }
    open = new Set(open);
  }
  return open.size > 0 ? missingResults(open) : undefined;
}

function missingResults(open: ReadonlySet<string>): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
}

/** An error message if a tool's name or a name of the history is not accepted. */
export function nameError(
  tools: readonly OfferedTool[],
  messages: readonly Message[],
  pattern: RegExp,
): string | undefined {
  const names = [...tools, ...messages.flatMap(({ calls = [] }) => calls)].map(({ name }) => name);
  const invalid = names.find((name) => !pattern.test(name));
  const offered = tools.map(({ name }) => name);
  if (invalid !== undefined) {
    return `Invalid 'tools[0].name': string does not match pattern. Expected a string that matches the pattern '${pattern.source}': ${invalid}`;
  }
  return new Set(offered).size < offered.length ? 'Tool names must be unique.' : undefined;
}
