// What a streamed answer and a long conversation cost the chat view, beside bare DOM operations with the same texts.
import type { Browser, Page } from 'playwright-core';
import { longAnswer } from '../../referenceGateway/models/longAnswer';
import { launchBrowser } from '../../support/browser';
import { bundle } from '../../webview/support/bundle';
import { servePage } from '../../webview/support/server';
import { compare, type Figure, median } from '../figure';
import { type Driver, openDriverPage } from './chatDrivers';
import { PageMetrics, Trace } from './metrics';
import type { Progress } from './rendererCosts';
import { mixedAnswer } from './texts';
import { p50, p95, uniqueWords, wordTimes } from './wordTimes';

/** Characters per update: 1,000 tokens/s of four characters, sent every 33 ms as the extension host does. */
const updateLength = 132;
const realIntervalMs = 33;
/** Between two updates, in ms: shorter than in reality, to save time. */
const intervalMs = 20;

const half = longAnswer(50_000);
const whole = longAnswer(100_000);

/** Messages of a long conversation: 2.4 MB in all. */
const longConversation = 1_000;
const messageText = longAnswer(4_600);

const maxTaskMs = 50;
const maxWordMs = 50;
const besideRuns = 3;

interface StreamCost {
  /** CPU time of the page's main thread for scripts, style, layout and paint, in ms. */
  readonly busyMs: number;
  /** CPU time of the main thread's longest task, in ms. */
  readonly longestTaskMs: number;
  /** JavaScript heap after the answer, above that of the idle page, both after a collection. */
  readonly heapMb: number;
}

type Open = (driver: Driver) => Promise<Page>;

export async function measureChat(progress: Progress): Promise<readonly Figure[]> {
  const browser = await launchBrowser();
  const server = await servePage(await bundle());
  const open: Open = (driver) => openDriverPage(browser, driver, server.url('dark'));
  try {
    progress('chat view: streamed answers');
    const chatHalf = await streamCost(browser, await open('chat'), 'chat', half, intervalMs);
    const chat = await streamCost(browser, await open('chat'), 'chat', whole, intervalMs);
    const bare = await streamCost(browser, await open('bare'), 'bare', whole, intervalMs);
    progress('chat view: long conversation');
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
      ...(await wordFigures(open, progress)),
      ...(await taskFigures(browser, open, chatOpening.longestTaskMs, progress)),
      ...(await besideFigures(open, progress)),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

/** From the arrival of a piece of text in the page to its first frame, and to the last one in which it moved. */
async function wordFigures(open: Open, progress: Progress): Promise<readonly Figure[]> {
  progress('chat view: first visible and final position');
  const page = await open('chat');
  await page.evaluate('chat.open()');
  const times = await wordTimes(page, uniqueWords(40_000), updateLength, realIntervalMs);
  await page.context().close();
  const figure = (name: string, value: number): Figure => ({
    name: `arrival to ${name}`,
    value,
    unit: 'ms',
    limit: maxWordMs,
  });
  return [
    figure('first visible, p50', p50(times.visible)),
    figure('first visible, p95', p95(times.visible)),
    figure('final position, p50', p50(times.final)),
    figure('final position, p95', p95(times.final)),
  ];
}

async function taskFigures(
  browser: Browser,
  open: Open,
  conversationMs: number,
  progress: Progress,
): Promise<readonly Figure[]> {
  progress('chat view: 1,000 tokens/s for 25 s');
  const text = mixedAnswer(100_000);
  const fast = await streamCost(browser, await open('chat'), 'chat', text, realIntervalMs);
  progress('chat view: one answer of 5 MB');
  const longText = mixedAnswer(5_000_000);
  const long = await openingCost(browser, await open('chat'), 'chat', 1, longText);
  const figure = (name: string, value: number): Figure => ({
    name: `longest task: ${name}`,
    value,
    unit: 'ms',
    limit: maxTaskMs,
  });
  return [
    figure('1,000 tokens/s for 25 s', fast.longestTaskMs),
    figure('1,000 messages, 2.4 MB', conversationMs),
    figure('one answer of 5 MB', long.longestTaskMs),
  ];
}

/** The same answer in an empty chat and below 1,000 messages, alternately. */
async function besideFigures(open: Open, progress: Progress): Promise<readonly Figure[]> {
  const text = mixedAnswer(30_000);
  const cost = async (messages: number): Promise<number> => {
    const page = await open('chat');
    if (messages === 0) {
      await page.evaluate('chat.open()');
    } else {
      await page.evaluate(`chat.prepare(${messages}, ${JSON.stringify(messageText)})`);
      await page.evaluate('chat.openPrepared()');
    }
    const metrics = await PageMetrics.of(page);
    const stream = `chat.stream(${JSON.stringify(text)}, ${updateLength}, ${realIntervalMs})`;
    const { totalMs } = await metrics.costOf(() => page.evaluate(stream));
    await page.context().close();
    return totalMs;
  };
  const empty: number[] = [];
  const beside: number[] = [];
  for (let run = 0; run < besideRuns; run += 1) {
    empty.push(await cost(0));
    beside.push(await cost(longConversation));
    progress(`chat view: beside 1,000 messages, run ${run + 1} of ${besideRuns}`);
  }
  return compare({
    name: 'streaming beside 1,000 messages',
    value: median(beside),
    yardstick: 'the same in an empty chat',
    yardstickValue: median(empty),
    limit: 1.2,
  });
}

/** Streams a text into an idle page that shows its end. Closes the page. */
async function streamCost(
  browser: Browser,
  page: Page,
  driver: Driver,
  text: string,
  interval: number,
): Promise<StreamCost> {
  const metrics = await PageMetrics.of(page);
  await page.evaluate(`${driver}.open()`);
  const idleHeap = await metrics.heapMb();
  const trace = await Trace.start(browser);
  const stream = `${driver}.stream(${JSON.stringify(text)}, ${updateLength}, ${interval})`;
  const { totalMs } = await metrics.costOf(() => page.evaluate(stream));
  const longestTaskMs = await trace.longestTaskMs();
  const heap = await metrics.heapMb();
  await page.context().close();
  return { busyMs: totalMs, longestTaskMs, heapMb: heap - idleHeap };
}

/** Shows a conversation at once. Closes the page. */
async function openingCost(
  browser: Browser,
  page: Page,
  driver: Driver,
  messages = longConversation,
  text = messageText,
): Promise<{ readonly visibleMs: number; readonly longestTaskMs: number }> {
  await page.evaluate(`${driver}.prepare(${messages}, ${JSON.stringify(text)})`);
  const trace = await Trace.start(browser);
  const visibleMs = Number(await page.evaluate(`${driver}.openPrepared()`));
  const longestTaskMs = await trace.longestTaskMs();
  await page.context().close();
  return { visibleMs, longestTaskMs };
}
