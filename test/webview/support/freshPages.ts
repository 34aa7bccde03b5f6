// One browser for a block of tests and a new page for each test, which must end without errors in the browser.
import assert from 'node:assert/strict';
import { type ChatPage, ChatPages, type OpenOptions } from './chatPage';

/** Calls `prepare` with the page of each test. The result opens more pages. */
export function freshPages(
  prepare: (chat: ChatPage) => Promise<void> | void,
  options: OpenOptions = {},
): Pick<ChatPages, 'open'> {
  let pages: ChatPages;
  let chat: ChatPage;
  before(async () => {
    pages = await ChatPages.start();
  });
  after(() => pages.stop());
  beforeEach(async () => {
    chat = await pages.open(options);
    await prepare(chat);
  });
  afterEach(async () => {
    assert.deepEqual(chat.errors, []);
    await chat.close();
  });
  return { open: (more) => pages.open(more) };
}
