import assert from 'node:assert/strict';
import {
  droppedUris,
  isAttachable,
  longText,
  pastedFiles,
} from '../../../../../src/features/attachments/page/transfer';

const data = (values: Readonly<Record<string, string>>) => ({
  getData: (type: string) => values[type] ?? '',
});

describe('dropped files', () => {
  it('are read from the list that has all of them, with their lines', () => {
    const uris = 'file:///w/a.ts#L3,1\r\nfile:///w/folder';
    assert.deepEqual(
      droppedUris(
        data({ 'text/uri-list': 'file:///w/a.ts', 'application/vnd.code.uri-list': uris }),
      ),
      ['file:///w/a.ts#L3,1', 'file:///w/folder'],
    );
  });

  it('are read from the other ways in which VS Code names them', () => {
    const uris = ['vscode-remote://host/w/a.ts'];
    assert.deepEqual(droppedUris(data({ resourceurls: JSON.stringify(uris) })), uris);
    const paths = ['/w/a b#.ts', 'C:\\w\\c.ts'];
    assert.deepEqual(droppedUris(data({ codefiles: JSON.stringify(paths) })), [
      'file:///w/a%20b%23.ts',
      'file:///C%3A/w/c.ts',
    ]);
    assert.deepEqual(droppedUris(data({ 'text/uri-list': '# comment\nfile:///w/a.ts\n' })), [
      'file:///w/a.ts',
    ]);
  });

  it('are none in links to pages, in broken data and in names that are too long', () => {
    for (const values of [
      { 'text/uri-list': 'https://host.example/page' },
      { 'text/uri-list': 'mailto:me@host.example' },
      { resourceurls: '{"a":1}' },
      { resourceurls: '[1, null]' },
      { resourceurls: '[' },
      { 'text/uri-list': `file:///${'x'.repeat(8_000)}` },
      { 'text/plain': '/w/a.ts' },
    ]) {
      assert.deepEqual(droppedUris(data(values)), []);
    }
  });

  it('are recognized while they are dragged, and text is not one of them', () => {
    assert.ok(isAttachable(['text/plain', 'resourceurls']));
    assert.ok(isAttachable(['Files']));
    assert.ok(!isAttachable(['text/plain', 'text/html']));
  });
});

describe('pasted files', () => {
  const image = new File(['x'], 'image.png', { type: 'image/png' });
  // A list of files has no constructor.
  const files = [image] as unknown as FileList;

  it('are those beside no text, or beside their own names', () => {
    assert.deepEqual(pastedFiles({ ...data({}), files }), [image]);
    assert.deepEqual(pastedFiles({ ...data({ 'text/html': '<img>' }), files }), [image]);
    assert.deepEqual(pastedFiles({ ...data({ 'text/plain': 'image.png' }), files }), [image]);
  });

  it('are none beside text: office programs add a picture of it', () => {
    assert.deepEqual(pastedFiles({ ...data({ 'text/plain': 'Total\t12' }), files }), []);
  });
});

describe('longText', () => {
  const pasted = (text: string) => longText({ getData: () => text });
  const lines = (count: number, end = '\n'): string =>
    `line${end}`.repeat(count).slice(0, -end.length);

  for (const [name, end] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' })) {
    it(`is text of more than 200 lines that end with ${name}`, () => {
      assert.equal(pasted(lines(200, end)), undefined);
      assert.equal(pasted(lines(200, end) + end), undefined, 'the end of the last line');
      assert.equal(pasted(lines(201, end)), lines(201, end));
    });
  }

  it('is none in one long line, and none that is too long for the message box', () => {
    assert.equal(pasted('x'.repeat(1_000_000)), undefined);
    assert.equal(pasted(lines(1_000_000)), undefined);
    assert.equal(pasted(''), undefined);
  });
});
