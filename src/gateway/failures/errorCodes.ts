// The error codes and types that gateways document or are known to send, by the kind of failure that they mean.
import { type FailureKind, failureKinds } from '../../shared/conversation/failure';
import type { ErrorBody } from './errorBody';

const codes: Readonly<Partial<Record<FailureKind, readonly string[]>>> = {
  keyRejected: [
    'invalid_api_key',
    'invalid_token',
    'token_expired',
    'invalid_key',
    'authentication_error',
  ],
  noCredit: [
    'insufficient_quota',
    'insufficient_user_quota',
    'pre_consume_token_quota_failed',
    'insufficient_balance',
    'insufficient_credits',
    'billing_hard_limit_reached',
    'billing_not_active',
    'exceeded_current_quota_error',
    'payment_required',
    'billing_error',
  ],
  modelNotFound: [
    'model_not_found',
    'model_not_available',
    'model_decommissioned',
    'deploymentnotfound',
    'unknown_model',
    'invalid_model',
  ],
  contextTooLong: [
    'context_length_exceeded',
    'exceed_context_size_error',
    'context_window_exceeded',
  ],
  rateLimited: [
    'rate_limit_exceeded',
    'rate_limit_error',
    'rate_limit_reached',
    'too_many_requests',
  ],
  serverError: ['overloaded_error'],
};

/** Goes by `code`, or else by `type`: resellers rename types, but the known ones are reliable. */
export function kindByCode({ code = '', type = '' }: ErrorBody): FailureKind | undefined {
  return kinds.get(code) ?? kinds.get(type.toLowerCase());
}

const kinds: ReadonlyMap<string, FailureKind> = new Map(
  failureKinds.flatMap((kind) => (codes[kind] ?? []).map((code) => [code, kind] as const)),
);
