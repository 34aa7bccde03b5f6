import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OverlapTrimmer } from '../../../../../src/conversation/node/session/overlapTrimmer';
import { longAnswers, shortAnswers } from '../../../../support/continuation/corpus';
import {
  isJoinedWithoutDouble,
  joined,
  knownLosses,
  lossAt,
  repetitionStart,
} from '../../../../support/continuation/cuts';
import { propertyRuns } from '../../../../support/propertyRuns';

/** Nothing is a repetition: the answer is its beginning and the complete continuation. */
const kept: readonly (readonly [name: string, before: string, after: string])[] = [
  ['continues in the middle of a word', 'the quick bro', 'wn fox'],
  ['repeats a complete word', 'jumps over the', 'the lazy dog'],
  ['starts with two letters that also end it', 'going to', 'to town'],
  ['starts with a space and the same letters', 'going to', ' town today'],
  ['starts with the same word after a space', 'put it in', ' into the box'],
  ['starts with a space', 'jumps over', ' the lazy dog'],
  ['starts with a line break', 'One.\n', '\nTwo.'],
  ['starts with letters that also end the last word', 'a cart', 'art of war'],
  ['continues a number with the same digits', 'in 2024', '2024'],
  ['repeats letters of one word', 'It was a ha', 'haha moment'],
  ['repeats a periodic word', '#ffff', 'ffffff;'],
  ['repeats fewer than 20 characters', 'the quick brown fox jumps ', 'brown fox jumps over'],
  [
    'repeats text that occurs twice',
    'the more you look, the more you see, the more you look, the more you see',
    'look, the more you see, and so on',
  ],
  ['starts with the Chinese characters that end it', '今天天气很好我们', '天气很好我们出去玩'],
  ['has the same closing tag next', '</div>\n', '</div>\n</body>'],
  [
    'has the same table row next',
    '| a | b |\n| Passed with warnings | 7 |\n',
    '| Passed with warnings | 7 |\n| Failed | 0 |',
  ],
  ['has the same record next', '[{"id": 1, "name": "Passed"},', '{"id": 1, "name": "Passed"}]'],
  [
    'has the same line next in a code block',
    '```lua\n  print("a line of more than twenty characters")\n',
    '  print("a line of more than twenty characters")\nend\n',
  ],
  [
    'has the same line next in a code block in a list',
    '1. See:\n\n     ~~~lua\n     return the_same_function(value)\n',
    '     return the_same_function(value)\n',
  ],
  ['opens another code block in a longer fence', '````md\nSee:\n', '```ts\n1\n```\n````\n'],
  ['closes the code block', '```ts\nconst a = 1;\n', '```\n\nDone.'],
  ['closes a code block without a language', '```\n1 test failed\n', '```\n\nDone.'],
  [
    'repeats a sentence that the answer has twice, but for the blank before it',
    'We say hello to the world again. And we say it: We say hello to the world again.',
    ' We say hello to the world again. End.',
  ],
  ['opens a code block after text', 'See:\n\n', '```ts\n1\n```'],
];

/** The continuation starts with a repetition, which is removed. */
const repeated: readonly (readonly [
  name: string,
  before: string,
  repetition: string,
  rest: string,
])[] = [
  ['completes a word from its start', 'the quick bro', 'bro', 'wn fox'],
  ['repeats the last line', 'One.\nTwo is the number after', 'Two is the number after', ' one.'],
  [
    'repeats the last words and completes the last one',
    'Nobody wants to see the quick brown fox jum',
    'see the quick brown fox jum',
    'ps.',
  ],
  [
    'repeats a long part of a Chinese sentence',
    '首先，今天天气很好，我们打算吃完早饭以后一起去公园散步和看花',
    '今天天气很好，我们打算吃完早饭以后一起去公园散步和看花',
    '，然后回家',
  ],
  ['completes a word in a code block', '```ts\ncons', 'cons', 't a = 1;\n```\n'],
  ['opens the same code block once more', '```ts\nconst a', '```ts\n', ' = 1;\n```\n'],
  [
    'opens a Markdown file with a code block in it once more',
    '```md\n# A\n\n```sh\nnpm i\n```\n\nRun ',
    '```md\n',
    'it.\n```\n',
  ],
];

describe('OverlapTrimmer', () => {
  const rows = [
    ...kept.map(([name, before, after]) => ({ name, before, after, rest: after })),
    ...repeated.map(([name, before, repetition, rest]) => ({
      name,
      before,
      after: repetition + rest,
      rest,
    })),
  ];
  for (const { name, before, after, rest } of rows) {
    it(`joins an answer whose continuation ${name}`, () => {
      assert.equal(joined(before, [after]), before + rest);
      assert.equal(joined(before, Array.from(after)), before + rest, 'one character at a time');
    });
  }

  it('removes after a prefill only the white space that was not sent', () => {
    const trimmer = new OverlapTrimmer('had had \n', true);
    trimmer.mayOverlap = false;
    assert.equal(
      [' ', '\n', '\nhad ', 'no'].map((text) => trimmer.push(text)).join(''),
      '\nhad no',
    );
    const other = new OverlapTrimmer('over ', true);
    other.mayOverlap = false;
    assert.equal(other.push('the'), 'the');
  });

  it('holds text back only while it may be a repetition', () => {
    const trimmer = new OverlapTrimmer('the quick brown fox jumps');
    assert.equal(trimmer.push('the quick'), '');
    assert.equal(trimmer.push(' red'), 'the quick red');
    assert.equal(trimmer.push(' fox'), ' fox');
  });

  it('starts over where the text so far was not the continuation', () => {
    const trimmer = new OverlapTrimmer('the quick bro');
    assert.equal(trimmer.push('I think '), 'I think ');
    trimmer.restart();
    assert.equal(trimmer.push('brown fox'), 'wn fox');
  });

  const cutIndex = fc.nat();

  for (const answer of shortAnswers) {
    it(`loses nothing of an answer with ${answer.name}, wherever it was cut off`, () => {
      const check = fc.property(cutIndex, (index) => {
        const loss = lossAt(answer, 1 + (index % (answer.text.length - 1)));
        assert.ok(loss === undefined || knownLosses.includes(loss.place), loss?.place);
      });
      fc.assert(check, { numRuns: propertyRuns(300) });
    });
  }

  for (const unit of ['line', 'words'] as const) {
    it(`joins an answer without a double where the model repeats its last ${unit}`, () => {
      const results = longAnswers().flatMap((answer) =>
        Array.from({ length: Math.floor(answer.text.length / 293) }, (_, index) => {
          const cut = 1 + index * 293;
          const start = repetitionStart(answer, cut, unit);
          return start === undefined ? [] : [isJoinedWithoutDouble(answer, cut, start)];
        }).flat(),
      );
      const joins = results.filter((isJoined) => isJoined).length;
      assert.ok(results.length > 100, `${results.length}`);
      assert.ok(joins >= results.length * 0.95, `${joins} of ${results.length}`);
    });
  }

  it('drops only text with which the answer already ends, however the continuation is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (before, pieces) => {
        const answer = joined(before, pieces);
        const after = pieces.join('');
        assert.ok(answer.startsWith(before));
        const emitted = answer.slice(before.length);
        assert.ok(after.endsWith(emitted), 'only the start is dropped');
        const dropped = after.slice(0, after.length - emitted.length);
        assert.ok(
          before.endsWith(dropped) || dropped.startsWith('```') || dropped.startsWith('~~~'),
        );
      }),
    );
  });
});
