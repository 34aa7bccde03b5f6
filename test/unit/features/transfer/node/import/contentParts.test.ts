// Parts of messages, by the same reader in the exports of all programs.
import assert from 'node:assert/strict';
import type { Answer, Question } from '../../../../../../src/conversation/common/conversation';
import { readValidChats } from '../fixtures';
import { chatGptPair } from './chatGptFixtures';
import { continuePair } from './continueFixtures';
import { claudePair, libreChatPair, openWebUiChat } from './linkedFixtures';

const png = 'iVBORw0KGgo=';
const image = { mediaType: 'image/png', data: png };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface Read {
  readonly question: Question;
  readonly answer: Answer;
  readonly losses: Readonly<Record<string, number>>;
}

async function read(file: object): Promise<Read> {
  const [chat] = await readValidChats(file);
  const [question, answer] = chat?.conversation.messages ?? [];
  assert.ok(chat && question?.kind === 'question' && answer?.kind === 'answer');
  return { question, answer, losses: Object.fromEntries(chat.losses) };
}

/** The attached texts as a model gets them. */
const attached = ({ attachments = [] }: Question): readonly string[] =>
  attachments.map(({ text = '' }) => text);

/** One chat in each format, whose question and answer have these parts. */
const formats: Readonly<Record<string, (asked: unknown, said: unknown) => object>> = {
  Claude: (asked, said) => claudePair({ text: '', content: asked }, { content: said }),
  'Open WebUI': (asked, said) => openWebUiChat({ content: asked }, { content: said }),
  LibreChat: (asked, said) => libreChatPair({ text: '', content: asked }, { content: said }),
  Continue: (asked, said) => continuePair({ content: asked }, { content: said }),
  ChatGPT: (asked, said) => chatGptPair({ parts: asked }, { parts: said }),
};

const text = (said: string) => ({ type: 'text', text: said });

describe('parts of a message', () => {
  const asked: readonly (readonly [
    what: string,
    parts: readonly unknown[],
    question: Partial<Question>,
    losses: object,
  ])[] = [
    [
      'texts',
      [text('One'), 'Two', { type: 'input_text', text: 'Three' }],
      { text: 'One\n\nTwo\n\nThree' },
      {},
    ],
    ['a text with its value', [{ type: 'text', text: { value: 'One' } }], { text: 'One' }, {}],
    [
      "an image of OpenAI's APIs",
      [
        text('What?'),
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
        { type: 'input_image', image_url: `data:image/png;base64,${png}` },
      ],
      { text: 'What?', images: [image, image] },
      {},
    ],
    [
      "an image of Anthropic's API",
      [
        text('What?'),
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      ],
      { text: 'What?', images: [image] },
      {},
    ],
    [
      'an image that the file does not have',
      [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }],
      { text: '[image]' },
      { image: 1 },
    ],
    [
      'documents and recordings that it does not have',
      [
        { type: 'file', file: { file_id: 'f' } },
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
        },
        { type: 'input_audio', input_audio: { data: 'x', format: 'wav' } },
      ],
      { text: '[attachment]' },
      { attachment: 2, recording: 1 },
    ],
    ['dictation', [{ type: 'voice_note', title: 'Note', text: 'Spoken' }], { text: 'Spoken' }, {}],
    [
      'something unknown',
      [text('One'), { type: 'hologram' }, 7, null],
      { text: 'One' },
      { unknownContent: 3 },
    ],
  ];
  for (const [format, fileOf] of Object.entries(formats)) {
    for (const [what, parts, expected, losses] of asked) {
      it(`of ${format} are read: ${what}`, async () => {
        const result = await read(fileOf(parts, [text('So.')]));
        const { kind: _, id: _id, parentId: _parent, askedAt: _at, ...question } = result.question;
        assert.deepEqual([question, result.losses], [expected, losses]);
      });
    }

    it(`of ${format} are read: documents with their text`, async () => {
      const parts = [
        {
          type: 'document',
          title: 'a.txt',
          source: { type: 'text', media_type: 'text/plain', data: 'A' },
        },
        {
          type: 'file',
          file: { filename: 'b.csv', file_data: `data:text/csv;base64,${base64('1;ä')}` },
        },
      ];
      const { question, losses } = await read(fileOf(parts, [text('So.')]));
      assert.equal(question.text, '[a.txt, b.csv]');
      assert.deepEqual(attached(question), [
        'File `a.txt`\n```\nA\n```',
        'File `b.csv`\n```\n1;ä\n```',
      ]);
      assert.deepEqual(losses, {});
    });

    it(`of ${format} are read: an answer with reasoning, a refusal and tools`, async () => {
      const parts = [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'redacted_thinking', data: 'x' },
        { type: 'output_text', text: 'Here:' },
        { type: 'refusal', refusal: 'No more.' },
        { type: 'tool_result', content: [], text: 'secret' },
      ];
      const { answer, losses } = await read(fileOf([text('Why?')], parts));
      assert.deepEqual([answer.reasoning, answer.text], ['Hm.', 'Here:\n\nNo more.']);
      assert.deepEqual(losses, { toolMessage: 1 });
    });

    it(`of ${format} are read: artifacts become code blocks, where they stand`, async () => {
      const use = (name: string, input: object) => ({ type: 'tool_use', name, input });
      const parts = [
        text('First:'),
        use('artifacts', {
          command: 'create',
          id: 'app',
          type: 'application/vnd.ant.code',
          language: 'python',
          title: 'My *app*',
          content: 'print("```")\n',
        }),
        use('artifacts', { command: 'update', id: 'app', old_str: 'a\nb', new_str: 'c' }),
        use('artifacts', { command: 'rewrite', id: 'page', type: 'text/html', content: '<p>' }),
        use('artifacts', {
          command: 'create',
          title: 'R',
          type: 'application/vnd.ant.react',
          content: 'x',
        }),
        use('create_file', { path: '/mnt/outputs/a.ts', description: 'A', file_text: 'let a;' }),
        use('str_replace', { path: 'a.ts', old_str: 'let', new_str: '' }),
        use('artifacts', { command: 'view', id: 'app' }),
        use('web_search', { query: 'x' }),
        text('Done.'),
      ];
      const { answer, losses } = await read(fileOf([text('Why?')], parts));
      assert.equal(
        answer.text,
        [
          'First:',
          '**My \\*app\\***',
          '````python\nprint("```")\n\n````',
          '**app**',
          '```diff\n-a\n-b\n+c\n```',
          '**page**',
          '```html\n<p>\n```',
          '**R**',
          '```jsx\nx\n```',
          '**/mnt/outputs/a.ts**',
          '```ts\nlet a;\n```',
          '**a.ts**',
          '```diff\n-let\n```',
          'Done.',
        ].join('\n\n'),
      );
      assert.deepEqual(losses, { toolMessage: 2 });
    });
  }
});

describe('what Claude exports beside the parts', () => {
  const paste = { file_name: 'paste.txt', file_type: 'txt', extracted_content: 'Traceback\n' };

  it('is a paste: it is attached, also to a question without another text', async () => {
    const { question, losses } = await read(
      claudePair({ text: '', content: [], attachments: [paste, { ...paste, file_name: '' }] }, {}),
    );
    assert.equal(question.text, '[paste.txt, paste.txt]');
    assert.deepEqual(attached(question), Array(2).fill('Pasted text\n```\nTraceback\n```'));
    assert.deepEqual(
      question.attachments?.map(({ kind }) => kind),
      ['pastedText', 'pastedText'],
    );
    assert.equal(new Set(question.attachments?.map(({ id }) => id)).size, 2);
    assert.deepEqual(losses, {});
  });

  it('is a paste from a terminal: it has what the screen showed', async () => {
    const extracted_content = '\r 50%\r100%\n\u001B[32mok\u001B[0m\n';
    const attachments = [{ ...paste, extracted_content }];
    const { question } = await read(claudePair({ attachments }, {}));
    assert.deepEqual(attached(question), ['Pasted text\n```\n100%\nok\n```']);
  });

  it('is counted once where both lists have it, and not at all where its text is taken', async () => {
    const lost = { file_name: 'b.png', extracted_content: '' };
    const both = { attachments: [paste, lost], files: [paste, lost] };
    const { losses } = await read(claudePair(both, {}));
    assert.deepEqual(losses, { attachment: 1 });
  });

  it('is a file with its text; what has none is counted, once', async () => {
    const { question, losses } = await read(
      claudePair(
        {
          attachments: [
            { file_name: 'cv.docx', file_type: 'docx', extracted_content: '```\nMe' },
            { file_name: 'b.png', extracted_content: '' },
          ],
          files: [{ file_name: 'cv.docx' }, { file_name: 'c.png' }],
        },
        {},
      ),
    );
    assert.equal(question.text, 'Why?');
    assert.deepEqual(attached(question), ['File `cv.docx`\n````\n```\nMe\n````']);
    assert.deepEqual(losses, { attachment: 2 });
  });

  it('is a text of an answer: it becomes a code block', async () => {
    const { answer } = await read(
      claudePair({}, { attachments: [{ file_name: 'a.py', extracted_content: 'a = 1' }] }),
    );
    assert.equal(answer.text, 'So.\n\n**a.py**\n\n```py\na = 1\n```');
  });

  it('has no sentence that stands for a block of tools', async () => {
    const sentence = '```\nThis block is not supported on your current device yet.\n```';
    const said = `Let me look.\n${sentence}\n\n${sentence}\n\nFound it.`;
    const old = await read(claudePair({}, { text: said, content: [] }));
    assert.deepEqual(
      [old.answer.text, old.losses],
      ['Let me look.\nFound it.', { toolMessage: 2 }],
    );
    const artifact = { type: 'tool_use', name: 'artifacts', input: { title: 'A', content: 'x' } };
    const { answer, losses } = await read(
      claudePair({}, { text: sentence, content: [text(sentence), artifact] }),
    );
    assert.deepEqual([answer.text, losses], ['**A**\n\n```\nx\n```', {}]);
  });

  it('has the artifacts and the reasoning of 2024, which stood in the text', async () => {
    const said =
      'Sure.\n\n<antThinking>Reuse it?</antThinking>\n\n<antArtifact identifier="f" type="application/vnd.ant.code" language="go" title="F">\nfunc f() {}\n</antArtifact>\n\nDone.';
    const { answer } = await read(claudePair({}, { text: said, content: [] }));
    assert.equal(answer.text, 'Sure.\n\n**F**\n\n```go\nfunc f() {}\n```\n\nDone.');
    assert.equal(answer.reasoning, 'Reuse it?');
  });
});

describe('what is attached in other exports', () => {
  it('is read of Open WebUI: files, pages and notes with their text', async () => {
    const files = [
      { type: 'file', name: 'a.md', file: { filename: 'a.md', data: { content: '# A' } } },
      { type: 'text', name: 'https://a.example', url: 'https://a.example', content: 'Page' },
      { type: 'note', name: 'Note', data: { content: 'N' } },
      { type: 'file', name: 'gone.pdf', file: { filename: 'gone.pdf' } },
      { type: 'collection', name: 'Docs' },
    ];
    const { question, losses } = await read(openWebUiChat({ content: '', files }, {}));
    assert.equal(question.text, '[a.md, https://a.example, Note]');
    assert.deepEqual(attached(question), [
      'File `a.md`\n```\n# A\n```',
      'File `https://a.example`\n```\nPage\n```',
      'File `Note`\n```\nN\n```',
    ]);
    assert.deepEqual(losses, { attachment: 2 });
  });

  it('is read of Continue: what the user mentioned', async () => {
    const contextItems = [
      { name: 'a.ts', description: 'src/a.ts', content: '```src/a.ts\nlet a;\n```', id: {} },
      { name: 'Terminal', content: 'The last output:\n\n```\nok\n```' },
      { name: 'Empty', description: 'nothing', content: '' },
    ];
    const { question, losses } = await read(continuePair({ content: 'Why?' }, {}, contextItems));
    assert.deepEqual(attached(question), [
      'File `src/a.ts`\n```\nlet a;\n```',
      'File `Terminal`\n````\nThe last output:\n\n```\nok\n```\n````',
    ]);
    assert.deepEqual(losses, { attachment: 1 });
  });

  it('is read of LibreChat: files that were sent as text, and quotes', async () => {
    const { question, losses } = await read(
      libreChatPair(
        {
          files: [
            { filename: 'b.csv', type: 'text/csv', text: '1;2' },
            { filename: 'c.pdf', type: 'application/pdf' },
          ],
          quotes: ['A line'],
        },
        { text: 'So.' },
      ),
    );
    assert.deepEqual(attached(question), [
      'File `b.csv`\n```\n1;2\n```',
      'File `quote.txt`\n```\nA line\n```',
    ]);
    assert.deepEqual(losses, { attachment: 1 });
  });

  it("is read of ChatGPT's canvas: what was written there", async () => {
    const canvas = (name: string, call: unknown) => ({
      recipient: `canmore.${name}`,
      content: { content_type: 'code', text: JSON.stringify(call) },
    });
    const answerOf = async (message: object): Promise<Read> => read(chatGptPair({}, {}, message));
    const created = await answerOf(
      canvas('create_textdoc', { name: 'sort', type: 'code/python', content: 'sorted(a)' }),
    );
    assert.equal(created.answer.text, '**sort**\n\n```python\nsorted(a)\n```\n\nSo.');
    const updates = [
      { pattern: '.*', multiple: false, replacement: 'new' },
      { pattern: 'a', multiple: true, replacement: 'b' },
    ];
    const updated = await answerOf(canvas('update_textdoc', { updates }));
    assert.equal(
      updated.answer.text,
      '**canvas**\n\n```\nnew\n```\n\n**canvas**\n\n```diff\n-a\n+b\n```\n\nSo.',
    );
    const commented = await answerOf(canvas('comment_textdoc', { comments: [] }));
    assert.deepEqual([commented.answer.text, commented.losses], ['So.', { toolMessage: 1 }]);
  });
});
