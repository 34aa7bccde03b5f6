// The page in which all renderers are measured, one at a time, with one update per frame.
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutFrameLimit } from '../../support/browser';
import { bundle } from '../../webview/support/bundle';
import { servePage, type PageServer } from '../../webview/support/server';
import { PageMetrics } from './metrics';
import type { RendererBench, RendererName } from './renderersEntry';

/** 1,000 tokens/s of four characters at 60 frames/s, in UTF-16 units. */
export const updateLength = 67;

type InPage = typeof globalThis & { readonly bench: RendererBench };

export class RenderersPage {
  private constructor(
    private readonly page: Page,
    private readonly metrics: PageMetrics,
  ) {}

  static async use<T>(work: (page: RenderersPage) => Promise<T>): Promise<T> {
    const server = await servePage(await bundle('test/bench/webview/renderersEntry.ts'));
    // Only the work of the frames is measured.
    const browser = await launchBrowser(withoutFrameLimit);
    const page = await openPage(browser, server);
    try {
      return await work(new RenderersPage(page, await PageMetrics.of(page)));
    } finally {
      await browser.close();
      await server.close();
    }
  }

  /** Begins an empty answer with this text, in a few large updates, which are not measured. */
  async begin(name: RendererName, text: string, length = 4_000): Promise<void> {
    await this.metrics.collectGarbage();
    await this.page.evaluate((renderer) => (globalThis as InPage).bench.open(renderer), name);
    await this.#stream(text, length);
    await this.page.evaluate(() => (globalThis as InPage).bench.settle());
  }

  /** The cost of streaming this text into the open answer. */
  async cost(text: string): Promise<number> {
    return this.metrics.costOf(() => this.#stream(text, updateLength));
  }

  async end(): Promise<void> {
    await this.page.evaluate(() => (globalThis as InPage).bench.close());
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
