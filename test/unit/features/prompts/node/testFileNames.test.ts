import assert from 'node:assert/strict';
import { testFileNames } from '../../../../../src/features/prompts/node/testFileNames';

describe('testFileNames', () => {
  for (const [file, test] of [
    ['a.ts', 'a.test.ts'],
    ['a.b.tsx', 'a.b.spec.tsx'],
    ['a.ts', '__tests__/a.test.ts'],
    ['a.py', 'test_a.py'],
    ['a.py', 'tests/test_a.py'],
    ['a.go', 'a_test.go'],
    ['a.rb', 'a_spec.rb'],
    ['A.java', 'ATest.java'],
    ['A.cs', 'ATests.cs'],
  ] as const) {
    it(`has ${test} for ${file}`, () => {
      assert.ok(testFileNames(file).includes(test));
    });
  }

  for (const file of [
    'a.test.ts',
    'a_test.go',
    'test_a.py',
    'ATest.java',
    'Makefile',
    '.env',
    '',
  ]) {
    it(`has nothing for “${file}”, which is a test or has no extension`, () => {
      assert.deepEqual(testFileNames(file), []);
    });
  }

  it('has a name of its own for a file whose name merely ends like a test', () => {
    assert.ok(testFileNames('latest.ts').includes('latest.test.ts'));
  });
});
