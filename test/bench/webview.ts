// What a streamed answer costs the browser: time on its one thread, its longest task, its memory.
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { longAnswer } from '../referenceGateway/models/longAnswer';
import { bundle } from '../webview/support/bundle';
import { viewState } from '../webview/support/chatPage';
import { type PageServer, servePage } from '../webview/support/server';
import type { Figure } from './figure';

/** 1,000 tokens/s of four characters, sent as the host does: together every 33 ms. */
const charactersPerSecond = 4_000;
const intervalMs = 33;

const smaller = 50_000;
const larger = 100_000;

/** Twice the text may cost this much more. */
const growthLimit = 2.3;
const longestTaskMs = 50;
const heapLimitMb = 25;

/** Messages of a long conversation: 2.4 MB in all. */
const longConversation = 1_000;
const openLimitMs = 300;

interface StreamCost {
  /** Time that the page's main thread was busy, ms: scripts, style, layout, paint. */
  readonly busyMs: number;
  readonly scriptMs: number;
  readonly layoutMs: number;
  /** CPU time of the main thread's longest task, ms: other programs' work does not count. */
  readonly longestTaskMs: number;
  /** JavaScript heap after the answer, above that of the idle view, both after a collection. MB. */
  readonly heapMb: number;
}

/** In real time: 100 kB take 25 s. */
export async function measureWebview(): Promise<readonly Figure[]> {
  const browser = await launchBrowser();
  const server = await servePage(await bundle());
  try {
    const half = await streamCost(browser, server, longAnswer(smaller));
    const whole = await streamCost(browser, server, longAnswer(larger));
    return [
      { name: 'streamed answer, 50 kB: main thread', value: half.busyMs, unit: 'ms' },
      { name: 'streamed answer, 100 kB: main thread', value: whole.busyMs, unit: 'ms' },
      {
        name: 'streamed answer, 100 kB over 50 kB',
        value: whole.busyMs / half.busyMs,
        unit: '×',
        limit: growthLimit,
      },
      {
        name: 'streamed answer: longest task',
        value: Math.max(half.longestTaskMs, whole.longestTaskMs),
        unit: 'ms',
        limit: longestTaskMs,
      },
      {
        name: 'streamed answer, 100 kB: webview heap above idle',
        value: whole.heapMb,
        unit: 'MB',
        limit: heapLimitMb,
      },
      ...(await openCost(browser, server)),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Streams `text` into a fresh view that follows its end. `speed` 2 is twice the tokens per second. */
async function streamCost(
  browser: Browser,
  server: PageServer,
  text: string,
  speed = 1,
): Promise<StreamCost> {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript({
    content: `globalThis.acquireVsCodeApi = () => ({ postMessage() {}, setState() {} });`,
  });
  await page.goto(server.url('dark'));
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(driver);
  await page.evaluate('bench.open()');
  const idleHeap = await heapMb(session);
  const trace = await Trace.start(browser);
  const before = await metrics(session);
  const perUpdate = Math.round((charactersPerSecond * speed * intervalMs) / 1_000);
  await page.evaluate(`bench.stream(${JSON.stringify(text)}, ${perUpdate}, ${intervalMs})`);
  const after = await metrics(session);
  const longest = await trace.longestTaskMs();
  const heap = await heapMb(session);
  await context.close();
  const spent = (name: string): number =>
    ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000;
  return {
    busyMs: spent('TaskDuration'),
    scriptMs: spent('ScriptDuration'),
    layoutMs: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    longestTaskMs: longest,
    heapMb: heap - idleHeap,
  };
}

/** From the snapshot to the frame that shows its end. */
async function openCost(browser: Browser, server: PageServer): Promise<readonly Figure[]> {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript({ content: stub });
  await page.goto(server.url('dark'));
  await page.evaluate(driver);
  await page.evaluate(`bench.prepare(${longConversation}, ${JSON.stringify(longAnswer(4_600))})`);
  const trace = await Trace.start(browser);
  const visibleMs = Number(await page.evaluate('bench.openPrepared()'));
  const longest = await trace.longestTaskMs();
  await context.close();
  return [
    { name: '1,000 messages, 2.4 MB: visible', value: visibleMs, unit: 'ms', limit: openLimitMs },
    { name: '1,000 messages: longest task', value: longest, unit: 'ms', limit: longestTaskMs },
  ];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
}

/** Chromium's own record of the tasks that its threads ran. */
class Trace {
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

async function metrics(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics: list } = await session.send('Performance.getMetrics');
  return new Map(list.map(({ name, value }) => [name, value]));
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return ((await metrics(session)).get('JSHeapUsedSize') ?? 0) / 1_000_000;
}

/** Tells the page's thread from those of the browser's own pages. */
const driverMark = 'portico-bench';

const stub = `globalThis.acquireVsCodeApi = () => ({ postMessage() {}, setState() {} });`;

/** Runs in the page, where it plays the host. */
const driver = `globalThis.bench = (() => {
  const idleState = ${JSON.stringify(viewState())};
  let seq = 0;
  const post = (data) => window.dispatchEvent(new MessageEvent('message', { data }));
  const send = (event) =>
    post({ type: 'events', seq: ++seq, events: [{ type: 'conversation', event }] });
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  const question = { kind: 'question', id: 'q', text: 'Write.', askedAt: 0 };
  const answer = {
    kind: 'answer', id: 'a', questionId: 'q', model: 'm', state: 'waiting',
    text: '', reasoning: '', startedAt: 0,
  };
  const snapshot = (messages) => ({
    type: 'snapshot',
    seq,
    state: { ...idleState, conversation: { ...idleState.conversation, messages } },
  });
  let prepared;
  return {
    async open() {
      post(snapshot([]));
      await wait(300);
      await idle();
    },
    async prepare(count, text) {
      const messages = [];
      for (let n = 0; n < count / 2; n += 1) {
        messages.push({ ...question, id: 'q' + n, text: 'Question ' + n + '. ' + text.slice(0, 200) });
        messages.push({ ...answer, id: 'a' + n, questionId: 'q' + n, text, state: 'complete' });
      }
      prepared = snapshot(messages);
      await wait(300);
      await idle();
    },
    async openPrepared() {
      performance.mark('${driverMark}');
      const start = performance.now();
      post(prepared);
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (document.querySelector('[data-message-id]') === null) await frame();
      await frame();
      const visible = performance.now() - start;
      await wait(1000);
      await idle();
      return visible;
    },
    async stream(text, perUpdate, intervalMs) {
      performance.mark('${driverMark}');
      send({ type: 'asked', question, answer });
      const start = performance.now();
      let update = 0;
      for (let at = 0; at < text.length; at += perUpdate) {
        send({ type: 'textAppended', answerId: 'a', text: text.slice(at, at + perUpdate), reasoning: '' });
        update += 1;
        await wait(Math.max(0, start + update * intervalMs - performance.now()));
      }
      send({ type: 'ended', answerId: 'a', state: 'complete', outcome: { endedAt: 0 } });
      await wait(300);
      await idle();
    },
  };
})()`;
