import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import {
  exportMarkdown,
  type MarkdownLabels,
} from '../../../../../../src/features/transfer/node/export/exportMarkdown';
import { unclosedHtml } from '../../../../../support/markdown/unclosedHtml';
import { propertyRuns } from '../../../../../support/propertyRuns';
import { answer, conversation, joinChunks, question } from '../fixtures';

const labels: MarkdownLabels = {
  untitled: 'Chat',
  you: 'You',
  reasoning: 'Reasoning',
  time: (at) => new Date(at).toISOString().slice(0, 16),
  assistant: (models) => `Assistant (${models.join(', ')})`,
  ended: ({ state }) => (state === 'complete' ? undefined : `It was ${state}.`),
  sources: 'Sources',
  images: (count) => `${count} images`,
  otherVersions: (kind, count) => `There are ${count} other versions of this ${kind}.`,
};

const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

const unclosedCode = '```js\nconst a = "</details>";\n';

describe('exportMarkdown', () => {
  it('writes the visible messages in order', async () => {
    const chat = conversation({
      messages: [
        question('q1', '', {
          text: 'How do I *sort*?\n',
          images: [
            { mediaType: 'image/png', data: 'iVBORw0KGgo=' },
            { mediaType: 'image/png', data: 'iVBORw0KGgo=' },
          ],
          attachments: [
            {
              id: '1',
              kind: 'file',
              name: 'a_b.ts',
              text: '`a_b.ts`:\n```ts\n</details>',
              tokens: 3,
            },
            { id: '2', kind: 'image', name: 'c.png', image, tokens: 800 },
          ],
        }),
        answer('a1', 'q1', {
          text: `Like so:\n\n${unclosedCode}`,
          reasoning: 'They sort.\n</details>\n<b>x</b>',
          state: 'stopped',
          earlierOutcomes: [{ endedAt: 1, model: 'vendor/first_model' }],
        }),
      ],
      offPath: [answer('a0', 'q1'), question('q2', 'a0'), answer('a2', 'q2')],
    });
    assert.equal(
      await joinChunks(exportMarkdown([{ title: 'Sort # it\nnow', conversation: chat }], labels)),
      [
        String.raw`# Sort \# it now`,
        '2023-11-14T22:13',
        '## You',
        '2023-11-14T22:13',
        '*3 images*',
        String.raw`<details>
<summary>a\_b.ts</summary>`,
        '`a_b.ts`:\n```ts\n</details>\n```',
        '</details>',
        'How do I *sort*?',
        String.raw`## Assistant (vendor/first\_model, vendor/model)`,
        '2023-11-14T22:13',
        '<details>\n<summary>Reasoning</summary>',
        'They sort.\n&lt;/details>\n<b>x</b>',
        '</details>',
        'Like so:',
        '```js\nconst a = "</details>";\n```',
        '> **It was stopped.**',
        '*There are 1 other versions of this answer.*\n',
      ].join('\n\n'),
    );
  });

  it('says that other models were asked, too', async () => {
    const chat = conversation({
      messages: [question('q1', ''), answer('a1', 'q1')],
      offPath: [answer('a2', 'q1', { isAlsoAsked: true })],
    });
    assert.match(
      await joinChunks(exportMarkdown([{ title: '', conversation: chat }], labels)),
      /There are 1 other versions of this answer\./u,
    );
  });

  it('lists the sources of an answer, whatever their titles and addresses contain', async () => {
    const sources = [
      { url: 'https://one.example/a', title: 'Page [one] <b>', numbers: [1, 3] },
      { url: 'https://two.example/>x', numbers: [] },
    ];
    const messages = [
      question('q1', ''),
      answer('a1', 'q1', { text: 'Whales sing[1].', outcome: { endedAt: 1, sources } }),
    ];
    const text = await joinChunks(
      exportMarkdown([{ title: 'T', conversation: conversation({ messages }) }], labels),
    );
    assert.ok(
      text.endsWith(
        [
          'Whales sing[1].',
          '**Sources**',
          String.raw`- \[1\] \[3\] [Page \[one\] \<b\>](<https://one.example/a>)
- [https://two.example/\>x](<https://two.example/%3Ex>)
`,
        ].join('\n\n'),
      ),
      text,
    );
  });

  it('separates chats, and names those without a title', async () => {
    const chat = { title: ' ', conversation: conversation({ messages: [question('q1', '')] }) };
    const text = await joinChunks(exportMarkdown([chat, chat], labels));
    assert.equal(text.split('\n\n---\n\n').length, 2);
    assert.ok(text.startsWith('# Chat\n'));
  });

  it('keeps the headings of messages intact, whatever their texts contain', async () => {
    const markdown = markdownIt({ html: true });
    const line = fc.constantFrom(
      '```',
      '```\r',
      '````js',
      '~~~',
      '    code',
      '> a',
      '- b',
      'x',
      '',
      '``` `',
    );
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (questionText, reasoning, answerText) => {
        const messages = [
          question('q1', '', { text: questionText }),
          answer('a1', 'q1', { reasoning, text: answerText }),
          question('q2', 'a1', { text: 'Next' }),
        ];
        const chat = { title: 'T', conversation: conversation({ messages }) };
        const tokens = markdown.parse(await joinChunks(exportMarkdown([chat], labels)), {});
        const headings = tokens.flatMap((token, index) =>
          token.type === 'heading_open' && token.level === 0 && token.markup.startsWith('#')
            ? [tokens[index + 1]?.content]
            : [],
        );
        assert.deepEqual(headings, ['T', 'You', 'Assistant (vendor/model)', 'You']);
        const html = tokens
          .filter(({ type }) => type === 'html_block')
          .map(({ content }) => content);
        assert.equal(html.length, reasoning.trim() === '' ? 0 : 2);
      }),
      { numRuns: propertyRuns(250) },
    );
  });

  const unclosedBlocks = [
    ...unclosedHtml,
    '<SCRIPT src=x',
    '<!--\n```\n-->',
    '```\n<!--',
    '<!-->',
    '<script>\n```\n</script>\n~~~',
    'a\n<!--',
    '- a\n<!-- b',
    '   <!--',
    '> <!--',
    '<!-- a -->\n\n<!-- b',
    '~~~ x\n```',
    '<pre>\n<!--\n</pre>\n<?',
  ];
  for (const text of unclosedBlocks) {
    it(`shows the messages after one that contains ${JSON.stringify(text)}`, async () => {
      const html = markdownIt({ html: true });
      for (const messages of [
        [question('q1', '', { text }), answer('a1', 'q1', { text: 'A.' })],
        [question('q1', '', {}), answer('a1', 'q1', { text, reasoning: text })],
      ]) {
        const path = [...messages, question('q2', 'a1', { text: 'Last question' })];
        const chat = { title: 'T', conversation: conversation({ messages: path }) };
        const tokens = html.parse(await joinChunks(exportMarkdown([chat], labels)), {});
        const headings = tokens.filter(({ type, level }) => type === 'heading_open' && level === 0);
        assert.equal(headings.length, 4);
        assert.equal(tokens.at(-2)?.content, 'Last question');
      }
    });
  }

  it('closes elements that would hide the messages after them', async () => {
    const messages = [
      question('q1', '', { text: '<details><summary>x</summary>\n\n`<svg>`' }),
      answer('a1', 'q1', { text: 'a <iframe> b <details></details> `<video>`\n\n    <template>' }),
    ];
    const chat = { title: 'T', conversation: conversation({ messages }) };
    const text = await joinChunks(exportMarkdown([chat], labels));
    assert.match(text, /`<svg>`\n\n<\/details>\n/);
    assert.match(text, /<template>\n\n<\/iframe>\n/);
  });

  for (const text of [
    '<SCRIPT SRC=https://a.example/x.js < B',
    '<iframe src=https://a.example/x.html <',
    '<iframe src="a>\n\nb',
    "- a\n\n  <div title='>\n\nb",
    '<b>a</b> c\n\n<details\n\n\nb',
    '<script>a</script>\n<option value = "',
  ]) {
    it(`is code if a tag has no end, which would consume the tags after it: ${JSON.stringify(text)}`, async () => {
      const messages = [question('q1', '', { text })];
      const chat = { title: 'T', conversation: conversation({ messages }) };
      assert.ok(
        (await joinChunks(exportMarkdown([chat], labels))).endsWith(`\`\`\`\n${text}\n\`\`\`\n`),
      );
    });
  }

  for (const text of [
    '<div align="center" title=a\'b>\n\n# A\n\n</div>',
    '<p>1 < 2, <b c</p>\n\na <b',
    '<script>if (a <b) { "</div" }</script>',
    '<!-- <iframe -->\n<img alt="a > b" src=\'>\'>',
    '<textarea>\n<b "\n</textarea>\n<br/>',
  ]) {
    it(`stays as it is if its tags have ends: ${JSON.stringify(text)}`, async () => {
      const messages = [question('q1', '', { text })];
      const chat = { title: 'T', conversation: conversation({ messages }) };
      assert.ok((await joinChunks(exportMarkdown([chat], labels))).includes(`\n${text}\n`));
    });
  }

  it('does not add tags to text about types and elements', async () => {
    const text =
      'Use List<String>, <div> and <b>, or `<details>`, ``a ` <svg>\n``, \\<select> and <!-- <title> -->.\n\n```html\n<svg>\n```';
    const messages = [question('q1', '', { text })];
    const chat = { title: 'T', conversation: conversation({ messages }) };
    assert.ok((await joinChunks(exportMarkdown([chat], labels))).endsWith(`${text}\n`));
  });
});
