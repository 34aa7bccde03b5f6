// Streams texts through the renderer in a real browser and looks for differences to the whole text.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
import { commonMarkExamples } from '../../support/markdown/commonMarkExamples';
import { gfmExamples } from '../../support/markdown/gfmExamples';
import {
  inPieces,
  randomDocuments,
  type StreamedText,
} from '../../support/markdown/randomDocuments';
import { bundle } from './bundle';
import { type PageServer, servePage } from './server';
import type { StreamedPage, StreamingProblem } from './streamedEntry';

/** Documents per call of the page. */
const batchSize = 500;

export class StreamedTrials {
  private constructor(
    private readonly browser: Browser,
    private readonly server: PageServer,
    private readonly page: Page,
  ) {}

  static async start(): Promise<StreamedTrials> {
    const browser = await launchBrowser();
    const server = await servePage(await bundle('test/webview/support/streamedEntry.ts'));
    const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
    await page.goto(server.url('dark'));
    await page.evaluate(() => (window as unknown as { portico: StreamedPage }).portico.loadAll());
    return new StreamedTrials(browser, server, page);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** CommonMark's and GitHub's examples in pieces of this length. */
  checkExamples(pieceLength: number): Promise<void> {
    const examples = [...commonMarkExamples, ...gfmExamples];
    assert.ok(examples.length >= 652 + 24);
    return this.#check(
      examples.map(({ markdown }) => inPieces(markdown, pieceLength)),
      1,
    );
  }

  async checkRandom(count: number, seed: number): Promise<void> {
    for (let done = 0; done < count; done += batchSize) {
      await this.#check(randomDocuments(Math.min(batchSize, count - done), seed + done), 10);
    }
  }

  /** The rendered text with the elements and attributes of GitHub's HTML. */
  gitHubHtml(markdown: string): Promise<string> {
    return this.page.evaluate(
      (text) => (window as unknown as { portico: StreamedPage }).portico.gitHubHtml(text),
      markdown,
    );
  }

  /** @throws with the shortest text that has a problem */
  async #check(documents: readonly StreamedText[], placesOf: number): Promise<void> {
    const problems: StreamingProblem[] = [];
    for (let from = 0; from < documents.length; from += batchSize) {
      const found = await this.page.evaluate(
        ([batch, places]) =>
          (window as unknown as { portico: StreamedPage }).portico.findProblems(batch, places),
        [documents.slice(from, from + batchSize), placesOf] as const,
      );
      problems.push(...found);
    }
    const [shortest] = problems.toSorted((a, b) => a.text.length - b.text.length);
    assert.deepEqual(shortest, undefined, `${problems.length} problems`);
  }
}
