// Where in a request with several files a secret was found.
import assert from 'node:assert/strict';
import { headingAbove } from '../../../../../src/features/secrets/node/secretScanner';

describe('the place of a secret in a request with several files', () => {
  const text = '# Changes\n\n## Added: a.ts\n+one\n+## two\n## Changed: b.ts\n+three';

  it('is the heading of the file, not a line of the file that resembles one', () => {
    assert.equal(headingAbove(text, text.indexOf('one')), 'Added: a.ts');
    assert.equal(headingAbove(text, text.indexOf('two')), 'Added: a.ts');
    assert.equal(headingAbove(text, text.indexOf('three')), 'Changed: b.ts');
  });

  it('is unknown above the first file', () => {
    assert.equal(headingAbove(text, 2), undefined);
    assert.equal(headingAbove('', 0), undefined);
  });
});
