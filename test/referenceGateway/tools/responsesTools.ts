// Tools, calls and results in requests of the Responses format.
import { readMessage, type Message } from '../answers/question';
import { isRecord, parseJson, type JsonObject } from '../http/json';
import { functionsOf } from './chatTools';
import { dialogError, nameError, type OfferedTool } from './toolDialog';

export function readResponsesTools(
  body: Readonly<Record<string, unknown>>,
  input: readonly unknown[],
): { readonly tools: readonly OfferedTool[]; readonly messages: readonly Message[] } | string {
  const tools = functionsOf(body['tools'], true);
  if (typeof tools === 'string') {
    return tools;
  }
  const messages: Message[] = [];
  let signature: string | undefined;
  for (const item of input.filter(isRecord)) {
    const last = messages.at(-1);
    switch (item['type']) {
      case 'reasoning': {
        const encrypted = item['encrypted_content'];
        if (typeof encrypted !== 'string' || !Array.isArray(item['summary'])) {
          return `Item with id '${String(item['id'])}' not found. Items are not persisted when \`store\` is set to false.`;
        }
        signature = encrypted;
        break;
      }
      case 'function_call': {
        const { call_id: id, name, arguments: text } = item;
        const parsed = parseJson(String(text));
        if (typeof id !== 'string' || typeof name !== 'string' || !isRecord(parsed)) {
          return "Invalid 'input': function_call";
        }
        const call = { id, name, input: parsed as JsonObject };
        const isNext = last?.role === 'assistant' && last.calls !== undefined;
        const calls = isNext ? [...(last.calls ?? []), call] : [call];
        messages.splice(isNext ? -1 : messages.length, 1, {
          role: 'assistant',
          text: '',
          calls,
          signature,
        });
        break;
      }
      case 'function_call_output': {
        const { call_id: callId, output } = item;
        if (typeof callId !== 'string' || typeof output !== 'string') {
          return `No tool call found for function call output with call_id ${String(callId)}.`;
        }
        messages.push({ role: 'tool', text: output, results: [{ callId, text: output }] });
        break;
      }
      default:
        signature = undefined;
        messages.push(readMessage(item));
    }
  }
  return (
    dialogError(messages) ??
    nameError(tools, messages, /^[a-zA-Z0-9_-]{1,64}$/u) ?? { tools, messages }
  );
}
