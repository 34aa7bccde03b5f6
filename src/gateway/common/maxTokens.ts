// The length of an answer where the API format requires a limit and the user set none.
import type { ApiFormat } from './apiFormat';
import type { CompletionRequest } from './chatModel';

/** new-api sends the same limit. */
const defaultMaxTokens = 8_192;

export interface KnownLimits {
  /** The most tokens that the model writes, from the model list or a rejection. */
  readonly maxOutputTokens?: number | undefined;
  /** The size of the model's context window, in tokens. */
  readonly contextLength?: number | undefined;
}

export interface OutputLimits extends Omit<KnownLimits, 'contextLength'> {
  /** Each request must limit its answer. */
  readonly isRequired: boolean;
}

/** Whether each request must limit its answer: Anthropic requires `max_tokens`, a limit is optional elsewhere. */
export function requiresLimit(apiFormat: ApiFormat): boolean {
  return apiFormat === 'messages';
}

/** The model's maximum, else 8,192; never more than half the context length, which the prompt shares. */
export function requiredMaxTokens({ maxOutputTokens, contextLength }: KnownLimits): number {
  const half = contextLength === undefined ? Infinity : Math.floor(contextLength / 2);
  return Math.max(1, Math.min(maxOutputTokens ?? defaultMaxTokens, half));
}

/** Lowers the required limit of a request to what is known; the user's own limit is never changed. */
export function withinLimits(request: CompletionRequest, limits: KnownLimits): CompletionRequest {
  const { maxOutputTokens = Infinity } = limits;
  const known = requiredMaxTokens({ ...limits, maxOutputTokens: request.requiredMaxTokens });
  return requiresLimit(request.apiFormat)
    ? { ...request, requiredMaxTokens: Math.min(known, maxOutputTokens) }
    : request;
}
