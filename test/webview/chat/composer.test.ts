// The message box: keys, drafts, and that no typed word is ever lost.
import assert from 'node:assert/strict';
import { eventMessage, type Preferences } from '../../../src/chat/common/protocol';
import { newConversation } from '../../../src/conversation/common/conversation';
import { answer, exchange, model, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('message box', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function sent(): Promise<readonly string[]> {
    return (await chat.commandsOf('ask')).map(({ text }) => text);
  }

  /** The host has asked what was sent last, or what another view has sent. */
  async function asked(text: string, sendId?: string): Promise<void> {
    const id = `q-${text}`;
    await chat.events(
      {
        type: 'conversation',
        event: {
          type: 'asked',
          question: question(id, text),
          answer: answer(`a-${id}`, { questionId: id, state: 'waiting' }),
        },
      },
      { type: 'questionSent', text, sendId: sendId ?? (await lastSendId()) },
    );
  }

  async function lastSendId(): Promise<string> {
    return (await chat.commandsOf('ask')).at(-1)?.sendId ?? assert.fail();
  }

  const keys: readonly (readonly [Preferences['sendWith'], string, 'sends' | 'breaks'])[] = [
    ['enter', 'Enter', 'sends'],
    ['enter', 'Shift+Enter', 'breaks'],
    ['enter', 'Control+Enter', 'breaks'],
    ['enter', 'Meta+Enter', 'breaks'],
    ['ctrlEnter', 'Enter', 'breaks'],
    ['ctrlEnter', 'Shift+Enter', 'breaks'],
    ['ctrlEnter', 'Control+Enter', 'sends'],
    ['ctrlEnter', 'Meta+Enter', 'sends'],
  ];
  for (const [sendWith, key, effect] of keys) {
    it(`${key} ${effect} with "${sendWith}"`, async () => {
      await chat.snapshot(viewState({ preferences: { sendWith, announce: 'sentences' } }));
      await chat.box.pressSequentially('Hello');
      await chat.box.press(key);
      assert.deepEqual(await sent(), effect === 'sends' ? ['Hello'] : []);
      assert.equal(await chat.box.inputValue(), effect === 'sends' ? 'Hello' : 'Hello\n');
    });
  }

  it('applies a changed sendWith setting at once', async () => {
    await chat.snapshot(viewState());
    await chat.events({
      type: 'preferences',
      preferences: { sendWith: 'ctrlEnter', announce: 'sentences' },
    });
    await chat.box.pressSequentially('Hi');
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), []);
  });

  it('shows above the box that history is off', async () => {
    const sentence = chat.page.getByText("History is off. This chat won't be saved.");
    const preferences = { ...viewState().preferences, isHistoryOff: true };
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }), preferences }));
    assert.ok(await sentence.isVisible());
    await chat.events({
      type: 'preferences',
      preferences: { ...preferences, isHistoryOff: false },
    });
    assert.equal(await sentence.count(), 0);
  });

  it('breaks the line at the cursor, and undoes it', async () => {
    await chat.snapshot(viewState());
    await chat.box.pressSequentially('ab');
    await chat.box.press('ArrowLeft');
    await chat.box.press('Control+Enter');
    assert.equal(await chat.box.inputValue(), 'a\nb');
    await chat.box.press('Control+z');
    assert.equal(await chat.box.inputValue(), 'ab');
  });

  it('does not send on the Enter that confirms an input method’s composition', async () => {
    await chat.snapshot(viewState());
    await chat.box.focus();
    const session = await chat.page.context().newCDPSession(chat.page);
    await session.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    });
    const press = { key: 'Enter', code: 'Enter' } as const;
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      windowsVirtualKeyCode: 229,
      ...press,
    });
    await session.send('Input.insertText', { text: '日本' });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
    assert.deepEqual(await sent(), []);
    assert.equal(await chat.box.inputValue(), '日本');
    // On some systems the event comes after the composition has ended, with the key code 229.
    await chat.box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    assert.deepEqual(await sent(), []);
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), ['日本']);
  });

  for (const blank of ['', '   ', ' \n\t ']) {
    it(`does not send ${JSON.stringify(blank)}`, async () => {
      await chat.snapshot(viewState());
      await chat.box.fill(blank);
      await chat.box.press('Enter');
      await chat.button('Send').click({ force: true });
      assert.deepEqual(await sent(), []);
    });
  }

  it('sends with the button, and focuses the box', async () => {
    await chat.snapshot(viewState());
    await chat.box.fill('Hello');
    await chat.button('Send').click();
    assert.deepEqual(await sent(), ['Hello']);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  it('keeps the text until the question is asked', async () => {
    await chat.snapshot(viewState());
    await chat.box.fill('First\nline');
    await chat.box.press('Enter');
    assert.equal(await chat.box.inputValue(), 'First\nline');
    await asked('Another question', 'another view');
    assert.equal(await chat.box.inputValue(), 'First\nline');
    await asked('First\nline');
    assert.equal(await chat.box.inputValue(), '');
  });

  it('keeps what was typed after sending', async () => {
    await chat.snapshot(viewState());
    await chat.box.pressSequentially('First');
    await chat.box.press('Enter');
    await chat.box.pressSequentially(' and more');
    await asked('First');
    assert.equal(await chat.box.inputValue(), ' and more');
    const drafts = await chat.commandsOf('saveDraft');
    assert.equal(drafts.at(-1)?.text, ' and more');
  });

  it('saves the empty box if what was typed after sending was deleted again', async () => {
    await chat.snapshot(viewState());
    await chat.box.pressSequentially('First');
    await chat.box.press('Enter');
    await chat.box.pressSequentially('!');
    await chat.box.press('Backspace');
    await asked('First');
    assert.equal(await chat.box.inputValue(), '');
    assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, '');
  });

  it('removes each of two questions that were sent one after the other', async () => {
    await chat.snapshot(viewState());
    await chat.box.pressSequentially('First');
    await chat.box.press('Enter');
    const first = await lastSendId();
    await chat.box.pressSequentially(' and more');
    await chat.box.press('Enter');
    await asked('First', first);
    assert.equal(await chat.box.inputValue(), ' and more');
    assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, ' and more');
  });

  it('removes what was sent if only a snapshot says so', async () => {
    await chat.snapshot(viewState());
    await chat.box.fill('First');
    await chat.box.press('Enter');
    const lastSent = { text: 'First', sendId: await lastSendId() };
    await chat.snapshot(viewState({ lastSent }), 9);
    assert.equal(await chat.box.inputValue(), '');
  });

  it('keeps the whole text if the sent part was changed meanwhile', async () => {
    await chat.snapshot(viewState());
    await chat.box.fill('First');
    await chat.box.press('Enter');
    await chat.box.fill('Other');
    await asked('First');
    assert.equal(await chat.box.inputValue(), 'Other');
  });

  it('does not ask while an answer is running, and keeps the text until it is queued', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: 'x' }) }));
    await chat.box.fill('Next');
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), []);
    assert.equal(await chat.box.inputValue(), 'Next');
    assert.equal(await chat.button('Stop').count(), 1);
  });

  it('stops a running answer with Escape, wherever the focus is', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: 'x' }) }));
    await chat.box.press('Escape');
    await chat.log.press('Escape');
    await chat.button('Attach').press('Escape');
    await chat.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) {
        document.activeElement.blur();
      }
    });
    await chat.page.keyboard.press('Escape');
    assert.equal((await chat.commandsOf('stop')).length, 4);
  });

  it('stops with Escape an answer that has just appeared', async () => {
    await chat.snapshot(viewState());
    await chat.page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('[aria-label^="Stop"]') !== null) {
          observer.disconnect();
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
          );
        }
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: 'x' }) }));
    await chat.button('Stop').waitFor();
    assert.equal((await chat.commandsOf('stop')).length, 1);
  });

  it('focuses the box when the focused button "Stop" disappears', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: 'x' }) }));
    await chat.button('Stop').focus();
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 1 },
    });
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  it('does not post a stop command when no answer is running', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }) }));
    await chat.box.press('Escape');
    assert.deepEqual(await chat.commandsOf('stop'), []);
  });

  it('starts with the saved draft, and ignores drafts in later snapshots', async () => {
    await chat.snapshot(viewState({ draft: 'Half a question' }));
    assert.equal(await chat.box.inputValue(), 'Half a question');
    await chat.snapshot(viewState({ draft: 'Old' }), 7);
    assert.equal(await chat.box.inputValue(), 'Half a question');
  });

  it('keeps what was typed before the first snapshot, behind the saved draft', async () => {
    await chat.box.pressSequentially('typed');
    await chat.snapshot(viewState({ draft: 'saved ' }));
    assert.equal(await chat.box.inputValue(), 'saved typed');
  });

  /** A text whose changes are not saved at once. */
  const long = 'long '.repeat(2_001);

  it('saves each change at once, because the window may be reloaded right after it', async () => {
    await chat.snapshot(viewState());
    await chat.box.evaluate((box: HTMLTextAreaElement) => {
      for (const key of 'abc') {
        box.value += key;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    const drafts = await chat.commandsOf('saveDraft');
    assert.deepEqual(
      drafts.map(({ text }) => text),
      ['a', 'ab', 'abc'],
    );
  });

  it('saves changes of a long text together', async () => {
    await chat.snapshot(viewState());
    // One task does all: how long a key press takes depends on the machine.
    await chat.box.evaluate((box: HTMLTextAreaElement, text) => {
      box.value = text;
      for (const key of 'abc') {
        box.value += key;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, long);
    await chat.page.waitForFunction(() => {
      const { commands } = window as unknown as { commands: { type: string; text?: string }[] };
      return commands.at(-1)?.text?.endsWith('abc');
    });
    const drafts = await chat.commandsOf('saveDraft');
    assert.deepEqual(
      drafts.map(({ text }) => text),
      [`${long}abc`],
    );
  });

  for (const event of ['pagehide', 'blur']) {
    it(`saves the draft at once on ${event}`, async () => {
      await chat.snapshot(viewState());
      await chat.box.evaluate(
        (box, [type, text]) => {
          if (box instanceof HTMLTextAreaElement) {
            box.value = text;
            box.dispatchEvent(new Event('input', { bubbles: true }));
            window.dispatchEvent(new Event(type));
          }
        },
        [event, long] as const,
      );
      assert.deepEqual(await chat.commandsOf('saveDraft'), [{ type: 'saveDraft', text: long }]);
    });
  }

  it('saves no empty draft after the question that was sent', async () => {
    await chat.snapshot(viewState());
    await chat.box.fill('Hello');
    await chat.box.press('Enter');
    await chat.box.blur();
    const types = (await chat.commands()).map(({ type }) => type);
    assert.deepEqual(types, ['ready', 'saveDraft', 'ask']);
  });

  it('shows the draft of another chat that opens, and saves the draft of the previous one', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }) }));
    await chat.box.fill('Unsent words');
    await chat.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    const conversation = newConversation('c2', model, 2_000);
    await chat.events({ type: 'opened', state: viewState({ conversation, draft: 'Other' }) });
    assert.equal(await chat.box.inputValue(), 'Other');
    assert.deepEqual(
      (await chat.commandsOf('saveDraft')).map(({ text }) => text),
      ['Unsent words'],
    );
    assert.equal(await chat.page.getByRole('article').count(), 0);
    await chat.box.fill('Other words');
    await chat.box.blur();
    assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, 'Other words');
  });

  it('moves the typed text to a new chat that opens, and saves its last words there', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }) }));
    await chat.box.fill('Unsent');
    await chat.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await chat.box.pressSequentially(' words');
    const conversation = newConversation('c2', model, 2_000);
    await chat.events({ type: 'opened', state: viewState({ conversation, draft: 'Unsent' }) });
    assert.equal(await chat.box.inputValue(), 'Unsent words');
    assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, 'Unsent words');
  });

  /** Saved drafts with the chats that they are for. */
  const savedDrafts = async (): Promise<readonly string[]> => {
    const chatIds = await chat.commandChatIds();
    return (await chat.allCommands()).flatMap((command, index) =>
      command.type === 'saveDraft' ? [`${chatIds[index]}: ${command.text}`] : [],
    );
  };

  /** Types without giving the page time to save the draft. */
  const typeLast = (text: string): Promise<void> =>
    chat.box.evaluate((box: HTMLTextAreaElement, typed) => {
      box.value = typed;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);

  it('saves the last words for the chat that they were typed in when another opens', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }) }));
    const conversation = { ...exchange({ text: 'y' }), id: 'c2' };
    const state = viewState({ conversation, draft: 'Other' });
    await chat.page.evaluate(
      ([typed, data]) => {
        const box = document.querySelector('textarea');
        if (box instanceof HTMLTextAreaElement) {
          box.value = typed;
          box.dispatchEvent(new Event('input', { bubbles: true }));
        }
        window.dispatchEvent(new MessageEvent('message', { data }));
      },
      ['Last words', eventMessage(1, { type: 'opened', state })] as const,
    );
    await chat.painted();
    assert.deepEqual(await savedDrafts(), ['c1: Last words']);
    assert.equal(await chat.box.inputValue(), 'Other');
    await typeLast('Other words');
    await chat.snapshot(viewState({ draft: 'Back' }), 5);
    assert.deepEqual(await savedDrafts(), ['c1: Last words', 'c2: Other words']);
    assert.equal(await chat.box.inputValue(), 'Back', 'a snapshot may bring another chat too');
  });

  it('clears the draft of the previous chat if its last words were saved after the move to a new chat', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }) }));
    await typeLast('Unsent words');
    await chat.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    const conversation = newConversation('c2', model, 2_000);
    await chat.events({ type: 'opened', state: viewState({ conversation, draft: 'Unsent' }) });
    assert.deepEqual(await savedDrafts(), ['c1: Unsent words', 'c1: ', 'c2: Unsent words']);
  });

  it('grows with its text up to 250 px, then scrolls', async () => {
    await chat.snapshot(viewState());
    const height = async (): Promise<number> => (await chat.box.boundingBox())?.height ?? 0;
    const empty = await height();
    await chat.box.fill('line\n'.repeat(6));
    const some = await height();
    await chat.box.fill('line\n'.repeat(100));
    const full = await height();
    assert.ok(empty < some && some < full, `${empty} ${some} ${full}`);
    assert.equal(full, 250);
    await chat.page.setViewportSize({ width: 400, height: 400 });
    assert.equal(await height(), 400 * 0.4);
    assert.ok(await chat.box.evaluate((box) => box.scrollHeight > box.clientHeight));
    await chat.page.setViewportSize({ width: 400, height: 700 });
    await chat.box.fill('');
    assert.equal(await height(), empty);
  });

  it('says which settings are changed for the chat', async () => {
    await chat.snapshot(viewState());
    const title = () => chat.button('Chat settings').getAttribute('title');
    assert.equal(await title(), 'Chat settings');
    const settings = { temperature: 0, systemPrompt: '' };
    await chat.conversation({ type: 'settingsChosen', settings });
    assert.equal(await title(), 'Chat settings\nSystem prompt: none\nTemperature: 0');
    await chat.button('Chat settings').click();
    assert.equal((await chat.commandsOf('chooseChatSettings')).length, 1);
    await chat.conversation({ type: 'settingsChosen', settings: {} });
    assert.equal(await title(), 'Chat settings');
  });

  it('takes its place in the tab order of the screen', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi\n\n```js\nx\n```' }) }));
    const order: string[] = [];
    await chat.log.focus();
    for (let step = 0; step < 10; step += 1) {
      if (step > 0) {
        await chat.page.keyboard.press('Tab');
      }
      order.push(
        await chat.page.evaluate(() => {
          const focused = document.activeElement;
          const text = focused?.localName === 'button' ? focused.textContent : focused?.tagName;
          return focused?.getAttribute('aria-label') ?? text ?? '';
        }),
      );
    }
    assert.deepEqual(order, [
      'Conversation',
      'Edit',
      // One stop for each toolbar.
      'Apply',
      'PRE',
      'Copy answer',
      'Message',
      'Attach',
      `Model: ${model}`,
      'Chat settings',
      'Send',
    ]);
  });
});
