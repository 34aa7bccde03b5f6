import assert from 'node:assert/strict';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { SecretRules } from '../../../../../src/features/secrets/node/findSecrets';
import {
  createPresetRules,
  findWithoutWindows,
} from '../../../../../src/features/secrets/node/presetRules';
import { presetPatterns } from '../../../../../src/features/secrets/node/presetPatterns';
import type { FoundSecret } from '../../../../../src/features/secrets/node/scannerRule';
import { maskSecrets } from '../../../../../src/features/secrets/node/secretScanner';
import { LiteralMatcher } from '../../../../../src/features/secrets/node/literalMatcher';
import { sampled } from '../../../../support/sampled';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { plantedSecrets } from '../../../../support/secrets/plantedSecrets';

/** Of rules that do not find secrets in text: a key in a binary file, and comments that turn off the other rules. */
const notOfText = ['PrivateKeyP12', 'IGNORE_MESSAGE'];
/** Is found by the private key that it contains. */
const foundByAnother = ['PrivateKeyJSON'];

const messageIds = rules.flatMap(({ messages }) => Object.keys(messages));

const byPlace = (found: readonly FoundSecret[]): readonly FoundSecret[] =>
  found.toSorted((a, b) => a.start - b.start || a.end - b.end || a.rule.localeCompare(b.rule));

/** Each rule alone, as the others must not matter. */
const presetRules = createPresetRules().map((rule) => ({
  rule,
  matcher: new LiteralMatcher(rule.literals),
}));

function findWithWindows(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { rule, matcher } of presetRules) {
    const scan = rule.scan(text, (secret) => found.push(secret));
    matcher.find(text, (literal, start) => scan.onLiteral(start, rule.literals[literal] ?? ''));
    scan.finish?.();
  }
  return byPlace(found);
}

const findInCompleteText = (text: string): readonly FoundSecret[] =>
  byPlace(presetPatterns.flatMap((pattern) => findWithoutWindows(pattern, text)));

describe('the rules of secretlint', () => {
  it('are all known, with a name for each message', () => {
    assert.deepEqual(
      presetPatterns.flatMap(({ names }) => Object.keys(names)).toSorted(),
      messageIds.filter((id) => ![...notOfText, ...foundByAnother].includes(id)).toSorted(),
    );
  });

  const pool = Array.from({ length: 20 }, (_, seed) => plantedSecrets(seededRandom(seed))).flat();
  const anySecret = fc.constantFrom(...pool).map(({ secret, line = secret }) => line);

  /** Secrets, their pieces, and what decides whether one begins or ends. */
  const piece = fc.oneof(
    { weight: 3, arbitrary: anySecret },
    {
      weight: 3,
      arbitrary: fc
        .tuple(anySecret, fc.nat(60), fc.nat(60))
        .map(([secret, start, end]) => secret.slice(start, -1 - end)),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...presetPatterns.flatMap(({ literals }) => literals)),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '\n',
        ' ',
        '_',
        '-',
        '.',
        '"',
        '=',
        ': ',
        '@',
        '/',
        'é',
        '😀',
        'a',
        'A',
        '0',
        ' '.repeat(100),
        'x'.repeat(300),
        'b-'.repeat(50),
      ),
    },
  );
  const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('find the same around their literals as in the complete text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.deepEqual(findWithWindows(text), findInCompleteText(text));
      }),
      { numRuns: sampled(4_000) },
    );
  });

  it('find nothing in a text whose secrets are masked, and masking changes nothing else', () => {
    const scanner = new SecretRules(['sk-known-1234567890']);
    fc.assert(
      fc.property(texts, (text) => {
        const found = scanner.find(text);
        const masked = maskSecrets(text, found);
        assert.deepEqual(scanner.find(masked), []);
        const between = found.map(({ start }, index) =>
          text.slice(found[index - 1]?.end ?? 0, start),
        );
        const rest = [...between, text.slice(found.at(-1)?.end ?? 0)];
        assert.equal(
          masked,
          rest
            .map((gap, index) => gap + (found[index] ? `[${found[index].rule} removed]` : ''))
            .join(''),
        );
        assert.equal(masked.isWellFormed(), text.isWellFormed());
      }),
      { numRuns: sampled(4_000) },
    );
  });
});
