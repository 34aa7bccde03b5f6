import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globLookup, isGlob } from '../../../../src/chat/models/glob';

function isMatch(glob: string, id: string): boolean {
  return globLookup({ [glob]: true })(id) === true;
}

describe('globLookup', () => {
  for (const [glob, id] of [
    ['gpt-*', 'gpt-4o'],
    ['*', 'vendor/family/model:free'],
    ['*', '.hidden'],
    ['vendor/*', 'vendor/family/model'],
    ['*/model', 'vendor/family/model'],
    ['*:free', 'vendor/model:free'],
    ['claude-[34]*', 'claude-3-opus'],
    ['{small,large}-?', 'large-2'],
    ['@cf/*', '@cf/meta/llama'],
    ['model-1.5', 'model-1.5'],
  ] as const) {
    it(`matches ${id} with ${glob}`, () => assert.ok(isMatch(glob, id)));
  }

  for (const [glob, id] of [
    ['gpt-*', 'my-gpt-4o'],
    ['gpt-4', 'gpt-4o'],
    ['GPT-*', 'gpt-4o'],
    ['model-1.5', 'model-1x5'],
    ['vendor/*', 'model'],
    ['', 'model'],
    ['*', ''],
    ['', 'constructor'],
    ['a', '__proto__'],
  ] as const) {
    it(`does not match “${id}” with “${glob}”`, () => assert.ok(!isMatch(glob, id)));
  }

  it('prefers the exact ID, then the first matching glob in the given order', () => {
    const lookup = globLookup({
      'gpt-*': 'family',
      '*': 'all',
      'gpt-4o': 'exact',
      'gpt-4*': 'later',
    });
    assert.equal(lookup('gpt-4o'), 'exact');
    assert.equal(lookup('gpt-4o-mini'), 'family');
    assert.equal(lookup('claude'), 'all');
  });

  it('finds every exact ID, even one with glob characters, and never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom('a', '*', '[', ']', '(', '|', ')', '{', '}', '!', '\\', '/'),
      }),
    );
    fc.assert(
      fc.property(text, text, (glob, id) => {
        assert.equal(globLookup({ [id]: 1 })(id), 1);
        globLookup({ [glob]: 1 })(id);
      }),
    );
  });

  it('rejects empty and very long globs', () => {
    assert.ok(isGlob('*'));
    assert.ok(!isGlob(''));
    assert.ok(!isGlob('*'.repeat(513)));
  });
});
