import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPromptFile } from '../../../../../src/features/prompts/node/promptFile';
import { isLinear } from '../../../../support/cpuTime';

const file = (frontMatter: string, text = 'Do it.'): string => `---\n${frontMatter}\n---\n${text}`;

describe('readPromptFile', () => {
  it('reads name, description and text, and ignores every other key', () => {
    const content = file(
      'mode: agent\nname: review\ndescription: "Find \\"bugs\\": all"\ntools: [a, b]\nmodel: x',
      '\nReview ${file}.\n',
    );
    assert.deepEqual(readPromptFile(content), {
      name: 'review',
      description: 'Find "bugs": all',
      text: 'Review ${file}.',
    });
  });

  for (const [source, expected] of [
    ["name: 'it''s'", "it's"],
    ['name: plain text # a comment', 'plain text'],
    ['name: a#b', 'a#b'],
    ['name:   ', undefined],
    ['name:review', undefined],
    ['name: [a, b]', undefined],
    ['name: >\n  folded', undefined],
    ['name: "no end', undefined],
    ['name: "\\x"', undefined],
    ['name: &anchor a', undefined],
    ['tools:\n  name: nested', undefined],
    ['name: first\nname: second', 'first'],
    [`name: ${'x'.repeat(101)}`, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(source.slice(0, 40))} as ${JSON.stringify(expected)}`, () => {
      assert.equal(readPromptFile(file(source)).name, expected);
    });
  }

  it('reads line ends of Windows and a byte order mark', () => {
    const read = readPromptFile('\uFEFF---\r\nname: a\r\n---\r\none\r\ntwo\r\n');
    assert.deepEqual(read, { name: 'a', text: 'one\ntwo' });
  });

  it('takes a file without front matter, or whose front matter has no end, as text', () => {
    assert.deepEqual(readPromptFile('Just text.\n---\nmore'), { text: 'Just text.\n---\nmore' });
    assert.deepEqual(readPromptFile('---\nname: a\n'), { text: '---\nname: a' });
    const isFar = `---\nname: a\n${'x: y\n'.repeat(10_000)}---\ntext`;
    assert.equal(readPromptFile(isFar).name, undefined);
  });

  it('reads any string, and one that is cut anywhere, without an error', () => {
    const part = fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      'name: ',
      'description: ',
      '"',
      "'",
      '\\',
      ': ',
      '#',
      '>',
    );
    const content = fc.array(fc.oneof(part, fc.string())).map((parts) => parts.join(''));
    fc.assert(
      fc.property(content, fc.nat(), (text, cut) => {
        const read = readPromptFile(text.slice(0, cut % (text.length + 1)));
        assert.ok(text.replaceAll(/\r\n?/gu, '\n').includes(read.text));
        assert.ok((read.name ?? '').length <= 100 && !/\n/u.test(read.name ?? ''));
      }),
    );
  });

  it('takes time in proportion to a text that imitates its syntax', () => {
    for (const unit of ['---\n', "'", '"\\', ' #', 'name: "', '-', ' ']) {
      const contentOf = (count: number): string => `---\nname: ${unit.repeat(count)}`;
      const contents = { 1: contentOf(2_000), 8: contentOf(16_000) };
      for (const end of ['', '\n---\n']) {
        const work = (factor: 1 | 8): unknown => readPromptFile(contents[factor] + end);
        assert.ok(isLinear(work), JSON.stringify(unit));
      }
    }
  });
});
