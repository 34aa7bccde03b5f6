import assert from 'node:assert/strict';
import { type FinishMeaning, meaningOfFinish } from '../../../../src/chat/session/finishReason';

/** Finish reasons as the servers spell them. */
const reasons: Readonly<Record<FinishMeaning, readonly string[]>> = {
  normal: [
    ...['stop', 'STOP', 'end_turn', 'stop_sequence', 'tool_calls', 'tool_use', 'function_call'],
    ...['eos', 'eos_token', 'EOS', 'completed', 'complete', 'COMPLETE', 'done', 'finish', 'normal'],
    ...['OTHER', 'other', 'unknown', 'out_of_patience', 'FINISH_REASON_OF_NEXT_YEAR', ''],
  ],
  length: [
    ...['length', 'LENGTH', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'model_length'],
    ...['model_context_window_exceeded', 'pause_turn', 'CONTINUATION', 'incomplete', 'maxTokens'],
    ...['max_new_tokens', 'max_completion_tokens', 'max_length', 'context_length_exceeded'],
    ...['token_limit', 'repetition_truncation', 'length_capped'],
  ],
  filter: [
    ...['content_filter', 'content-filter', 'contentFilter', 'content_filtered', 'refusal'],
    ...['content_filter: SAFETY', 'guardrail_intervened', 'SAFETY', 'RECITATION', 'BLOCKLIST'],
    ...['PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'IMAGE_RECITATION', 'MODEL_ARMOR'],
    ...['sensitive', 'sensitive_content', 'moderation', 'blocked', 'LANGUAGE'],
  ],
  fault: [
    ...['error', 'ERROR', 'abort', 'aborted', 'failed', 'cancelled', 'canceled', 'network_error'],
    ...['insufficient_system_resource', 'server_error', 'internal_error', 'timeout', 'time_out'],
    ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE', 'overloaded'],
    ...['malformed_model_output', 'TOO_MANY_TOOL_CALLS', 'MISSING_THOUGHT_SIGNATURE'],
    ...['engine_overloaded', 'upstream-error', 'upstream error', 'connection_failure'],
  ],
};

describe('meaningOfFinish', () => {
  for (const [meaning, spellings] of Object.entries(reasons)) {
    it(`knows finish reasons that mean ${meaning}`, () => {
      for (const reason of spellings) {
        assert.equal(meaningOfFinish(reason), meaning, reason);
      }
    });
  }
});
