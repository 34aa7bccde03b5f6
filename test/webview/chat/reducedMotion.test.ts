// Nothing moves by itself where the user does not want it.
import assert from 'node:assert/strict';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('reduced motion', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const animations = (): Promise<number> =>
    chat.page.evaluate(() => document.getAnimations().length);

  for (const state of ['waiting', 'streaming'] as const) {
    it(`stops the animations of an answer that is ${state}, if the system or VS Code asks for it`, async () => {
      await chat.snapshot(viewState({ conversation: exchange({ state, text: 'So' }) }));
      assert.ok((await animations()) > 0);
      await chat.page.emulateMedia({ reducedMotion: 'reduce' });
      assert.equal(await animations(), 0);
      await chat.page.emulateMedia({ reducedMotion: 'no-preference' });
      assert.ok((await animations()) > 0);
      await chat.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
      assert.equal(await animations(), 0);
    });
  }
});
