import assert from 'node:assert/strict';
import fc from 'fast-check';
import { titleFromText } from '../../../../src/base/text/title';

describe('titleFromText', () => {
  for (const [question, title] of [
    ['How do I sort?', 'How do I sort?'],
    ['\n\n## **Fix** the `build`\nplease', 'Fix the build'],
    ['```ts\nlet a = 1;\n```', 'let a = 1;'],
    ['> quoted [link](https://a.example) and ![alt](b.png)', 'quoted link and alt'],
    ['2 * 3 * 4 and __init__', '2 * 3 * 4 and __init__'],
    ['1. first\n2. second', 'first'],
    ['   ', ''],
    ['!!!', '!!!'],
    ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
  ] as const) {
    it(`returns “${title}” for ${JSON.stringify(question.slice(0, 30))}`, () =>
      assert.equal(titleFromText(question), title));
  }

  it('returns one short line without split characters, whatever the question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (question) => {
        const title = titleFromText(question);
        assert.ok(title.length <= 61 && !/[\r\n]/u.test(title) && !/\p{Cs}/u.test(title));
      }),
    );
  });
});
