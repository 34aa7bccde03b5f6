// Shows hostile answers in the chat page, whole and streamed, clicks what can be clicked, and checks what happened.
import assert from 'node:assert/strict';
import type { ViewCommand } from '../../../src/chat/common/viewCommands';
import { normalizeFilePath } from '../../../src/markdown/common/fileReference';
import { withoutFrameLimit } from '../../support/browser';
import { eventually } from '../../support/eventually';
import {
  answer,
  ChatPages,
  conversation,
  viewState,
  type ChatPage,
  type OpenOptions,
} from './chatPage';
import { assertHarmless, trapPayloads } from './harmless';
import type { HostilePayload } from './hostilePayloads';

/** Answers at once: each step waits two frames for its paint, so batches save time. */
const batchSize = 40;
const pieces = 4;

/** What the page asked the host to open: without any, the clicks have missed their targets. */
interface Clicks {
  links: number;
  files: number;
}

/**
 * All answers of a batch must be near the view of a page with these `options`: others are not drawn.
 * @throws with the first batch in which a payload did something
 */
export async function tryPayloads(
  payloads: readonly HostilePayload[],
  options?: OpenOptions,
): Promise<void> {
  const clicks: Clicks = { links: 0, files: 0 };
  const pages = await ChatPages.start(withoutFrameLimit);
  try {
    const chat = await pages.open(options);
    let navigations = 0;
    chat.page.on('framenavigated', () => (navigations += 1));
    chat.page.context().on('page', () => (navigations += 1));
    await trapPayloads(chat.page);
    const before = chat.requests.length;
    for (let first = 0; first < payloads.length; first += batchSize) {
      const batch = payloads.slice(first, first + batchSize);
      try {
        await showWhole(chat, batch, first);
        await clickAll(chat, clicks);
        await assertHarmless(chat, before);
        await showStreamed(chat, batch, first, () => assertHarmless(chat, before));
        await clickAll(chat, clicks);
        await assertHarmless(chat, before);
        assert.equal(navigations, 0);
      } catch (error) {
        const names = batch.map(({ name }) => name).join('\n');
        throw new Error(`One of these payloads:\n${names}`, { cause: error });
      }
    }
    assert.ok(clicks.links > 0 && clicks.files > 0, JSON.stringify(clicks));
    await chat.close();
  } finally {
    await pages.stop();
  }
}

async function showWhole(
  chat: ChatPage,
  batch: readonly HostilePayload[],
  first: number,
): Promise<void> {
  const answers = batch.map(({ text }, index) => answer(`w${first + index}`, { text }));
  await chat.snapshot(viewState({ conversation: conversation(...answers) }));
  await allRendered(chat, batch.length);
}

async function showStreamed(
  chat: ChatPage,
  batch: readonly HostilePayload[],
  first: number,
  check: () => Promise<void>,
): Promise<void> {
  const streamed = batch.map(({ text }, index) => ({ answerId: `s${first + index}`, text }));
  const waiting = streamed.map(({ answerId }) => answer(answerId, { state: 'waiting' }));
  await chat.snapshot(viewState({ conversation: conversation(...waiting) }));
  for (let piece = 0; piece < pieces; piece += 1) {
    await chat.conversations(
      streamed.map(({ answerId, text }) => {
        const cut = (at: number): number => Math.floor((text.length * at) / pieces);
        const added = text.slice(cut(piece), cut(piece + 1));
        return { type: 'textAppended', answerId, text: added, reasoning: '' };
      }),
    );
    await check();
  }
  await chat.conversations(
    streamed.map(({ answerId }) => ({
      type: 'ended',
      answerId,
      state: 'complete',
      outcome: { endedAt: 1 },
    })),
  );
  await allRendered(chat, batch.length);
}

/** No answer waits for its turn, and none fell back to plain text. */
async function allRendered(chat: ChatPage, count: number): Promise<void> {
  await chat.page.waitForFunction((expected) => {
    const roots = [...document.querySelectorAll<HTMLElement>('[data-message-id] .markdown')];
    return roots.length === expected && roots.every(({ style }) => style.minHeight === '');
  }, count);
}

/** Clicks links and references as a user would; the host says that all files exist. */
async function clickAll(chat: ChatPage, clicks: Clicks): Promise<void> {
  while (await hasUnresolvedFiles(chat)) {
    const paths = await eventually('file references', () => takeSeenPaths(chat));
    assert.deepEqual(
      paths.filter((path) => normalizeFilePath(path) !== path),
      [],
    );
    await chat.events({ type: 'fileReferencesResolved', paths });
  }
  await chat.page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      '[data-message-id] .markdown :is(a, summary, span, code, sup, input)',
    );
    for (const target of targets) {
      target.click();
    }
  });
  for (const { url } of await chat.commandsOf('openLink')) {
    assert.match(url, /^(?:https?:\/\/[^\s/]|mailto:)/iu);
    clicks.links += 1;
  }
  for (const { path } of await chat.commandsOf('openFile')) {
    assert.equal(normalizeFilePath(path), path);
    clicks.files += 1;
  }
  await chat.forgetCommands();
}

/** Takes them in one step: the page may post more of them at any time. Undefined if there are none. */
function takeSeenPaths(chat: ChatPage): Promise<readonly string[] | undefined> {
  return chat.page.evaluate(() => {
    const host = window as unknown as { commands: ViewCommand[]; commandChatIds: string[] };
    host.commandChatIds.length = 0;
    const seen = host.commands.splice(0).filter((command) => command.type === 'fileReferencesSeen');
    return seen.length === 0 ? undefined : seen.flatMap(({ paths }) => paths);
  });
}

function hasUnresolvedFiles(chat: ChatPage): Promise<boolean> {
  return chat.page.evaluate(
    () => document.querySelector('.file-reference:not(.file-link)') !== null,
  );
}
