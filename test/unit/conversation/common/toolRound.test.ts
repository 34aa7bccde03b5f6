// The texts of an answer's rounds: each is a Markdown text of its own, on the screen and for what acts on its code.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  newAnswer,
  type Answer,
  type ToolRound,
} from '../../../../src/conversation/common/conversation';
import { answerParts, partTexts } from '../../../../src/conversation/common/toolRound';
import { codeBlocks } from '../../../../src/markdown/common/codeBlocks';

/** An answer that calls a tool after each text but the last one. */
function answerOf(...texts: readonly string[]): Answer {
  let textLength = 0;
  const rounds = texts.slice(0, -1).map((text, index): ToolRound => {
    textLength += text.length;
    return { textLength, runs: [{ id: `c${index}`, name: 'read_file', arguments: '{}' }] };
  });
  return { ...newAnswer('a', 'q', 'm', 0), text: texts.join(''), rounds };
}

describe('the texts of an answer with rounds', () => {
  it('end with their round, so a list goes on in none, and code after it has its own indentation', () => {
    const answer = answerOf('- at a', '\n\n    code of b', '\n\n    code of c');
    assert.deepEqual(partTexts(answer), ['- at a', '\n\n    code of b', '\n\n    code of c']);
    assert.deepEqual(partTexts(answer).flatMap(codeBlocks), ['code of b', 'code of c']);
  });

  it('go on in code that is open', () => {
    const answer = answerOf('```\na', '\nb', '\n```', '\n\nDone.');
    assert.deepEqual(partTexts(answer), ['```\na\nb\n```', '\n\nDone.']);
    assert.deepEqual(
      answerParts(answer).map(({ rounds }) => rounds.length),
      [3, 0],
    );
  });

  it('are all of the text, and all rounds once, in their order', () => {
    const texts = fc.array(fc.constantFrom('', '\n', 'I look.', '\n\n- a', '```js', '\n```\n'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(texts, (all) => {
        const answer = answerOf(...all);
        assert.equal(partTexts(answer).join(''), answer.text);
        assert.deepEqual(
          answerParts(answer).flatMap(({ rounds }) => rounds),
          answer.rounds,
        );
      }),
    );
  });
});
