import assert from 'node:assert/strict';
import {
  FuzzyRanking,
  type RankingContext,
} from '../../../../../src/features/attachments/node/fuzzyRanking';

const none: RankingContext = { recent: new Map(), open: new Set(), active: '' };

function rank(
  query: string,
  paths: readonly string[],
  context: Partial<RankingContext> = {},
  limit = 10,
): readonly string[] {
  const ranking = new FuzzyRanking(query, { ...none, ...context }, limit);
  for (const path of paths) ranking.add(path);
  return ranking.best.map(({ path }) => path);
}

describe('FuzzyRanking', () => {
  it('prefers the name to the folders, and its beginning to its middle', () => {
    const paths = [
      'chat/view/a.ts',
      'src/mychat.ts',
      'src/openChat.ts',
      'src/chatView.ts',
      'src/chat.ts',
    ];
    assert.deepEqual(rank('chat', paths), [
      'src/chat.ts',
      'src/chatView.ts',
      'src/openChat.ts',
      'src/mychat.ts',
      'chat/view/a.ts',
    ]);
  });

  it('finds letters in order, best at the beginnings of words', () => {
    const paths = ['src/cheapView.ts', 'src/chatViewState.ts', 'src/view.md'];
    assert.deepEqual(rank('cvs', paths), ['src/chatViewState.ts', 'src/cheapView.ts']);
  });

  it('finds folders in a query with a slash, and ignores case and blanks', () => {
    const paths = ['src/chat/send/sendCheck.ts', 'src/store/sendCheck.ts'];
    assert.deepEqual(rank('CHAT / sendC', paths), ['src/chat/send/sendCheck.ts']);
  });

  it('prefers what was used, is open or is near the active file', () => {
    const paths = ['z/far.ts', 'a/b/near.ts', 'z/open.ts', 'z/used.ts'];
    const context = {
      recent: new Map([['z/used.ts', 0]]),
      open: new Set(['z/open.ts']),
      active: 'a/b/active.ts',
    };
    assert.deepEqual(rank('', paths, context), [
      'z/used.ts',
      'z/open.ts',
      'a/b/near.ts',
      'z/far.ts',
    ]);
    assert.deepEqual(rank('ts', paths, context)[0], 'z/used.ts');
  });

  it('has the best of many paths, in whatever order they come', () => {
    const paths = Array.from({ length: 500 }, (_, index) => `folder${index % 7}/file${index}.ts`);
    const best = rank('file4', paths, {}, 20);
    assert.equal(best.length, 20);
    assert.deepEqual(rank('file4', paths.toReversed(), {}, 20).toSorted().length, best.length);
    assert.equal(best[0], 'folder4/file4.ts');
    assert.equal(rank('file4', paths.toReversed(), {}, 20)[0], 'folder4/file4.ts');
  });

  it('returns nothing if a letter is missing', () => {
    assert.deepEqual(rank('xyz', ['src/a.ts', '']), []);
  });
});
