// Find in chat and question jumps, across messages that are drawn and those that are not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { eventMessage } from '../../../src/chat/common/protocol';
import type { Message } from '../../../src/conversation/common/conversation';
import { resultsFolder } from '../../support/toolchain';
import { violations } from '../support/axe';
import { answer, conversation, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';
import { themes } from '../support/server';

const filler = 'Some words that fill a line or two of the view, and then some more of them.\n\n';

/** With enough turns, only a part of them is drawn. */
function longChat(turns: number): readonly Message[] {
  return Array.from({ length: turns }, (_, turn) => [
    question(`q${turn}`, `Question ${turn}?`),
    answer(`a${turn}`, { text: `${filler.repeat(4)}Answer **num**ber ${turn}.` }),
  ]).flat();
}

describe('find in chat', () => {
  let chat: ChatPage;
  const pages = freshPages((page) => {
    chat = page;
  });

  const input = () => chat.page.getByRole('textbox', { name: 'Find in chat' });
  const count = () => chat.page.getByRole('search').getByRole('status');

  async function find(text: string): Promise<void> {
    await chat.page.keyboard.press('Control+f');
    await input().fill(text);
  }

  async function waitForCount(text: string): Promise<void> {
    await count().getByText(text, { exact: true }).waitFor();
  }

  /** The texts that a CSS highlight covers. */
  function highlighted(name: 'portico-find' | 'portico-find-current'): Promise<readonly string[]> {
    return chat.page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map(String), name);
  }

  /** Waits until the current match is in this message and in view. */
  async function waitForMatchIn(messageId: string): Promise<void> {
    await chat.page.waitForFunction((id) => {
      const [range] = CSS.highlights.get('portico-find-current') ?? [];
      const log = document.querySelector('[role=log]')?.getBoundingClientRect();
      if (!(range instanceof Range) || log === undefined) {
        return false;
      }
      const { top, bottom } = range.getBoundingClientRect();
      const article = range.startContainer.parentElement?.closest('[data-message-id]');
      return (
        article?.getAttribute('data-message-id') === id && top >= log.top && bottom <= log.bottom
      );
    }, messageId);
  }

  it('counts matches in messages that are not drawn and across markup', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(150)) }));
    assert.equal(await chat.page.locator('[data-message-id="a3"]').count(), 0);
    await find('ANSWER number 3');
    await waitForCount('1 of 11');
    await waitForMatchIn('a3');
    assert.deepEqual(await highlighted('portico-find-current'), ['Answer number 3']);
  });

  it('steps through the matches with Enter and Shift+Enter, and wraps around', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(60)) }));
    await find('number 4');
    await waitForCount('1 of 11');
    await waitForMatchIn('a4');
    await input().press('Enter');
    await waitForCount('2 of 11');
    await waitForMatchIn('a40');
    await chat.button('Next match').click();
    await waitForMatchIn('a41');
    await chat.button('Previous match').click();
    await input().press('Shift+Enter');
    await input().press('Shift+Enter');
    await waitForCount('11 of 11');
    await waitForMatchIn('a49');
    await input().press('Enter');
    await waitForCount('1 of 11');
  });

  it('starts at the first match in view', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(60)) }));
    await find('words');
    await waitForCount('233 of 240');
    await waitForMatchIn('a58');
  });

  it('removes highlights and restores the focus on Escape', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'Why, why?'),
          answer('a1', { questionId: 'q1', text: 'Why *not*.', state: 'streaming' }),
        ),
      }),
    );
    await chat.box.focus();
    await find('why');
    await waitForCount('1 of 3');
    assert.deepEqual(await highlighted('portico-find'), ['Why', 'why', 'Why']);
    await input().press('Escape');
    assert.equal(await input().count(), 0);
    assert.deepEqual(await highlighted('portico-find'), []);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    assert.deepEqual(await chat.commandsOf('stop'), []);
  });

  it('reports no results, and updates the count while an answer streams in', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'Why?'),
          answer('a1', { questionId: 'q1', text: 'Let', state: 'streaming' }),
        ),
      }),
    );
    await find('letter');
    await waitForCount('No results');
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: 'ter by letter',
      reasoning: '',
    });
    await waitForCount('1 of 2');
    await chat.page.waitForFunction(() => CSS.highlights.get('portico-find')?.size === 2);
  });

  it('matches special characters literally, and starts with the selected text', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'a.b*c (1) [x] a\\b'),
          answer('a1', {
            text: '```js\nconst axb = 1;\nlet a.b\n```\n\n| a.b | c |\n|---|---|\n| 1 | 2 |',
          }),
        ),
      }),
    );
    await find('a.b');
    await waitForCount('1 of 3');
    for (const [text, matches] of [
      ['(1) [', 1],
      ['a\\b', 1],
      ['= 1; let', 1],
      ['b c', 0],
    ] as const) {
      await input().fill(text);
      await waitForCount(matches === 0 ? 'No results' : `1 of ${matches}`);
    }
    await input().press('Escape');
    await chat.questions.getByText('a.b').selectText();
    await chat.page.keyboard.press('Control+f');
    assert.equal(await input().inputValue(), 'a.b*c (1) [x] a\\b');
    await waitForCount('1 of 1');
  });

  it('does not pass its keyboard shortcuts on to VS Code', async () => {
    await chat.page.evaluate(() => {
      const keys: string[] = [];
      Object.assign(window, { keys });
      window.addEventListener('keydown', ({ key }) => keys.push(key));
    });
    await chat.snapshot(viewState({ conversation: conversation(...longChat(3)) }));
    await chat.page.keyboard.press('Control+f');
    await chat.page.keyboard.press('Escape');
    await chat.page.keyboard.press('Alt+ArrowUp');
    assert.deepEqual(
      await chat.page.evaluate(() => (window as unknown as { keys: string[] }).keys),
      ['Control', 'Alt'],
    );
  });

  it('reveals a message with highlighted words, and focuses it', async () => {
    await chat.snapshot(viewState());
    const other = { ...conversation(...longChat(150)), id: 'c2' };
    await chat.send(eventMessage(1, { type: 'opened', state: viewState({ conversation: other }) }));
    await chat.send({ type: 'focusComposer' });
    await chat.send({ type: 'reveal', messageId: 'a7', words: ['swer', 'num', 'LINE'] });
    await waitForMatchIn('a7');
    await chat.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-message-id') === 'a7',
    );
    assert.deepEqual(
      await highlighted('portico-find-current'),
      ['line'],
      'only at the start of words',
    );
    assert.ok((await highlighted('portico-find')).includes('num'));
    assert.equal(await input().count(), 0);
    await chat.page.keyboard.press('Escape');
    assert.deepEqual(await highlighted('portico-find'), []);
  });

  it('reveals a message that contains none of the words', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(60)) }));
    await chat.send({ type: 'reveal', messageId: 'q5', words: ['absent'] });
    await chat.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-message-id') === 'q5',
    );
    assert.ok(await chat.page.locator('[data-message-id="q5"]').isVisible());
  });

  for (const theme of themes) {
    it(`is accessible in ${theme}`, async () => {
      const page = await pages.open({ theme, width: 200 });
      await page.snapshot(viewState({ conversation: conversation(...longChat(12)) }));
      await page.page.keyboard.press('Control+f');
      await page.page.getByRole('textbox', { name: 'Find in chat' }).fill('words');
      await page.page
        .getByRole('search')
        .getByText(/^\d+ of 48$/)
        .waitFor();
      await page.painted();
      assert.deepEqual(await violations(page), []);
      const path = join(resultsFolder, 'webview', `find-${theme}.png`);
      await page.page.screenshot({ path });
      await page.close();
    });
  }
});

describe('question jumps', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  /** Waits until the message is focused and its top is in view. */
  async function waitForFocus(messageId: string): Promise<void> {
    await chat.page.waitForFunction((id) => {
      const article = document.activeElement;
      const log = document.querySelector('[role=log]')?.getBoundingClientRect();
      const top = article?.getBoundingClientRect().top ?? -1;
      return (
        article?.getAttribute('data-message-id') === id &&
        log !== undefined &&
        top >= log.top - 1 &&
        top < log.bottom
      );
    }, messageId);
  }

  it('jump with Alt+Up and Alt+Down, also to messages that are not drawn', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(40)) }));
    await chat.box.focus();
    for (let turn = 39; turn > 10; turn -= 1) {
      await chat.page.keyboard.press('Alt+ArrowUp');
      await waitForFocus(`q${turn}`);
    }
    await chat.page.keyboard.press('Alt+ArrowDown');
    await waitForFocus('q12');
  });

  it('stay at the first and the last question', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(1)) }));
    await chat.page.keyboard.press('Alt+ArrowUp');
    await waitForFocus('q0');
    await chat.page.keyboard.press('Alt+ArrowUp');
    await chat.page.keyboard.press('Alt+ArrowDown');
    await waitForFocus('q0');
  });
});
