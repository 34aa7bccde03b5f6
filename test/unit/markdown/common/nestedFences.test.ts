// In a code block that is a Markdown file, fences with an info string open code blocks of that file.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeBlocks } from '../../../../src/markdown/common/codeBlocks';
import { blockEvents, piecesOf, readableEvents } from '../../../support/markdown/blockEvents';
import { cuts } from '../../../support/markdown/randomMarkdown';
import { propertyRuns } from '../../../support/propertyRuns';

/** Files with the fences around them. */
const files: Readonly<Record<string, readonly [opening: string, file: string, closing: string]>> = {
  'one block': ['```markdown', '# Tool\n\n```bash\nnpm i\n```\n\nRun it.', '```'],
  'several blocks': ['```md', '```sh\na\n```\n\n```js\nb\n```\n\ntext\n\n```c\nd\n```', '```'],
  'a block at its end': ['```mdx', 'import A from "a";\n\n```tsx\n<A />\n```', '```'],
  'a block in a block': ['``` markdown', '```md\n# A\n```ts\nb\n```\n```\nend', '```'],
  'blocks of another length': ['```markdown', '````md\n```\na\n```\n```ts\n```\n````\nend', '```'],
  tildes: ['~~~markdown', '~~~python\na\n~~~\n\n```\nb\n```\n', '~~~'],
  'backticks between tildes': ['```markdown', '~~~text\n```\n~~~\n~~~\nb', '```'],
  attributes: ['```markdown title="a.md"', '```ts title="b.ts" {1,3}\na\n```\nend', '```'],
  'a file name as its language': ['```README.md', '```{.python}\na\n```\nend', '```'],
  'a path': ['```docs/a.mdx', '```ts:src/a.ts\na\n```\nend', '```'],
  'capitals and a blank at the end': ['```Markdown  ', '``` Bash \na\n``` \nend', '``` '],
  'blocks in lists': [
    '```markdown',
    '1. a\n\n   ```sh\n   b\n   ```\n2. ```sh\n   b\n   ```\n10. ```sh\n    c\n    ```\n- - ```js\n    d\n    ```',
    '```',
  ],
  'a block that is indented like code': ['```markdown', '- a\n\n    ```sh\n    b\n    ```', '```'],
  'a block whose end is not indented': ['```markdown', '- a\n   ```sh\n   b\n```\nend', '```'],
  'a block in a quote': ['```markdown', '> ```sh\n> a\n> ```\n\nend', '```'],
};

/** Texts whose blocks are those of CommonMark. */
const lookAlikes: readonly string[] = [
  '```text\n```bash\na\n```\nb\n```\n',
  '```\n# A\n```bash\na\n```\nb\n```\n',
  '```mdc\n```bash\na\n```\nb\n',
  '````markdown\n# A\n```bash\na\n````\nb\n',
  '````markdown\n```bash\na\n```\n````\nb\n',
  '```markdown\na\n```\nb\n```bash\nc\n```\n',
  '```markdown\n```\na\n```\nb\n```\n',
  '```markdown\n``` a`b ```\n```\nb\n',
  '```markdown\n~~~\n```\nb\n',
  '~~~~markdown\n~~~sh\n~~~~\nb\n',
  '```markdown\na ```bash\n```\nb\n',
  '- ```markdown\n  ```bash\n\nb\n',
  '> ```markdown\n> ```bash\nb\n',
];

describe('a code block that is a Markdown file', () => {
  for (const [title, [opening, file, closing]] of Object.entries(files)) {
    it(`is complete with ${title}`, () => {
      const text = `Here:\n\n${opening}\n${file}\n${closing}\n\nAfter it.\n`;
      assert.deepEqual(codeBlocks(text), [file]);
      assert.deepEqual(readableEvents(text).slice(-3), ['paragraph', '=After it.', 'close']);
    });
  }

  it('is complete in a list and in a quote', () => {
    const [opening, file, closing] = files['several blocks'] ?? [];
    const lines = [opening, file, closing].join('\n');
    assert.deepEqual(codeBlocks(`1. a\n\n   ${lines.replaceAll('\n', '\n   ')}\n\nb`), [file]);
    assert.deepEqual(codeBlocks(`> ${lines.replaceAll('\n', '\n> ')}\n\nb`), [file]);
  });

  it('ends with the answer where a block in it has no end', () => {
    assert.deepEqual(codeBlocks('```markdown\n# A\n\n```bash\na\n```\n```sh\nb'), [
      '# A\n\n```bash\na\n```\n```sh\nb',
    ]);
    assert.deepEqual(codeBlocks('```markdown\n```bash\na'), ['```bash\na']);
  });

  it('has no inner blocks where it is another file', () => {
    for (const [opening, file, closing] of Object.values(files)) {
      const text = `${opening.replace(/[A-Za-z].*/u, 'text')}\n${file}\n${closing}\nend`;
      const plain = blockEvents([text], { extensions: false });
      assert.deepEqual(blockEvents([text], { extensions: true }), plain, text);
    }
  });

  for (const text of lookAlikes) {
    it(`has no inner blocks in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        blockEvents([text], { extensions: true }),
        blockEvents([text], { extensions: false }),
      );
    });
  }

  it('is the same wherever the text is cut', () => {
    const whole = Object.values(files).map((parts) => `${parts.join('\n')}\n\nb\n`);
    const line = fc.constantFrom(
      '```md',
      '```',
      '```js',
      '~~~',
      '~~~sh',
      '````',
      '  ```',
      '- ```c',
      'a',
    );
    const random = fc.array(line, { maxLength: 12 }).map((lines) => ['```md', ...lines].join('\n'));
    fc.assert(
      fc.property(cuts(fc.oneof(fc.constantFrom(...whole, ...lookAlikes), random)), (pieces) => {
        const text = pieces.join('');
        const events = blockEvents([text], { extensions: true });
        assert.deepEqual(blockEvents(pieces, { extensions: true }), events);
        assert.deepEqual(blockEvents(piecesOf(text, 1), { extensions: true }), events);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
