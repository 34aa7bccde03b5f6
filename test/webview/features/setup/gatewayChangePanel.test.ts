// The prompt before a chat continues on another gateway: announced and answered by keyboard, without losing a word.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const prompt = {
  sentence: 'This chat’s history was sent to old.example.',
  sendLabel: 'Send to new.example',
  switchBackLabel: 'Switch back to old.example',
};

const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

describe('gateway change panel', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    await chat.box.fill('A pending question');
    await chat.box.press('Enter');
    await chat.forgetCommands();
    await chat.events({ type: 'gatewayChangePrompt', gatewayChangePrompt: prompt });
  });

  const panel = () => chat.page.getByRole('region', { name: 'Different gateway' });

  it('is announced, and leaves text and cursor in the message box', async () => {
    assert.equal(await panel().getByRole('alert').textContent(), prompt.sentence);
    assert.equal(await chat.box.inputValue(), 'A pending question');
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
      await chat.events({ type: 'gatewayChangePrompt', gatewayChangePrompt: undefined });
      assert.equal(await panel().count(), 0);
      assert.equal(await chat.box.inputValue(), 'A pending question');
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    });
  }

  for (const [place, element] of [
    ['its buttons', () => chat.button(prompt.sendLabel)],
    ['the message box', () => chat.box],
  ] as const) {
    it(`is canceled with Escape in ${place}`, async () => {
      await element().press('Escape');
      assert.deepEqual(await chat.commands(), [{ type: 'answerGatewayChange', answer: 'cancel' }]);
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    });
  }

  it('leaves Escape to the running answer', async () => {
    const conversation = exchange({ state: 'streaming', text: 'Hi' });
    await chat.snapshot(viewState({ conversation, gatewayChangePrompt: prompt }), 9);
    await chat.box.press('Escape');
    assert.deepEqual(await chat.commandsOf('answerGatewayChange'), []);
    assert.equal((await chat.commandsOf('stop')).length, 1);
  });

  it('leaves the buttons under a long message in view at a zoom of 200 %', async () => {
    await chat.page.setViewportSize({ width: 260, height: 300 });
    await chat.box.fill('line\n'.repeat(30));
    assert.ok(await isInView(chat.button('Send')));
    assert.ok(await isInView(chat.button(/^Model:/)));
  });

  it('is shown after the page was hidden', async () => {
    const gatewayChangePrompt = { ...prompt, sendLabel: 'Send to newest.example' };
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'Hi' }), gatewayChangePrompt }),
      9,
    );
    assert.equal(await chat.button('Send to newest.example').count(), 1);
  });
});

describe('current gateway', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const { connection } = viewState();
  const named = { ...connection, gatewayName: 'Work <b>', keyLabel: 'team blue' };

  it('is shown by name beside the model, with address and key in the tooltip', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }), connection: named }));
    assert.equal(await chat.page.locator('.composer-gateway').textContent(), 'Work <b>');
    const title = await chat.button(/^Model:/).getAttribute('title');
    assert.deepEqual(title?.split('\n').slice(1), [
      'Work <b>',
      'https://gateway.example/v1',
      'Key: team blue',
    ]);
  });

  it('is shown by name, or else by host, in an empty conversation', async () => {
    await chat.snapshot(viewState({ connection: named }));
    await chat.page.getByText('Gateway: Work <b>.').waitFor();
    await chat.events({ type: 'connection', connection });
    await chat.page.getByText('Gateway: gateway.example.').waitFor();
  });
});
