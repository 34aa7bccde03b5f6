import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globLookup, isGlob } from '../../../../src/chat/models/glob';

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
});
