import assert from 'node:assert/strict';
import { escapeCodicons, escapeLinks } from '../../../../src/vscode/platform/escapeCodicons';

describe('what others wrote', () => {
  it('makes no icon in a label', () => {
    assert.equal(escapeCodicons('$(trash) and $ (x)'), '\\$(trash) and $ (x)');
  });

  it('makes no link in a notification', () => {
    assert.equal(
      escapeLinks('[one](command:a) and [two](https://b.example "c")'),
      '[one] (command:a) and [two] (https://b.example "c")',
    );
  });
});
