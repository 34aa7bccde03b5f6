// Finds the secrets of a text: all rules in one pass, and again until the masked text holds none.
import { assignmentRule } from './assignmentRule';
import { knownSecretRules } from './knownSecretRule';
import { LiteralMatcher } from './literalMatcher';
import { createPresetRules } from './presetRules';
import type { FoundSecret, ScannerRule } from './scannerRule';
import { maskSecrets, placeholderFor } from './secretScanner';
import { tokenRules } from './tokenRules';

/** In characters: text glued to a secret without a boundary is taken for a secret, too, if it is this long. */
const minGlued = 16;

interface RankedSecret extends FoundSecret {
  /** Of the rule. */
  readonly rank: number;
}

export class SecretRules {
  readonly #rules: readonly ScannerRule[];
  readonly #matcher: LiteralMatcher;
  /** By literal of the matcher: its rule. */
  readonly #ruleOf: readonly number[];
  readonly #literals: readonly string[];

  constructor(knownSecrets: readonly string[] = []) {
    // Of findings that overlap, the first rule's name is used: the generic rule knows least.
    this.#rules = [
      ...knownSecretRules(knownSecrets),
      ...createPresetRules(),
      ...tokenRules,
      assignmentRule,
    ];
    this.#literals = this.#rules.flatMap(({ literals }) => literals);
    this.#ruleOf = this.#rules.flatMap(({ literals }, rule) => literals.map(() => rule));
    this.#matcher = new LiteralMatcher(this.#literals);
  }

  /** Sorted; none overlap, and the text without them holds no secret. */
  find(text: string): readonly FoundSecret[] {
    let found: readonly RankedSecret[] = [];
    let masked = text;
    for (;;) {
      // A secret that is masked can be what another one's rule did not allow beside it.
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
    const found: RankedSecret[] = [];
    const scans = this.#rules.map((rule, rank) =>
      rule.scan(text, (secret) => found.push({ ...secret, rank })),
    );
    this.#matcher.find(text, (literal, start) => {
      scans[this.#ruleOf[literal] ?? 0]?.onLiteral(start, this.#literals[literal] ?? '');
    });
    for (const scan of scans) {
      scan.finish?.();
    }
    return found.length === 0 ? found : withGluedText(text, merge(found));
  }
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

/** Extends findings to long runs of the same characters beside them, and to complete surrogate pairs. */
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
  return start - index >= minGlued ? index : start;
}

function gluedEnd(text: string, end: number): number {
  let index = end;
  while (index < text.length && isTokenCharacter(text, index)) {
    index++;
  }
  return index - end >= minGlued ? index : end;
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
  /** By how much the masked text is longer, up to the secret `next`. */
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
