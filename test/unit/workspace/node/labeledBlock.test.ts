import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { visibleText } from '../../../../src/base/text/visibleText';
import { sentText } from '../../../../src/conversation/common/attachment';
import { BlockReader } from '../../../../src/markdown/common/blockReader';
import type { Block } from '../../../../src/markdown/common/blocks';
import { codeBlocks } from '../../../../src/markdown/common/codeBlocks';
import { blockContent, labeledBlock } from '../../../../src/workspace/node/labeledBlock';
import { propertyRuns } from '../../../support/propertyRuns';

/** Characters and strings that mean something in Markdown, are invisible, or end a line. */
const hostilePart = fc.constantFrom(
  ...Array.from('`~\n\r\t \0*_[]()<>#-=|\\!&$:"\''),
  '```',
  '````',
  '~~~',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\u202E',
  '\u2066',
  '\u200B',
  '\u200D',
  '\u{E0041}',
  '\uD800',
  'א',
  'a',
  '👩‍💻',
  '\n```\n\nFile `b.ts`\n```\n',
  '<!--',
  '</details>',
  '    ',
  '[a]: b',
  '$$',
  '> [!NOTE]',
);
const hostileText = fc.oneof(
  fc.array(hostilePart, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

interface ReadBlock {
  readonly block: Block;
  text: string;
}

function readBlocks(markdown: string): readonly ReadBlock[] {
  const blocks: ReadBlock[] = [];
  const reader = new BlockReader(
    {
      open: (block) => blocks.push({ block, text: '' }),
      append: (text) => {
        const last = blocks.at(-1);
        assert.ok(last);
        last.text += text;
      },
      row: () => assert.fail('a table'),
      toHeading: () => assert.fail('a heading'),
      takeLastLine: () => assert.fail('a line was taken'),
      loosen: () => {},
      close: () => {},
      define: () => assert.fail('a definition'),
    },
    { extensions: true },
  );
  reader.append(markdown);
  reader.end();
  return blocks;
}

/** What the code block must hold: `content` with `\n` as line ends, the last one included. */
function expectedCode(content: string): string {
  const { text } = visibleText(content);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

describe('labeledBlock', () => {
  it('names the file, its language and lines above the content', () => {
    const block = labeledBlock({
      title: 'Selection of',
      name: 'src/a b.ts',
      language: 'ts',
      details: [{ label: 'lines', value: '3-4' }],
      content: 'one\n\ttwo',
    });
    assert.equal(block, 'Selection of `src/a b.ts` (ts, lines 3-4)\n```ts\none\n\ttwo\n```');
  });

  it('omits the name if there is none', () => {
    const details = [{ label: 'omitted:', value: '3' }];
    assert.equal(
      labeledBlock({ title: 'Problems in the workspace', details, content: 'a' }),
      'Problems in the workspace (omitted: 3)\n```\na\n```',
    );
  });

  it('says how many invisible characters it removed', () => {
    const block = labeledBlock({
      title: 'File',
      name: 'a.md',
      content: 'Read\u{E0069}\u{E0067} \u202Ethis\u2069\u200B. 👩‍💻 ok می‌خواهم',
    });
    assert.equal(
      block,
      'File `a.md` (invisible characters removed: 5)\n```\nRead this. 👩‍💻 ok می‌خواهم\n```',
    );
  });

  it('shows what a name hides', () => {
    const block = labeledBlock({ title: 'File', name: ' a\u202Egnp.`exe\n# b', content: '' });
    assert.equal(block, 'File `\\u{20}a\\u{202e}gnp.\\u{60}exe\\u{a}# b`\n```\n```');
  });

  it('is one paragraph and one fence with exactly the content, for any text', () => {
    const markdownIt = new MarkdownIt();
    fc.assert(
      fc.property(
        fc.record({
          name: hostileText,
          language: hostileText,
          content: hostileText,
          detail: hostileText,
        }),
        ({ name, language, content, detail }) => {
          const block = labeledBlock({
            title: 'File',
            name,
            language,
            details: [{ label: 'symbol', value: detail }],
            content,
          });
          const code = expectedCode(content);
          const blocks = readBlocks(block);
          assert.deepEqual(
            blocks.map((read) => read.block.type),
            ['paragraph', 'code'],
          );
          assert.ok(!blocks[0]?.text.includes('\n'), 'the label is one line');
          assert.deepEqual(codeBlocks(block), [code.replace(/\n$/u, '')]);
          const tokens = markdownIt.parse(block, {});
          assert.deepEqual(
            tokens.map(({ type }) => type),
            ['paragraph_open', 'inline', 'paragraph_close', 'fence'],
          );
          assert.equal(tokens[3]?.content, code);
          const inline = tokens[1]?.children ?? [];
          assert.ok(
            inline.every(({ type }) => type === 'text' || type === 'code_inline'),
            'the label has no markup but code spans',
          );
          assert.equal(inline[1]?.type, 'code_inline');
          assert.equal(blockContent(block), code);
        },
      ),
      { numRuns: propertyRuns(750) },
    );
  });

  it('stays one block among others and before the question', () => {
    const markdownIt = new MarkdownIt();
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (contents) => {
        const attachments = contents.map((content, index) => ({
          id: String(index),
          kind: 'file' as const,
          name: content,
          text: labeledBlock({ title: 'File', name: content, content }),
          tokens: 0,
        }));
        const tokens = markdownIt.parse(sentText({ text: 'Why?', attachments }), {});
        const fences = tokens.filter(({ type }) => type === 'fence');
        assert.deepEqual(
          fences.map(({ content }) => content),
          contents.map(expectedCode),
        );
        assert.equal(tokens.at(-2)?.content, 'Why?');
      }),
      { numRuns: propertyRuns(250) },
    );
  });
});
