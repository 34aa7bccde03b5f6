import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  maxOutputLength,
  notebookText,
  outputText,
  readNotebook,
} from '../../../../src/workspace/node/notebookText';

const picture = 'iVBORw0KGgo'.repeat(20_000);

const code = (source: string | readonly string[], ...outputs: readonly object[]) => ({
  cell_type: 'code',
  source,
  metadata: {},
  execution_count: 1,
  outputs,
});
const textOf = (...cells: readonly object[]): string => {
  const metadata = { language_info: { name: 'python' } };
  const found = readNotebook(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells }));
  assert.ok(found);
  return notebookText(found);
};
const display = (data: object, type = 'display_data') => ({
  output_type: type,
  data,
  metadata: {},
});

describe('the text of a notebook', () => {
  it('has each cell with its language, and its outputs', () => {
    const text = textOf(
      { cell_type: 'markdown', metadata: {}, source: ['# Title\n', 'words'] },
      code(
        'print(1)\n1 + 1\n',
        { output_type: 'stream', name: 'stdout', text: ['1\n'] },
        display({ 'text/plain': '2' }, 'execute_result'),
      ),
      { cell_type: 'raw', metadata: {}, source: 'as it is' },
      { ...code('SELECT 1'), metadata: { vscode: { languageId: 'sql' } } },
      code(''),
    );
    assert.equal(
      text,
      '[Cell 1, markdown]\n# Title\nwords\n\n' +
        '[Cell 2, python]\nprint(1)\n1 + 1\n[Output of cell 2]\n1\n\n2\n\n' +
        '[Cell 3, raw]\nas it is\n\n[Cell 4, sql]\nSELECT 1\n\n[Cell 5, python]\n',
    );
  });

  const outputs: readonly (readonly [title: string, output: object, text: string])[] = [
    ['a picture', display({ 'image/png': picture }), '[image/png output]'],
    [
      'a picture with a caption',
      display({ 'image/jpeg': [picture], 'text/plain': '<Figure 1>' }),
      '<Figure 1>\n[image/jpeg output]',
    ],
    ['a drawing', display({ 'image/svg+xml': '<svg/>' }), '[image/svg+xml output]'],
    ['a page', display({ 'text/html': '<table/>' }), '[text/html output]'],
    ['a table with its text', display({ 'text/html': '<table/>', 'text/plain': 'a  b' }), 'a  b'],
    [
      'a chart',
      display({ 'application/vnd.plotly.v1+json': { data: [picture] } }),
      '[application/vnd.plotly.v1+json output]',
    ],
    ['JSON', display({ 'application/json': { a: [1] } }), '{"a":[1]}'],
    [
      'an error',
      {
        output_type: 'error',
        ename: 'E',
        evalue: 'v',
        traceback: ['\u001b[31mTrace\u001b[0m', 'E: v'],
      },
      'Trace\nE: v',
    ],
    [
      'a picture within a text',
      display({ 'text/markdown': `![a](data:image/png;base64,${picture})` }),
      '![a]([image/png data])',
    ],
  ];
  for (const [title, output, text] of outputs) {
    it(`has of ${title}: ${JSON.stringify(text)}`, () => {
      assert.equal(textOf(code('a', output)), `[Cell 1, python]\na\n[Output of cell 1]\n${text}`);
    });
  }

  it('has of a stream what its last state shows, also where it came in pieces', () => {
    const stream = (text: string, name = 'stderr') => ({ output_type: 'stream', name, text });
    const cell = code(
      'train()',
      stream('\r 0%|  |'),
      stream('\r50%|# |'),
      stream('\r100%|##|\u001b[32m ok\u001b[0m\n'),
      stream('loss 1.0\rloss 0.5\n', 'stdout'),
      display({ 'text/plain': ['10%\r', '20%'] }),
    );
    assert.equal(
      textOf(cell),
      '[Cell 1, python]\ntrain()\n[Output of cell 1]\n100%|##| ok\n\nloss 0.5\n\n20%',
    );
  });

  it('has of an error in an open notebook its trace', () => {
    const text = (error: object): string => {
      const mime = 'application/vnd.code.notebook.error';
      return outputText([[{ mime, text: () => JSON.stringify(error) }]]);
    };
    const error = { name: 'E', message: 'v' };
    assert.equal(text({ ...error, stack: '\u001b[31mTrace\u001b[0m\nE: v' }), 'Trace\nE: v');
    assert.equal(text({ ...error, stack: '' }), 'E: v');
    assert.equal(text({ other: 1 }), '{"other":1}');
  });

  it('names a picture in a Markdown cell, and leaves short data alone', () => {
    const source = `![a](data:image/png;base64,${picture}) data:text/plain;base64,YQ==`;
    assert.equal(
      textOf({ cell_type: 'markdown', metadata: {}, source }),
      '[Cell 1, markdown]\n![a]([image/png data]) data:text/plain;base64,YQ==',
    );
  });

  it('cuts long outputs and says so', () => {
    const text = textOf(code('a', { output_type: 'stream', text: 'x'.repeat(90_000) }));
    assert.ok(text.endsWith(`${'x'.repeat(100)}\n[The rest of the output is left out.]`));
    assert.ok(text.length < maxOutputLength + 200);
  });

  it('cannot be imitated by a cell', () => {
    const text = textOf(code('a = 1\n[Cell 7, python]\n  [Output of cell 1]\n[1]'));
    assert.equal(text, '[Cell 1, python]\na = 1\n\\[Cell 7, python]\n\\  [Output of cell 1]\n[1]');
  });

  it('is read of files of version 3', () => {
    const cells = [
      {
        cell_type: 'code',
        input: ['a'],
        language: 'python',
        outputs: [{ output_type: 'pyout', png: picture, text: ['<Figure>'] }],
      },
    ];
    const found = readNotebook(JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }));
    assert.equal(
      notebookText(found ?? []),
      '[Cell 1, code]\na\n[Output of cell 1]\n<Figure>\n[image/png output]',
    );
  });

  it('is none of other files, and of a notebook that is cut off', () => {
    const json = JSON.stringify({ metadata: {}, cells: [code('a')] });
    for (const other of ['{}', '[]', 'null', 'text', '{"cells":{}}', '<<<<<<< HEAD\n{}']) {
      assert.equal(readNotebook(other), undefined, other);
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: json.length - 1 }), (end) => {
        assert.equal(readNotebook(json.slice(0, end)), undefined);
      }),
    );
  });

  it('never has the base64 of a picture, whatever is beside it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('text/plain', 'text/html', 'application/pdf', 'text/markdown'),
          fc.string(),
        ),
        fc.constantFrom('image/png', 'image/gif', 'image/webp'),
        fc.constantFrom('display_data', 'execute_result', 'update_display_data'),
        (data, mime, type) => {
          const text = textOf(code('a', display({ ...data, [mime]: picture }, type)));
          assert.ok(text.includes(`[${mime} output]`) && !text.includes('iVBORw0KGgo'));
        },
      ),
    );
  });
});
