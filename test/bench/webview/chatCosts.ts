// What a person waits for in the chat view: a key press beside a long answer, and another chat. Beside a page that does
// only that.
import type { Page } from 'playwright-core';
import type { ViewState } from '../../../src/chat/common/protocol';
import {
  answer,
  ChatPages,
  conversation,
  question,
  viewState,
  type ChatPage,
} from '../../webview/support/chatPage';
import { compare, median, percentile, type Figure } from '../figure';
import { PageMetrics } from './metrics';
import { mixedAnswer } from './texts';

const answerText = mixedAnswer(10_000);
/** Answers of a chat of 1 MB. */
const longChat = 100;
/** Answers of a chat of 100 kB. */
const ordinaryChat = 10;
const chatCount = 20;

/** 1,000 tokens/s of four characters, sent every 33 ms as the extension host does. */
const updateLength = 132;
const updateIntervalMs = 33;
const keyPresses = 100;
const keyIntervalMs = 60;

const barePage = `<!doctype html><style>
  body { margin: 0; font: 13px/1.5 sans-serif; }
  main { height: 600px; overflow: auto; }
  p { margin: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
</style><main></main><textarea></textarea>`;

export async function measureChat(): Promise<readonly Figure[]> {
  const pages = await ChatPages.start();
  try {
    return [...(await measureTyping(pages)), ...(await measureSwitching(pages))];
  } finally {
    await pages.stop();
  }
}

function chatOf(count: number, number: number): ViewState {
  const messages = Array.from({ length: count }, (_, index) => [
    question(`q${number}-${index}`, 'And what else?'),
    answer(`a${number}-${index}`, {
      text: index === count - 1 ? `${answerText}\n\n${endOf(number)}` : answerText,
    }),
  ]);
  return viewState({ conversation: { ...conversation(...messages.flat()), id: `c${number}` } });
}

const endOf = (chat: number): string => `Chat ${chat} ends here.`;

async function openBare(pages: ChatPages): Promise<Page> {
  const context = await pages.browser.newContext({ viewport: { width: 400, height: 700 } });
  const page = await context.newPage();
  await page.addInitScript({ content: 'globalThis.__name = (fn) => fn;' });
  await page.goto('about:blank');
  await page.setContent(barePage);
  return page;
}

/** Measures from the key press to the frame that shows its letter, with the time that the page's thread is busy before. */
async function measureTyping(pages: ChatPages): Promise<readonly Figure[]> {
  const bare = await openBare(pages);
  await streamPlain(bare);
  const bareTimes = await typingTimes(bare);
  await bare.context().close();
  const besideOne = await typingBeside(pages, 1);
  const besideThree = await typingBeside(pages, 3);
  return [
    ...compare({
      name: 'key press to paint beside 1 MB that streams, 95 %',
      value: besideOne,
      yardstick: 'the same beside a text that grows as fast, unformatted',
      yardstickValue: percentile(bareTimes, 0.95),
      limit: 3,
    }),
    ...compare({
      name: 'key press to paint while three answers to a question stream, 95 %',
      value: besideThree,
      yardstick: 'the same while one streams',
      yardstickValue: besideOne,
      limit: 2,
    }),
  ];
}

/** @param answers so many to one question stream at the same time */
async function typingBeside(pages: ChatPages, answers: number): Promise<number> {
  const chat = await pages.open({ isReusable: false });
  await stream(chat, answers);
  const times = await typingTimes(chat.page);
  await chat.close();
  return percentile(times, 0.95);
}

/** Text that grows without markup, as an answer does: an empty page would paint no frames between two key presses. */
async function streamPlain(page: Page): Promise<void> {
  await page.evaluate(
    ({ text, intervalMs }) => {
      const main = document.querySelector('main');
      setInterval(() => {
        main?.append(text);
        main?.scrollTo(0, main.scrollHeight);
      }, intervalMs);
    },
    { text: answerText.slice(0, updateLength), intervalMs: updateIntervalMs },
  );
}

/** A chat of 1 MB whose last answers, all to one question, stream for as long as the page is open. */
async function stream(chat: ChatPage, answers: number): Promise<void> {
  const { conversation: long } = chatOf(longChat, 0);
  const ids = Array.from({ length: answers }, (_, index) => `streamed-${index}`);
  const [first, ...others] = ids.map((id) =>
    answer(id, { questionId: 'last', state: 'waiting', isAlsoAsked: true }),
  );
  const messages = [...long.messages, question('last', 'Go on.'), first!];
  const shown = { ...conversation(...messages), offPath: others };
  await chat.snapshot(viewState({ conversation: shown }));
  await chat.page.evaluate(
    ({ answerIds, text, length, intervalMs }) => {
      let seq = 0;
      setInterval(() => {
        const at = (seq * length) % text.length;
        for (const answerId of answerIds) {
          seq += 1;
          const added = text.slice(at, at + length);
          const event = { type: 'textAppended', answerId, text: added, reasoning: '' };
          const data = { type: 'event', seq, event: { type: 'conversation', event }, cleared: [] };
          window.dispatchEvent(new MessageEvent('message', { data }));
        }
      }, intervalMs);
    },
    {
      answerIds: ids,
      text: mixedAnswer(100_000),
      length: updateLength,
      intervalMs: updateIntervalMs,
    },
  );
}

async function typingTimes(page: Page): Promise<readonly number[]> {
  const times = await page.evaluateHandle(() => {
    const painted: number[] = [];
    document.querySelector('textarea')?.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // The frame is painted before the next task.
        setTimeout(() => painted.push(performance.now() - timeStamp));
      });
    });
    return painted;
  });
  await page.locator('textarea').focus();
  for (let press = 0; press < keyPresses; press += 1) {
    await page.keyboard.press('a');
    await page.waitForTimeout(keyIntervalMs);
  }
  return times.jsonValue();
}

/** Measures from the snapshot of another chat to the frame that shows its end. */
async function measureSwitching(pages: ChatPages): Promise<readonly Figure[]> {
  const states = Array.from({ length: chatCount }, (_, index) => chatOf(ordinaryChat, index));
  const chat = await pages.open({ isReusable: false });
  const metrics = await PageMetrics.of(chat.page);
  const times: number[] = [];
  let firstHeapMb = NaN;
  for (const [index, state] of states.entries()) {
    times.push(
      await chat.page.evaluate(
        ([data, end]) =>
          new Promise<number>((resolve) => {
            const start = performance.now();
            window.dispatchEvent(new MessageEvent('message', { data }));
            const look = (): void => {
              const last = [...document.querySelectorAll('[data-message-id] .markdown')].at(-1);
              if (last?.textContent.includes(end) !== true) {
                requestAnimationFrame(look);
                return;
              }
              setTimeout(() => resolve(performance.now() - start));
            };
            requestAnimationFrame(look);
          }),
        [{ type: 'snapshot', seq: 0, state }, endOf(index)] as const,
      ),
    );
    if (index === 0) firstHeapMb = await metrics.heapMb();
  }
  const heapMb = await metrics.heapMb();
  await chat.close();

  const bare = await openBare(pages);
  await streamPlain(bare);
  const bareTimes: number[] = [];
  for (const state of states) {
    const texts = state.conversation.messages.map(({ text }) => text);
    bareTimes.push(
      await bare.evaluate(
        (all) =>
          new Promise<number>((resolve) => {
            const start = performance.now();
            const main = document.querySelector('main');
            const paragraphs = all.flatMap((text) =>
              text.split('\n\n').map((block) => {
                const paragraph = document.createElement('p');
                paragraph.textContent = block;
                return paragraph;
              }),
            );
            main?.replaceChildren(...paragraphs);
            main?.scrollTo(0, main.scrollHeight);
            requestAnimationFrame(() => {
              setTimeout(() => resolve(performance.now() - start));
            });
          }),
        texts,
      ),
    );
  }
  await bare.context().close();
  return [
    ...compare({
      name: 'another chat of 100 kB to its text',
      value: median(times),
      yardstick: 'bare DOM append of the same text',
      yardstickValue: median(bareTimes),
      limit: 4,
    }),
    { name: 'memory of the page after one chat', value: firstHeapMb, unit: 'MB' },
    {
      name: `memory of the page after ${chatCount} chats ÷ after one`,
      value: heapMb / firstHeapMb,
      unit: '×',
      limit: 2,
    },
  ];
}
