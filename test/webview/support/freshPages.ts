// A page that is loaded again for each test, which must end without errors in the browser.
import assert from 'node:assert/strict';
import type { ChatPage, ChatPages, OpenOptions } from './chatPage';
import { chatPages } from './sharedPages';

/** Calls `prepare` with the page of each test. The result opens more pages. */
export function freshPages(
  prepare: (chat: ChatPage) => Promise<void> | void,
  options: OpenOptions = {},
): Pick<ChatPages, 'open'> {
  let chat: ChatPage;
  before(async () => {
    chat = await (await chatPages()).open(options);
  });
  after(() => chat.close());
  beforeEach(async () => {
    await chat.load(options);
    await prepare(chat);
  });
  afterEach(() => {
    assert.deepEqual(chat.errors, []);
  });
  return { open: async (more) => (await chatPages()).open(more) };
}
