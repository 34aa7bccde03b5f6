// Models that call tools, each in one of the ways in which real models and servers do. Their next answer repeats the
// results of the calls.
import type { AnswerCall, AnswerPart, Question } from '../answers/question';
import type { Reply } from '../answers/reply';
import { textParts } from '../faults/fault';
import { isRecord, type Json, type JsonObject } from '../http/json';
import { signature } from '../tools/answerCalls';
import type { GatewayModel } from './modelCatalog';

/** What precedes the calls of some models. */
export const textBeforeCalls = 'Let me look that up.';
const reasoningBeforeCalls = 'The tool knows more than I do. ';
/** The answer where no tools are offered. */
export const noToolsText = 'I have no tools.';
/** Arguments that are cut off. */
export const brokenArguments = '{"word":"fo';
/** A call as some models write it into their text. */
const callAsText = '<tool_call>\n{"name": "look_up", "arguments": {"word": "fox"}}\n</tool_call>';

interface ToolModel {
  readonly id: string;
  readonly description: string;
  /** Only the chat completions format can be wrong in this way. */
  readonly onlyChat?: true;
  readonly before?: readonly AnswerPart[];
  /** @param name The first tool that is offered. @param input For that tool. */
  readonly calls: (name: string, input: JsonObject) => readonly AnswerCall[];
  readonly finish?: 'length';
  /** The reasoning before the calls must come back with them. */
  readonly wantsReasoning?: true;
}

function one(more: Partial<AnswerCall> = {}): ToolModel['calls'] {
  return (name, input) => [{ name, arguments: JSON.stringify(input), ...more }];
}

function two(more: Partial<AnswerCall> = {}): ToolModel['calls'] {
  return (name, input) => [
    { name, arguments: JSON.stringify(input), ...more },
    { name, arguments: JSON.stringify({ ...input, second: true }), ...more },
  ];
}

const models: readonly ToolModel[] = [
  { id: 'tools-one', description: 'Calls one tool.', calls: one() },
  { id: 'tools-parallel', description: 'Calls a tool twice at once.', calls: two() },
  {
    id: 'tools-after-text',
    description: 'Writes text before the call.',
    before: textParts(textBeforeCalls),
    calls: one(),
  },
  {
    id: 'tools-after-reasoning',
    description: 'Reasons before the calls, and wants its reasoning back.',
    before: [{ kind: 'reasoning', text: reasoningBeforeCalls }],
    calls: two(),
    wantsReasoning: true,
  },
  {
    id: 'tools-broken-arguments',
    description: 'The arguments are not valid JSON.',
    calls: one({ arguments: brokenArguments }),
  },
  {
    id: 'tools-empty-arguments',
    description: 'The arguments are empty.',
    calls: one({ arguments: '' }),
  },
  {
    id: 'tools-object-arguments',
    description: 'The arguments are an object, complete at once.',
    calls: (name, input) => [{ name, arguments: input }],
  },
  {
    id: 'tools-no-id',
    description: 'The calls have no IDs.',
    calls: two({ id: null }),
  },
  {
    id: 'tools-repeated-id',
    description: 'All calls of all answers have the same ID.',
    calls: two({ id: 'call_0' }),
  },
  {
    id: 'tools-one-character',
    description: 'The arguments arrive in fragments of one character.',
    calls: two({ fragment: 1 }),
  },
  {
    id: 'tools-index-zero',
    description: 'All calls have the index 0.',
    onlyChat: true,
    calls: two({ index: 0 }),
  },
  {
    id: 'tools-no-index',
    description: 'The calls have neither index nor ID.',
    onlyChat: true,
    calls: two({ index: null, id: null }),
  },
  {
    id: 'tools-repeated-head',
    description: 'Each fragment repeats the ID and the name.',
    onlyChat: true,
    calls: two({ repeatsHead: true }),
  },
  {
    id: 'tools-not-offered',
    description: 'Calls a tool that was not offered.',
    calls: () => [{ name: 'delete_everything', arguments: '{}' }],
  },
  {
    id: 'tools-as-text',
    description: 'Writes the call as text.',
    before: textParts(callAsText),
    calls: () => [],
  },
  {
    id: 'tools-as-cut-off-text',
    description: 'Writes the call as text, which breaks off.',
    before: textParts(callAsText.slice(0, callAsText.indexOf('fox'))),
    calls: () => [],
  },
  {
    id: 'tools-cut-off',
    description: 'The call is cut off by the token limit.',
    calls: one({ arguments: brokenArguments }),
    finish: 'length',
  },
];

/** A model that rejects `tools`, in Ollama's words. */
const refusing: GatewayModel = {
  id: 'tools-refused',
  description: 'Rejects requests with tools.',
  ownedBy: 'tools',
  behavior: {
    kind: 'serves',
    refuses: ({ question }) => hasTools(question),
    serve: async (reply) => {
      if (hasTools(reply.question)) {
        const message = 'registry.ollama.ai/library/tools-refused:latest does not support tools';
        await reject(reply, message);
      } else {
        await reply.sendAnswer([[...textParts(noToolsText), { kind: 'finish', reason: 'stop' }]]);
      }
    },
  },
};

export const toolModels: readonly GatewayModel[] = [...models.map(toolModel), refusing];

function toolModel(model: ToolModel): GatewayModel {
  const { id, description, onlyChat } = model;
  return {
    id,
    description,
    ownedBy: 'tools',
    ...(onlyChat ? { endpointTypes: ['openai'] } : {}),
    behavior: {
      kind: 'serves',
      refuses: (reply) => reasoningError(model, reply) !== undefined,
      serve: async (reply) => {
        const error = reasoningError(model, reply);
        await (error === undefined
          ? reply.sendAnswer([partsOf(model, reply.question)])
          : reject(reply, error));
      },
    },
  };
}

async function reject({ format, exchange }: Reply, message: string): Promise<void> {
  await exchange.sendJson(400, format.errorBody(exchange, message, 'invalid_request_error'));
}

function hasTools({ tools = [], messages }: Question): boolean {
  return tools.length > 0 || messages.some(({ calls = [] }) => calls.length > 0);
}

function partsOf(model: ToolModel, question: Question): readonly AnswerPart[] {
  const results = resultsOf(question);
  const [tool] = question.tools ?? [];
  if (results.length > 0 || tool === undefined) {
    const text = results.length > 0 ? results.join('\n') : noToolsText;
    return [...textParts(text), { kind: 'finish', reason: 'stop' }];
  }
  const calls = model.calls(tool.name, sampleInput(tool.schema));
  const reason = model.finish ?? (calls.length === 0 ? 'stop' : 'calls');
  return [
    ...(model.before ?? []),
    ...calls.map((call) => ({ kind: 'call', call }) as const),
    { kind: 'finish', reason },
  ];
}

/** The results after the last calls, if they end the conversation. */
function resultsOf({ messages }: Question): readonly string[] {
  const start = 1 + messages.findLastIndex(({ calls = [] }) => calls.length > 0);
  const last = messages.at(-1);
  return last?.results === undefined
    ? []
    : messages.slice(start).flatMap(({ results = [] }) => results.map(({ text }) => text));
}

/** What providers say that check for the reasoning of the last calls. */
function reasoningError(
  { wantsReasoning }: ToolModel,
  { format, question }: Reply,
): string | undefined {
  const last = question.messages.findLast(({ calls = [] }) => calls.length > 0);
  if (wantsReasoning !== true || last === undefined) {
    return undefined;
  }
  const expected = format.name === 'chat' ? reasoningBeforeCalls : signature;
  return last.signature === expected ? undefined : missingReasoning[format.name];
}

const missingReasoning = {
  chat: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  responses: "Item of type 'function_call' was provided without its required 'reasoning' item.",
  messages:
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
  generateContent: 'Function call is missing a thought_signature in functionCall parts.',
} as const;

/** An input that matches a schema's types. */
function sampleInput(schema: JsonObject): JsonObject {
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(isRecord(properties) ? properties : {}).map(([name, value]) => [
      name,
      sample(isRecord(value) ? value : {}),
    ]),
  );
}

function sample({ type, enum: values }: Readonly<Record<string, unknown>>): Json {
  if (Array.isArray(values)) {
    return String(values[0]);
  }
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'fox';
  }
}
