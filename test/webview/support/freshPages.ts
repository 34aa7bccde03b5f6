// One browser for a block of tests and a new page for each of them, which the browser must find nothing wrong with.
import assert from 'node:assert/strict';
import { type ChatPage, ChatPages, type OpenOptions } from './chatPage';

/** `prepare` takes the page of the test that begins. More pages can be opened beside it. */
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
