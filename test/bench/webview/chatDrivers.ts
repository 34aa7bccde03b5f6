// Objects that drive a page of the bench: one plays the extension host of the chat view, one appends bare text.
import type { Browser, Page } from 'playwright-core';
import { viewState } from '../../webview/support/chatPage';
import { driverMark } from './metrics';

/** Names of the objects. */
export type Driver = 'chat' | 'bare';

const vsCodeApi = `globalThis.__name = (fn) => fn; globalThis.acquireVsCodeApi = () => ({ postMessage() {}, setState() {} });`;

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
  /** Resolves when no element has come or gone for \`ms\`. An observer would have a share in the measured time. */
  const quiet = async (ms) => {
    const elements = document.getElementsByTagName('*');
    let changedAt = performance.now();
    for (let count = -1; performance.now() - changedAt < ms; await wait(100)) {
      if (elements.length !== count) {
        count = elements.length;
        changedAt = performance.now();
      }
    }
    await idle();
  };
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
    await quiet(1000);
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
    /** Begins an answer that \`piece\` appends to. */
    ask: () => send({ type: 'asked', question, answer }),
    piece: (text) => send({ type: 'textAppended', answerId: 'a', text, reasoning: '' }),
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

export async function openDriverPage(
  browser: Browser,
  driver: Driver,
  chatUrl: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  await page.addInitScript({ content: vsCodeApi });
  if (driver === 'chat') await page.goto(chatUrl);
  else await page.setContent(barePage);
  await page.evaluate(drivers[driver]);
  return page;
}
