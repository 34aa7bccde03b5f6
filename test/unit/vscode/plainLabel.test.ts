import assert from 'node:assert/strict';
import { plainLabel, plainSentence } from '../../../src/vscode/plainLabel';

describe('what others wrote', () => {
  it('makes no icon in a label', () => {
    assert.equal(plainLabel('$(trash) and $ (x)'), '\\$(trash) and $ (x)');
  });

  it('makes no link in a notification', () => {
    assert.equal(
      plainSentence('[one](command:a) and [two](https://b.example "c")'),
      '[one] (command:a) and [two] (https://b.example "c")',
    );
  });
});
