// Tools, calls and results in requests of Anthropic's format.
import { readMessage, textOf, type Message } from '../answers/question';
import { isRecord, type JsonObject } from '../http/json';
import { dialogError, nameError, type OfferedTool } from './toolDialog';
import { anthropicKeys, objectSchemaError } from './toolSchemas';

type JsonRecord = Readonly<Record<string, unknown>>;

export function readMessagesTools(
  body: JsonRecord,
  messages: readonly unknown[],
): { readonly tools: readonly OfferedTool[]; readonly messages: readonly Message[] } | string {
  const tools: OfferedTool[] = [];
  for (const tool of Array.isArray(body['tools']) ? body['tools'].filter(isRecord) : []) {
    const { name, input_schema: schema } = tool;
    const error =
      typeof name === 'string'
        ? objectSchemaError(schema, name, anthropicKeys)
        : 'tools.0.name: Field required';
    if (error !== undefined) {
      return error;
    }
    tools.push({ name: String(name), schema: schema as JsonObject });
  }
  const read: Message[] = [];
  for (const message of messages.filter(isRecord)) {
    const one = readBlocks(message);
    if (typeof one === 'string') {
      return one;
    }
    read.push(one);
  }
  if (read.some(({ calls = [] }) => calls.length > 0) && tools.length === 0) {
    return 'Requests which have `tool_use` or `tool_result` blocks in messages must define tools.';
  }
  return (
    dialogError(read) ??
    nameError(tools, read, /^[a-zA-Z0-9_-]{1,128}$/u) ?? { tools, messages: read }
  );
}

function readBlocks(message: JsonRecord): Message | string {
  const { content } = message;
  const plain = readMessage(message);
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  if (blocks.some(({ type, text }) => type === 'text' && text === '')) {
    return 'messages: text content blocks must be non-empty';
  }
  const uses = blocks.filter(({ type }) => type === 'tool_use');
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const thinking = blocks.find(({ type }) => type === 'thinking');
  if (uses.length + results.length === 0) {
    return plain;
  }
  if (results.length > 0 && blocks[0]?.['type'] !== 'tool_result') {
    return 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after';
  }
  if (thinking !== undefined && blocks[0] !== thinking) {
    return 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.';
  }
  const ids = [...uses.map(({ id }) => id), ...results.map(({ tool_use_id: id }) => id)];
  if (!ids.every((id) => typeof id === 'string' && /^[a-zA-Z0-9_-]+$/u.test(id))) {
    return "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'";
  }
  if (!uses.every(({ name, input }) => typeof name === 'string' && isRecord(input))) {
    return 'messages.1.content.0.tool_use.input: Input should be a valid dictionary';
  }
  const given = thinking?.['signature'];
  return {
    ...plain,
    ...(uses.length === 0
      ? {}
      : {
          calls: uses.map(({ id, name, input }) => ({
            id: String(id),
            name: String(name),
            input: input as JsonObject,
          })),
          signature: typeof given === 'string' ? given : undefined,
        }),
    ...(results.length === 0
      ? {}
      : {
          results: results.map(({ tool_use_id: id, content: text }) => ({
            callId: String(id),
            text: textOf(text),
          })),
        }),
  };
}
