// What a page's main thread has done, from Chromium itself: what other programs do does not count.
import type { CDPSession, Page } from 'playwright-core';

/** The counters of one page. */
export class PageMetrics {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<PageMetrics> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMetrics(session);
  }

  /** CPU time of the page's main thread for scripts, style, layout and paint, in ms. */
  async costOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.#read('TaskDuration');
    await work();
    return ((await this.#read('TaskDuration')) - before) * 1_000;
  }

  /** JavaScript heap after a collection, in MB. */
  async heapMb(): Promise<number> {
    await this.collectGarbage();
    return (await this.#read('JSHeapUsedSize')) / 1_000_000;
  }

  async collectGarbage(): Promise<void> {
    await this.session.send('HeapProfiler.collectGarbage');
  }

  async #read(name: string): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? NaN;
  }
}
