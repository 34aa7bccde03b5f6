// What a streamed answer and a long conversation cost the chat view, beside bare DOM operations with the same texts.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { longAnswer } from '../referenceGateway/models/longAnswer';
import { launchBrowser } from '../support/browser';
import { bundle } from '../webview/support/bundle';
import { viewState } from '../webview/support/chatPage';
import { servePage } from '../webview/support/server';
import { compare, type Figure } from './figure';

/** Characters per update: 1,000 tokens/s of four characters, sent every 33 ms as the extension host does. */
const updateLength = 132;
/** Between two updates, in ms: shorter than in reality, to save time. */
const intervalMs = 20;

const half = longAnswer(50_000);
const whole = longAnswer(100_000);

/** Messages of a long conversation: 2.4 MB in all. */
const longConversation = 1_000;
const messageText = longAnswer(4_600);

/** Names of the objects that drive a page. */
type Driver = 'chat' | 'bare';

interface StreamCost {
  /** CPU time of the page's main thread for scripts, style, layout and paint, in ms. */
  readonly busyMs: number;
  /** CPU time of the main thread's longest task, in ms. */
  readonly longestTaskMs: number;
  /** JavaScript heap after the answer, above that of the idle page, both after a collection. */
  readonly heapMb: number;
}

export async function measureWebview(): Promise<readonly Figure[]> {
  const browser = await launchBrowser();
  const server = await servePage(await bundle());
  const open = (driver: Driver): Promise<Page> => openPage(browser, driver, server.url('dark'));
  try {
    const chatHalf = await streamCost(browser, await open('chat'), 'chat', half);
    const chat = await streamCost(browser, await open('chat'), 'chat', whole);
    const bare = await streamCost(browser, await open('bare'), 'bare', whole);
    const chatOpening = await openingCost(browser, await open('chat'), 'chat');
    const bareOpening = await openingCost(browser, await open('bare'), 'bare');
    return [
      ...compare({
        name: 'streamed answer of 100 kB: main thread',
        value: chat.busyMs,
        yardstick: 'bare DOM append of the same updates',
        yardstickValue: bare.busyMs,
        limit: 4,
      }),
      {
        name: 'streamed answer: main thread for 100 kB ÷ 50 kB',
        value: chat.busyMs / chatHalf.busyMs,
        unit: '×',
        limit: 2.3,
      },
      ...compare({
        name: 'streamed answer: longest task',
        value: Math.max(chatHalf.longestTaskMs, chat.longestTaskMs),
        yardstick: 'bare DOM append of 2.4 MB at once',
        yardstickValue: bareOpening.longestTaskMs,
        limit: 0.5,
      }),
      {
        name: 'streamed answer of 100 kB: heap above idle',
        value: chat.heapMb,
        unit: 'MB',
        limit: 25,
      },
      ...compare({
        name: '1,000 messages, 2.4 MB: visible',
        value: chatOpening.visibleMs,
        yardstick: 'bare DOM append of the same texts',
        yardstickValue: bareOpening.visibleMs,
        limit: 1.5,
      }),
      ...compare({
        name: '1,000 messages: longest task',
        value: chatOpening.longestTaskMs,
        yardstick: 'bare DOM append of the same texts',
        yardstickValue: bareOpening.longestTaskMs,
        limit: 0.5,
      }),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function openPage(browser: Browser, driver: Driver, chatUrl: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript({ content: vsCodeApi });
  if (driver === 'chat') await page.goto(chatUrl);
  else await page.setContent(barePage);
  await page.evaluate(drivers[driver]);
  return page;
}

/** Streams a text into an idle page that shows its end. Closes the page. */
async function streamCost(
  browser: Browser,
  page: Page,
  driver: Driver,
  text: string,
): Promise<StreamCost> {
  const session = await page.context().newCDPSession(page);
  // CPU time of the page's main thread: what other programs do does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(`${driver}.open()`);
  const idleHeap = await heapMb(session);
  const trace = await Trace.start(browser);
  const before = await metrics(session);
  await page.evaluate(`${driver}.stream(${JSON.stringify(text)}, ${updateLength}, ${intervalMs})`);
  const after = await metrics(session);
  const longestTaskMs = await trace.longestTaskMs();
  const heap = await heapMb(session);
  await page.context().close();
  const busySeconds = (after.get('TaskDuration') ?? 0) - (before.get('TaskDuration') ?? 0);
  return { busyMs: busySeconds * 1_000, longestTaskMs, heapMb: heap - idleHeap };
}

/** Shows a long conversation at once. Closes the page. */
async function openingCost(
  browser: Browser,
  page: Page,
  driver: Driver,
): Promise<{ readonly visibleMs: number; readonly longestTaskMs: number }> {
  await page.evaluate(`${driver}.prepare(${longConversation}, ${JSON.stringify(messageText)})`);
  const trace = await Trace.start(browser);
  const visibleMs = Number(await page.evaluate(`${driver}.openPrepared()`));
  const longestTaskMs = await trace.longestTaskMs();
  await page.context().close();
  return { visibleMs, longestTaskMs };
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

/** Marks the page's thread in a trace, to tell it from those of the browser's own pages. */
const driverMark = 'portico-bench';

const vsCodeApi = `globalThis.acquireVsCodeApi = () => ({ postMessage() {}, setState() {} });`;

const barePage = `<!doctype html><style>
  body { margin: 0; font: 13px/1.5 sans-serif; }
  main { height: 100vh; overflow: auto; }
  p { margin: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
  section { contain: layout style; }
</style><main></main>`;

/** What both drivers need. */
const helpers = `
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const settle = async (ms) => { await wait(ms); await idle(); };
  /** Calls \`append\` with each update, at equal intervals. */
  const eachUpdate = async (text, updateLength, intervalMs, append) => {
    performance.mark('${driverMark}');
    const start = performance.now();
    for (let at = 0, update = 1; at < text.length; at += updateLength, update += 1) {
      append(text.slice(at, at + updateLength));
      await wait(Math.max(0, start + update * intervalMs - performance.now()));
    }
  };
  /** Calls \`show\` and resolves to the ms until its result is on the screen. */
  const timeToFrame = async (show, isShown) => {
    performance.mark('${driverMark}');
    const start = performance.now();
    show();
    while (!isShown()) await frame();
    await frame();
    const visible = performance.now() - start;
    await settle(1000);
    return visible;
  };`;

const drivers: Readonly<Record<Driver, string>> = {
  /** Plays the extension host of the chat view. */
  chat: `globalThis.chat = (() => {${helpers}
  const idleState = ${JSON.stringify(viewState())};
  let seq = 0;
  const post = (data) => window.dispatchEvent(new MessageEvent('message', { data }));
  const send = (event) =>
    post({ type: 'events', seq: ++seq, events: [{ type: 'conversation', event }] });
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
      await settle(300);
    },
    async stream(text, updateLength, intervalMs) {
      send({ type: 'asked', question, answer });
      await eachUpdate(text, updateLength, intervalMs, (update) =>
        send({ type: 'textAppended', answerId: 'a', text: update, reasoning: '' }));
      send({ type: 'ended', answerId: 'a', state: 'complete', outcome: { endedAt: 0 } });
      await settle(300);
    },
    async prepare(count, text) {
      const messages = [];
      for (let n = 0; n < count / 2; n += 1) {
        messages.push({ ...question, id: 'q' + n, text: 'Question ' + n + '. ' + text.slice(0, 200) });
        messages.push({ ...answer, id: 'a' + n, questionId: 'q' + n, text, state: 'complete' });
      }
      prepared = snapshot(messages);
      await settle(300);
    },
    openPrepared: () => timeToFrame(
      () => post(prepared),
      () => document.querySelector('[data-message-id]') !== null,
    ),
  };
})()`,
  /** Appends texts to text nodes: a paragraph for each block, a section for every 16 paragraphs. */
  bare: `globalThis.bare = (() => {${helpers}
  const main = document.querySelector('main');
  let section;
  let paragraph;
  const beginParagraph = () => {
    if (section === undefined || section.childElementCount === 16) {
      section = main.appendChild(document.createElement('section'));
    }
    paragraph = section.appendChild(document.createElement('p'));
    paragraph.append('');
  };
  const append = (text) => {
    const [first, ...blocks] = text.split('\\n\\n');
    if (paragraph === undefined) beginParagraph();
    paragraph.firstChild.appendData(first);
    for (const block of blocks) {
      beginParagraph();
      paragraph.firstChild.appendData(block);
    }
    requestAnimationFrame(() => (main.scrollTop = main.scrollHeight));
  };
  let prepared;
  return {
    open: () => settle(300),
    async stream(text, updateLength, intervalMs) {
      await eachUpdate(text, updateLength, intervalMs, append);
      await settle(300);
    },
    async prepare(count, text) {
      prepared = Array.from({ length: count / 2 }, () => [text.slice(0, 200), text]).flat();
      await settle(300);
    },
    openPrepared: () => timeToFrame(
      () => { for (const text of prepared) { beginParagraph(); append(text); } },
      () => true,
    ),
  };
})()`,
};
