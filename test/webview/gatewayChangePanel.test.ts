// The question before a conversation goes on at another gateway: seen, heard, answered by keyboard, and no word lost.
import assert from 'node:assert/strict';
import { type ChatPage, exchange, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';

const prompt = {
  sentence: 'This conversation was held with old.example.',
  sendLabel: 'Send to new.example',
  switchBackLabel: 'Switch back to old.example',
};

describe('the question about another gateway', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    await chat.box.fill('A question that waits');
    await chat.box.press('Enter');
    await chat.forgetCommands();
    await chat.events({ type: 'gatewayChangePrompt', prompt });
  });

  const panel = () => chat.page.getByRole('region', { name: 'Different gateway' });

  it('is read out, and leaves text and cursor in the message box', async () => {
    assert.equal(await panel().getByRole('alert').textContent(), prompt.sentence);
    assert.equal(await chat.box.inputValue(), 'A question that waits');
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  for (const [name, answer] of [
    [prompt.sendLabel, 'send'],
    [prompt.switchBackLabel, 'back'],
    ['Cancel', 'cancel'],
  ] as const) {
    it(`has the button “${name}”`, async () => {
      await chat.button(name).press('Enter');
      assert.deepEqual(await chat.commands(), [{ type: 'answerGatewayChange', answer }]);
      await chat.events({ type: 'gatewayChangePrompt' });
      assert.equal(await panel().count(), 0);
      assert.equal(await chat.box.inputValue(), 'A question that waits');
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    });
  }

  it('is put off with Escape', async () => {
    await chat.button(prompt.sendLabel).focus();
    await chat.page.keyboard.press('Escape');
    assert.deepEqual(await chat.commands(), [{ type: 'answerGatewayChange', answer: 'cancel' }]);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  it('is there after the view was hidden', async () => {
    const gatewayChangePrompt = { ...prompt, sendLabel: 'Send to newest.example' };
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'Hi' }), gatewayChangePrompt }),
      9,
    );
    assert.equal(await chat.button('Send to newest.example').count(), 1);
  });
});

describe('the gateway in use', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const { connection } = viewState();
  const named = { ...connection, gatewayName: 'Work <b>', keyLabel: 'team blue' };

  it('is called by its name beside the model, with address and key behind it', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }), connection: named }));
    assert.equal(await chat.page.locator('.composer-gateway').textContent(), 'Work <b>');
    const title = await chat.button(/^Model:/).getAttribute('title');
    assert.deepEqual(title?.split('\n').slice(1), [
      'Work <b>',
      'https://gateway.example/v1',
      'Key: team blue',
    ]);
  });

  it('is called by its name in an empty conversation', async () => {
    await chat.snapshot(viewState({ connection: named }));
    await chat.page.getByText('Gateway: Work <b> (https://gateway.example/v1)').waitFor();
  });
});
