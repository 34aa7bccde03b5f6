// The end stays in view while the user is there; a user elsewhere is never moved.
import assert from 'node:assert/strict';
import type { ConversationEvent } from '../../../src/conversation/common/conversationEvent';
import {
  answer,
  conversation,
  exchange,
  question,
  viewState,
  type ChatPage,
} from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const paragraph = 'Some words that fill a line or two of the view, and then some more of them.\n\n';

describe('scrolling', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function position(): Promise<{ readonly top: number; readonly toEnd: number }> {
    await chat.painted();
    return chat.log.evaluate((log) => ({
      top: log.scrollTop,
      toEnd: Math.round(log.scrollHeight - log.scrollTop - log.clientHeight),
    }));
  }

  function delta(text: string): ConversationEvent {
    return { type: 'textAppended', answerId: 'a1', text, reasoning: '' };
  }

  async function openStreaming(): Promise<void> {
    await chat.snapshot(
      viewState({ conversation: exchange({ state: 'streaming', text: paragraph.repeat(30) }) }),
    );
  }

  it('opens at the end and follows the stream', async () => {
    await openStreaming();
    assert.equal((await position()).toEnd, 0);
    for (let step = 0; step < 5; step += 1) {
      await chat.conversation(delta(paragraph));
      assert.equal((await position()).toEnd, 0);
    }
    assert.equal(await chat.button('Jump to latest').count(), 0);
  });

  for (const [how, move] of [
    ['the wheel', (page: ChatPage) => page.page.mouse.wheel(0, -300)],
    ['the keyboard', (page: ChatPage) => page.log.press('PageUp')],
  ] as const) {
    it(`does not move a user who scrolled up with ${how}, until “Jump to latest”`, async () => {
      await openStreaming();
      await chat.log.hover();
      await move(chat);
      await chat.button('Jump to latest').waitFor();
      const { top } = await settled(chat);
      for (let step = 0; step < 5; step += 1) {
        await chat.conversation(delta(paragraph));
      }
      assert.equal((await position()).top, top);
      await chat.button('Jump to latest').click();
      assert.equal((await position()).toEnd, 0);
      assert.equal(await chat.button('Jump to latest').count(), 0);
      await chat.conversation(delta(paragraph));
      assert.equal((await position()).toEnd, 0);
    });
  }

  it('does not move the user when another window asks', async () => {
    await openStreaming();
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 2_000 },
    });
    await chat.log.press('PageUp');
    await chat.button('Jump to latest').waitFor();
    const { top } = await settled(chat);
    await chat.box.fill('And then?');
    await chat.conversation({
      type: 'asked',
      question: { ...question('q2', 'And then?'), parentId: 'a1' },
      answer: answer('a2', { state: 'waiting' }),
      fromOtherWindow: true,
    });
    assert.equal((await position()).top, top);
    assert.equal(await chat.box.inputValue(), 'And then?');
  });

  it('follows again once the user has scrolled back to the end', async () => {
    await openStreaming();
    await chat.log.press('PageUp');
    await chat.button('Jump to latest').waitFor();
    await chat.log.press('End');
    await chat.button('Jump to latest').waitFor({ state: 'detached' });
    await chat.conversation(delta(paragraph));
    assert.equal((await position()).toEnd, 0);
  });

  it('scrolls to the end when a question is asked', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: paragraph.repeat(30) }) }));
    await chat.log.press('Home');
    assert.equal((await settled(chat)).top, 0);
    await chat.conversation({
      type: 'asked',
      question: question('q2', 'And?'),
      answer: answer('a2', { questionId: 'q2', state: 'waiting' }),
    });
    assert.equal((await position()).toEnd, 0);
  });

  it('opens another conversation at its end, wherever the user was in the previous one', async () => {
    const long = exchange({ text: paragraph.repeat(30) });
    for (const messages of [[], long.messages]) {
      await chat.snapshot(viewState({ conversation: long }));
      await chat.log.press('Home');
      await settled(chat);
      await chat.events({
        type: 'opened',
        state: viewState({
          conversation: { ...long, id: `another of ${messages.length}`, messages },
        }),
      });
      assert.equal((await position()).toEnd, 0);
      assert.equal(await chat.button('Jump to latest').count(), 0);
    }
  });

  it('stays at the end when the page or the message box changes its size', async () => {
    await openStreaming();
    await chat.page.setViewportSize({ width: 300, height: 500 });
    assert.equal((await position()).toEnd, 0);
    await chat.box.fill('line\n'.repeat(20));
    assert.equal((await position()).toEnd, 0);
  });

  it('renders a long conversation only around the user, and always the newest messages', async () => {
    const messages = Array.from({ length: 200 }, (_, index) => [
      question(`q${index}`, `Question ${index}`),
      answer(`a${index}`, { questionId: `q${index}`, text: `Answer ${index}\n\n${paragraph}` }),
    ]).flat();
    await chat.snapshot(viewState({ conversation: conversation(...messages) }));
    const drawn = (): Promise<number> => chat.page.getByRole('article').count();
    await chat.page.getByText('Answer 199').waitFor();
    assert.ok((await drawn()) < 150, String(await drawn()));
    assert.equal((await position()).toEnd, 0);
    await chat.log.press('Home');
    await chat.page.getByText('Answer 0', { exact: true }).waitFor();
    await chat.page.locator('[data-message-id="a100"]').waitFor({ state: 'detached' });
    assert.ok((await drawn()) < 200, String(await drawn()));
    assert.equal(await chat.page.locator('[data-message-id="a199"]').count(), 1);
    await chat.button('Jump to latest').click();
    await chat.page.locator('[data-message-id="a0"]').waitFor({ state: 'detached' });
    assert.ok((await settled(chat)).toEnd <= 1);
  });
});

/** The scroll position once the conversation has stopped moving. */
async function settled(chat: ChatPage): Promise<{ readonly top: number; readonly toEnd: number }> {
  return chat.log.evaluate(
    (log) =>
      new Promise<{ top: number; toEnd: number }>((resolve) => {
        let last = -1;
        let frames = 0;
        let since = 0;
        const look = (): void => {
          frames = log.scrollTop === last ? frames + 1 : 0;
          since = frames === 0 ? performance.now() : since;
          last = log.scrollTop;
          // Smooth scrolling moves it in each frame; frames are short without a limit, and few on a busy machine.
          if (frames > 10 && performance.now() - since > 200) {
            resolve({
              top: last,
              toEnd: Math.round(log.scrollHeight - log.scrollTop - log.clientHeight),
            });
          } else {
            requestAnimationFrame(look);
          }
        };
        look();
      }),
  );
}
