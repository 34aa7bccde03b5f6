// What a page's main thread has done, from Chromium itself: what other programs do does not count.
import type { Browser, CDPSession, Page } from 'playwright-core';

/** CPU time of a page's main thread, in ms. */
export interface Cost {
  /** Everything: scripts, style, layout, paint. */
  readonly totalMs: number;
  readonly scriptMs: number;
  /** Style and layout. */
  readonly layoutMs: number;
}

/** The counters of one page. */
export class PageMetrics {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<PageMetrics> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMetrics(session);
  }

  async costOf(work: () => Promise<unknown>): Promise<Cost> {
    const before = await this.#read();
    await work();
    const after = await this.#read();
    const ms = (name: string): number => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000;
    return {
      totalMs: ms('TaskDuration'),
      scriptMs: ms('ScriptDuration'),
      layoutMs: ms('LayoutDuration') + ms('RecalcStyleDuration'),
    };
  }

  /** JavaScript heap after a collection, in MB. */
  async heapMb(): Promise<number> {
    await this.collectGarbage();
    return ((await this.#read()).get('JSHeapUsedSize') ?? 0) / 1_000_000;
  }

  async collectGarbage(): Promise<void> {
    await this.session.send('HeapProfiler.collectGarbage');
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
}

/** A `performance.mark` of this name tells a page's thread from those of the browser's own pages in a trace. */
export const driverMark = 'portico-bench';

/** Chromium's own record of the tasks that its threads ran. */
export class Trace {
  readonly #events: TraceEvent[] = [];

  private constructor(private readonly session: CDPSession) {
    session.on('Tracing.dataCollected', ({ value }) => {
      // The protocol leaves the shape of an event open; this is the trace event format's.
      this.#events.push(...(value as unknown as TraceEvent[]));
    });
  }

  static async start(browser: Browser): Promise<Trace> {
    const trace = new Trace(await browser.newBrowserCDPSession());
    await trace.session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
    });
    return trace;
  }

  /** CPU time of the longest task of the page with the mark. Ends the trace. */
  async longestTaskMs(): Promise<number> {
    const complete = new Promise((resolve) => {
      this.session.once('Tracing.tracingComplete', resolve);
    });
    await this.session.send('Tracing.end');
    await complete;
    await this.session.detach();
    const page = this.#events.find(({ name }) => name === driverMark);
    const tasks = this.#events.filter(
      ({ name, ph, pid, tid }) =>
        name.endsWith('RunTask') && ph === 'X' && pid === page?.pid && tid === page.tid,
    );
    if (tasks.length === 0) {
      throw new Error('The trace names no task of a page.');
    }
    return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0);
  }
}
