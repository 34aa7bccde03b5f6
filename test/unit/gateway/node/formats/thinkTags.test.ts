import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ThinkTags } from '../../../../../src/gateway/node/formats/thinkTags';

interface Texts {
  text: string;
  reasoning: string;
}

function read(deltas: readonly string[], before?: string): Texts {
  const tags = new ThinkTags(before);
  const texts = { text: '', reasoning: '' };
  for (const part of [...deltas.flatMap((delta) => tags.push(delta)), ...tags.end(true)]) {
    if (part.type === 'textReclassified') {
      texts.reasoning += texts.text;
      texts.text = '';
    } else {
      assert.notEqual(part.text, '');
      texts[part.type] += part.text;
    }
  }
  return texts;
}

/** The reasoning and the text of an answer without code. */
function expected(answer: string): Texts {
  const [, reasoning, text] =
    /^\s*<think>(.*?)(?:<\/think>\s*(.*))?$/s.exec(answer) ??
    /^((?:(?!<think>).)*?)<\/think>\s*(.*)$/s.exec(answer) ??
    [];
  return reasoning === undefined
    ? { text: answer, reasoning: '' }
    : { text: text ?? '', reasoning };
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
    ['<thinking> why </thinking>\n\nso', ' why ', 'so'],
    ['<thought>why</thought>so', 'why', 'so'],
    ['<thinking>a</think>b</thinking>c', 'a</think>b', 'c'],
    ['<thinkers>are</thinkers>', '', '<thinkers>are</thinkers>'],
    ['so <thinking>a</thinking>', '', 'so <thinking>a</thinking>'],
    ['why</think>so', 'why', 'so'],
    ['\nwhy\n</think>\n\nso', '\nwhy\n', 'so'],
    ['why</think>', 'why', ''],
    ['</think>so', '', 'so'],
    ['why</think>a</think>b', 'why', 'a</think>b'],
    ['why</think><think>a</think>b', 'why', '<think>a</think>b'],
    ['1 < 2 </ think> </think', '', '1 < 2 </ think> </think'],
    ['Write `</think>`.', '', 'Write `</think>`.'],
    ['Use ``a ` </think>`` here.', '', 'Use ``a ` </think>`` here.'],
    ['With `<think>` and `</think>`.</think>so', 'With `<think>` and `</think>`.', 'so'],
    ['Not `closed\nwhy</think>so', 'Not `closed\nwhy', 'so'],
    ['```\n</think>\n```\n', '', '```\n</think>\n```\n'],
    ['1. a\n   ~~~xml\n   </think>', '', '1. a\n   ~~~xml\n   </think>'],
    ['```\na\n```\nwhy</think>so', '```\na\n```\nwhy', 'so'],
    ['so <think>why</think>', '', 'so <think>why</think>'],
    ['<thin', '', '<thin'],
    ['<thinker>x', '', '<thinker>x'],
    ['<thinking>x', 'x', ''],
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
        assert.deepEqual(once, expected(answer));
      }),
      { numRuns: 5000 },
    );
  });

  it('drops the start of a tag at the end of an interrupted answer', () => {
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

  it('takes no tag for the end of reasoning that arrived in its own field', () => {
    for (const deltas of [[], ['Hello <']]) {
      const tags = new ThinkTags();
      const parts = [
        ...deltas.flatMap((delta) => tags.push(delta)),
        ...tags.noteReasoning(),
        ...tags.push('/think>so'),
        ...tags.push('</think>so'),
        ...tags.end(true),
      ];
      assert.ok(parts.every(({ type }) => type === 'text'));
      const text = parts.map((part) => ('text' in part ? part.text : '')).join('');
      assert.equal(text, `${deltas.join('')}/think>so</think>so`);
    }
  });

  it('drops a closing tag before the answer whose reasoning arrived in its own field', () => {
    for (const text of ['</think>so', '\n</think>\n\nso']) {
      for (const deltas of [[text], Array.from(text)]) {
        const tags = new ThinkTags();
        const parts = [
          ...tags.noteReasoning(),
          ...deltas.flatMap((delta) => tags.push(delta)),
          ...tags.end(true),
        ];
        assert.equal(parts.map((part) => ('text' in part ? part.text : '')).join(''), 'so');
        assert.ok(parts.every(({ type }) => type === 'text'));
      }
    }
    const inCode = new ThinkTags('See:\n```xml\n');
    assert.deepEqual(
      [...inCode.noteReasoning(), ...inCode.push('</think>'), ...inCode.end(true)],
      [{ type: 'text', text: '</think>' }],
    );
  });

  it('knows the code that a continued answer is in', () => {
    const text = '</think>\n```\n';
    assert.deepEqual(read(Array.from(text), 'See:\n```xml\n<b>'), { text, reasoning: '' });
    assert.deepEqual(read([text], 'Write `'), { text, reasoning: '' });
    assert.deepEqual(read(['why</think>so'], 'The ans'), { text: 'so', reasoning: 'why' });
  });

  it('emits text as it arrives, except what may be a tag', () => {
    const tags = new ThinkTags();
    assert.deepEqual(tags.push('a <'), [{ type: 'text', text: 'a ' }]);
    assert.deepEqual(tags.push('b </th'), [{ type: 'text', text: '<b ' }]);
    assert.deepEqual(tags.end(false), [{ type: 'text', text: '</th' }]);
  });

  it('reads many tags in code in linear time', () => {
    const text = 'Write `</think>`. '.repeat(50_000);
    assert.deepEqual(read([text]), { text, reasoning: '' });
  });

  it('emits reasoning as it arrives', () => {
    const tags = new ThinkTags();
    assert.deepEqual(tags.push('<think>a'), [{ type: 'reasoning', text: 'a' }]);
    assert.deepEqual(tags.push('b</'), [{ type: 'reasoning', text: 'b' }]);
    assert.deepEqual(tags.push('c'), [{ type: 'reasoning', text: '</c' }]);
  });
});
