import assert from 'node:assert/strict';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import type { FileProposal } from '../../../../../src/features/apply/common/fileProposal';

const edit = (old: string, replacement: string, after?: readonly string[]): object => ({
  old: old.split('\n'),
  new: replacement === '' ? [] : replacement.split('\n'),
  ...(after === undefined ? {} : { after }),
});
/** An edit of JSON or of tags, which has the text itself, too. */
const textEdit = (old: string, replacement: string, more: object = {}): object => ({
  ...edit(old, replacement),
  exact: { old, new: replacement },
  ...more,
});
const edits = (...list: readonly object[]): object => ({ kind: 'edits', edits: list });
const malformed = { kind: 'unsupported', why: 'malformed' };

const samples: readonly {
  readonly what: string;
  readonly code: string;
  readonly info?: string;
  readonly name?: string;
  readonly proposals: readonly object[];
}[] = [
  {
    what: 'code',
    code: 'a\r\n\r\nb\r\n',
    proposals: [{ kind: 'code', lines: ['a', '', 'b'] }],
  },
  ...[
    '// src/a.ts',
    '# src/a.ts',
    '<!-- src/a.ts -->',
    '/* src/a.ts */',
    '-- src\\a.ts',
    '// File: src/a.ts',
    '// filepath: src/a.ts',
    '// ==== src/a.ts ====',
    '// file: `src/a.ts`',
    '// src/a.ts (UPDATED)',
  ].map((comment) => ({
    what: `code with the path in its first line: ${comment}`,
    code: `${comment}\na`,
    proposals: [{ path: 'src/a.ts', kind: 'code', lines: [comment, 'a'] }],
  })),
  ...[
    ['// filepath: /abs/util.ts', '/abs/util.ts'],
    ['// c:\\app\\util.ts', '/app/util.ts'],
    ['// file:///c:/app/util.ts', '/app/util.ts'],
    ['// ~/app/util.ts', '/app/util.ts'],
    ['// src/util.ts:12-20', 'src/util.ts'],
  ].map(([comment = '', path]) => ({
    what: `code with the path of some machine, or lines, in its first line: ${comment}`,
    code: `${comment}\na`,
    proposals: [{ path, kind: 'code', lines: [comment, 'a'] }],
  })),
  {
    what: 'code below the name of a file that a build looks for',
    code: '# Dockerfile\nFROM a',
    proposals: [{ path: 'Dockerfile', kind: 'code', lines: ['# Dockerfile', 'FROM a'] }],
  },
  {
    what: 'code of two files, each below its path',
    code: '// a.ts\na;\n\n// src/b.ts\nb;\n  // c.ts\n// d.ts\n',
    proposals: [
      { path: 'a.ts', kind: 'code', lines: ['// a.ts', 'a;'] },
      { path: 'src/b.ts', kind: 'code', lines: ['// src/b.ts', 'b;', '  // c.ts', '// d.ts'] },
    ],
  },
  ...[
    '# Dockerfile\nFROM a\n\n# package.json\nCOPY package.json .',
    '// a.ts\na();\n\n// a.ts\nb();',
  ].map((code) => ({
    what: `code with headings that are no other files: ${code.split('\n')[0]}`,
    code,
    proposals: [
      { path: /\S+$/u.exec(code.split('\n')[0]!)![0], kind: 'code', lines: code.split('\n') },
    ],
  })),
  ...['->', '=>', '→', '⬇️'].map((arrow) => ({
    what: `old and new lines with an arrow between: ${arrow}`,
    code: `a {\n}\n\n${arrow}\n\na {\n  b\n}\n`,
    info: 'css',
    proposals: [edits(edit('a {\n}', 'a {\n  b\n}'))],
  })),
  {
    what: 'old and new lines with an arrow between, below the path',
    code: '// src/a.ts\na();\n\n->\n\n// src/a.ts\nb();\n',
    info: 'ts',
    proposals: [{ path: 'src/a.ts', ...edits(edit('a();', 'b();')) }],
  },
  ...(
    [
      ['coffee', 'f = ->\n\n  ->\n\na'],
      ['ts', 'a\n->\nb'],
      ['ts', '->\n\na'],
      ['ts', 'a();\n\n->\n'],
      ['ts', 'a\n\n->\n\nb\n\n->\n\nc'],
      ['md', '# Flow\n\nClient\n\n↓\n\nServer'],
      ['', 'Client\n\n↓\n\nServer'],
    ] as const
  ).map(([info, code]) => ({
    what: `code with arrows that are its own: ${JSON.stringify(code)}`,
    code,
    info,
    proposals: [{ kind: 'code', lines: code.replace(/\n$/u, '').split('\n') } as const],
  })),
  {
    what: 'code below its path and a fence within the block',
    code: 'src/a.rb\n```ruby\nclass A\nend\n```',
    proposals: [{ path: 'src/a.rb', kind: 'code', lines: ['src/a.rb', 'class A', 'end'] }],
  },
  {
    what: 'search and replace below its path and a fence within the block',
    code: String.raw`D:\app\a.rb` + '\n```ruby\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
    proposals: [{ path: '/app/a.rb', ...edits(edit('a', 'b')) }],
  },
  ...['# Reads a.', '// see src/a.ts', '// v1.2', '// ../a.ts', '// a.ts (helpers)'].map(
    (comment) => ({
      what: `code with a comment that is no path: ${comment}`,
      code: `${comment}\na`,
      proposals: [{ kind: 'code', lines: [comment, 'a'] }],
    }),
  ),
  {
    what: 'a diff with wrong numbers and a heading',
    code: '--- a/src/a.ts\t2026-01-01\n+++ b/src/a.ts\n@@ -1,99 +7 @@ class A {\n a\n-b\n+c\n\\ No newline at end of file\n',
    info: 'diff',
    proposals: [{ path: 'src/a.ts', ...edits(edit('a\nb', 'a\nc', ['class A {'])) }],
  },
  {
    what: 'a diff without headers',
    code: '@@ ... @@\n-b\n+c\n',
    info: 'diff',
    proposals: [edits(edit('b', 'c'))],
  },
  {
    what: 'a diff without hunk headers',
    code: ' a\n-b\n+c\n',
    info: 'patch',
    proposals: [edits(edit('a\nb', 'a\nc'))],
  },
  {
    what: 'a diff with blank lines: those in a hunk count',
    code: '@@ -1 +1 @@\n-a\n\n+b\n\n@@ -9 +9 @@\n-c\n+d\n\n',
    info: 'diff',
    proposals: [edits(edit('a\n', '\nb'), edit('c', 'd'))],
  },
  {
    what: 'a diff with a line that was wrapped: it is found nowhere',
    code: '@@ -1 +1 @@\n-a\n+a long\nline\n',
    info: 'diff',
    proposals: [edits(edit('a\nline', 'a long\nline'))],
  },
  {
    what: 'a diff of lines that look like headers',
    code: '--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n a\n--- old comment\n+++ new comment\n b\n',
    info: 'diff',
    proposals: [{ path: 'q.sql', ...edits(edit('a\n-- old comment\nb', 'a\n++ new comment\nb')) }],
  },
  {
    what: 'a diff of git with two files, one of them new',
    code: 'diff --git a/a.ts b/a.ts\nindex 12ab..34cd 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/n.ts b/n.ts\nnew file mode 100644\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1,2 @@\n+x\n+y\n',
    proposals: [
      { path: 'a.ts', ...edits(edit('a', 'b')) },
      { path: 'n.ts', kind: 'newFile', lines: ['x', 'y'] },
    ],
  },
  {
    what: 'a diff with the header of its file before each change',
    code: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n-a\n+b\n+c\n--- a/a.ts\n+++ b/a.ts\n@@ -9 +10 @@\n-x\n+y\n',
    info: 'diff',
    proposals: [{ path: 'a.ts', ...edits(edit('a', 'b\nc'), edit('x', 'y')) }],
  },
  {
    what: 'a diff with the names before and after what git says of the file',
    code: '--- /dev/null\n+++ b/n.ts\nnew file mode 100644\nindex 0000000..69b662d\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n+x\n',
    info: 'diff',
    proposals: [{ path: 'n.ts', kind: 'newFile', lines: ['x'] }],
  },
  ...['@@ -0,0 +1 @@\n', ''].map((header) => ({
    what: `a diff that only adds lines, ${header === '' ? 'without header' : 'to nothing'}`,
    code: `${header}+x\n+y\n`,
    info: 'diff',
    proposals: [{ kind: 'newFile', lines: ['x', 'y'] }],
  })),
  {
    what: 'a diff that only adds lines somewhere',
    code: '@@ -3,0 +4 @@\n+x\n',
    info: 'diff',
    proposals: [edits({ old: [], new: ['x'] })],
  },
  {
    what: 'a diff that deletes a file',
    code: '--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
    info: 'diff',
    proposals: [{ path: 'a.ts', kind: 'unsupported', why: 'deletesOrRenames' }],
  },
  {
    what: 'a diff that renames a file',
    code: 'diff --git a/a.ts b/b.ts\nsimilarity index 100%\nrename from a.ts\nrename to b.ts\n',
    proposals: [{ path: 'b.ts', kind: 'unsupported', why: 'deletesOrRenames' }],
  },
  {
    what: 'a diff without lines',
    code: '--- a/a\n+++ b/a\n',
    proposals: [{ path: 'a', ...malformed }],
  },
  {
    what: 'search and replace with a path',
    code: 'src/a.ts\n<<<<<<< SEARCH\na\n=======\n$& b\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\nc\n=======\n>>>>>>> REPLACE\n',
    proposals: [{ path: 'src/a.ts', ...edits(edit('a', '$& b'), edit('c', '')) }],
  },
  ...[
    ['c:\\app\\a.ts', '/app/a.ts'],
    ['src/a.ts:12', 'src/a.ts'],
    ['文件.ts', '文件.ts'],
  ].map(([line = '', path]) => ({
    what: `search and replace below ${line}`,
    code: `${line}\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE`,
    proposals: [{ path, ...edits(edit('a', 'b')) }],
  })),
  ...[
    '<<<<<<< ORIGINAL',
    '<<<<<<<SEARCH',
    '<<<<< SEARCH',
    '<<<<<<<<< SEARCH',
    '<<<<<<< SEARCH\r',
    '<<<<<<< SEARCH>',
    '<<<<<<<',
  ].map((opening) => ({
    what: JSON.stringify(opening),
    code: `${opening}\na\n=====\nb\n>>>>>>> UPDATED`,
    proposals: [edits(edit('a', 'b'))],
  })),
  ...['diff', ''].map((info) => ({
    what: `the markers of Cline ${info}`,
    code: '------- SEARCH\na\n=======\nb\n+++++++ REPLACE \n',
    info,
    proposals: [edits(edit('a', 'b'))],
  })),
  {
    what: 'search and replace that is fenced as a diff',
    code: 'a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n',
    info: 'diff',
    proposals: [{ path: 'a.ts', ...edits(edit('a', 'b')) }],
  },
  {
    what: 'a diff that removes merge conflict markers',
    code: '@@ -1,5 +1 @@\n-<<<<<<< HEAD\n a\n-=======\n-b\n->>>>>>> new\n',
    info: 'diff',
    proposals: [edits(edit('<<<<<<< HEAD\na\n=======\nb\n>>>>>>> new', 'a'))],
  },
  {
    what: 'a diff beside markers that stay',
    code: '@@ -1,6 +1,6 @@\n-A\n+B\n <<<<<<< SEARCH\n a\n =======\n b\n >>>>>>> REPLACE\n',
    info: 'diff',
    proposals: [
      edits(
        edit(
          'A\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
          'B\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
        ),
      ),
    ],
  },
  {
    what: 'markers as VS Code labels them',
    code: '<<<<<<< HEAD (Current Change)\na\n=======\nb\n>>>>>>> new (Incoming Change)\n',
    proposals: [edits(edit('a', 'b'))],
  },
  {
    what: 'search and replace with a path in a comment',
    code: '// src/a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n',
    proposals: [{ path: 'src/a.ts', ...edits(edit('a', 'b')) }],
  },
  {
    what: 'search and replace of two files',
    code: 'a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\nb.ts\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE',
    proposals: [
      { path: 'a.ts', ...edits(edit('a', 'b')) },
      { path: 'b.ts', kind: 'newFile', lines: ['new'] },
    ],
  },
  {
    what: 'a marker without its partner',
    code: '<<<<<<< SEARCH\na\n=======\nb\n',
    proposals: [malformed],
  },
  {
    what: 'a divider twice',
    code: '<<<<<<< SEARCH\na\n=======\n=======\nb\n>>>>>>> REPLACE\n',
    proposals: [malformed],
  },
  {
    what: 'search and replace of a heading that is underlined',
    code: '<<<<<<< SEARCH\nA\n=====\n=======\nAB\n======\n>>>>>>> REPLACE\n',
    proposals: [edits(edit('A\n=====', 'AB\n======'))],
  },
  {
    what: 'a block within a block',
    code: '<<<<<<< SEARCH\na\n<<<<<<< SEARCH\nb\n=======\nc\n>>>>>>> REPLACE\n',
    proposals: [malformed],
  },
  {
    what: 'merge conflict markers with the lines below them',
    code: '<<<<<<< HEAD\na\n||||||| base\no\n=======\nb\n>>>>>>> new\ny\n',
    proposals: [edits(edit('a\ny', 'b\ny'))],
  },
  {
    what: 'a heading that is underlined',
    code: 'Title\n=======\ntext',
    info: 'md',
    proposals: [{ kind: 'code', lines: ['Title', '=======', 'text'] }],
  },
  {
    what: 'a patch (V4A)',
    code: '*** Begin Patch\n*** Update File: a.py\n@@ class A\n@@     def b\n x\n-y\n+z\n*** End of File\n*** Add File: n.py\n+1\n+2\n*** Delete File: d.py\n*** Update File: m.py\n*** Move to: k.py\n@@\n-a\n+b\n*** End Patch\n',
    proposals: [
      { path: 'a.py', ...edits(edit('x\ny', 'x\nz', ['class A', 'def b'])) },
      { path: 'n.py', kind: 'newFile', lines: ['1', '2'] },
      { path: 'd.py', kind: 'unsupported', why: 'deletesOrRenames' },
      { path: 'm.py', kind: 'unsupported', why: 'deletesOrRenames' },
    ],
  },
  {
    what: 'a patch that ends without its end',
    code: '*** Begin Patch\n*** Update File: a.py\n@@\n-a\n+b\n*** Update File: b.py\n@@\n-c\n+d',
    proposals: [
      { path: 'a.py', ...edits(edit('a', 'b')) },
      { path: 'b.py', kind: 'unsupported', why: 'malformed' },
    ],
  },
  {
    what: 'a patch as the input of its command',
    code: "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n@@\n-a\n+b\n*** End Patch\nEOF\n",
    info: 'bash',
    proposals: [{ path: 'a.py', ...edits(edit('a', 'b')) }],
  },
  { what: 'an empty patch', code: '*** Begin Patch\n*** End Patch', proposals: [malformed] },
  {
    what: 'tags',
    code: '<edit>\n<path>a.ts</path>\n<old_text>\na\n</old_text>\n<new_text>\nb\n</new_text>\n</edit>',
    info: 'xml',
    proposals: [{ path: 'a.ts', ...edits(textEdit('a', 'b')) }],
  },
  {
    what: 'tags of two files',
    code: '<edit><path>a.ts</path>\n<old_text>a</old_text>\n<new_text>b</new_text></edit>\n<edit><path>b.ts</path>\n<old_text>a</old_text>\n<new_text>c</new_text></edit>',
    info: 'xml',
    proposals: [
      { path: 'a.ts', ...edits(textEdit('a', 'b')) },
      { path: 'b.ts', ...edits(textEdit('a', 'c')) },
    ],
  },
  {
    what: 'tags with a blank line',
    code: '<old_text>\na\n\n</old_text>\n<new_text>\nb\n</new_text>',
    proposals: [edits({ ...edit('a\n', 'b'), exact: { old: 'a\n', new: 'b' } })],
  },
  { what: 'a tag without its partner', code: '<old_text>a</old_text>', proposals: [malformed] },
  {
    what: 'HTML',
    code: '<p>\n<b>x</b>\n</p>',
    info: 'html',
    proposals: [{ kind: 'code', lines: ['<p>', '<b>x</b>', '</p>'] }],
  },
  {
    what: 'JSON of an edit tool',
    code: '{"file_path":"a.ts","edits":[{"old_string":"a\\n","new_string":"b"},{"old_string":"c","new_string":""}]}',
    info: 'json',
    proposals: [
      {
        path: 'a.ts',
        ...edits({ ...edit('a', 'b'), exact: { old: 'a\n', new: 'b' } }, textEdit('c', '')),
      },
    ],
  },
  // Claude Code's Edit, Gemini CLI's replace.
  ...['replace_all', 'replaceAll', 'allow_multiple'].map((flag) => ({
    what: `JSON of an edit of all places: ${flag}`,
    code: `[{"old_string":"a","new_string":"b","${flag}":true},{"old_string":"c","new_string":"d","${flag}":false}]`,
    proposals: [edits(textEdit('a', 'b', { isEverywhere: true }), textEdit('c', 'd'))],
  })),
  {
    what: 'tags of an edit of all places',
    code: '<old_string>a</old_string><new_string>b</new_string><replace_all>true</replace_all>\n<old_string>c</old_string><new_string>d</new_string>',
    proposals: [edits(textEdit('a', 'b', { isEverywhere: true }), textEdit('c', 'd'))],
  },
  {
    // https://github.com/zed-industries/zed/blob/main/crates/agent/src/edit_agent/edit_parser.rs
    what: 'tags as Zed’s models write them, the last one closed by that of all',
    code: '<edits>\n\n<old_text line=17>\na\n</old_text>\n<new_text>\nb\n</new_text>\n\n<old_text line=3>\nc\n</old_text>\n<new_text>\nd\n\n</edits>\n',
    proposals: [edits(textEdit('a', 'b'), textEdit('c', 'd'))],
  },
  {
    // https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/diff/strategies/multi-search-replace.ts
    what: 'search and replace with the line at which it starts (Roo Code)',
    code: '<<<<<<< SEARCH\n:start_line:17\n:end_line:18\n-------\na\n-------\n=======\nb\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n:start_line: 3\nc\n=======\nd\n>>>>>>> REPLACE\n',
    proposals: [edits(edit('a\n-------', 'b'), edit('c', 'd'))],
  },
  {
    // `addLineNumbers()` in Roo-Code's src/integrations/misc/extract-text.ts
    what: 'search and replace of lines with their numbers',
    code: '<<<<<<< SEARCH\n 9 | a | b\n10 | \n11 |   c\n=======\n 9 | d\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n16 | e\n=======\nf\n>>>>>>> REPLACE\n',
    proposals: [
      edits(
        { ...edit('a | b\n\n  c', 'd'), numbered: edit(' 9 | a | b\n10 | \n11 |   c', ' 9 | d') },
        { ...edit('e', 'f'), numbered: edit('16 | e', 'f') },
      ),
    ],
  },
  {
    what: 'search and replace of lines with numbers of their own',
    code: '<<<<<<< SEARCH\n1 | a\n1 | b\n=======\n2 || c\n>>>>>>> REPLACE\n',
    proposals: [edits(edit('1 | a\n1 | b', '2 || c'))],
  },
  {
    what: 'search and replace that adds a table to lines without numbers',
    code: '<<<<<<< SEARCH\na\n=======\n1 | b\n2 | c\n>>>>>>> REPLACE\n',
    proposals: [edits(edit('a', '1 | b\n2 | c'))],
  },
  {
    // `try_dotdotdots()` in aider's aider/coders/editblock_coder.py finds the pieces one by one, the last perhaps elsewhere.
    what: 'search and replace with dots in both halves (aider): they are found nowhere',
    code: '<<<<<<< SEARCH\na\n...\nb\n=======\nc\n...\nb\n>>>>>>> REPLACE\n',
    proposals: [edits(edit('a\n...\nb', 'c\n...\nb'))],
  },
  {
    what: 'search and replace with dots in one half, or nothing above them: they are found nowhere',
    code: '<<<<<<< SEARCH\na\n...\nb\n=======\nc\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n...\nb\n=======\nnew\n...\nb\n>>>>>>> REPLACE\n',
    proposals: [edits(edit('a\n...\nb', 'c'), edit('...\nb', 'new\n...\nb'))],
  },
  {
    what: 'a file that shows search and replace, as code',
    code: 'Write\n\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n',
    info: 'md',
    proposals: [
      {
        kind: 'code',
        lines: ['Write', '', '<<<<<<< SEARCH', 'a', '=======', 'b', '>>>>>>> REPLACE'],
      },
    ],
  },
  {
    what: 'a file that has tags of edits in a string, as code',
    code: 'const a = `\n<old_text>a</old_text><new_text>b</new_text>`;',
    proposals: [
      {
        kind: 'code',
        lines: ['const a = `', '<old_text>a</old_text><new_text>b</new_text>`;'],
      },
    ],
  },
  ...['[{"old_text":"a","new_text":"b"}]', '[{"path":"a.ts","old_text":"a","new_text":"b"}]'].map(
    (line) => ({
      what: `a JSON file that has edits in it, as code: ${line}`,
      code: line,
      info: 'json',
      name: 'test/edits.json',
      proposals: [{ kind: 'code', lines: [line] }],
    }),
  ),
  {
    what: 'a JSON file that has edits in it, below a comment that names it, as code',
    code: '// test/edits.json\n[{"old_text":"a","new_text":"b"}]',
    info: 'jsonc',
    proposals: [
      {
        path: 'test/edits.json',
        kind: 'code',
        lines: ['// test/edits.json', '[{"old_text":"a","new_text":"b"}]'],
      },
    ],
  },
  {
    what: 'JSON of an edit of a JSON file',
    code: '{"path":"src/a.json","old_text":"a","new_text":"b"}',
    name: 'a.json',
    proposals: [{ path: 'src/a.json', ...edits(textEdit('a', 'b')) }],
  },
  {
    what: 'JSON with old text only',
    code: '{"old_string":"a"}',
    info: 'json',
    proposals: [{ kind: 'code', lines: ['{"old_string":"a"}'] }],
  },
  {
    what: 'JSON of edits of which one lacks its new text',
    code: '[{"old_string":"a","new_string":"b"},{"old_string":"c"}]',
    proposals: [malformed],
  },
  {
    what: 'JSON that is cut',
    code: '{"old_string":"a","new_string":"b',
    info: 'json',
    proposals: [malformed],
  },
  {
    what: 'a byte order mark within an edit',
    code: '<<<<<<< SEARCH\n\uFEFFa\n=======\n\uFEFFb\n>>>>>>> REPLACE',
    proposals: [{ kind: 'edits', edits: [{ old: ['a'], new: ['b'] }] }],
  },
  {
    what: 'other JSON',
    code: '{ "a": 1 }',
    info: 'json',
    proposals: [{ kind: 'code', lines: ['{ "a": 1 }'] }],
  },
];

describe('parseProposals', () => {
  for (const { what, code, info = '', name, proposals } of samples) {
    it(`reads ${what}`, () => {
      const read = parseProposals(code, info, name);
      assert.deepEqual(read satisfies readonly FileProposal[], proposals);
    });
  }
});
