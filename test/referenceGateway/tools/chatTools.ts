// Tools, calls and results in requests of the chat completions format.
import { readMessage, type Message } from '../answers/question';
import { isRecord, parseJson, type JsonObject } from '../http/json';
import { dialogError, nameError, type OfferedTool, type RequestCall } from './toolDialog';
import { objectSchemaError } from './toolSchemas';

interface ReadTools {
  readonly tools: readonly OfferedTool[];
  readonly messages: readonly Message[];
}

export function readChatTools(body: JsonRecord, messages: readonly unknown[]): ReadTools | string {
  const tools = functionsOf(body['tools']);
  if (typeof tools === 'string') {
    return tools;
  }
  const read: Message[] = [];
  for (const message of messages) {
    const one = readToolMessage(isRecord(message) ? message : {});
    if (typeof one === 'string') {
      return one;
    }
    read.push(one);
  }
  const hasCalls = read.some(({ calls = [] }) => calls.length > 0);
  if (hasCalls && tools.length === 0) {
    return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
  }
  return (
    dialogError(read) ??
    nameError(tools, read, /^[a-zA-Z0-9_-]{1,64}$/u) ?? { tools, messages: read }
  );
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Reads the tools of chat completions, and of Responses, which has no inner object. */
export function functionsOf(tools: unknown, isFlat = false): readonly OfferedTool[] | string {
  if (tools === undefined) {
    return [];
  }
  if (!Array.isArray(tools) || tools.length === 0) {
    return "Invalid 'tools': empty array. Expected an array with minimum length 1";
  }
  const read: OfferedTool[] = [];
  for (const tool of tools.filter(isRecord)) {
    const inner = isFlat ? tool : tool['function'];
    const { name, parameters } = isRecord(inner) ? inner : {};
    if (tool['type'] !== 'function' || typeof name !== 'string') {
      return "Missing required parameter: 'tools[0].function.name'.";
    }
    const error = objectSchemaError(parameters, name);
    if (error !== undefined) {
      return error;
    }
    read.push({ name, schema: parameters as JsonObject });
  }
  return read;
}

function readToolMessage(message: JsonRecord): Message | string {
  const { role, tool_calls: toolCalls, tool_call_id: id, content } = message;
  const plain = readMessage(message);
  if (role === 'tool') {
    return typeof id === 'string' && typeof content === 'string'
      ? { ...plain, results: [{ callId: id, text: content }] }
      : "Missing required parameter: 'messages[0].tool_call_id'.";
  }
  if (toolCalls === undefined) {
    return typeof content === 'string' || Array.isArray(content)
      ? plain
      : "Invalid value for 'content': expected a string, got null.";
  }
  if (content === '') {
    return 'messages: text content blocks must be non-empty';
  }
  const calls: RequestCall[] = [];
  for (const call of Array.isArray(toolCalls) ? toolCalls.filter(isRecord) : []) {
    const inner = isRecord(call['function']) ? call['function'] : {};
    const input = parseJson(String(inner['arguments']));
    if (!isRecord(input) || typeof call['id'] !== 'string' || typeof inner['name'] !== 'string') {
      return "Invalid 'messages[0].tool_calls': function.arguments must be a JSON object";
    }
    calls.push({ id: call['id'], name: inner['name'], input: input as JsonObject });
  }
  const reasoning = message['reasoning_content'];
  return { ...plain, calls, signature: typeof reasoning === 'string' ? reasoning : undefined };
}
