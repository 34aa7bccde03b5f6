import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globLookup, isGlob } from '../../../src/base/glob';

function fits(glob: string, id: string): boolean {
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
    it(`finds ${id} by ${glob}`, () => assert.ok(fits(glob, id)));
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
    it(`does not find “${id}” by “${glob}”`, () => assert.ok(!fits(glob, id)));
  }

  it('takes the ID itself before any glob, then the first glob in the order given', () => {
    const found = globLookup({
      'gpt-*': 'family',
      '*': 'all',
      'gpt-4o': 'itself',
      'gpt-4*': 'late',
    });
    assert.equal(found('gpt-4o'), 'itself');
    assert.equal(found('gpt-4o-mini'), 'family');
    assert.equal(found('claude'), 'all');
  });

  it('finds any ID by itself, whatever a glob would make of its characters, and never throws', () => {
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

  it('takes no glob that is empty or endless', () => {
    assert.ok(isGlob('*'));
    assert.ok(!isGlob(''));
    assert.ok(!isGlob('*'.repeat(513)));
  });
});
