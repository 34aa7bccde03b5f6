import assert from 'node:assert/strict';
import { isSafeLink } from '../../../../src/markdown/common/safeLink';

describe('isSafeLink', () => {
  for (const url of ['https://a.example', 'HTTP://a.example/x?y#z', 'mailto:a@b.example']) {
    it(`accepts ${url}`, () => assert.equal(isSafeLink(url), true));
  }
  for (const url of [
    'javascript:alert(1)',
    'command:workbench.action.terminal.new',
    'vscode://file/etc/passwd',
    'vscode-insiders://x',
    'data:text/html,x',
    'file:///etc/passwd',
    ' https://a.example',
    'https:///path',
    'https:a.example',
    '//a.example',
    '#anchor',
    '',
  ]) {
    it(`rejects ${JSON.stringify(url)}`, () => assert.equal(isSafeLink(url), false));
  }
});
