// The browser and the server of all tests of the ring: a browser takes as long to start as ten tests.
import { withoutFrameLimit } from '../../support/browser';
import { ChatPages } from './chatPage';

let started: Promise<ChatPages> | undefined;

/** They are started by the first test that needs them. */
export function chatPages(): Promise<ChatPages> {
  // Most tests wait for frames: two after each step.
  started ??= ChatPages.start(withoutFrameLimit);
  return started;
}

// A hook of the root suite: it runs after the last file.
after(async () => (await started)?.stop());
