// Texts on which an expression may take too long: one that it matches, with a character, a blank or its start repeated.
import fc from 'fast-check';

/** A regular expression literal in a source that prettier has formatted. */
const literal =
  /(?<=[(,=:[!&|?{};\n]\s*|return |=> )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+)\/([a-z]*)/g;

export function expressionsIn(source: string): readonly RegExp[] {
  return [...source.matchAll(literal)].map(([, pattern = '', flags]) => new RegExp(pattern, flags));
}

/** Returns functions that make a text of about `length` UTF-16 units. */
export function pumpedTexts(expression: RegExp): readonly ((length: number) => string)[] {
  const arbitrary = fc.stringMatching(
    new RegExp(withoutLookaround(expression.source), expression.flags.replaceAll(/[dgiy]/g, '')),
    { size: 'small' },
  );
  const texts = new Map<string, (length: number) => string>();
  for (const sample of fc.sample(arbitrary, { seed: 1, numRuns: 4 })) {
    for (let at = 0; at <= Math.min(sample.length, 16); at += 1) {
      const [start, rest] = [sample.slice(0, at), sample.slice(at, 60)];
      const word = /^.[^\s]{0,8}/su.exec(rest)?.[0] ?? 'a';
      for (const unit of new Set([rest.charAt(0) || 'a', word, ' ', start || '\n'])) {
        for (const end of [rest, '']) {
          texts.set(JSON.stringify([start, unit, end === '']), (length) => {
            // `.` does not match U+2028, which ends no line of a file.
            return `${start}${unit.repeat(Math.ceil(length / unit.length))}${end}\u2028\u0001`;
          });
        }
      }
    }
  }
  return [...texts.values()];
}

/** What `fc.stringMatching()` does not know, lookarounds, references and empty groups, is nothing; a property is one letter. */
function withoutLookaround(source: string): string {
  const result: string[] = [];
  let depth = 0;
  let skipsAbove: number | undefined;
  const tokens =
    /\\[pP]\{[^}]*\}|\\k<\w+>|\\[bB]|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(|\)[*+?]?|[^]/gu;
  for (const [token] of source.matchAll(tokens)) {
    const isLookaround = /^\(\?<?[=!]/u.test(token);
    depth += token.startsWith('(') ? 1 : 0;
    skipsAbove ??= isLookaround ? depth : undefined;
    if (skipsAbove === undefined && token === ')' && result.at(-1) === '(') {
      result.pop();
    } else if (skipsAbove === undefined && !/^\\(?:k<|[bB])/u.test(token)) {
      result.push(/^\\[pP]\{/u.test(token) ? 'é' : token.replaceAll(/\\p\{[^}]*\}/giu, 'é'));
    }
    if (token.startsWith(')')) {
      if (skipsAbove === depth) {
        skipsAbove = undefined;
      }
      depth -= 1;
    }
  }
  return result.join('');
}
