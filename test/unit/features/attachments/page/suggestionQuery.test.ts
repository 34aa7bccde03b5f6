import assert from 'node:assert/strict';
import fc from 'fast-check';
import { suggestionTriggers } from '../../../../../src/features/attachments/common/typedText';
import {
  hasPhrase,
  suggestionQueryAt,
} from '../../../../../src/features/attachments/page/suggestionQuery';

/** The query at the `|` in a text. */
function queryAt(marked: string) {
  const cursor = marked.indexOf('|');
  return suggestionQueryAt(marked.slice(0, cursor) + marked.slice(cursor + 1), cursor);
}

describe('the query for suggestions', () => {
  for (const [marked, trigger, query, start] of [
    ['@|', '@', '', 0],
    ['@src/read|', '@', 'src/read', 0],
    ['Explain @re| please', '@', 're', 8],
    ['one\n#sym|', '#', 'sym', 4],
    ['tab\t@x|', '@', 'x', 4],
    ['/|', '/', '', 0],
    ['/exp| this', '/', 'exp', 0],
    ['@a.ts#L3|', '@', 'a.ts#L3', 0],
    ['请解释@read|', '@', 'read', 3],
    ['比较：@读我| 吧', '@', '读我', 3],
  ] as const) {
    it(`is “${query}” after ${trigger} in ${JSON.stringify(marked)}`, () => {
      assert.deepEqual(queryAt(marked), { trigger, query, start });
    });
  }

  for (const marked of [
    '|',
    '|@',
    'mail me@host.example|',
    'C#|',
    '见问题#12|',
    'https://host.example/page#part|',
    'see src/a/b|',
    ' /explain|',
    'first\n/explain|',
    '/usr/bin|',
    '//|',
    '##|',
    '@@|',
    '@a |',
    '@a\n|',
    '@a|b',
    `@${'x'.repeat(201)}|`,
  ]) {
    it(`is none in ${JSON.stringify(marked.slice(0, 40))}`, () => {
      assert.equal(queryAt(marked), undefined);
    });
  }

  it('is what stands between the trigger and the cursor, whatever the text is', () => {
    const pieces = fc.constantFrom(
      ...suggestionTriggers,
      'a',
      'é',
      '😀',
      ' ',
      '\n',
      '\u00A0',
      '/',
      '.',
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 }))).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.nat(), (value, at) => {
        const cursor = at % (value.length + 1);
        const found = suggestionQueryAt(value, cursor);
        if (found === undefined) {
          return;
        }
        const { trigger, query, start } = found;
        assert.equal(value.slice(start, cursor), trigger + query);
        assert.ok(start === 0 || /\s/u.test(value.charAt(start - 1)), 'starts a word');
        assert.ok(trigger !== '/' || start === 0, 'starts the text');
        assert.doesNotMatch(query, /\s/u);
        assert.ok(query.length <= 200);
      }),
    );
  });

  it('is found after any words, and none inside of a word', () => {
    const word = fc.stringMatching(/^[a-z./-]{1,20}$/u);
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom('@', '#'), word, (before, trigger, query) => {
        const text = [...before, trigger + query].join(' ');
        const start = text.length - query.length - 1;
        assert.deepEqual(suggestionQueryAt(text, text.length), { trigger, query, start });
        const inWord = `x${trigger}${query}`;
        assert.equal(suggestionQueryAt(inWord, inWord.length), undefined);
      }),
    );
  });
});

describe('a label has the phrase', () => {
  for (const [label, phrase, isFound] of [
    ['Problems in the File', 'problems ', true],
    ['Problems in the File', 'problems in the f', true],
    ['Problems in the File', 'the file', true],
    ['Problems in the File', 'problems the', false],
    ['Problems in the File', 'problems in the file ', false],
    ['Problems in the File', 'problems', false],
    ['README.md', 'readme ', false],
    ['My file.md', 'my f', true],
  ] as const) {
    it(`${JSON.stringify(phrase)}: ${isFound ? 'yes' : 'no'}, “${label}”`, () => {
      assert.equal(hasPhrase(label, phrase), isFound);
    });
  }
});
