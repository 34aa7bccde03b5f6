import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ThinkTags } from '../../../../src/gateway/formats/thinkTags';

function tell(pieces: readonly string[]): { text: string; reasoning: string } {
  const tags = new ThinkTags();
  const said = { text: '', reasoning: '' };
  for (const told of [...pieces.flatMap((piece) => tags.push(piece)), ...tags.end(true)]) {
    assert.notEqual(told.text, '');
    said[told.type] += told.text;
  }
  return said;
}

describe('ThinkTags', function () {
  this.timeout(30_000);

  const table: readonly (readonly [whole: string, reasoning: string, text: string])[] = [
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
  for (const [whole, reasoning, text] of table) {
    const shown = whole.length > 60 ? 'many blanks' : JSON.stringify(whole);
    it(`${shown}, at every cut`, () => {
      if (whole.length < 100) {
        assert.deepEqual(tell([whole]), { text, reasoning });
      }
      assert.deepEqual(tell(Array.from(whole)), { text, reasoning });
      for (let at = 0; at <= Math.min(whole.length, 100); at++) {
        for (let next = at; next <= Math.min(whole.length, 100); next++) {
          if (whole.length < 100) {
            const pieces = [whole.slice(0, at), whole.slice(at, next), whole.slice(next)];
            assert.deepEqual(tell(pieces), { text, reasoning });
          }
        }
      }
    });
  }

  it('tells the same as a look at the whole, however it is cut', () => {
    const piece = fc.constantFrom('<think>', '</think>', '<', '>', '/', 'think', 'x', ' ', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(80)), (pieces, cuts) => {
        const whole = pieces.join('');
        const at = [0, ...cuts.filter((cut) => cut < whole.length)].toSorted((x, y) => x - y);
        const once = tell([whole]);
        assert.deepEqual(tell(at.map((from, index) => whole.slice(from, at[index + 1]))), once);
        const tagged = /^\s*<think>(.*?)(?:<\/think>\s*(.*))?$/s.exec(whole);
        assert.deepEqual(
          once,
          tagged === null
            ? { text: whole, reasoning: '' }
            : { text: tagged[2] ?? '', reasoning: tagged[1] },
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('does not show the beginning of a tag where an answer broke off', () => {
    for (const cut of ['<thi', '\n<think', '<']) {
      const tags = new ThinkTags();
      assert.deepEqual([...tags.push(cut), ...tags.end(false)], []);
    }
    const tags = new ThinkTags();
    assert.deepEqual(
      [...tags.push('<think>why</th'), ...tags.end(false)],
      [{ type: 'reasoning', text: 'why' }],
    );
  });

  it('hands reasoning on as it comes', () => {
    const tags = new ThinkTags();
    assert.deepEqual(tags.push('<think>a'), [{ type: 'reasoning', text: 'a' }]);
    assert.deepEqual(tags.push('b</'), [{ type: 'reasoning', text: 'b' }]);
    assert.deepEqual(tags.push('c'), [{ type: 'reasoning', text: '</c' }]);
  });
});
