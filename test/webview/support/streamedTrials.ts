// Streams texts through the renderer in a real browser and looks for differences to the same texts rendered at once.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { piecesOf } from '../../support/markdown/blockEvents';
import { commonMarkExamples } from '../../support/markdown/commonMarkExamples';
import { gfmExamples } from '../../support/markdown/gfmExamples';
import { cuts, renderedDocument } from '../../support/markdown/randomMarkdown';
import { bundle } from './bundle';
import { servePage, type PageServer } from './server';
import { chatPages } from './sharedPages';
import type { StreamedPage, StreamedText, StreamingProblem } from './streamedEntry';

/** Documents per call of the page. */
const batchSize = 500;

/** The positions of blocks are checked in each n-th document only: layout takes time. */
const placesOf = 10;

export class StreamedTrials {
  private constructor(
    private readonly server: PageServer,
    private readonly page: Page,
  ) {}

  static async start(): Promise<StreamedTrials> {
    const { browser } = await chatPages();
    const server = await servePage(await bundle('test/webview/support/streamedEntry.ts'));
    const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
    await page.goto(server.url('dark'));
    await page.evaluate(() => (window as unknown as { portico: StreamedPage }).portico.loadAll());
    return new StreamedTrials(server, page);
  }

  async stop(): Promise<void> {
    await this.page.close();
    await this.server.close();
  }

  /** CommonMark's and GitHub's examples in pieces of this length. */
  checkExamples(pieceLength: number): Promise<void> {
    return this.check(examples.map((markdown) => piecesOf(markdown, pieceLength)));
  }

  /** Other documents for another seed. */
  async checkRandom(count: number, seed: number): Promise<void> {
    for (let done = 0; done < count; done += batchSize) {
      const numRuns = Math.min(batchSize, count - done);
      await this.check(fc.sample(cuts(renderedDocument), { numRuns, seed: seed + done }));
    }
  }

  /** @throws with the shortest text that has a problem */
  async check(documents: readonly StreamedText[]): Promise<void> {
    const problems: StreamingProblem[] = [];
    for (let from = 0; from < documents.length; from += batchSize) {
      const found = await this.page.evaluate(
        ([batch, places]) =>
          (window as unknown as { portico: StreamedPage }).portico.findProblems(batch, places),
        [documents.slice(from, from + batchSize), placesOf] as const,
      );
      problems.push(...found);
    }
    const length = ({ pieces }: StreamingProblem): number => pieces.join('').length;
    const [shortest] = problems.toSorted((a, b) => length(a) - length(b));
    assert.deepEqual(shortest, undefined, `${problems.length} problems`);
  }

  /** Find searches the words that are shown: of the examples, random documents and these texts. */
  async checkSearchedText(texts: readonly string[], count: number, seed: number): Promise<void> {
    const random = fc.sample(renderedDocument, { numRuns: count, seed });
    const unequal = await this.page.evaluate(
      (all) => (window as unknown as { portico: StreamedPage }).portico.findUnequalTexts(all),
      [...texts, ...examples, ...random],
    );
    assert.deepEqual(unequal.slice(0, 2), []);
  }

  /** The end of a text is shown in steps, each of which moves one footnote at most. */
  async checkSteps(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      const most = await this.page.evaluate(
        (each) => (window as unknown as { portico: StreamedPage }).portico.maxItemsPerStep(each),
        text,
      );
      assert.equal(most, 1, text.slice(0, 40));
    }
  }

  /** A screen reader gets the same words however a text arrives. */
  async checkSpeech(documents: readonly StreamedText[]): Promise<void> {
    const unequal = await this.page.evaluate(
      (all) => (window as unknown as { portico: StreamedPage }).portico.findUnequalSpeech(all),
      documents,
    );
    assert.deepEqual(unequal.slice(0, 1), []);
  }

  /** The rendered text with the elements and attributes of GitHub's HTML. */
  gitHubHtml(markdown: string): Promise<string> {
    return this.page.evaluate(
      (text) => (window as unknown as { portico: StreamedPage }).portico.gitHubHtml(text),
      markdown,
    );
  }
}

const specified = [...commonMarkExamples, ...gfmExamples].map(({ markdown }) => markdown);

/** There are addresses, too, for the specification's relative targets, of which Portico makes no links. */
const examples: readonly string[] = [
  ...new Set([
    ...specified,
    ...specified.map((markdown) =>
      markdown.replaceAll(/(?<![\w/])\/(url|my|bar|train)/gu, 'https://e.example/$1'),
    ),
  ]),
];
assert.ok(examples.length >= 652 + 24);
