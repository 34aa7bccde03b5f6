// What the finish reasons of all API formats mean, whatever their spelling.
import { anyOf } from '../../base/anyOf';

export type FinishMeaning =
  /** The model finished, or gave a reason that is unknown. */
  | 'normal'
  /** The answer reached a limit and can be continued. */
  | 'length'
  /** A content filter or the model refused. */
  | 'filter'
  /** The server failed before the answer was complete. */
  | 'fault';

/**
 * The first match counts. Reasons are compared in lower case, with `_` between words: chat completions of
 * OpenAI, Azure, Mistral, DeepSeek (`insufficient_system_resource`), GLM (`network_error`, `sensitive`), vLLM
 * (`abort`, `repetition`), SGLang, OpenRouter (`error`), Bedrock (`guardrail_intervened`, `malformed_model_output`);
 * the statuses of Responses; Cohere (`ERROR_TOXIC`, `ERROR_LIMIT`: the context length); Anthropic's stop reasons;
 * Gemini's FinishReason and BlockReason.
 */
const meanings: readonly (readonly [FinishMeaning, RegExp])[] = [
  [
    'length',
    anyOf(
      /^(?:(?:max_|model_|maximum_)?length|time_limit|error_limit|pause_turn|continuation)$/,
      /^(?:incomplete|partial|cut_off|truncated?)$/,
      /^max_\w*(?:tokens?|length|time)$|token_limit|context_(?:window|length|limit)/,
      /length_(?:limit|exceeded|reached|capped)|repetition/,
    ),
  ],
  [
    'filter',
    anyOf(
      /filter|toxic|safety|guardrail|moderat|sensitive|block(?:list|ed)|prohibited|refus|censor|policy|jailbreak/,
      // Gemini, with SPII for sensitive personally identifiable information.
      /recitation|(?:^|_)s?pii(?:_|$)|model_armor|^language$/,
    ),
  ],
  [
    'fault',
    anyOf(
      /(?:^|_)(?:error|errored|exception|fault|fail|failed|failure|malformed|unexpected)(?:_|$)/,
      /(?:^|_)(?:abort|aborted|cancel|cancell?ed|interrupted|disconnected|closed|shutdown)(?:_|$)/,
      /(?:^|_)(?:time_?out|timed_out|expired|overload|overloaded|unavailable|insufficient)(?:_|$)/,
      /(?:^|_)(?:rate_limit(?:ed)?|crash|crashed|preempted|evicted|killed|oom|out_of_memory)(?:_|$)/,
      // Gemini.
      /^(?:missing_thought_signature|too_many_tool_calls)$/,
    ),
  ],
];

export function meaningOfFinish(reason: string): FinishMeaning {
  const words = wordsOf(reason);
  return meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? 'normal';
}

/** Which limit an answer reached. */
export type ReachedLimit =
  /** The most tokens that the request or the model allows for an answer. */
  | 'output'
  /** The prompt and the answer together. */
  | 'contextWindow'
  | 'time'
  /** The provider pauses a long turn, which the next request continues. */
  | 'pause'
  /** The server stopped a model that repeats itself. */
  | 'repetition'
  /** The reason does not say. */
  | 'unknown';

/**
 * The first match counts. `model_length` of Mistral and `ERROR_LIMIT` of Cohere are the context length;
 * `pause_turn` is Anthropic's.
 */
const limits: readonly (readonly [ReachedLimit, RegExp])[] = [
  ['contextWindow', /^(?:model_length|error_limit)$|context_(?:window|length|limit)/],
  ['time', /^(?:time_limit|max_\w*time)$/],
  ['pause', /^(?:pause_turn|continuation)$/],
  ['repetition', /repetition/],
  ['unknown', /^(?:incomplete|partial|cut_off|truncated?)$/],
];

/** Call it for a reason whose meaning is `length`. */
export function reachedLimit(reason: string): ReachedLimit {
  const words = wordsOf(reason);
  return limits.find(([, pattern]) => pattern.test(words))?.[0] ?? 'output';
}

function wordsOf(reason: string): string {
  return reason
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^(?:finish_reason|stop_reason|finishreason)_/, '')
    .replace(/^_|_$/g, '');
}
