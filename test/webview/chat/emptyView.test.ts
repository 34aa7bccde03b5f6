// What an empty chat offers: example questions, the recent chats, and another model where its own is unavailable.
import assert from 'node:assert/strict';
import { model, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('empty chat', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const examples = () =>
    chat.page.getByRole('list', { name: 'Example questions' }).getByRole('button');
  const recent = () => chat.page.getByRole('list', { name: 'Recent chats' }).getByRole('button');

  it('puts an example into the message box before what is there, and sends nothing', async () => {
    await chat.snapshot(viewState());
    assert.equal(await examples().count(), 3);
    await chat.box.fill('In one sentence.');
    const text = (await examples().nth(1).textContent()) ?? '';
    await examples().nth(1).click();
    assert.equal(await chat.box.inputValue(), `${text}\n\nIn one sentence.`);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, await chat.box.inputValue());
    assert.deepEqual(await chat.commandsOf('ask'), []);
  });

  it('offers to explain what is open or selected in the editor first', async () => {
    await chat.snapshot(viewState({ editorOffer: { name: 'src/a.ts', isSelection: false } }));
    assert.equal(await examples().count(), 3);
    await examples().first().filter({ hasText: 'Explain a.ts' }).click();
    const editorOffer = { name: 'src/a.ts:3', isSelection: true };
    await chat.events({ type: 'editorOffer', editorOffer });
    await examples().first().filter({ hasText: 'Explain the selection' }).click();
    assert.deepEqual(await chat.commandsOf('explainOffer'), [
      { type: 'explainOffer', isSelection: false },
      { type: 'explainOffer', isSelection: true },
    ]);
  });

  it('lists the recent chats once they are known, and opens one on click', async () => {
    await chat.snapshot(viewState());
    assert.equal(await recent().count(), 0);
    const recentChats = [
      { id: 'c1', title: '<b>First</b>', age: 'just now' },
      { id: 'c2', title: 'Second', age: '2 h ago' },
    ];
    await chat.events({ type: 'recentChats', recentChats });
    assert.deepEqual(await recent().allTextContents(), ['<b>First</b>just now', 'Second2 h ago']);
    await recent().nth(1).click();
    assert.deepEqual(await chat.commandsOf('openChat'), [{ type: 'openChat', id: 'c2' }]);
  });

  it("opens VS Code's chat only where that offers the gateway's models", async () => {
    await chat.snapshot(viewState());
    assert.equal(await chat.button("Open VS Code's chat").count(), 0);
    await chat.events({ type: 'vscodeChat', vscodeChatHint: 'listed' });
    await chat.button("Open VS Code's chat").click();
    assert.deepEqual(await chat.commandsOf('openVscodeChat'), [{ type: 'openVscodeChat' }]);
    await chat.events({ type: 'vscodeChat', vscodeChatHint: 'needsSetting' });
    assert.equal(await chat.button("Open VS Code's chat").count(), 0);
    await chat.button('Open the setting').click();
    assert.equal((await chat.commandsOf('openVscodeChatSetting')).length, 1);
    await chat.button('Dismiss').click();
    assert.equal((await chat.commandsOf('dismissVscodeChatHint')).length, 1);
    await chat.events({ type: 'vscodeChat', vscodeChatHint: 'none' });
    assert.equal(await chat.button('Dismiss').count(), 0);
    assert.equal(await chat.box.evaluate((box) => box === document.activeElement), true);
  });

  it('offers another model instead of one that was found unavailable', async () => {
    await chat.snapshot(viewState());
    await chat.page.getByText(`Ask ${model} anything`).waitFor();
    await chat.events({ type: 'unavailableModels', unavailableModels: [model] });
    await chat.page.getByText(`${model} isn't available right now`).waitFor();
    await chat.button('Choose model').click();
    assert.deepEqual(await chat.commandsOf('runSetupStep'), [
      { type: 'runSetupStep', step: 'model' },
    ]);
  });
});
