// The chat by keyboard alone: connected, asked, stopped, retried with its buttons, left, and its help opened.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import { eventually, eventuallyEqual, eventuallyMatches } from '../../support/eventually';
import { quickInput, runCommand } from '../../support/quickInput';
import type { SharedWindow } from './sharedWindow';

/** More than there are elements between the message box and the first answer. */
const maxSteps = 40;

/** How long a key press may take before the key is pressed again. */
const retryMs = 2_000;

export function testKeyboard(getShared: () => SharedWindow): void {
  let gateway: Gateway;
  let page: Page;
  let chat: ChatView;

  before(async () => {
    const shared = getShared();
    ({ gateway } = shared);
    ({ page } = shared.vscode);
    chat = await ChatView.open(page);
  });

  const press = (key: string) => page.keyboard.press(key);

  /** The name of the element that has the focus in the chat, and whether it is in a toolbar. */
  const focused = () =>
    chat.frame.evaluate(() => {
      const element = document.activeElement;
      const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      return { name: name.trim(), inToolbar: element?.closest('[role=toolbar]') !== null };
    });

  /** Moves the focus backwards, and through the buttons of a toolbar, until an element of this name has it. */
  async function focusBackwards(name: string): Promise<void> {
    for (let step = 0; step < maxSteps; step += 1) {
      await press('Shift+Tab');
      const { inToolbar } = await focused();
      for (let button = 0; button < (inToolbar ? 8 : 1); button += 1) {
        if ((await focused()).name === name) return;
        if (inToolbar) await press('ArrowRight');
      }
    }
    assert.fail(`“${name}” was not reached`);
  }

  /**
   * Presses a key of the chat until VS Code executes its command. VS Code learns a moment late that the chat has the focus.
   * Until then, the key may open something of VS Code itself, such as its accessibility help, which takes the focus and is
   * closed before the next press. Pressed again too early, a key would execute the command twice.
   */
  async function pressUntil(key: string, isDone: () => Promise<boolean>): Promise<void> {
    await eventually(`what ${key} does`, async () => {
      if (await isDone()) return true;
      if (!(await chat.frame.evaluate(() => document.hasFocus()))) {
        await press('Escape');
        await press('Control+Alt+p');
        await chat.waitForFocus();
      }
      await press(key);
      return eventually(`what ${key} does`, isDone, retryMs).catch(() => false);
    });
  }

  const isQuickInputOpen = () => page.locator('.quick-input-widget').isVisible();

  it('is connected: Base URL, no key, model, no name', async () => {
    await runCommand(page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(page, /Base URL/u);
    await press('Control+a');
    await page.keyboard.type(gateway.origin);
    await press('Enter');
    await input.waitForTitle(/API Key/u);
    await press('Enter');
    await input.waitForTitle(/Select Model/u);
    await page.keyboard.type('gated');
    await input.row('Use “gated” as the model ID').waitFor();
    await input.pressEnterOn('gated');
    await input.waitForTitle(/Gateway Name/u);
    await press('Enter');
    await input.waitUntilClosed();
    await chat.waitForFocus();
  });

  it('is focused by its key, and sends on Enter', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    const gate = gateway.gate('gated');
    await page.keyboard.type('Can I do this by keys?');
    await chat.waitForText('Can I do this by keys?');
    await press('Enter');
    await gate.sendText('Yes, with keys alone.\n\n');
    await chat.waitForLastAnswer(/keys alone/u);
    await gate.finish();
    await chat.waitForState('complete');
  });

  it('stops an answer with Escape, and continues it with the button', async () => {
    const gate = gateway.gate('gated');
    await page.keyboard.type('And stop?');
    await press('Enter');
    await gate.sendText('Not before I have said this.\n\n');
    await chat.waitForLastAnswer(/said this/u);
    await press('Escape');
    await chat.waitForState('stopped');
    const rest = gateway.gate('gated');
    await focusBackwards('Continue');
    await press('Enter');
    await rest.sendText('This came later.');
    await rest.finish();
    assert.match(await chat.waitForState('complete'), /said this.*came later/su);
  });

  it('retries with the button of the last answer', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    const gate = gateway.gate('gated');
    await focusBackwards('Retry');
    await press('Enter');
    await gate.sendText('A second version.');
    await gate.finish();
    // The first version is complete, too.
    await chat.waitForLastAnswer(/A second version/u);
    await chat.waitForState('complete');
  });

  it('picks a model in the picker, which returns the focus after Escape and after a choice', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    await press('Shift+Tab');
    await press('Tab');
    for (let step = 0; !(await focused()).name.startsWith('Model:'); step += 1) {
      assert.ok(step < maxSteps, 'the model button was not reached');
      await press('Tab');
    }
    await press('Enter');
    await quickInput(page, /Select Model/u);
    await press('Escape');
    await chat.waitForFocus();
    await pressUntil('Control+Alt+.', isQuickInputOpen);
    const picker = await quickInput(page, /Select Model/u);
    await page.keyboard.type('gated');
    await picker.row('Use “gated” as the model ID').waitFor();
    await picker.acceptRow('gated');
    await chat.waitForFocus();
  });

  it('gets the focus back after Escape in the history', async () => {
    await pressUntil('Control+Alt+h', isQuickInputOpen);
    await quickInput(page, /Chat History/u);
    await press('Escape');
    await chat.waitForFocus();
  });

  it('is left with F6', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    // F6 goes to the next part of the window, which is the chat if VS Code does not know yet that the chat has the focus.
    await chat.modelButton.focus();
    await pressUntil('F6', () => chat.frame.evaluate(() => !document.hasFocus()));
  });

  it('has a system prompt that is written in an editor, which gets the focus', async () => {
    await chat.frame.getByRole('button', { name: 'Chat settings' }).focus();
    await press('Enter');
    const settings = await quickInput(page, /Chat Settings/u);
    await settings.type('System');
    await settings.pressEnterOn('System prompt');
    const values = await quickInput(page, /System prompt/u);
    await values.type('Write');
    await values.acceptRow('Write It in an Editor…');
    await page.locator('.monaco-editor.focused').waitFor();
    await page.keyboard.type('Be brief.');
    await eventuallyMatches(
      'the prompt',
      async () => (await page.locator('.monaco-editor .view-lines').allTextContents()).join('\n'),
      /Be\sbrief\./u,
    );
    await runCommand(page, 'View: Revert and Close Editor');
  });

  it('opens its help with Alt+F1, as a document', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    const tab = page.getByRole('tab', { name: /accessibility\.md/u });
    await pressUntil('Alt+F1', async () => (await tab.count()) > 0);
    await eventuallyMatches(
      'the help',
      async () => (await page.locator('.monaco-editor .view-lines').allTextContents()).join('\n'),
      /accessibility\s+help/u,
    );
    await press('Control+F4');
  });

  it('has done the steps of the walkthrough up to the first question when that is opened for the first time', async () => {
    await runCommand(page, 'Welcome: Open Walkthrough...');
    const walkthroughs = await quickInput(page);
    await walkthroughs.type('Portico');
    await walkthroughs.pick('Get started with Portico');
    await eventuallyEqual(
      'the steps that are done',
      () => page.locator('.getting-started-step .codicon.complete').count(),
      3,
    );
    await press('Control+F4');
  });

  it('has the focus in the chat that takes the place of a deleted one', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    await runCommand(page, 'Portico: Delete Chat');
    await chat.waitForArticles(0);
    await chat.waitForFocus();
  });

  it('never loses the focus to its own shortcut or New Chat, so that no letter is lost', async () => {
    await press('Control+Alt+p');
    await chat.waitForFocus();
    // Once the question is answered, the extension knows that the page has the focus.
    const gate = gateway.gate('gated');
    await page.keyboard.type('Are you there?');
    await press('Enter');
    await gate.sendText('Here I am.');
    await gate.finish();
    await chat.waitForState('complete');
    await chat.frame.evaluate(
      'var timesLost = 0; window.addEventListener("blur", () => timesLost++)',
    );
    await chat.modelButton.focus();
    await press('Control+Alt+p');
    await chat.waitForFocus();
    await press('Control+n');
    await chat.waitForArticles(0);
    await chat.waitForFocus();
    await page.keyboard.type('A new question');
    await chat.waitForText('A new question');
    assert.equal(await chat.frame.evaluate('timesLost'), 0);
    await chat.box.fill('');
  });
}
