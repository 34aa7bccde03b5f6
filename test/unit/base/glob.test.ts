import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globLookup, isGlob, pathMatcher } from '../../../src/base/glob';

function isMatch(glob: string, id: string): boolean {
  return globLookup(new Map([[glob, true]]))(id).includes(true);
}

describe('globLookup', () => {
  for (const [glob, id] of [
    ['gpt-*', 'gpt-4o'],
    ['*', 'vendor/family/model:free'],
    ['*', '.hidden'],
    ['vendor/*', 'vendor/family/model'],
    ['*/model', 'vendor/family/model'],
    ['*:free', 'vendor/model:free'],
    ['claude-{3,4}*', 'claude-3-opus'],
    ['{small,large}-?', 'large-2'],
    ['@cf/*', '@cf/meta/llama'],
    ['model-1.5', 'model-1.5'],
    ['*-{mini,nano}{,-*}', 'gpt-5-nano-2025'],
    ['{gpt-{4,5},o3}*', 'gpt-5-mini'],
    ['a?b', 'a/b'],
    ['?', '😀'],
    ['{one}', '{one}'],
    ['gpt-*', 'gpt-'],
    ['claude-*[1m]', 'claude-sonnet[1m]'],
    ['@cf/*(beta)', '@cf/llama(beta)'],
    ['!gpt-*', '!gpt-4'],
    ['a\\*', 'a\\b'],
  ] as const) {
    it(`matches ${id} with ${glob}`, () => assert.ok(isMatch(glob, id)));
  }

  for (const [glob, id] of [
    ['gpt-*', 'my-gpt-4o'],
    ['gpt-4', 'gpt-4o'],
    ['GPT-*', 'gpt-4o'],
    ['model-1.5', 'model-1x5'],
    ['model-[34]', 'model-3'],
    ['@(gpt|o3)*', 'o3-mini'],
    ['!gpt-*', 'claude'],
    ['model-?', 'model-'],
    ['a?b', 'ab'],
    ['*-mini', 'gpt-mini-2'],
    ['{a,b}', 'c'],
    ['vendor/*', 'model'],
    ['', 'model'],
    ['*', ''],
    ['', 'constructor'],
    ['a', '__proto__'],
  ] as const) {
    it(`does not match “${id}” with “${glob}”`, () => assert.ok(!isMatch(glob, id)));
  }

  it('takes no longer for IDs that are made to match nearly', () => {
    const startedAt = process.cpuUsage().user;
    for (const glob of ['*-*-*-*-*-*-x', '*a*a*a*a*a*a*a*a*b', '*-{*-*,-*-*}-{x,y}']) {
      for (const id of ['-'.repeat(4096), 'a'.repeat(4096), 'a-'.repeat(2048)]) {
        assert.ok(!isMatch(glob, id), glob);
      }
    }
    // Microseconds; it took over 10 seconds for one of them.
    assert.ok(process.cpuUsage().user - startedAt < 5_000_000);
  });

  it('matches what a regular expression of the same meaning matches', () => {
    const units = {
      a: 'a',
      b: 'b',
      '-': '-',
      '/': '/',
      '[': String.raw`\[`,
      '(a)': String.raw`\(a\)`,
      '*': '.*',
      '?': '.',
      '{a,b-}': '(?:a|b-)',
      '{,*}': '(?:|.*)',
    };
    const globs = fc.array(fc.constantFrom(...Object.entries(units)), {
      minLength: 1,
      maxLength: 6,
    });
    const ids = fc.string({
      unit: fc.constantFrom('a', 'b', '-', '/', '[', '(a)'),
      minLength: 1,
      maxLength: 6,
    });
    const property = fc.property(globs, ids, (parts, id) => {
      const glob = parts.map(([unit]) => unit).join('');
      const expression = parts.map(([, source]) => source).join('');
      assert.equal(isMatch(glob, id), new RegExp(`^${expression}$`).test(id));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('lists the exact ID, then longer globs before shorter ones, equally long ones in order', () => {
    const lookup = globLookup(
      new Map([
        ['*', 'all'],
        ['gpt-*', 'family'],
        ['gpt-4o', 'exact'],
        ['*-4o*', 'as long'],
        ['gpt-4*', 'longest'],
      ]),
    );
    assert.deepEqual(lookup('gpt-4o'), ['exact', 'longest', 'family', 'as long', 'all']);
    assert.deepEqual(lookup('gpt-5'), ['family', 'all']);
    assert.deepEqual(lookup('claude'), ['all']);
  });

  it('finds every exact ID first, even one with glob characters, and never throws', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({
        minLength: 1,
        unit: fc.constantFrom('a', '*', '[', ']', '(', '|', ')', '{', '}', '!', '\\', '/'),
      }),
    );
    fc.assert(
      fc.property(text, text, (glob, id) => {
        const entries = new Map([
          [glob, 2],
          [id, 1],
        ]);
        assert.equal(globLookup(entries)(id)[0], 1);
      }),
    );
  });

  it('rejects empty and very long globs', () => {
    assert.ok(isGlob('*'));
    assert.ok(!isGlob(''));
    assert.ok(!isGlob('*'.repeat(513)));
  });

  it('matches paths, and nothing for a glob with more choices than anybody writes', () => {
    const matchesPath = pathMatcher('src/**/*.{ts,tsx}');
    assert.deepEqual(['src/a.ts', 'src/b/c.tsx', 'src/a.js', 'a.ts'].map(matchesPath), [
      true,
      true,
      false,
      false,
    ]);
    assert.equal(pathMatcher('a{b,c}')('a{b,c}'), true);
    assert.equal(pathMatcher(`*${'{a,b}'.repeat(8)}`)('aaaaaaaa'), false);
  });
});
