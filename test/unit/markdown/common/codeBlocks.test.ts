import assert from 'node:assert/strict';
import { codeBlocks } from '../../../../src/markdown/common/codeBlocks';

describe('codeBlocks', () => {
  it('returns fenced, indented and nested blocks in document order', () => {
    const markdown = [
      '```ts',
      'one',
      '```',
      '- item',
      '',
      '  ~~~',
      '  two',
      '  ~~~',
      '> ```',
      '> three',
      '> ```',
      '',
      'text',
      '',
      '    four',
      '',
      '```',
      'open',
    ].join('\n');
    assert.deepEqual(
      codeBlocks(markdown).map((code) => code.trim()),
      ['one', 'two', 'three', 'four', 'open'],
    );
  });

  it('removes the last line break only', () => {
    assert.deepEqual(codeBlocks('```\na\n\n```\n```\n```\n~~~\n\n\n\n~~~'), ['a\n', '', '\n\n']);
  });

  it('returns the text of nested code without the markers of its containers', () => {
    assert.deepEqual(
      codeBlocks('> - ```\n>   a\n>     b\n>   ```\n\n1. x\n\n       c\n\n        d'),
      ['a\n  b', 'c\n\n d'],
    );
  });

  it('returns code in alerts, footnotes and details, and no formulas', () => {
    assert.deepEqual(
      codeBlocks(
        '> [!NOTE]\n> ```\n> a\n> ```\n\n[^1]: b\n\n        c\n\n<details>\n\n~~~\nd\n~~~\n</details>\n\n$$\n```\n$$\n\n```math\nx\n```',
      ),
      ['a', 'c', 'd'],
    );
  });
});
