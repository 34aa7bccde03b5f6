// The suggestions for `@`, `#` and `/` in the message box: when they open, their keys, and that they trap nobody.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Suggestion } from '../../../../src/features/attachments/common/attachmentsView';
import type { SuggestionTrigger } from '../../../../src/features/attachments/common/typedText';
import { resultsFolder } from '../../../support/toolchain';
import { violations } from '../../support/axe';
import { attachment, exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';
import { themes } from '../../support/server';

const items: readonly Suggestion[] = [
  { id: 'f1', label: 'reader.ts', description: 'src/shared/markdown', icon: 'file' },
  { id: 'f2', label: 'README.md', icon: 'file' },
  { id: 'f3', label: 'read', description: 'src/fs.ts', icon: 'symbol-method' },
];

const many: readonly Suggestion[] = Array.from({ length: 30 }, (_, index) => ({
  id: `m${index}`,
  label: `file${index}.ts`,
  description: 'src/a/folder/with/a/long/name/that/does/not/fit',
  icon: 'file',
}));

describe('suggestions', () => {
  let chat: ChatPage;
  const pages = freshPages(
    async (page) => {
      chat = page;
      await chat.snapshot(viewState());
    },
    { width: 300 },
  );

  const list = () => chat.page.getByRole('listbox', { name: 'Suggestions' });
  const options = () => list().getByRole('option');
  const reply = (
    query: string,
    found = items,
    trigger: SuggestionTrigger = '@',
    isSearching?: true,
  ) =>
    chat.events({
      type: 'suggestions',
      suggestions: { trigger, query, items: found, ...(isSearching && { isSearching }) },
    });
  const asked = async () =>
    (await chat.commandsOf('suggest')).map((each) => each.trigger + each.query);
  const chosen = () => chat.commandsOf('chooseSuggestion');
  const sent = async () => (await chat.commandsOf('ask')).map(({ text }) => text);
  const isBoxFocused = () => chat.box.evaluate((box) => box === document.activeElement);
  /** The option that a screen reader reads as the current one. */
  const activeOption = () =>
    chat.box.evaluate((box) => {
      const id = box.getAttribute('aria-activedescendant') ?? '';
      const option = document.getElementById(id);
      return option?.getAttribute('aria-selected') === 'true' ? option.textContent : undefined;
    });

  it('close when the question is sent', async () => {
    await chat.box.pressSequentially('What is @zzz');
    await reply('zzz', []);
    const noResults = chat.page.getByText('No results');
    assert.equal(await noResults.count(), 1);
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), ['What is @zzz']);
    const [ask] = await chat.commandsOf('ask');
    await chat.events({ type: 'questionSent', text: 'What is @zzz', sendId: ask?.sendId ?? '' });
    assert.equal(await chat.box.inputValue(), '');
    assert.equal(await noResults.count(), 0);
  });

  it('follow several words while an item has them, and choose it', async () => {
    const problems = { id: 'p', label: 'Problems in the File', icon: 'warning' } as const;
    await chat.box.pressSequentially('See @pro');
    await reply('pro', [problems, ...items]);
    await chat.box.pressSequentially('blems in');
    assert.equal((await asked()).at(-1), '@problems in');
    await reply('problems in', [problems]);
    await chat.box.press('Enter');
    assert.deepEqual(await chosen(), [{ type: 'chooseSuggestion', trigger: '@', id: 'p' }]);
    assert.equal(await chat.box.inputValue(), 'See ');
  });

  it('follow several words that are typed before anything has come', async () => {
    await chat.box.pressSequentially('@problems in');
    await reply('problems in', []);
    assert.equal(await chat.page.getByText('No results').count(), 0);
    await chat.box.fill('');
    await chat.box.pressSequentially('@problems in');
    await reply('problems in', [{ id: 'p', label: 'Problems in the File', icon: 'warning' }]);
    await chat.box.press('Enter');
    assert.deepEqual(await chosen(), [{ type: 'chooseSuggestion', trigger: '@', id: 'p' }]);
  });

  it('close where no item has what follows the word', async () => {
    await chat.box.pressSequentially('@README');
    await reply('README');
    await chat.box.pressSequentially(' is old');
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), ['@README is old']);
  });

  it('open while a word with @ is typed, and follow it', async () => {
    await chat.box.pressSequentially('Explain @re');
    assert.deepEqual(await asked(), ['@', '@r', '@re']);
    assert.equal(await list().count(), 0, 'nothing has come yet');
    await reply('re');
    assert.deepEqual(await options().allInnerTexts(), [
      'reader.ts\nsrc/shared/markdown',
      'README.md',
      'read\nsrc/fs.ts',
    ]);
    assert.ok(await isBoxFocused());
    assert.equal(await chat.box.getAttribute('aria-controls'), await list().getAttribute('id'));
    assert.equal(await activeOption(), 'reader.tssrc/shared/markdown');
    assert.deepEqual(await violations(chat), []);
    await chat.box.pressSequentially(' x');
    assert.equal(await list().count(), 0, 'the word has ended');
  });

  for (const [key, trigger] of [
    ['Enter', '@'],
    ['Tab', '#'],
  ] as const) {
    it(`are chosen with ${key}, which neither sends nor leaves the box`, async () => {
      await chat.box.pressSequentially(`Explain ${trigger}re`);
      await reply('re', items, trigger);
      await chat.box.press('ArrowDown');
      assert.equal(await activeOption(), 'README.md');
      await chat.box.press(key);
      assert.deepEqual(await chosen(), [{ type: 'chooseSuggestion', trigger, id: 'f2' }]);
      assert.equal(await chat.box.inputValue(), 'Explain ');
      assert.ok(await isBoxFocused());
      assert.equal(await list().count(), 0);
      assert.deepEqual(await sent(), []);
      await chat.box.pressSequentially('it');
      assert.equal(await chat.box.inputValue(), 'Explain it', 'the cursor is where the word was');
    });
  }

  it('of prompts open only at the start, and the draft is saved before one is chosen', async () => {
    await chat.box.pressSequentially('a /');
    assert.deepEqual(await asked(), []);
    await chat.box.fill('');
    await chat.box.pressSequentially('/exp');
    await reply('exp', [{ id: 'p1', label: 'explain', prefix: '/', icon: 'sparkle' }], '/');
    const option = chat.page.getByRole('option', { name: 'explain', exact: true });
    assert.equal(await option.innerText(), '/explain');
    await chat.box.press('Enter');
    assert.equal(await chat.box.inputValue(), '');
    const types = (await chat.commands()).map((command) =>
      command.type === 'saveDraft' ? `saveDraft ${command.text}` : command.type,
    );
    assert.deepEqual(types.slice(-2), ['saveDraft ', 'chooseSuggestion']);
    await chat.events({ type: 'draft', text: 'Explain this code.' });
    await chat.box.pressSequentially(' Please.');
    assert.equal(await chat.box.inputValue(), 'Explain this code. Please.');
  });

  it('move with the arrow keys around the ends, and scroll', async () => {
    await chat.box.pressSequentially('@');
    await reply('', many);
    await chat.box.press('ArrowUp');
    assert.match((await activeOption()) ?? '', /^file29/u);
    const isInView = () =>
      list().evaluate((box) => {
        const option = box.querySelector('[aria-selected=true]')?.getBoundingClientRect();
        const { top, bottom } = box.getBoundingClientRect();
        return option !== undefined && option.top >= top && option.bottom <= bottom;
      });
    assert.ok(await isInView());
    await chat.box.press('ArrowDown');
    assert.match((await activeOption()) ?? '', /^file0/u);
    assert.ok(await isInView());
    assert.deepEqual(await sent(), []);
  });

  it('stay at the item that the user moved to when more are found', async () => {
    await chat.box.pressSequentially('@r');
    await reply('r', items.slice(0, 2), '@', true);
    assert.equal(await list().getAttribute('aria-busy'), 'true');
    await chat.box.press('ArrowDown');
    await reply('r', [items[2]!, ...items.slice(0, 2)]);
    assert.equal(await activeOption(), 'README.md');
    assert.equal(await list().getAttribute('aria-busy'), 'false');
  });

  it('stay at the first item when more are found above it', async () => {
    await chat.box.pressSequentially('@r');
    await reply('r', items.slice(0, 2), '@', true);
    const first = await activeOption();
    await reply('r', [items[2]!, ...items.slice(0, 2)]);
    assert.equal(await activeOption(), first);
  });

  it('ignore replies to other words', async () => {
    await chat.box.pressSequentially('@re');
    await reply('r');
    await reply('re', items, '#');
    assert.equal(await list().count(), 0);
    await reply('re', items.slice(0, 1));
    assert.equal(await options().count(), 1);
    await chat.box.press('Escape');
    await reply('re');
    assert.equal(await list().count(), 0);
  });

  it('show at once what still matches, so that Enter chooses nothing else', async () => {
    await chat.box.pressSequentially('@r');
    await reply('r');
    await chat.box.pressSequentially('eadm');
    assert.deepEqual(await options().allInnerTexts(), ['README.md']);
    await chat.box.pressSequentially('zz');
    assert.equal(await list().count(), 0);
    await chat.box.press('Enter');
    assert.deepEqual(await chosen(), []);
    assert.deepEqual(await sent(), ['@readmzz']);
  });

  it('close with Escape, which neither leaves the box nor stops the answer', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: 'x' }) }));
    await chat.box.pressSequentially('see @re');
    await reply('re');
    await chat.box.press('Escape');
    assert.equal(await list().count(), 0);
    assert.ok(await isBoxFocused());
    assert.deepEqual(await chat.commandsOf('stop'), []);
    await chat.box.pressSequentially('a');
    assert.deepEqual((await asked()).at(-1), '@re', 'stay closed for this word');
    await chat.box.press('Escape');
    assert.equal((await chat.commandsOf('stop')).length, 1);
  });

  it('are chosen with the mouse, and the box has the focus', async () => {
    await chat.box.pressSequentially('see @re');
    await reply('re');
    await options().nth(2).click();
    assert.deepEqual(
      (await chosen()).map(({ id }) => id),
      ['f3'],
    );
    assert.ok(await isBoxFocused());
    assert.equal(await chat.box.inputValue(), 'see ');
  });

  it('say that nothing matches, and Enter sends then', async () => {
    await chat.box.pressSequentially('@Component');
    await reply('Component', [], '@', true);
    assert.ok(await chat.page.getByText('Searching…').isVisible());
    await reply('Component', []);
    assert.ok(await chat.page.getByText('No results').isVisible());
    await chat.box.press('ArrowLeft');
    await chat.box.press('End');
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), ['@Component']);
  });

  it('do not open for mail addresses, C#, headings, addresses and paths', async () => {
    await chat.box.pressSequentially('C# me@host.example ## src/a https://host.example/#part ');
    assert.deepEqual(await asked(), ['#'], 'only for the first # of a heading');
    await chat.box.press('Enter');
    assert.equal((await sent()).length, 1);
  });

  it('do not open for pasted text, or for text that was there before', async () => {
    const paste = (text: string) =>
      chat.box.evaluate((box: HTMLTextAreaElement, pasted) => {
        box.focus();
        box.setRangeText(pasted, box.value.length, box.value.length, 'end');
        const inputType = 'insertFromPaste';
        box.dispatchEvent(new InputEvent('input', { inputType, data: pasted, bubbles: true }));
      }, text);
    await paste('@Component');
    await chat.box.pressSequentially('s');
    await chat.box.press('ArrowLeft');
    await chat.box.press('End');
    await chat.box.fill('');
    await paste('@');
    assert.deepEqual(await asked(), []);
    await chat.box.press('Enter');
    assert.deepEqual(await sent(), ['@']);
  });

  it('close when the cursor leaves the word', async () => {
    await chat.box.pressSequentially('see @re');
    await reply('re');
    await chat.box.press('Home');
    assert.equal(await list().count(), 0);
    await chat.box.press('End');
    assert.equal(await list().count(), 0);
  });

  it('are hidden while the box does not have the focus, and follow what was typed before', async () => {
    await chat.box.pressSequentially('see @re');
    await chat.log.focus();
    await reply('re');
    assert.equal(await list().count(), 0);
    await chat.box.focus();
    assert.equal(await options().count(), 3);
    await chat.box.pressSequentially('a');
    assert.deepEqual((await asked()).slice(-1), ['@rea']);
    await chat.log.focus();
    assert.equal(await list().count(), 0);
    await chat.box.click({ position: { x: 4, y: 8 } });
    assert.equal(await list().count(), 0);
    await chat.box.press('End');
    assert.equal(await list().count(), 0);
  });

  it('leave the keys of an input method alone', async () => {
    await chat.box.pressSequentially('@');
    await reply('');
    const session = await chat.page.context().newCDPSession(chat.page);
    await session.send('Input.imeSetComposition', {
      text: 'にほ',
      selectionStart: 2,
      selectionEnd: 2,
    });
    const press = { key: 'Enter', code: 'Enter' } as const;
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      windowsVirtualKeyCode: 229,
      ...press,
    });
    assert.deepEqual(await chosen(), []);
    assert.deepEqual(await asked(), ['@'], 'the word is not final');
    await session.send('Input.insertText', { text: '日本' });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
    assert.deepEqual(await asked(), ['@', '@日本']);
    assert.equal(await chat.box.inputValue(), '@日本');
    assert.deepEqual(await sent(), []);
  });

  it('stay open while an answer streams', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming' }) }));
    await chat.box.pressSequentially('@');
    await reply('');
    for (let index = 0; index < 20; index += 1) {
      await chat.conversation({
        type: 'textAppended',
        answerId: 'a1',
        text: 'word ',
        reasoning: '',
      });
    }
    await chat.box.press('ArrowDown');
    assert.equal(await activeOption(), 'README.md');
    await chat.box.press('Enter');
    assert.deepEqual(
      (await chosen()).map(({ id }) => id),
      ['f2'],
    );
    assert.deepEqual(await chat.commandsOf('enqueue'), []);
  });

  it('close when another chat opens', async () => {
    await chat.box.pressSequentially('@');
    await reply('');
    const conversation = { ...exchange({ text: 'y' }), id: 'c2' };
    await chat.events({ type: 'opened', state: viewState({ conversation, draft: '@' }) });
    assert.equal(await list().count(), 0);
  });

  for (const theme of themes) {
    it(`fit into a low view, at most eight rows high, in ${theme}`, async () => {
      const low = await pages.open({ width: 300, height: 330, theme });
      const attachments = [attachment('t1', 'README.md')];
      await low.snapshot(viewState({ conversation: exchange({ text: 'x' }), attachments }));
      await low.box.pressSequentially('see @f');
      const suggestions = { trigger: '@', query: 'f', items: many } as const;
      await low.events({ type: 'suggestions', suggestions });
      const box = low.page.getByRole('listbox', { name: 'Suggestions' });
      const place = await box.boundingBox();
      const composer = await low.page.locator('.composer').boundingBox();
      assert.ok(place !== null && composer !== null);
      assert.ok(place.y >= 0 && place.x >= 0 && place.x + place.width <= 300);
      assert.ok(place.y + place.height <= composer.y && place.height >= 60, JSON.stringify(place));
      const path = join(resultsFolder, 'webview', `suggestions-low-${theme}.png`);
      await low.page.screenshot({ path });
      assert.deepEqual(await violations(low), []);
      await low.page.setViewportSize({ width: 300, height: 720 });
      const rows = await box.evaluate(({ clientHeight, firstElementChild }) =>
        Math.floor(clientHeight / (firstElementChild?.clientHeight ?? 1)),
      );
      assert.equal(rows, 8);
      await low.page.screenshot({ path: path.replace('-low', '') });
      await low.close();
    });
  }
});
