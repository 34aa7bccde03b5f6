import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseInline } from '../../../../src/markdown/page/inline/parser';
import { blockEvents, readableEvents } from '../../../support/markdown/blockEvents';
import { cuts } from '../../../support/markdown/randomMarkdown';
import { propertyRuns } from '../../../support/propertyRuns';

const tokens = (source: string) =>
  parseInline(source, { footnotes: new Set(), citations: new Map() });
const shownText = (source: string): string =>
  tokens(source)
    .map(({ content }) => content)
    .join('');

/** The addresses of links and pictures. */
const targets = (source: string): readonly string[] =>
  tokens(source)
    .flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
    .map(String);

describe('a link that is refused', () => {
  for (const source of [
    'The tags <seed:think> and <ns:item> and <a:b> stay',
    '<xsl:template>, </xsl:template>, <xs:element name="a"> and <android:id>',
    '<urn:isbn:1>, <std::vector> and <K8s.Pod:spec>',
    '<ftp://files.example/a>, <tel:+1-555-0100>, <ssh://git@host.example> and <jdbc:h2:mem>',
    '<javascript:alert(1)> <vscode://file/etc/passwd> <file:///etc/passwd> <data:text/html,x>',
    'react@18.2.0, vue@3.5.0-beta.1, @types/node@22.1 and mAP@0.75',
    '[text](javascript:alert(1)), [a](ftp://files.example "title") and [b](<command:quit>)',
    '[page](/docs/install), [host](//evil.example/x), [query](?a=b) and [here](https:)',
    '[download](sandbox:/mnt/data/a.csv) and ![plot](sandbox:/mnt/data/a.png)',
    '![picture](file:///home/me/a.png) and [![badge](blob:x)](vbscript:x)',
  ]) {
    it(`shows its source: ${source}`, () => {
      assert.equal(shownText(source), source);
      assert.deepEqual(targets(source), []);
    });
  }

  it('shows its source with the markup in it', () => {
    const source = '[the *file*](ssh://a.example)';
    assert.equal(shownText(source), '[the file](ssh://a.example)');
    assert.ok(tokens(source).some(({ type }) => type === 'em_open'));
  });

  it('is text inside of a link that is not', () => {
    const source = '[a [b](foo:c) d](https://e.example)';
    assert.deepEqual(targets(source), ['https://e.example']);
    assert.equal(shownText(source), 'a [b](foo:c) d');
  });

  const definition = '[a]: https://a.example\n[b]: ssh://b.example "b"\n[c]: https://c.example\nd';
  it('shows its definition, and those around it still define their links', () => {
    const isDefinition = (event: string): boolean => event.startsWith('define');
    const events = blockEvents([definition], { extensions: true });
    assert.deepEqual(
      events.filter(isDefinition).map((event) => /https:[^"]*/u.exec(event)?.[0]),
      ['https://a.example', 'https://c.example'],
    );
    assert.equal(
      events.filter((event) => event.startsWith('append')).join(' '),
      String.raw`append "[b]: ssh://b.example \"b\"" append "\nd"`,
    );
    const [, shown] = readableEvents('[b]: javascript:alert(1)\n[c]: https://c.example\n');
    assert.equal(shown, '=[b]: javascript:alert(1)');
  });

  it('shows its definition wherever the text is cut', () => {
    const line = fc.constantFrom(
      '[a]: x:y',
      '[b]:',
      'ssh://b',
      '"t"',
      '[c]: https://c.example',
      'd',
      '===',
      '-|-',
      'e|f',
      '> [g]: /h',
    );
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(cuts(fc.oneof(fc.constant(definition), text)), (pieces) => {
        assert.deepEqual(
          blockEvents(pieces, { extensions: true }),
          blockEvents([pieces.join('')], { extensions: true }),
        );
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('a link that is not refused', () => {
  for (const [source, ...expected] of [
    ['<https://a.example> <me@mail.example>', 'https://a.example', 'mailto:me@mail.example'],
    ['[docs](https://a.example)', 'https://a.example'],
    ['[file](src/a.ts#L12) and [folder](docs/guide)', 'src/a.ts#L12', 'docs/guide'],
    ['[Install](#install) and [later]()', '#install', ''],
    ['![a](data:image/png;base64,AAAA) ![b](b.png)', 'data:image/png;base64,AAAA', 'b.png'],
  ] as const) {
    it(`is one: ${source}`, () => assert.deepEqual(targets(source), expected));
  }
});
