// One chat in two views: each shows what is typed in the other, and nothing is overwritten.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { newConversation } from '../../../src/conversation/common/conversation';
import { answer, exchange, model, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('chat in several views', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState());
  });

  const drafts = async () => (await chat.commandsOf('saveDraft')).map(({ text }) => text);

  it('shows what is typed in another view, with the cursor at its distance from the end', async () => {
    await chat.box.fill('Half a question');
    await chat.box.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(4, 4));
    await chat.events({ type: 'draft', text: 'Not half a question' });
    assert.equal(await chat.box.inputValue(), 'Not half a question');
    assert.equal(await chat.box.evaluate((box: HTMLTextAreaElement) => box.selectionStart), 8);
    assert.equal(await chat.button('Send').getAttribute('aria-disabled'), 'false');
    await chat.events({ type: 'draft', text: '' });
    assert.equal(await chat.button('Send').getAttribute('aria-disabled'), 'true');
  });

  it('saves only what is typed here, not what was received', async () => {
    await chat.events({ type: 'draft', text: 'From the other view' });
    await chat.box.blur();
    assert.deepEqual(await drafts(), []);
    await chat.box.press('End');
    await chat.box.pressSequentially('!');
    await chat.box.blur();
    assert.deepEqual(await drafts(), ['From the other view!']);
  });

  it('clears its box only when another view of this window has sent the same text', async () => {
    const asked = {
      type: 'conversation',
      event: {
        type: 'asked',
        question: question('q1', 'Why?'),
        answer: answer('a1', { questionId: 'q1', state: 'waiting' }),
      },
    } as const;
    const sent = { type: 'questionSent', text: 'Why?', sendId: 'another view' } as const;
    for (const [standing, remaining, events] of [
      ['Why?', '', [asked, sent]],
      ['Why not?', 'Why not?', [asked, sent]],
      ['Why? And how?', 'Why? And how?', [asked, sent]],
      // Another window has asked it.
      ['Why?', 'Why?', [asked]],
    ] as const) {
      await chat.snapshot(viewState(), 0);
      await chat.box.fill(standing);
      await chat.events(...events);
      assert.equal(await chat.box.inputValue(), remaining);
    }
  });

  it('saves nothing when it clears a question that was sent: the host may have a newer draft', async () => {
    const sent = { type: 'questionSent', text: 'Why?' } as const;
    await chat.box.fill('Why?');
    await chat.events({ ...sent, sendId: 'another view' });
    assert.equal(await chat.box.inputValue(), '');
    await chat.box.fill('Why?');
    await chat.box.press('Enter');
    const [ask] = await chat.commandsOf('ask');
    await chat.events({ ...sent, sendId: ask?.sendId ?? '' });
    await chat.box.blur();
    assert.equal(await chat.box.inputValue(), '');
    assert.deepEqual(await drafts(), ['Why?', 'Why?']);
  });

  it('stores the ID of its chat in VS Code for the time after a reload', async () => {
    const savedState = () => chat.page.evaluate('savedState');
    assert.deepEqual(await savedState(), { conversation: 'c1' });
    const conversation = newConversation('c2', model, 2_000);
    await chat.events({ type: 'opened', state: viewState({ conversation }) });
    assert.deepEqual(await savedState(), { conversation: 'c2' });
  });

  it('limits the line length in a wide tab, with the scroll bar at the edge', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'word '.repeat(1_000) }) }));
    const widthOf = async (shown: Locator) => (await shown.boundingBox())?.width ?? 0;
    await chat.page.setViewportSize({ width: 1_800, height: 700 });
    assert.equal(await widthOf(chat.log), 1_800);
    for (const shown of [chat.answers, chat.box]) {
      const width = await widthOf(shown);
      assert.ok(width > 800 && width <= 960, String(width));
    }
    await chat.page.setViewportSize({ width: 900, height: 700 });
    assert.ok((await widthOf(chat.answers)) > 850);
  });

  it('tells the host that it has the focus, if it got it before its script ran', async () => {
    await chat.load();
    assert.equal(await chat.page.evaluate('document.hasFocus()'), true);
    const focused = (await chat.allCommands()).filter(({ type }) => type === 'focused');
    assert.deepEqual(focused, [{ type: 'focused', input: 'keyboard' }]);
  });

  it('tells the host when it gets the focus, and whether the user works with keyboard or pointer', async () => {
    const focused = (input: string) => ({ type: 'focused', input });
    const send = (type: string) =>
      chat.page.evaluate((name) => void window.dispatchEvent(new Event(name)), type);
    await chat.forgetCommands();
    await send('focus');
    assert.deepEqual(await chat.allCommands(), [focused('keyboard')]);
    await chat.forgetCommands();
    await send('keydown');
    assert.deepEqual(await chat.allCommands(), [], 'nothing has changed');
    await send('pointerdown');
    await send('pointerdown');
    await send('keydown');
    assert.deepEqual(await chat.allCommands(), [focused('pointer'), focused('keyboard')]);
  });
});
