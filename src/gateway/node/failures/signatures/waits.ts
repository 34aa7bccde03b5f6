// How gateways say when to send a request again, and that it must not be sent again by itself. DURATION stands for
// `20s`, `1 minute and 5 seconds`, `7m12.48s`. The patterns match the whole body in lower case, where JSON may be quoted
// in a string.
import type { Sighting } from '../signature';

export interface WaitSignature extends Sighting {
  readonly phrase: RegExp;
  /** What the sample asks for at 2026-01-01T00:00:00Z. */
  readonly waitMs: number;
}

/** How long to wait: a number alone is in seconds. */
export const waitDelays: readonly WaitSignature[] = [
  {
    phrase: /retrydelay\\*"\s*:\s*\\*"(\d+(?:\.\d+)?s)/,
    gateway: 'Google',
    seen: 'https://github.com/google-gemini/gemini-cli/issues/14831',
    sample:
      '429 {"error":{"code":429,"message":"Resource exhausted.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}',
    waitMs: 34_000,
  },
  {
    phrase:
      /\b(?:try(?:ing)?(?: your request)? again|retry(?:ing)?(?: your request)?(?:-after:)?|wait(?:ing)?|available(?: again)?|resets?)(?: at least| about| for)? (?:in |after |for )?(?:at least |about )?DURATION/,
    gateway: 'Groq',
    seen: 'https://github.com/elizaOS/eliza/issues/4040',
    sample: '429 {"error":{"message":"Rate limit reached. Please try again in 7m12.5s."}}',
    waitMs: 432_500,
  },
  {
    phrase: /DURATION(?:之?后|以后)(?:自动)?(?:再|重)?(?:重?试|请求|重置|恢复)/,
    seen: 'unverified',
    sample: '429 {"error":{"message":"请在 20 秒后重试"}}',
    waitMs: 20_000,
  },
  {
    phrase: /(?:等待|等候|稍等)\s*DURATION/,
    seen: 'unverified',
    sample: '429 {"error":{"message":"请等待 30 秒"}}',
    waitMs: 30_000,
  },
  {
    phrase:
      /"(?:retry_after|retry_after_seconds|retryafter|resets_in_seconds|reset_seconds)\\*"\s*:\s*\\*"?(\d{1,9}(?:\.\d+)?)(?![\d-])/,
    gateway: 'CLIProxyAPI',
    seen: 'https://github.com/router-for-me/CLIProxyAPI/blob/a7e3596b7e/sdk/cliproxy/auth/selector.go',
    sample: '429 {"error":{"code":"model_cooldown","reset_seconds":495669}}',
    waitMs: 495_669_000,
  },
];

/** When to try again: a date with its time zone, or seconds or milliseconds since 1970. */
export const waitResets: readonly WaitSignature[] = [
  {
    phrase:
      /\b(?:resets?|try again) (?:at|on):? (\d{4}-\d\d-\d\d[t ][\d:.]{5,15} ?(?:(?:z|utc)\b|[+-]\d\d:?\d\d\b))/,
    gateway: 'MiniMax',
    seen: 'https://github.com/MiniMax-AI/MiniMax-M2.7/issues/36',
    sample:
      '429 {"error":{"message":"AccountQuotaExceeded. It will reset at 2026-01-01 08:01:00 +0800 CST"}}',
    waitMs: 60_000,
  },
  {
    phrase:
      /"(?:resets?_?at|reset_time|retry_?after)\\*"\s*:\s*\\*"(\d{4}-\d\d-\d\d[t ][\d:.]{5,15} ?(?:(?:z|utc)\b|[+-]\d\d:?\d\d\b))/,
    seen: 'unverified',
    sample: '429 {"error":"Rate limit exceeded","resetAt":"2026-01-01T00:12:00.000Z"}',
    waitMs: 720_000,
  },
  {
    phrase:
      /"(?:x-ratelimit-reset|resets?_?at|reset_time|retry_?after)\\*"\s*:\s*\\*"?(\d{10,13})\b/,
    gateway: 'OpenRouter, which repeats the header',
    seen: 'unverified',
    sample:
      '429 {"error":{"message":"Rate limit exceeded: free-models-per-min.","code":429,"metadata":{"headers":{"X-RateLimit-Reset":"1767225640000"}}}}',
    waitMs: 40_000,
  },
  {
    phrase: /\blimit reached\|(\d{10,13})\b/,
    gateway: 'Claude',
    seen: 'https://github.com/anthropics/claude-code/issues/11429',
    sample: '429 Claude AI usage limit reached|1767225660',
    waitMs: 60_000,
  },
];

/**
 * The texts of proxies that lost or gave up a request they had passed on: the server behind them may be working on it
 * (envoyproxy/envoy, response flags UC and UF).
 */
export const lostRequests: readonly Omit<WaitSignature, 'waitMs'>[] = [
  {
    phrase:
      /\bupstream (?:connect|request|connection|server|prematurely|reset|timed)|\bdisconnect\/reset before headers|\breset reason\b/,
    gateway: 'Envoy',
    seen: 'https://github.com/anomalyco/opencode/issues/9377',
    sample:
      '503 {"error":{"message":"upstream connect error or disconnect/reset before headers. reset reason: connection termination"}}',
  },
  {
    phrase: /\bno healthy upstream\b/,
    gateway: 'Envoy',
    seen: 'https://github.com/alibaba/higress/blob/4e0d691432/plugins/wasm-go/extensions/gw-error-format/README.md',
    sample: '503 no healthy upstream',
  },
  {
    phrase: /timed? ?-?out|\bdeadline exceeded\b|超时/,
    gateway: 'OpenRouter',
    seen: 'https://openrouter.ai/docs/api-reference/errors',
    sample: '503 {"error":{"message":"Your request timed out"}}',
  },
  {
    phrase:
      /\bconnection (?:was )?(?:terminat|reset|closed|lost|aborted|refused|error)|\beconnreset\b|\bsocket hang up\b|\bbroken pipe\b|\bbad gateway\b|连接(?:被)?(?:重置|断开|中断)/,
    gateway: 'Envoy',
    seen: 'https://github.com/anthropics/claude-code/issues/8803',
    sample: '503 {"error":{"message":"connection reset by peer, ECONNRESET"}}',
  },
];
