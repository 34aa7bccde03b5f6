// Scans one text for secrets by all rules.
import { findRandomValues, type FoundRange } from './entropyRule';
import { findByPreset } from './presetRules';
import type { SecretFinding } from './secretScanner';

/** Shorter ones would be found by chance. In UTF-16 units. */
const minKnownLength = 8;

/** How much of a secret is shown. In UTF-16 units. */
const shownLength = 4;

/**
 * @param known secrets to look for, for example the key of the gateway
 * @param digestOf the same for the same secret, which cannot be read from it
 */
export async function scanText(
  text: string,
  known: readonly string[],
  digestOf: (secret: string) => string,
): Promise<readonly Omit<SecretFinding, 'textIndex'>[]> {
  const ranges = [
    ...(await findByPreset(text)),
    ...findRandomValues(text),
    ...findKnown(text, known),
  ];
  const lineAt = lineCounter(text);
  const found = withoutOverlaps(ranges.filter((range) => !isInPlaceholder(text, range)));
  return found.map(({ start, end, rule }) => {
    const secret = text.slice(start, end);
    return {
      start,
      end,
      rule,
      line: lineAt(start),
      masked: maskedForm(secret),
      digest: digestOf(secret),
    };
  });
}

/** Some rules take whatever follows a name for a secret. */
function isInPlaceholder(text: string, { start, end }: FoundRange): boolean {
  const [placeholder = ''] = /^\[[\w ]{1,40} removed\]/.exec(text.slice(start, start + 60)) ?? [];
  return placeholder !== '' && end - start <= placeholder.length;
}

function findKnown(text: string, known: readonly string[]): readonly FoundRange[] {
  const found: FoundRange[] = [];
  for (const secret of new Set(known.filter(({ length }) => length >= minKnownLength))) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
      found.push({ start: at, end: at + secret.length, rule: 'API key of this gateway' });
    }
  }
  return found;
}

/** Of ranges that overlap, the first and longest stays, extended to the end of the others. */
function withoutOverlaps(ranges: readonly FoundRange[]): readonly FoundRange[] {
  const result: FoundRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || range.start >= last.end) {
      result.push(range);
    } else if (range.end > last.end) {
      result[result.length - 1] = { ...last, end: range.end };
    }
  }
  return result;
}

/** Counts on from the last call: positions must ascend. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let at = text.indexOf('\n');
  return (position) => {
    while (at >= 0 && at < position) {
      line += 1;
      at = text.indexOf('\n', at + 1);
    }
    return line;
  };
}

function maskedForm(secret: string): string {
  const start = Array.from(secret.slice(0, 2 * shownLength))
    .slice(0, shownLength)
    .join('');
  return secret.length < 3 * shownLength ? '…' : `${start}…`;
}
