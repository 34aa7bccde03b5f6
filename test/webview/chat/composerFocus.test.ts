// The message box: recalled questions, the focus, the gateway beside it, and context menus.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import {
  answer,
  attachment,
  conversation,
  exchange,
  question,
  viewState,
  type ChatPage,
} from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('the message box', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  it('recalls the previous questions with the arrow keys, if it is empty', async () => {
    const messages = ['First', 'Second\nof two lines', 'Third'].flatMap((text, index) => [
      question(`q${index}`, text),
      answer(`a${index}`, { text: 'An answer' }),
    ]);
    await chat.snapshot(viewState({ conversation: conversation(...messages) }));
    const afterKey = async (key: string): Promise<string> => {
      await chat.box.press(key);
      return chat.box.inputValue();
    };
    assert.equal(await afterKey('ArrowUp'), 'Third');
    assert.equal(await afterKey('ArrowUp'), 'Second\nof two lines');
    assert.equal(await afterKey('ArrowDown'), 'Second\nof two lines', 'moves the cursor');
    assert.equal(await afterKey('ArrowDown'), 'Third');
    assert.equal(await afterKey('ArrowDown'), '');
    assert.equal(await afterKey('ArrowDown'), '');
    assert.equal(await afterKey('ArrowUp'), 'Third');
    await chat.box.press('End');
    await chat.box.pressSequentially('!');
    assert.equal(await afterKey('ArrowUp'), 'Third!', 'is a text of its own now');
    await chat.log.focus();
    assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, 'Third!');
  });

  it('has the focus when VS Code focuses the page, unless the focus was elsewhere in it', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    const focused = (): Promise<string | null | undefined> =>
      chat.page.evaluate(() => {
        window.dispatchEvent(new FocusEvent('focus'));
        return document.activeElement?.getAttribute('aria-label');
      });
    await chat.button('Edit').focus();
    assert.equal(await focused(), 'Edit');
    await chat.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    assert.equal(await focused(), 'Message');
  });

  it('shows the focus on each of its buttons', async () => {
    await chat.snapshot(
      viewState({
        workspaceAccess: { label: 'Can read app', isOn: true },
        attachments: [attachment('t1', 'README.md')],
        conversation: { ...exchange({ text: 'Hi' }), settings: { temperature: 0 } },
      }),
    );
    await chat.box.press('Tab');
    const unmarked = await chat.page.locator('.composer button').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const outline = () => {
          const { outlineStyle, outlineColor } = getComputedStyle(button);
          return outlineStyle === 'none' ? '' : outlineColor;
        };
        (button as HTMLElement).blur();
        const before = outline();
        (button as HTMLElement).focus();
        return outline() === before ? [button.getAttribute('aria-label')] : [];
      }),
    );
    assert.deepEqual(unmarked, []);
  });

  it('names the gateway beside the model, where there is room for it', async () => {
    const gateway = chat.page.getByText('gateway.example', { exact: true });
    const isVisible = (): Promise<boolean> =>
      gateway.evaluate((name) => {
        const box = name.parentElement?.getBoundingClientRect();
        const { top, right } = name.getBoundingClientRect();
        return box !== undefined && top < box.bottom && right <= box.right;
      });
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    assert.ok(await isVisible());
    await chat.page.setViewportSize({ width: 260, height: 700 });
    assert.ok(!(await isVisible()));
    assert.match((await chat.button(/^Model:/).getAttribute('title')) ?? '', /gateway\.example/u);
  });

  it('leaves the model room in the narrowest side bar', async () => {
    await chat.page.setViewportSize({ width: 170, height: 700 });
    await chat.snapshot(
      viewState({
        workspaceAccess: { label: 'Can read app', isOn: true },
        conversation: {
          ...exchange({ text: 'Hi' }),
          model: 'organisation/a-model-with-a-long-name',
        },
      }),
    );
    const bar = chat.page.locator('.composer-bar');
    const name = await bar.locator('.model-name').boundingBox();
    assert.ok((name?.width ?? 0) > 70, String(name?.width));
    assert.ok(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  });

  it('has the items of text fields in its context menu, and messages have others', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    const menuOf = (element: Locator): Promise<unknown> =>
      element.evaluate((target) => {
        // VS Code does it in this way.
        target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
        let context = {};
        for (let at: Element | null = target; at !== null; at = at.parentElement) {
          const own = at.getAttribute('data-vscode-context');
          context = own === null ? context : { ...JSON.parse(own), ...context };
        }
        return context;
      });
    const ofMessage = {
      hasSelection: false,
      selectedText: '',
      preventDefaultContextMenuItems: true,
    };
    assert.deepEqual(await menuOf(chat.box), {
      hasSelection: false,
      selectedText: '',
      preventDefaultContextMenuItems: false,
    });
    assert.deepEqual(await menuOf(chat.questions.getByText('Why?')), {
      ...ofMessage,
      webviewSection: 'question',
      messageId: 'q1',
    });
    await chat.answers.selectText();
    const selected = await chat.page.evaluate(() => document.getSelection()?.toString());
    assert.match(selected ?? '', /Hi/u);
    assert.deepEqual(await menuOf(chat.answers.getByText('Hi')), {
      ...ofMessage,
      hasSelection: true,
      selectedText: selected,
      webviewSection: 'answer',
      messageId: 'a1',
    });
    await chat.send({ type: 'editQuestion', messageId: 'q1' });
    await chat.page.getByRole('textbox', { name: 'Edit question' }).waitFor();
  });
});
