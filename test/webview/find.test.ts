// What is looked for is found in the whole chat, drawn or not, and the reader is led from place to place.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Message } from '../../src/shared/conversation/conversation';
import { resultsFolder } from '../support/toolchain';
import { violations } from './support/axe';
import { answer, type ChatPage, conversation, question, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';
import { themes } from './support/server';

const filler = 'Some words that fill a line or two of the view, and then some more of them.\n\n';

/** Far more than is drawn at once. */
function longChat(turns: number): readonly Message[] {
  return Array.from({ length: turns }, (_, turn) => [
    question(`q${turn}`, `Question ${turn}?`),
    answer(`a${turn}`, { text: `${filler.repeat(4)}Answer **num**ber ${turn}.` }),
  ]).flat();
}

describe('finding in a chat', () => {
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

  async function says(text: string): Promise<void> {
    await count().getByText(text, { exact: true }).waitFor();
  }

  /** What a highlight marks. */
  function marked(name: 'portico-find' | 'portico-find-current'): Promise<readonly string[]> {
    return chat.page.evaluate((of) => [...(CSS.highlights.get(of) ?? [])].map(String), name);
  }

  /** The message of the place that the reader is led to, once all of that is in view. */
  async function reaches(messageId: string): Promise<void> {
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

  it('counts every place, over messages that are not drawn, and over markup', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(150)) }));
    assert.equal(await chat.page.locator('[data-message-id="a3"]').count(), 0);
    await find('ANSWER number 3');
    await says('1 of 11');
    await reaches('a3');
    assert.deepEqual(await marked('portico-find-current'), ['Answer number 3']);
  });

  it('goes from place to place by Enter and Shift+Enter, round and round', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(60)) }));
    await find('number 4');
    await says('1 of 11');
    await reaches('a4');
    await input().press('Enter');
    await says('2 of 11');
    await reaches('a40');
    await chat.button('Next match').click();
    await reaches('a41');
    await chat.button('Previous match').click();
    await input().press('Shift+Enter');
    await input().press('Shift+Enter');
    await says('11 of 11');
    await reaches('a49');
    await input().press('Enter');
    await says('1 of 11');
  });

  it('begins where the reader is', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(60)) }));
    await find('words');
    await says('233 of 240');
    await reaches('a58');
  });

  it('leaves everything as it was on Escape, with the focus where it was', async () => {
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
    await says('1 of 3');
    assert.deepEqual(await marked('portico-find'), ['Why', 'why', 'Why']);
    await input().press('Escape');
    assert.equal(await input().count(), 0);
    assert.deepEqual(await marked('portico-find'), []);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    assert.deepEqual(await chat.commandsOf('stop'), []);
  });

  it('says that there is nothing, and looks again while an answer streams in', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'Why?'),
          answer('a1', { questionId: 'q1', text: 'Let', state: 'streaming' }),
        ),
      }),
    );
    await find('letter');
    await says('No results');
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: 'ter by letter',
      reasoning: '',
    });
    await says('1 of 2');
    await chat.page.waitForFunction(() => CSS.highlights.get('portico-find')?.size === 2);
  });

  it('takes signs as they are, and what is selected for a start', async () => {
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
    await says('1 of 3');
    for (const [text, places] of [
      ['(1) [', 1],
      ['a\\b', 1],
      ['= 1; let', 1],
      ['b c', 0],
    ] as const) {
      await input().fill(text);
      await says(places === 0 ? 'No results' : `1 of ${places}`);
    }
    await input().press('Escape');
    await chat.questions.getByText('a.b').selectText();
    await chat.page.keyboard.press('Control+f');
    assert.equal(await input().inputValue(), 'a.b*c (1) [x] a\\b');
    await says('1 of 1');
  });

  it('tells nobody else of its keys', async () => {
    await chat.page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      window.addEventListener('keydown', ({ key }) => told.push(key));
    });
    await chat.snapshot(viewState({ conversation: conversation(...longChat(3)) }));
    await chat.page.keyboard.press('Control+f');
    await chat.page.keyboard.press('Escape');
    await chat.page.keyboard.press('Alt+ArrowUp');
    assert.deepEqual(
      await chat.page.evaluate(() => (window as unknown as { told: string[] }).told),
      ['Control', 'Alt'],
    );
  });

  it('leads to a message that the host names, with its words marked, and gives it the focus', async () => {
    await chat.snapshot(viewState());
    const other = { ...conversation(...longChat(150)), id: 'c2' };
    await chat.send({
      type: 'events',
      seq: 1,
      events: [{ type: 'opened', state: viewState({ conversation: other }) }],
    });
    await chat.send({ type: 'focusComposer' });
    await chat.send({ type: 'reveal', messageId: 'a7', words: ['swer', 'num', 'LINE'] });
    await reaches('a7');
    await chat.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-message-id') === 'a7',
    );
    assert.deepEqual(await marked('portico-find-current'), ['line'], 'at the beginning of words');
    assert.ok((await marked('portico-find')).includes('num'));
    assert.equal(await input().count(), 0);
    await chat.page.keyboard.press('Escape');
    assert.deepEqual(await marked('portico-find'), []);
  });

  it('leads to a message that has none of the words', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(60)) }));
    await chat.send({ type: 'reveal', messageId: 'q5', words: ['absent'] });
    await chat.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-message-id') === 'q5',
    );
    assert.ok(await chat.page.locator('[data-message-id="q5"]').isVisible());
  });

  for (const theme of themes) {
    it(`looks well in ${theme}`, async () => {
      for (const width of [300, 200]) {
        const page = await pages.open({ theme, width });
        await page.snapshot(viewState({ conversation: conversation(...longChat(12)) }));
        await page.page.keyboard.press('Control+f');
        await page.page.getByRole('textbox', { name: 'Find in chat' }).fill('words');
        await page.page
          .getByRole('search')
          .getByText(/^\d+ of 48$/)
          .waitFor();
        await page.painted();
        assert.deepEqual(await violations(page), []);
        const path = join(resultsFolder, 'webview', `find-${width}-${theme}.png`);
        await page.page.screenshot({ path });
        await page.close();
      }
    });
  }
});

describe('going from question to question', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function reaches(messageId: string): Promise<void> {
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

  it('goes by Alt with the arrows, over messages that are not drawn', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(40)) }));
    await chat.box.focus();
    for (let turn = 39; turn > 10; turn -= 1) {
      await chat.page.keyboard.press('Alt+ArrowUp');
      await reaches(`q${turn}`);
    }
    await chat.page.keyboard.press('Alt+ArrowDown');
    await reaches('q12');
  });

  it('stays where there is none', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(1)) }));
    await chat.page.keyboard.press('Alt+ArrowUp');
    await reaches('q0');
    await chat.page.keyboard.press('Alt+ArrowUp');
    await chat.page.keyboard.press('Alt+ArrowDown');
    await reaches('q0');
  });

  it('has buttons of the same beside the way to the end', async () => {
    await chat.snapshot(viewState({ conversation: conversation(...longChat(40)) }));
    // While it is still being drawn the view follows its end.
    await chat.page.waitForFunction(() => {
      const log = document.querySelector('.log');
      log?.scrollTo({ top: 0 });
      return log?.scrollTop === 0 && document.querySelector('.jump') !== null;
    });
    await chat.page.locator('[data-message-id="a0"]').getByText('Answer').waitFor();
    await chat.button('Next question').click();
    await reaches('q1');
    await chat.button('Next question').click();
    await chat.button('Next question').click();
    await chat.page.waitForFunction(() => document.activeElement?.closest('.question') !== null);
    await chat.button('Previous question').click();
    await reaches('q2');
    await chat.button('Jump to latest').click();
    assert.equal(await chat.button('Previous question').count(), 0);
  });
});
