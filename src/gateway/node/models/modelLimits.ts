// Reads a model's context length and maximum output from a record of the model list.
import { numberAt, objectAt, type JsonObject } from '../json';

/** The path from the record to an object, then the fields to read there, in order of precedence. */
type FieldPath = readonly [path: readonly string[], ...fields: readonly string[]];

/** The first field that is there counts: the length that the server allows comes before the one that the model was trained with. */
const contextFields: readonly FieldPath[] = [
  [
    [],
    // LM Studio: how the model was loaded.
    'loaded_context_length',
    'context_length',
    'max_context_length',
    'context_window',
    'max_model_len',
    'contextLength',
    'context_size',
    'max_input_tokens',
    'inputTokenLimit',
    'input_token_limit',
  ],
  // Poe; llm7, which also states it in characters.
  [['context_window'], 'context_length', 'tokens'],
  [
    ['limits'],
    'max_context_window_tokens',
    'max_context_length',
    'context_window',
    'max_input_tokens',
  ],
  [['capabilities', 'limits'], 'max_context_window_tokens', 'max_input_tokens'],
  // Volcengine Ark
  [['token_limits'], 'context_window'],
  // DeepInfra
  [['metadata'], 'context_length'],
  // Venice
  [['model_spec'], 'availableContextTokens'],
  // TabbyAPI
  [['parameters'], 'max_seq_len'],
  // LiteLLM
  [['model_info'], 'max_input_tokens'],
  [['meta'], 'n_ctx'],
  [['top_provider'], 'context_length'],
  [['limit'], 'context'],
  [['meta'], 'n_ctx_train'],
];

const outputFields: readonly FieldPath[] = [
  [[], 'max_output_tokens', 'max_completion_tokens', 'outputTokenLimit', 'max_output_length'],
  [['context_window'], 'max_output_tokens'],
  [['top_provider'], 'max_completion_tokens'],
  [['limits'], 'max_output_tokens', 'max_completion_tokens'],
  [['capabilities', 'limits'], 'max_output_tokens'],
  [['token_limits'], 'max_output_token_length'],
  [['metadata'], 'max_tokens'],
  [['model_spec'], 'maxCompletionTokens'],
  [['model_info'], 'max_output_tokens'],
  [['limit'], 'output'],
];

/** The context length in tokens; undefined if the record does not say. */
export function contextLengthOf(record: JsonObject): number | undefined {
  return firstTokens(record, contextFields);
}

/** The most tokens that the model writes; undefined if the record does not say. */
export function maxOutputTokensOf(record: JsonObject): number | undefined {
  return firstTokens(record, outputFields) ?? maxTokensOf(record);
}

/** `max_tokens`, which is the context length in other lists. */
function maxTokensOf(record: JsonObject): number | undefined {
  const tokens = tokensAt(record, 'max_tokens');
  // Anthropic: "Maximum value for the `max_tokens` parameter when using this model."
  const isOutput =
    'max_input_tokens' in record ||
    // Vercel
    (tokens !== undefined && tokens < (contextLengthOf(record) ?? 0));
  return isOutput ? tokens : undefined;
}

function firstTokens(record: JsonObject, fieldPaths: readonly FieldPath[]): number | undefined {
  for (const [path, ...fields] of fieldPaths) {
    const parent = path.reduce<JsonObject | undefined>(objectAt, record);
    for (const field of fields) {
      const tokens = tokensAt(parent, field);
      if (tokens !== undefined) {
        return tokens;
      }
    }
  }
  return undefined;
}

/** Servers send 0 or -1 for a limit that they do not know. */
function tokensAt(parent: unknown, field: string): number | undefined {
  const tokens = numberAt(parent, field);
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined;
}
