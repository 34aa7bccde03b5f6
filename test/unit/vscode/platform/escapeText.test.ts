import assert from 'node:assert/strict';
import { escapeCodicons, escapeLinks } from '../../../../src/vscode/platform/escapeText';

describe('text from other sources', () => {
  it('shows no icon in a label', () => {
    assert.equal(escapeCodicons('$(trash) and $ (x)'), '\\$(trash) and $ (x)');
  });

  it('shows no link in a notification', () => {
    assert.equal(
      escapeLinks('[one](command:a) and [two](https://b.example "c")'),
      '[one] (command:a) and [two] (https://b.example "c")',
    );
  });
});
