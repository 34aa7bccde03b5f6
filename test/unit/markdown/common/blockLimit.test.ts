import assert from 'node:assert/strict';
import { codeBlocks } from '../../../../src/markdown/common/codeBlocks';
import { longAnswer } from '../../../referenceGateway/models/longAnswer';
import { blockEvents, piecesOf } from '../../../support/markdown/blockEvents';

const extensions = { extensions: true };

/** Texts with a block in every few characters. */
const crowded: readonly string[] = [
  'a\n\n',
  '# a\n',
  '---\n',
  '-\n',
  '1. a\n',
  '> a\n\n',
  '```\n',
  '- a\n\n  ```\n  b\n  ```\n',
  '> [!NOTE]\n\n',
  '[^a]: b\n\n',
].map((unit) => unit.repeat(Math.ceil(100_000 / unit.length)));
const table = `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(17_000)}`;

describe('a text with a block in every few characters', () => {
  for (const text of [...crowded, table]) {
    const name = JSON.stringify(text.slice(0, 24));
    it(`is a code block from the limit on, where no character is missing: ${name}`, () => {
      const last = codeBlocks(text).at(-1) ?? '';
      assert.ok(last.length > 1_000 && text.trimEnd().endsWith(last.trimEnd()), name);
      assert.ok(blockEvents([text], extensions).length < 70_000, name);
    });

    it(`has the same limit however it arrives: ${name}`, () => {
      const whole = blockEvents([text], extensions);
      for (const size of [1, 7, 400]) {
        assert.deepEqual(blockEvents(piecesOf(text, size), extensions), whole, name);
      }
    });
  }

  it('has no limit where its source is read for exports', () => {
    const events = blockEvents(['a\n\n'.repeat(30_000)], { extensions: false });
    assert.equal(events.filter((event) => event.startsWith('open')).length, 30_000);
  });
});

describe('an ordinary text', () => {
  const words = Array.from({ length: 10_000 }, (_, n) => `word${n % 900}`);
  const ordinary: Readonly<Record<string, string>> = {
    'a mixed answer of 1 MB': longAnswer(1_000_000),
    '10,000 words in a list': words.map((word) => `- ${word}\n`).join(''),
    'a table of 4,000 rows of figures': `|a|b|c|d|e|\n|-|-|-|-|-|\n${'| 1.2 | 34 | 5.67 | 8 | 901 |\n'.repeat(4_000)}`,
    'a table of 200 rows with 25 columns': `|${'a|'.repeat(25)}\n|${'-|'.repeat(25)}\n${`|${' 12.34 |'.repeat(25)}\n`.repeat(200)}`,
    'a check list of 1,000 short items': '- [x] a\n'.repeat(1_000),
    'a glossary of 500 footnotes': words
      .slice(0, 500)
      .map((word) => `[^${word}]: Some words\n`)
      .join(''),
    '300 commands in a list': '- Run\n\n  ```sh\n  npm i\n  ```\n\n'.repeat(300),
  };
  for (const [name, text] of Object.entries(ordinary)) {
    it(`does not reach the limit: ${name}`, () => {
      const opened = blockEvents([text], extensions).filter((event) => event.startsWith('open'));
      assert.doesNotMatch(opened.at(-1) ?? '', /"info":""/u);
    });
  }
});
