// Versions of questions and answers: edited in place, switched by arrows, announced.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Conversation } from '../../../src/conversation/common/conversation';
import { reduce } from '../../../src/conversation/common/conversationEvent';
import { withoutHiddenContents } from '../../../src/conversation/common/versions';
import { resultsFolder } from '../../support/toolchain';
import { violations } from '../support/axe';
import {
  answer,
  conversation,
  noFigures,
  question,
  viewState,
  type ChatPage,
} from '../support/chatPage';
import { freshPages } from '../support/freshPages';
import { themes } from '../support/server';

/** Two versions of the second question, and three answers to the newer one. */
function branched(): Conversation {
  const first = conversation(
    question('q1', 'One?'),
    answer('a1', { text: 'First' }),
    question('q2', 'Two?'),
    answer('a2', { text: 'Second' }),
  );
  const state = { text: 'Third', state: 'complete' } as const;
  return [
    {
      type: 'asked' as const,
      question: { ...question('q3', 'Two, please?'), parentId: 'a1', askedAt: 2_000 },
      answer: answer('a3', { ...state, startedAt: 2_000 }),
    },
    {
      type: 'retried' as const,
      replacedAnswerId: 'a3',
      answer: answer('a4', { startedAt: 3_000 }),
    },
    {
      type: 'retried' as const,
      replacedAnswerId: 'a4',
      answer: answer('a5', { startedAt: 4_000 }),
    },
  ].reduce(reduce, first);
}

describe('versions in the chat view', () => {
  let chat: ChatPage;
  const pages = freshPages((page) => {
    chat = page;
  });
  let current: Conversation;

  beforeEach(() => {
    current = branched();
  });

  function article(id: string): Locator {
    return chat.page.locator(`[data-message-id="${id}"]`);
  }

  function arrow(id: string, way: 'Previous' | 'Next'): Locator {
    return article(id).getByRole('button', { name: `${way} version`, exact: true });
  }

  async function show(): Promise<void> {
    await chat.snapshot(viewState({ conversation: withoutHiddenContents(current) }));
  }

  /** Does what the host does. */
  async function choose(messageId: string): Promise<void> {
    current = reduce(current, { type: 'versionChosen', messageId });
    const shown = { conversation: withoutHiddenContents(current), messageId };
    const texts = { notices: {}, adjustments: {}, usage: noFigures };
    await chat.events({ type: 'versionShown', ...shown, ...texts });
    await chat.painted();
  }

  async function ids(): Promise<readonly (string | null)[]> {
    return chat.page
      .getByRole('article')
      .evaluateAll((articles) => articles.map((shown) => shown.getAttribute('data-message-id')));
  }

  async function focused(): Promise<string | null> {
    return chat.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
  }

  it('are counted beside questions and answers that have several', async () => {
    await show();
    assert.deepEqual(await ids(), ['q1', 'a1', 'q3', 'a5']);
    const groups = chat.page.getByRole('group', { name: /^Version/ });
    assert.deepEqual(await groups.allTextContents(), ['2/2', '3/3']);
    assert.equal(await chat.page.getByRole('group', { name: 'Version 2 of 2' }).count(), 1);
    assert.equal(await chat.page.getByRole('group', { name: 'Version 3 of 3' }).count(), 1);
    assert.equal(await arrow('q3', 'Next').getAttribute('aria-disabled'), 'true');
    assert.equal(await arrow('q3', 'Previous').getAttribute('aria-disabled'), 'false');
  });

  it('are switched by arrows, and the focus stays on the pressed arrow', async () => {
    await show();
    await arrow('a5', 'Previous').press('Enter');
    assert.deepEqual(await chat.commandsOf('chooseVersion'), [
      { type: 'chooseVersion', messageId: 'a4' },
    ]);
    await choose('a4');
    assert.deepEqual(await ids(), ['q1', 'a1', 'q3', 'a4']);
    assert.equal(await focused(), 'Previous version');
    assert.equal(await chat.page.getByRole('status').textContent(), 'Version 2 of 3');
    await chat.page.keyboard.press('Enter');
    await choose('a3');
    assert.equal(
      await focused(),
      'Previous version',
      'there is no previous one, and the focus stays',
    );
    assert.equal(await arrow('a3', 'Previous').getAttribute('aria-disabled'), 'true');
    await chat.page.keyboard.press('Enter');
    assert.equal((await chat.commandsOf('chooseVersion')).length, 2);
    assert.match((await article('a3').textContent()) ?? '', /Third/);
  });

  it('show the messages that followed them', async () => {
    await show();
    await arrow('q3', 'Previous').click();
    await choose('q2');
    assert.deepEqual(await ids(), ['q1', 'a1', 'q2', 'a2']);
    assert.match((await article('a2').textContent()) ?? '', /Second/);
    await choose('q3');
    assert.deepEqual(await ids(), ['q1', 'a1', 'q3', 'a5']);
  });

  it('do not take the focus if no arrow was pressed', async () => {
    await show();
    await chat.box.focus();
    await choose('q2');
    assert.equal(await focused(), 'Message');
  });

  it('keep the scroll position at the start of the chosen version', async () => {
    const long = answer('a9', { questionId: 'q3', text: 'Word. '.repeat(3_000), startedAt: 9_000 });
    current = { ...current, offPath: [...current.offPath, long] };
    await show();
    const head = arrow('a5', 'Next');
    const before = await head.boundingBox();
    await head.click();
    await choose('a9');
    await article('a9').getByText('Word.').first().waitFor();
    await chat.painted();
    assert.deepEqual(await arrow('a9', 'Next').boundingBox(), before);
    assert.equal(await chat.button('Jump to latest').count(), 1);
    await choose('a5');
    await chat.painted();
    assert.equal(await chat.button('Jump to latest').count(), 0, 'all of it is in view');
  });

  it('are created by editing a question in place; Escape cancels the edit', async () => {
    await show();
    const edit = article('q3').getByRole('button', { name: 'Edit', exact: true });
    const box = article('q3').getByRole('textbox', { name: 'Edit question' });
    await edit.press('Enter');
    assert.equal(await box.inputValue(), 'Two, please?');
    assert.equal(await focused(), 'Edit question');
    await chat.page.keyboard.type(' Now.');
    await chat.page.keyboard.press('Escape');
    assert.equal(await box.count(), 0);
    assert.equal(await article('q3').locator('.question-text').textContent(), 'Two, please?');
    assert.equal(await focused(), 'Edit');
    await chat.page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'Two, please?', 'the canceled edit is discarded');
    await chat.page.keyboard.type(' Now.');
    await chat.page.keyboard.press('Shift+Enter');
    await chat.page.keyboard.type('Soon.');
    await chat.page.keyboard.press('Enter');
    const text = 'Two, please? Now.\nSoon.';
    assert.deepEqual(await chat.commandsOf('edit'), [{ type: 'edit', messageId: 'q3', text }]);
    assert.deepEqual(await chat.commandsOf('stop'), []);
    assert.equal(await box.inputValue(), text, 'it stays until it is taken');
    await chat.conversation({
      type: 'asked',
      question: { ...question('q6', text), parentId: 'a1', askedAt: 6_000 },
      answer: answer('a6', { state: 'waiting', startedAt: 6_000 }),
    });
    assert.deepEqual(await ids(), ['q1', 'a1', 'q6', 'a6']);
    assert.equal(await article('q6').getByRole('group').textContent(), '3/3');
    assert.equal(await focused(), 'Conversation');
  });

  it('are saved by the host while being edited, so that hiding the page loses nothing', async () => {
    await show();
    await article('q3').getByRole('button', { name: 'Edit', exact: true }).click();
    const box = article('q3').getByRole('textbox', { name: 'Edit question' });
    await box.fill('Half a thou');
    await box.blur();
    assert.deepEqual(await chat.commandsOf('saveEdit'), [
      { type: 'saveEdit', messageId: 'q3', text: 'Half a thou' },
    ]);
    const again = await pages.open();
    const edits = { q3: 'Half a thou' };
    await again.snapshot(viewState({ conversation: withoutHiddenContents(current), edits }));
    const editBox = again.page.getByRole('textbox', { name: 'Edit question' });
    assert.equal(await editBox.inputValue(), 'Half a thou');
    assert.notEqual(
      await again.page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Edit question',
    );
    await editBox.press('Escape');
    assert.deepEqual(await again.commandsOf('saveEdit'), [{ type: 'saveEdit', messageId: 'q3' }]);
    assert.equal(await editBox.count(), 0);
    await again.close();
  });

  it('are saved at once when the page is hidden, however long their text is', async () => {
    await show();
    await article('q3').getByRole('button', { name: 'Edit', exact: true }).click();
    const box = article('q3').getByRole('textbox', { name: 'Edit question' });
    const text = 'long '.repeat(2_001);
    // One task does all: a long text is saved soon in any case.
    const saved = await box.evaluate((edit: HTMLTextAreaElement, typed) => {
      const { commands } = window as unknown as { commands: { type: string; text?: string }[] };
      edit.value = typed;
      edit.dispatchEvent(new Event('input', { bubbles: true }));
      window.dispatchEvent(new Event('pagehide'));
      return commands.filter(({ type }) => type === 'saveEdit').map((command) => command.text);
    }, text);
    assert.deepEqual(saved, [text]);
  });

  it('save the last words of an edit for their own chat when another opens', async () => {
    await show();
    await article('q3').getByRole('button', { name: 'Edit', exact: true }).click();
    await chat.forgetCommands();
    const other = { ...conversation(question('q9', 'Another?')), id: 'c2' };
    await article('q3')
      .getByRole('textbox', { name: 'Edit question' })
      .evaluate(
        (box: HTMLTextAreaElement, data) => {
          box.value = 'Half a thou';
          box.dispatchEvent(new Event('input', { bubbles: true }));
          window.dispatchEvent(new MessageEvent('message', { data }));
        },
        { type: 'snapshot', seq: 9, state: viewState({ conversation: other }) } as const,
      );
    await chat.painted();
    assert.deepEqual(await chat.commands(), [
      { type: 'saveEdit', messageId: 'q3', text: 'Half a thou' },
    ]);
    const index = (await chat.allCommands()).findIndex(({ type }) => type === 'saveEdit');
    assert.equal((await chat.commandChatIds())[index], current.id);
  });

  it('are sent by the sending key, unless blank', async () => {
    await chat.snapshot(
      viewState({
        conversation: current,
        preferences: { sendWith: 'ctrlEnter', announce: 'sentences' },
      }),
    );
    await article('q1').getByRole('button', { name: 'Edit' }).click();
    const box = article('q1').getByRole('textbox');
    await box.fill(' ');
    await box.press('Control+Enter');
    assert.equal(await chat.button('Resend').getAttribute('aria-disabled'), 'true');
    await chat.button('Resend').click({ force: true });
    assert.deepEqual(await chat.commandsOf('edit'), []);
    await box.fill('One');
    await box.press('Enter');
    await box.press('Control+Enter');
    assert.deepEqual(await chat.commandsOf('edit'), [
      { type: 'edit', messageId: 'q1', text: 'One\n' },
    ]);
    await chat.button('Cancel').click();
    assert.equal(await focused(), 'Edit');
  });

  it('cannot be edited or switched while an answer is running, and tell why', async () => {
    current = reduce(current, {
      type: 'retried',
      replacedAnswerId: 'a5',
      answer: answer('a6', { state: 'streaming', text: 'Hm', startedAt: 6_000 }),
    });
    await show();
    const reason = 'Not available while an answer is running';
    const disabled = [
      article('q3').getByRole('button', { name: 'Edit', exact: true }),
      arrow('q3', 'Previous'),
      arrow('a6', 'Previous'),
    ];
    for (const button of disabled) {
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      assert.equal(await button.getAttribute('title'), reason);
      await button.click({ force: true });
    }
    assert.equal(await chat.page.getByRole('textbox', { name: 'Edit question' }).count(), 0);
    assert.deepEqual(await chat.commandsOf('chooseVersion'), []);
  });

  it('can be retried with another model and forked, beside the one Retry button', async () => {
    await show();
    assert.equal(
      await article('a5').getByRole('button', { name: 'Retry', exact: true }).count(),
      1,
    );
    await article('a5').getByRole('button', { name: 'Retry with…' }).click();
    await article('a1').getByRole('button', { name: 'Fork chat' }).click();
    assert.deepEqual(await chat.commandsOf('pickModelForRetry'), [
      { type: 'pickModelForRetry', messageId: 'a5' },
    ]);
    assert.deepEqual(await chat.commandsOf('fork'), [{ type: 'fork', messageId: 'a1' }]);
  });

  it('show in the notice of a complete answer what another model would change', async () => {
    await show();
    const picked = { model: 'other', description: '', differences: ['It is smaller.'] };
    const notice = {
      severity: 'info',
      sentence: 'Another model can be asked.',
      actions: [{ action: 'retry', label: 'Retry' }],
      details: [],
      alternatives: [picked],
    } as const;
    await chat.events({ type: 'notice', answerId: 'a5', notice, picked });
    await article('a5').getByRole('button', { name: 'Ask other' }).waitFor();
    assert.equal(
      await article('a5').getByRole('button', { name: 'Retry', exact: true }).count(),
      1,
    );
  });

  for (const theme of themes) {
    it(`are accessible while a question is edited, in ${theme}`, async () => {
      const page = await pages.open({ theme, width: 200 });
      await page.snapshot(viewState({ conversation: withoutHiddenContents(current) }));
      await page.button('Edit').last().click();
      assert.deepEqual(await violations(page), []);
      const path = join(resultsFolder, 'webview', `editing-${theme}.png`);
      await page.page.screenshot({ path });
      await page.close();
    });
  }
});
