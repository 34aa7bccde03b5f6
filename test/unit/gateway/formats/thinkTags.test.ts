import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ThinkTags } from '../../../../src/gateway/formats/thinkTags';

function read(deltas: readonly string[]): { text: string; reasoning: string } {
  const tags = new ThinkTags();
  const texts = { text: '', reasoning: '' };
  for (const part of [...deltas.flatMap((delta) => tags.push(delta)), ...tags.end(true)]) {
    assert.notEqual(part.text, '');
    texts[part.type] += part.text;
  }
  return texts;
}

describe('ThinkTags', function () {
  this.timeout(30_000);

  const table: readonly (readonly [answer: string, reasoning: string, text: string])[] = [
    ['', '', ''],
    ['Hello', '', 'Hello'],
    ['  Hello', '', '  Hello'],
    ['<think>why</think>so', 'why', 'so'],
    ['\n <think>why</think>\n\nso', 'why', 'so'],
    ['<think></think>so', '', 'so'],
    ['<think>why', 'why', ''],
    ['<think>why</thin', 'why</thin', ''],
    ['<think>a < b </ c</think>so', 'a < b </ c', 'so'],
    ['<think>a<think>b</think>c</think>d', 'a<think>b', 'c</think>d'],
    ['so</think>', '', 'so</think>'],
    ['so <think>why</think>', '', 'so <think>why</think>'],
    ['<thin', '', '<thin'],
    ['<thinking>x', '', '<thinking>x'],
    ['<think>why</think>  ', 'why', ''],
    ['<think>why</think>a <think>b</think>', 'why', 'a <think>b</think>'],
    ['   ', '', '   '],
    [`${' '.repeat(3000)}<think>x`, '', `${' '.repeat(3000)}<think>x`],
  ];
  for (const [answer, reasoning, text] of table) {
    const shown = answer.length > 60 ? 'many blanks' : JSON.stringify(answer);
    it(`reads ${shown}, however it is split`, () => {
      if (answer.length < 100) {
        assert.deepEqual(read([answer]), { text, reasoning });
      }
      assert.deepEqual(read(Array.from(answer)), { text, reasoning });
      for (let first = 0; first <= Math.min(answer.length, 100); first++) {
        for (let second = first; second <= Math.min(answer.length, 100); second++) {
          if (answer.length < 100) {
            const deltas = [
              answer.slice(0, first),
              answer.slice(first, second),
              answer.slice(second),
            ];
            assert.deepEqual(read(deltas), { text, reasoning });
          }
        }
      }
    });
  }

  it('gives the same result however an answer is split', () => {
    const piece = fc.constantFrom('<think>', '</think>', '<', '>', '/', 'think', 'x', ' ', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(80)), (pieces, splits) => {
        const answer = pieces.join('');
        const starts = [0, ...splits.filter((split) => split < answer.length)].toSorted(
          (x, y) => x - y,
        );
        const once = read([answer]);
        assert.deepEqual(
          read(starts.map((start, index) => answer.slice(start, starts[index + 1]))),
          once,
        );
        const tagged = /^\s*<think>(.*?)(?:<\/think>\s*(.*))?$/s.exec(answer);
        assert.deepEqual(
          once,
          tagged === null
            ? { text: answer, reasoning: '' }
            : { text: tagged[2] ?? '', reasoning: tagged[1] },
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('drops the start of a tag first the end of an interrupted answer', () => {
    for (const start of ['<thi', '\n<think', '<']) {
      const tags = new ThinkTags();
      assert.deepEqual([...tags.push(start), ...tags.end(false)], []);
    }
    const tags = new ThinkTags();
    assert.deepEqual(
      [...tags.push('<think>why</th'), ...tags.end(false)],
      [{ type: 'reasoning', text: 'why' }],
    );
  });

  it('emits reasoning as it arrives', () => {
    const tags = new ThinkTags();
    assert.deepEqual(tags.push('<think>a'), [{ type: 'reasoning', text: 'a' }]);
    assert.deepEqual(tags.push('b</'), [{ type: 'reasoning', text: 'b' }]);
    assert.deepEqual(tags.push('c'), [{ type: 'reasoning', text: '</c' }]);
  });
});
