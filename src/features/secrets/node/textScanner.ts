// TextScanner: finds the secrets of a text by all rules, again until the masked text has none. Masking one secret can
// uncover another: a rule may not have allowed it next to the first.
import { assignmentRule } from './assignmentRule';
import { secretlintRules } from './secretlintRules';
import {
  maskSecrets,
  placeholderFor,
  type FoundSecret,
  type ScannerRule,
  type SecretFinding,
} from './secretScanner';
import { tokenRules } from './tokenRules';

/** Text glued to a secret without a boundary is taken for a part of it if it is this long. */
const minGluedChars = 16;

/** A shorter key would be found in words; some local gateways accept "none". */
const minKnownChars = 8;

/** How much of a secret is shown. */
const shownChars = 4;

interface RankedSecret extends FoundSecret {
  /** The rank of its rule. */
  readonly rank: number;
}

export class TextScanner {
  readonly #rules: readonly ScannerRule[];

  /**
   * @param known secrets to look for, for example the key of the gateway
   * @param digestOf one-way hash of a secret
   */
  constructor(
    known: readonly string[],
    private readonly digestOf: (secret: string) => string,
  ) {
    // The first rule's name is used for findings that overlap: the generic rule knows least.
    this.#rules = [
      ...[...new Set(known.filter(isFindable))].map(knownSecretRule),
      ...secretlintRules,
      ...tokenRules,
      assignmentRule,
    ];
  }

  /** Sorted; none overlap. */
  scan(text: string): readonly Omit<SecretFinding, 'textIndex'>[] {
    const lineAt = lineCounter(text);
    return this.#find(text).map(({ start, end, rule }) => {
      const secret = text.slice(start, end);
      return {
        start,
        end,
        rule,
        line: lineAt(start),
        masked: maskedForm(secret),
        digest: this.digestOf(secret),
      };
    });
  }

  #find(text: string): readonly RankedSecret[] {
    let found: readonly RankedSecret[] = [];
    let masked = text;
    for (;;) {
      const more = this.#findOnce(masked);
      if (more.length === 0) {
        return found;
      }
      found = merge([...found, ...inOriginal(more, found)]);
      const before = masked;
      masked = maskSecrets(text, found);
      if (masked === before) {
        return found;
      }
    }
  }

  #findOnce(text: string): readonly RankedSecret[] {
    const found = this.#rules.flatMap((rule, rank) =>
      Array.from(rule(text), (secret) => ({ ...secret, rank })),
    );
    return found.length === 0 ? found : withGluedText(text, merge(found));
  }
}

/** The key of an HTTP header is ASCII. */
function isFindable(secret: string): boolean {
  return secret.length >= minKnownChars && /^[\x20-\x7e]+$/u.test(secret);
}

function knownSecretRule(secret: string): ScannerRule {
  return function* (text) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
      yield { start: at, end: at + secret.length, rule: 'API key of this gateway' };
    }
  };
}

/** Counting goes on from the last call, so positions must ascend. */
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
  const start = Array.from(secret.slice(0, 2 * shownChars))
    .slice(0, shownChars)
    .join('');
  return secret.length < 3 * shownChars ? '…' : `${start}…`;
}

/** Findings that overlap become one. */
function merge(found: readonly RankedSecret[]): readonly RankedSecret[] {
  const merged: RankedSecret[] = [];
  for (const secret of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || secret.start >= last.end) {
      merged.push(secret);
    } else {
      const first = secret.rank < last.rank ? secret : last;
      const end = Math.max(last.end, secret.end);
      merged[merged.length - 1] = { ...first, start: last.start, end };
    }
  }
  return merged;
}

/** Extends findings to long runs of the same characters next to them, and to complete surrogate pairs. */
function withGluedText(text: string, found: readonly RankedSecret[]): readonly RankedSecret[] {
  let end = 0;
  const extended: RankedSecret[] = [];
  for (const secret of found) {
    if (secret.end > end) {
      const start = isPair(text, secret.start)
        ? secret.start - 1
        : gluedStart(text, secret.start, end);
      end = isPair(text, secret.end) ? secret.end + 1 : gluedEnd(text, secret.end);
      extended.push({ ...secret, start, end });
    }
  }
  return merge(extended);
}

function gluedStart(text: string, start: number, min: number): number {
  let index = start;
  while (index > min && isTokenCharacter(text, index - 1)) {
    index--;
  }
  return start - index >= minGluedChars ? index : start;
}

function gluedEnd(text: string, end: number): number {
  let index = end;
  while (index < text.length && isTokenCharacter(text, index)) {
    index++;
  }
  return index - end >= minGluedChars ? index : end;
}

function isTokenCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 45
  );
}

/** Whether a boundary at `index` is within a surrogate pair. */
function isPair(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}

/** Findings of the masked text, at their place in the original; those that contain a placeholder contain its secret. */
function inOriginal(
  more: readonly RankedSecret[],
  masked: readonly RankedSecret[],
): readonly RankedSecret[] {
  let next = 0;
  /** How much longer the masked text is, up to the secret `next`. */
  let added = 0;
  const original = (index: number, isEnd: boolean): number => {
    for (let secret = masked[next]; secret !== undefined; secret = masked[next]) {
      const placeholder = placeholderFor(secret.rule).length;
      const start = secret.start + added;
      if (isEnd ? index <= start : index < start) {
        break;
      }
      if (index < start + placeholder) {
        return isEnd ? secret.end : secret.start;
      }
      added += placeholder - (secret.end - secret.start);
      next += 1;
    }
    return index - added;
  };
  return more.map((secret) => {
    const start = original(secret.start, false);
    return { ...secret, start, end: original(secret.end, true) };
  });
}
