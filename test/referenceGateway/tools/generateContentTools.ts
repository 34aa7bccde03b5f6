// Tools, calls and results in requests of Gemini's format, whose calls have no IDs here: results have their order.
import { textOf, type Message } from '../answers/question';
import { isRecord, type JsonObject } from '../http/json';
import { nameError, type OfferedTool, type RequestCall, type RequestResult } from './toolDialog';
import { openApiSchemaError } from './toolSchemas';

type JsonRecord = Readonly<Record<string, unknown>>;

export function readGenerateContentTools(
  body: JsonRecord,
  contents: readonly unknown[],
): { readonly tools: readonly OfferedTool[]; readonly messages: readonly Message[] } | string {
  const tools = declarationsOf(body['tools']);
  if (typeof tools === 'string') {
    return tools;
  }
  const messages: Message[] = [];
  let open: readonly RequestCall[] = [];
  for (const [turn, content] of contents.filter(isRecord).entries()) {
    const parts = Array.isArray(content['parts']) ? content['parts'].filter(isRecord) : [];
    const calls = parts.flatMap((part) => readCall(part['functionCall']));
    const results = parts.flatMap((part) => readResult(part['functionResponse']));
    const isAnswered =
      results.length === open.length &&
      results.every(({ name }, index) => name === open[index]?.name);
    if (!isAnswered) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    }
    const unknownMember = parts
      .flatMap((part) => [part['functionCall'], part['functionResponse']])
      .find((call) => isRecord(call) && 'id' in call);
    if (unknownMember !== undefined) {
      return `Invalid JSON payload received. Unknown name "id" at 'contents[${turn}].parts[0].function_call': Cannot find field.`;
    }
    const answered = open;
    open = calls.map(({ name, input }, index) => ({ id: `${turn}-${index}`, name, input }));
    const signed = parts.find((part) => isRecord(part['functionCall']))?.['thoughtSignature'];
    messages.push({
      role: content['role'] === 'model' ? 'assistant' : 'user',
      text: textOf(parts),
      ...(open.length === 0
        ? {}
        : { calls: open, signature: typeof signed === 'string' ? signed : undefined }),
      ...(results.length === 0
        ? {}
        : {
            results: results.map(({ text }, index) => ({
              callId: answered[index]?.id ?? '',
              text,
            })),
          }),
    });
  }
  if (open.length > 0) {
    return 'Please ensure that function call turn comes immediately before a function response turn.';
  }
  const pattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/u;
  return nameError(tools, messages, pattern) ?? { tools, messages };
}

function declarationsOf(tools: unknown): readonly OfferedTool[] | string {
  const lists = Array.isArray(tools) ? tools.filter(isRecord) : [];
  const read: OfferedTool[] = [];
  for (const { functionDeclarations } of lists) {
    const declarations = Array.isArray(functionDeclarations) ? functionDeclarations : [];
    for (const { name, parameters } of declarations.filter(isRecord)) {
      const path = `tools[0].function_declarations[${read.length}].parameters`;
      const error = parameters === undefined ? undefined : openApiSchemaError(parameters, path);
      if (typeof name !== 'string' || error !== undefined) {
        return error ?? 'function_declarations[0].name: missing field.';
      }
      read.push({ name, schema: (parameters ?? {}) as JsonObject });
    }
  }
  return read;
}

function readCall(call: unknown): readonly Omit<RequestCall, 'id'>[] {
  if (!isRecord(call) || typeof call['name'] !== 'string') {
    return [];
  }
  return [{ name: call['name'], input: (call['args'] ?? {}) as JsonObject }];
}

function readResult(
  response: unknown,
): readonly (Pick<RequestResult, 'text'> & { readonly name: string })[] {
  if (!isRecord(response) || typeof response['name'] !== 'string') {
    return [];
  }
  const content = response['response'];
  const text = isRecord(content) ? content['result'] : undefined;
  return [{ name: response['name'], text: typeof text === 'string' ? text : '' }];
}
