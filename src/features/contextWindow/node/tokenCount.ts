// Reads numbers of tokens as people type them.

/** Larger numbers are typing errors. */
const maxTokens = 100_000_000;

/** Reads `131072`, `131,072`, `128k` (128,000) and `1M`; undefined for anything else. */
export function parseTokenCount(text: string): number | undefined {
  const [, digits = '', unit = ''] =
    /^(\d+|\d{1,3}(?:[ ,.\u00a0\u202f’']\d{3})+)\s*([km]?)$/iu.exec(text.trim()) ?? [];
  const factor = { k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1;
  const tokens = Number(digits.replace(/\D/gu, '')) * factor;
  return digits !== '' && tokens >= 1 && tokens <= maxTokens ? tokens : undefined;
}
