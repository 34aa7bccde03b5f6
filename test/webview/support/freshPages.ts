// The page of the tests of a suite, which must end without errors in the browser.
import assert from 'node:assert/strict';
import type { ChatPage, ChatPages, OpenOptions } from './chatPage';
import { chatPages } from './sharedPages';

type Prepare = (chat: ChatPage) => Promise<void> | void;

/** Loads the page again for each test, and calls `prepare` with it. The result opens more pages. */
export function freshPages(prepare: Prepare, options: OpenOptions = {}): Pick<ChatPages, 'open'> {
  let isFresh = true;
  return pageOfSuite(async (chat) => {
    if (!isFresh) {
      await chat.load(options);
    }
    isFresh = false;
    await prepare(chat);
  }, options);
}

/** Calls `prepare` with the same page before each test: for tests that replace all that the page shows. */
export function onePage(prepare: Prepare): void {
  pageOfSuite(prepare, {});
}

function pageOfSuite(prepare: Prepare, options: OpenOptions): Pick<ChatPages, 'open'> {
  let chat: ChatPage;
  before(async () => {
    chat = await (await chatPages()).open(options);
  });
  after(() => chat.close());
  beforeEach(() => prepare(chat));
  afterEach(() => {
    assert.deepEqual(chat.errors, []);
  });
  return { open: async (more) => (await chatPages()).open(more) };
}
