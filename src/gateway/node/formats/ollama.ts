// Answers of Ollama's own API (/api/chat and /api/generate), which some gateways pass on as they are: a JSON object per line.
import { omitUndefined } from '../../../base/omitUndefined';
import { isObject, isText, numberAt, objectAt, textAt, toJsonText, type JsonObject } from '../json';
import type { EventReader, ToolCallDelta } from './answerEvent';

/** https://github.com/ollama/ollama/blob/main/docs/api.md */
export const ollamaReader: EventReader = {
  isEvent: ({ done, message, response }) =>
    typeof done === 'boolean' && (isObject(message) || typeof response === 'string'),
  read: (body) => {
    const message = objectAt(body, 'message') ?? { content: body['response'], ...body };
    const { tool_calls: calls } = message;
    const input = numberAt(body, 'prompt_eval_count');
    const output = numberAt(body, 'eval_count');
    return {
      text: textAt(message, 'content') ?? '',
      reasoning: textAt(message, 'thinking') ?? '',
      toolCalls: (Array.isArray(calls) ? calls : []).filter(isObject).map(readCall),
      ...omitUndefined({
        model: textAt(body, 'model'),
        finishReason: body['done'] === true ? (textAt(body, 'done_reason') ?? 'stop') : undefined,
        usage:
          input === undefined && output === undefined
            ? undefined
            : omitUndefined({ inputTokens: input, outputTokens: output }),
      }),
    };
  },
};

/** Each call is complete. */
function readCall(call: JsonObject): ToolCallDelta {
  const named = objectAt(call, 'function') ?? call;
  const { arguments: input } = named;
  return omitUndefined({
    id: textAt(call, 'id'),
    name: textAt(named, 'name') ?? '',
    arguments: isText(input) ? input : toJsonText(input ?? {}),
  });
}
