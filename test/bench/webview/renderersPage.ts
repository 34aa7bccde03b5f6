// The page in which all renderers are measured, one at a time, with one update per frame.
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutFrameLimit } from '../../support/browser';
import { bundle } from '../../webview/support/bundle';
import { type PageServer, servePage } from '../../webview/support/server';
import { type Cost, PageMetrics } from './metrics';
import type { RendererBench, RendererName } from './renderersEntry';

/** 1,000 tokens/s of four characters at 60 frames/s, in UTF-16 units. */
export const updateLength = 67;

type InPage = typeof globalThis & { readonly bench: RendererBench };

export class RenderersPage {
  private constructor(
    readonly browser: Browser,
    private readonly server: PageServer,
    private page: Page,
    private metrics: PageMetrics,
  ) {}

  static async open(): Promise<RenderersPage> {
    const server = await servePage(await bundle('test/bench/webview/renderersEntry.ts'));
    // Only the work of the frames is measured.
    const browser = await launchBrowser(withoutFrameLimit);
    const page = await openPage(browser, server);
    return new RenderersPage(browser, server, page, await PageMetrics.of(page));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** Begins an empty answer with this text, in a few large updates, which are not measured. */
  async begin(name: RendererName, text: string, length = 4_000): Promise<void> {
    await this.metrics.collectGarbage();
    await this.page.evaluate((renderer) => (globalThis as InPage).bench.open(renderer), name);
    await this.#stream(text, length);
    await this.page.evaluate(() => (globalThis as InPage).bench.settle());
  }

  /** Renders the answer that `finishedDom` makes again, which is not measured. */
  async prepareFinishedDom(text: string): Promise<void> {
    await this.page.evaluate(
      (source) => (globalThis as InPage).bench.prepareFinishedDom(source),
      text,
    );
  }

  /** The cost of streaming this text into the open answer. */
  async cost(text: string, length = updateLength): Promise<Cost> {
    return this.metrics.costOf(() => this.#stream(text, length));
  }

  /** The cost of the whole answer, from the first update to the last highlighted block. */
  async costToEnd(text: string, length: number): Promise<Cost> {
    return this.metrics.costOf(async () => {
      await this.#stream(text, length);
      await this.page.evaluate(() => (globalThis as InPage).bench.finish());
    });
  }

  async end(): Promise<void> {
    await this.page.evaluate(() => (globalThis as InPage).bench.close());
  }

  /** Undefined where the page does not end the work in time, or crashes. It is then replaced by a new one. */
  async attempt(work: () => Promise<Cost>, timeoutMs: number): Promise<Cost | undefined> {
    const { page } = this;
    let timer: NodeJS.Timeout | undefined;
    const failed = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs);
      page.once('crash', () => resolve(undefined));
    });
    const cost = await Promise.race([work().catch(() => undefined), failed]);
    clearTimeout(timer);
    if (cost === undefined) {
      // A page that is busy does not close: its context is left to the end of the browser.
      page
        .context()
        .close()
        .catch(() => undefined);
      this.page = await openPage(this.browser, this.server);
      this.metrics = await PageMetrics.of(this.page);
    }
    return cost;
  }

  async #stream(text: string, length: number): Promise<void> {
    await this.page.evaluate(([all, step]) => (globalThis as InPage).bench.stream(all, step), [
      text,
      length,
    ] as const);
  }
}

async function openPage(browser: Browser, server: PageServer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 400, height: 400 } });
  const page = await context.newPage();
  // tsx's compiler wraps named functions in `__name`, also those that are evaluated in the page.
  await page.addInitScript({ content: 'globalThis.__name = (fn) => fn;' });
  await page.goto(server.url('dark'));
  return page;
}
