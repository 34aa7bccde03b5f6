import assert from 'node:assert/strict';
import type * as chatTitleModule from '../../../../src/vscode/chats/chatTitle';
import { withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { forkTitle } = withVsCodeTexts(
  () => require('../../../../src/vscode/chats/chatTitle') as typeof chatTitleModule,
);

describe('forkTitle', () => {
  it('numbers forks of one chat, and forks of forks', () => {
    const taken = new Set(['Streams']);
    for (const expected of ['Streams (fork)', 'Streams (fork 2)', 'Streams (fork 3)']) {
      const title = forkTitle([...taken].at(-1) ?? '', taken);
      assert.equal(title, expected);
      taken.add(title);
    }
  });

  it('leaves other brackets alone', () => {
    assert.equal(forkTitle('About a (fork) here', new Set()), 'About a (fork) here (fork)');
  });
});
