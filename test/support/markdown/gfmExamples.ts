// The examples of GitHub Flavored Markdown's extensions.
// Source: GitHub Flavored Markdown Spec, version 0.29-gfm (2019-04-06), https://github.github.com/gfm/, licensed
// CC BY-SA 4.0. The numbers are the specification's.

interface GfmExample {
  readonly number: number;
  readonly extension: 'tables' | 'taskLists' | 'strikethrough' | 'autolinks' | 'rawHtml';
  readonly markdown: string;
  /** GitHub's reference implementation renders this. */
  readonly html: string;
}

function example(
  number: number,
  extension: GfmExample['extension'],
  markdown: readonly string[],
  html: readonly string[],
): GfmExample {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  return { number, extension, markdown: text(markdown), html: text(html) };
}

/** The lines of a table in HTML. `aligns`: of its columns, if they have any. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly string[] = [],
): readonly string[] {
  const row = (tag: 'th' | 'td', cells: readonly string[]): readonly string[] => {
    const lines = cells.map((cell, column) => {
      const align = aligns[column] === undefined ? '' : ` align="${aligns[column]}"`;
      return `<${tag}${align}>${cell}</${tag}>`;
    });
    return ['<tr>', ...lines, '</tr>'];
  };
  const body = rows.flatMap((cells) => row('td', cells));
  return [
    '<table>',
    '<thead>',
    ...row('th', head),
    '</thead>',
    ...(body.length === 0 ? [] : ['<tbody>', ...body, '</tbody>']),
    '</table>',
  ];
}

export const gfmExamples: readonly GfmExample[] = [
  example(
    198,
    'tables',
    ['| foo | bar |', '| --- | --- |', '| baz | bim |'],
    table(['foo', 'bar'], [['baz', 'bim']]),
  ),
  example(
    199,
    'tables',
    ['| abc | defghi |', ':-: | -----------:', 'bar | baz'],
    table(['abc', 'defghi'], [['bar', 'baz']], ['center', 'right']),
  ),
  example(
    200,
    'tables',
    ['| f\\|oo  |', '| ------ |', '| b `\\|` az |', '| b **\\|** im |'],
    table(['f|oo'], [['b <code>|</code> az'], ['b <strong>|</strong> im']]),
  ),
  example(
    201,
    'tables',
    ['| abc | def |', '| --- | --- |', '| bar | baz |', '> bar'],
    [...table(['abc', 'def'], [['bar', 'baz']]), '<blockquote>', '<p>bar</p>', '</blockquote>'],
  ),
  example(
    202,
    'tables',
    ['| abc | def |', '| --- | --- |', '| bar | baz |', 'bar', '', 'bar'],
    [
      ...table(
        ['abc', 'def'],
        [
          ['bar', 'baz'],
          ['bar', ''],
        ],
      ),
      '<p>bar</p>',
    ],
  ),
  example(
    203,
    'tables',
    ['| abc | def |', '| --- |', '| bar |'],
    ['<p>| abc | def |', '| --- |', '| bar |</p>'],
  ),
  example(
    204,
    'tables',
    ['| abc | def |', '| --- | --- |', '| bar |', '| bar | baz | boo |'],
    table(
      ['abc', 'def'],
      [
        ['bar', ''],
        ['bar', 'baz'],
      ],
    ),
  ),
  example(205, 'tables', ['| abc | def |', '| --- | --- |'], table(['abc', 'def'], [])),
  example(
    279,
    'taskLists',
    ['- [ ] foo', '- [x] bar'],
    [
      '<ul>',
      '<li><input disabled="" type="checkbox"> foo</li>',
      '<li><input checked="" disabled="" type="checkbox"> bar</li>',
      '</ul>',
    ],
  ),
  example(
    280,
    'taskLists',
    ['- [x] foo', '  - [ ] bar', '  - [x] baz', '- [ ] bim'],
    [
      '<ul>',
      '<li><input checked="" disabled="" type="checkbox"> foo',
      '<ul>',
      '<li><input disabled="" type="checkbox"> bar</li>',
      '<li><input checked="" disabled="" type="checkbox"> baz</li>',
      '</ul>',
      '</li>',
      '<li><input disabled="" type="checkbox"> bim</li>',
      '</ul>',
    ],
  ),
  example(491, 'strikethrough', ['~~Hi~~ Hello, world!'], ['<p><del>Hi</del> Hello, world!</p>']),
  example(
    492,
    'strikethrough',
    ['This ~~has a', '', 'new paragraph~~.'],
    ['<p>This ~~has a</p>', '<p>new paragraph~~.</p>'],
  ),
  example(
    621,
    'autolinks',
    ['www.commonmark.org'],
    ['<p><a href="http://www.commonmark.org">www.commonmark.org</a></p>'],
  ),
  example(
    622,
    'autolinks',
    ['Visit www.commonmark.org/help for more information.'],
    [
      '<p>Visit <a href="http://www.commonmark.org/help">www.commonmark.org/help</a> for more information.</p>',
    ],
  ),
  example(
    623,
    'autolinks',
    ['Visit www.commonmark.org.', '', 'Visit www.commonmark.org/a.b.'],
    [
      '<p>Visit <a href="http://www.commonmark.org">www.commonmark.org</a>.</p>',
      '<p>Visit <a href="http://www.commonmark.org/a.b">www.commonmark.org/a.b</a>.</p>',
    ],
  ),
  example(
    624,
    'autolinks',
    [
      'www.google.com/search?q=Markup+(business)',
      '',
      'www.google.com/search?q=Markup+(business)))',
      '',
      '(www.google.com/search?q=Markup+(business))',
      '',
      '(www.google.com/search?q=Markup+(business)',
    ],
    [
      '<p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p>',
      '<p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>))</p>',
      '<p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)</p>',
      '<p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p>',
    ],
  ),
  example(
    625,
    'autolinks',
    ['www.google.com/search?q=(business))+ok'],
    [
      '<p><a href="http://www.google.com/search?q=(business))+ok">www.google.com/search?q=(business))+ok</a></p>',
    ],
  ),
  example(
    626,
    'autolinks',
    ['www.google.com/search?q=commonmark&hl=en', '', 'www.google.com/search?q=commonmark&hl;'],
    [
      '<p><a href="http://www.google.com/search?q=commonmark&amp;hl=en">www.google.com/search?q=commonmark&amp;hl=en</a></p>',
      '<p><a href="http://www.google.com/search?q=commonmark">www.google.com/search?q=commonmark</a>&amp;hl;</p>',
    ],
  ),
  example(
    627,
    'autolinks',
    ['www.commonmark.org/he<lp'],
    ['<p><a href="http://www.commonmark.org/he">www.commonmark.org/he</a>&lt;lp</p>'],
  ),
  example(
    628,
    'autolinks',
    [
      'http://commonmark.org',
      '',
      '(Visit https://encrypted.google.com/search?q=Markup+(business))',
      '',
      'Anonymous FTP is available at ftp://foo.bar.baz.',
    ],
    [
      '<p><a href="http://commonmark.org">http://commonmark.org</a></p>',
      '<p>(Visit <a href="https://encrypted.google.com/search?q=Markup+(business)">https://encrypted.google.com/search?q=Markup+(business)</a>)</p>',
      '<p>Anonymous FTP is available at <a href="ftp://foo.bar.baz">ftp://foo.bar.baz</a>.</p>',
    ],
  ),
  example(
    629,
    'autolinks',
    ['foo@bar.baz'],
    ['<p><a href="mailto:foo@bar.baz">foo@bar.baz</a></p>'],
  ),
  example(
    630,
    'autolinks',
    ["hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is."],
    [
      '<p>hello@mail+xyz.example isn\'t valid, but <a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a> is.</p>',
    ],
  ),
  example(
    631,
    'autolinks',
    ['a.b-c_d@a.b', '', 'a.b-c_d@a.b.', '', 'a.b-c_d@a.b-', '', 'a.b-c_d@a.b_'],
    [
      '<p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a></p>',
      '<p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a>.</p>',
      '<p>a.b-c_d@a.b-</p>',
      '<p>a.b-c_d@a.b_</p>',
    ],
  ),
  example(
    653,
    'rawHtml',
    [
      '<strong> <title> <style> <em>',
      '',
      '<blockquote>',
      '  <xmp> is disallowed.  <XMP> is also disallowed.',
      '</blockquote>',
    ],
    [
      '<p><strong> &lt;title> &lt;style> <em></p>',
      '<blockquote>',
      '  &lt;xmp> is disallowed.  &lt;XMP> is also disallowed.',
      '</blockquote>',
    ],
  ),
];
