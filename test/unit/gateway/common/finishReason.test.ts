import assert from 'node:assert/strict';
import {
  meaningOfFinish,
  reachedLimit,
  type FinishMeaning,
  type ReachedLimit,
} from '../../../../src/gateway/common/finishReason';

/** Finish reasons as the servers spell them. */
const reasons: Readonly<Record<FinishMeaning, readonly string[]>> = {
  normal: [
    'stop',
    'STOP',
    'end_turn',
    'stop_sequence',
    'tool_calls',
    'tool_use',
    'function_call',
    'eos',
    'eos_token',
    'EOS',
    'completed',
    'complete',
    'COMPLETE',
    'done',
    'finish',
    'normal',
    'OTHER',
    'other',
    'unknown',
    'out_of_patience',
    'FINISH_REASON_OF_NEXT_YEAR',
    '',
  ],
  length: [
    'length',
    'LENGTH',
    'max_tokens',
    'MAX_TOKENS',
    'max_output_tokens',
    'model_length',
    'model_context_window_exceeded',
    'pause_turn',
    'CONTINUATION',
    'incomplete',
    'maxTokens',
    'max_new_tokens',
    'max_completion_tokens',
    'max_length',
    'context_length_exceeded',
    'token_limit',
    'repetition_truncation',
    'length_capped',
    'ERROR_LIMIT',
    'time_limit',
    'partial',
  ],
  filter: [
    'content_filter',
    'content-filter',
    'contentFilter',
    'content_filtered',
    'refusal',
    'content_filter: SAFETY',
    'guardrail_intervened',
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'IMAGE_SAFETY',
    'IMAGE_RECITATION',
    'MODEL_ARMOR',
    'ERROR_TOXIC',
    'PII',
    'sensitive',
    'sensitive_content',
    'moderation',
    'blocked',
    'LANGUAGE',
  ],
  fault: [
    'oom',
    'killed',
    'rate_limited',
    'shutdown',
    'error',
    'ERROR',
    'abort',
    'aborted',
    'failed',
    'cancelled',
    'canceled',
    'network_error',
    'insufficient_system_resource',
    'server_error',
    'internal_error',
    'timeout',
    'time_out',
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'MALFORMED_RESPONSE',
    'overloaded',
    'malformed_model_output',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'engine_overloaded',
    'upstream-error',
    'upstream error',
    'connection_failure',
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

const limits: Readonly<Record<ReachedLimit, readonly string[]>> = {
  output: [
    'length',
    'MAX_TOKENS',
    'max_output_tokens',
    'maxTokens',
    'token_limit',
    'length_capped',
  ],
  contextWindow: [
    'model_context_window_exceeded',
    'context_length_exceeded',
    'model_length',
    'ERROR_LIMIT',
  ],
  time: ['time_limit', 'max_time'],
  pause: ['pause_turn', 'CONTINUATION'],
  repetition: ['repetition', 'repetition_truncation'],
  unknown: ['incomplete', 'partial', 'cut_off', 'truncated'],
};

describe('reachedLimit', () => {
  for (const [limit, spellings] of Object.entries(limits)) {
    it(`knows finish reasons for the limit ${limit}`, () => {
      for (const reason of spellings) {
        assert.equal(meaningOfFinish(reason), 'length', reason);
        assert.equal(reachedLimit(reason), limit, reason);
      }
    });
  }
});
