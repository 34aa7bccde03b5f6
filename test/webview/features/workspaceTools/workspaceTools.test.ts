import assert from 'node:assert/strict';
import type { Answer } from '../../../../src/conversation/common/conversation';
import { workspaceTools } from '../../../../src/features/workspaceTools/common/workspaceTools';
import { answer, conversation, question, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

describe('reading the workspace in the page', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const run = (id: string, name: string, input: object) => ({
    id,
    name,
    arguments: JSON.stringify(input),
  });
  const source = { uri: 'file:///a.ts', startLine: 1, endLine: 9 };
  const readRun = (path: string) => ({
    ...run(path, 'read_file', { path }),
    result: { text: '', name: path, source: { ...source, uri: `file:///${path}` } },
  });
  const show = async (answerOfLoop: Answer): Promise<void> =>
    chat.snapshot(viewState({ conversation: conversation(question('q1', 'Why?'), answerOfLoop) }));
  /** The texts of the answer and the rows of its calls, one after another. */
  const parts = (): Promise<readonly string[]> =>
    chat.answers
      .locator(':scope > .markdown, :scope > .read-rows li')
      .evaluateAll((elements) =>
        elements
          .map((element) => (element instanceof HTMLElement ? element.innerText : ''))
          .filter((text) => text.trim() !== ''),
      );

  const access = { label: 'Can read app', isOn: false } as const;

  it('has a switch, which asks before it turns on', async () => {
    await chat.snapshot(viewState({ workspaceAccess: access }));
    const accessSwitch = chat.page.getByRole('switch', { name: 'Can read app' });
    assert.equal(await accessSwitch.getAttribute('aria-checked'), 'false');
    await chat.forgetCommands();
    await accessSwitch.click();
    const asked = { ...access, question: 'The model may read app.' };
    await chat.events({ type: 'workspaceAccess', workspaceAccess: asked });
    const panel = chat.page.getByRole('alertdialog');
    assert.match(await panel.innerText(), /The model may read app\./u);
    await chat.button('Allow in this chat').click();
    assert.deepEqual(await chat.commands(), [
      { type: 'switchWorkspaceAccess', isOn: true },
      { type: 'answerWorkspaceAccess', isAllowed: true },
    ]);
    await chat.events({ type: 'workspaceAccess', workspaceAccess: { ...access, isOn: true } });
    assert.equal(await accessSwitch.getAttribute('aria-checked'), 'true');
    assert.equal(await panel.count(), 0);
  });

  it('asks without taking the focus from another view, such as the same chat in an editor tab', async () => {
    await chat.snapshot(viewState({ workspaceAccess: access }));
    await chat.box.focus();
    await chat.page.evaluate(() => (document.hasFocus = () => false));
    const asked = { ...access, question: 'The model may read app.' };
    await chat.events({ type: 'workspaceAccess', workspaceAccess: asked });
    await chat.page.getByRole('alertdialog').waitFor();
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  it('says what it does where the offered file keeps its name beside it', async () => {
    await chat.snapshot(viewState({ workspaceAccess: access }));
    const label = chat.page.getByText('Read code');
    const editorOffer = { name: 'src/fetchWithRetry.ts', isSelection: false };
    for (const width of [445, 600]) {
      await chat.page.setViewportSize({ width, height: 600 });
      await chat.events({ type: 'editorOffer', editorOffer: undefined });
      assert.equal(await label.isVisible(), true, `${width} px`);
      await chat.events({ type: 'editorOffer', editorOffer });
      assert.equal(await label.isVisible(), width === 600, `${width} px, with an offer`);
      const offer = chat.page.locator('.editor-offer > bdi');
      const isCut = await offer.evaluate((name) => name.scrollWidth > name.clientWidth);
      assert.equal(isCut, false, `the offer at ${width} px`);
    }
  });

  it('is not there without a folder', async () => {
    await chat.snapshot(viewState());
    assert.equal(await chat.page.getByRole('switch').count(), 0);
  });

  it('says without a click that the last request went out without tools, and names calls that could not be made', async () => {
    const text = 'The arguments are not a JSON object.';
    const runs = ['read_file', 'search_text'].map((name, at) => {
      const input = `{"pa\n${at}`;
      return { id: name, name, arguments: input, result: { text, name: `{"pa ${at}` } };
    });
    const outcome = { endedAt: 1, toolsWithdrawn: true } as const;
    const read = answer('a1', { text: 'Done.', outcome, rounds: [{ textLength: 0, runs }] });
    await chat.snapshot(viewState({ conversation: conversation(question('q1', 'Why?'), read) }));
    await chat.answers.getByText('The model found nothing new any more').waitFor();
    const summary = chat.answers.locator('summary');
    // A call that was refused has searched nothing.
    assert.equal(await summary.innerText(), 'Read no files');
    await summary.click();
    for (const at of [0, 1]) {
      const row = chat.answers.locator('details').getByRole('listitem').nth(at);
      await row.getByRole('button', { name: `{"pa ${at}`, exact: true }).waitFor();
      assert.equal(await row.locator('.codicon-circle-slash').count(), 1);
    }
  });

  it('has an icon and a text for the calls of each tool', async () => {
    const rows = [
      ['read_file', 'a.ts:1-9', 'file', 'a.ts:1-9'],
      ['search_text', 'limit', 'search', 'Search: limit'],
      ['list_files', '', 'search', 'All files'],
      ['list_files', 'src/*', 'search', 'Files: src/*'],
      ['find_symbol', 'Limiter', 'search', 'Symbol: Limiter'],
      ['list_problems', '', 'warning', 'Problems'],
      ['made_up', '', 'search', 'made_up'],
    ] as const;
    const tools = new Set<string>(rows.map(([name]) => name));
    assert.deepEqual(
      workspaceTools.filter(({ name }) => !tools.has(name)),
      [],
    );
    const runs = rows.map(([name, what], index) => ({
      id: `c${index}`,
      name,
      arguments: '{}',
      result: { text: '', name: what, ...(name === 'read_file' ? { source } : {}) },
    }));
    const read = answer('a1', { text: 'Done.', rounds: [{ textLength: 0, runs }] });
    await chat.snapshot(viewState({ conversation: conversation(question('q1', 'Why?'), read) }));
    await chat.answers.locator('summary').click();
    const shown = await chat.answers
      .locator('.read-line li')
      .evaluateAll((items) =>
        items.map((item) => [
          /codicon-([\w-]+)/u.exec(item.querySelector('.codicon')?.className ?? '')?.[1],
          item.textContent,
        ]),
      );
    assert.deepEqual(
      shown,
      rows.map(([, , icon, text]) => [icon, text]),
    );
  });

  it('stands after the text that announced it, each text a Markdown text of its own', async () => {
    const texts = [
      'I look:\n\n- at a',
      '\n\n- at b:\n\n```js\nb;\n```',
      '',
      '\n\n## So\n\n```js\nso;\n```',
    ];
    const ends = texts.map((_text, index) => texts.slice(0, index + 1).join('').length);
    await show(
      answer('a1', {
        text: texts.join(''),
        rounds: ['a.ts', 'b.ts', 'c.ts'].map((path, index) => ({
          textLength: ends[index] ?? 0,
          runs: [readRun(path)],
        })),
      }),
    );
    await chat.answers.getByRole('heading', { name: 'So' }).waitFor();
    const found = (await parts()).map((text) => text.replaceAll(/\s+/gu, ' ').trim());
    assert.match(found[0] ?? '', /^I look: at a$/u);
    assert.equal(found[1], 'a.ts');
    assert.match(found[2] ?? '', /^at b:/u);
    assert.deepEqual(found.slice(3, 5), ['b.ts', 'c.ts']);
    assert.match(found[5] ?? '', /^So/u);
    // Blocks are numbered as the host finds them.
    await chat.forgetCommands();
    await chat.answers.getByRole('button', { name: 'Copy', exact: true }).last().click();
    assert.deepEqual(await chat.commandsOf('copyCode'), [
      { type: 'copyCode', messageId: 'a1', block: 1 },
    ]);
  });

  it('leaves code open that goes on after a call', async () => {
    const [open, rest] = ['```js\nlet a', ' = 1;\n```\n\nDone.'];
    await show(
      answer('a1', {
        text: open + rest,
        rounds: [{ textLength: open.length, runs: [readRun('a.ts')] }],
      }),
    );
    await chat.answers.getByText('let a = 1;').waitFor();
  });

  it('strikes a file that was not read, and names five of many', async () => {
    const refused = {
      ...run('c1', 'read_file', { path: '.env' }),
      result: { text: '', name: '.env' },
    };
    const runs = [refused, ...'abcdefg'.split('').map((name) => readRun(`${name}.ts`))];
    await show(answer('a1', { text: 'So.', rounds: [{ textLength: 0, runs }] }));
    assert.deepEqual(
      (await parts()).map((text) => text.trim()),
      ['.env\nnot read', 'a.ts', 'b.ts', 'c.ts', 'd.ts', '3 more', 'So.'],
    );
    assert.equal(await chat.answers.locator('.read-rows s').innerText(), '.env');
    assert.equal(await chat.answers.locator('summary').innerText(), 'Read 7 files');
  });

  it('counts each kind of call by its name', async () => {
    const done = (id: string, name: string) => ({
      ...run(id, name, {}),
      result: { text: '', name: 'x' },
    });
    const names = [
      'search_text',
      'search_text',
      'list_files',
      'find_symbol',
      'list_problems',
      'made_up',
    ];
    const runs = [readRun('a.ts'), ...names.map((name, index) => done(`c${index}`, name))];
    await show(answer('a1', { text: 'So.', rounds: [{ textLength: 0, runs }] }));
    assert.equal(
      await chat.answers.locator('summary').innerText(),
      'Read 1 file, 1 list of files, 2 searches, 1 symbol, the problems',
    );
  });

  it('asks at a pause with buttons, as other notices do', async () => {
    const paused = answer('a1', {
      state: 'stopped',
      rounds: [{ textLength: 0, runs: [readRun('a')] }],
    });
    const actions = [
      { action: 'continueReading', label: 'Continue reading' },
      { action: 'answerNow', label: 'Answer now' },
    ] as const;
    await chat.snapshot(
      viewState({
        conversation: conversation(question('q1', 'Why?'), paused),
        notices: { a1: { severity: 'info', sentence: 'Paused.', actions, details: [] } },
      }),
    );
    const buttons = chat.answers.getByRole('note').locator('.button');
    assert.deepEqual(await buttons.allInnerTexts(), ['Continue reading', 'Answer now']);
  });

  it('grows one line with a row for each call, which shows what the model got', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(question('q1', 'Why?'), answer('a1', { state: 'streaming' })),
      }),
    );
    await chat.conversation({
      type: 'toolsCalled',
      answerId: 'a1',
      round: {
        textLength: 0,
        runs: [
          run('c1', 'read_file', { path: 'a.ts' }),
          run('c2', 'search_text', { pattern: 'x' }),
        ],
        outcome: { endedAt: 1, usage: { inputTokens: 8_100 } },
      },
    });
    const summary = chat.page.locator('details summary').first();
    assert.equal(await summary.innerText(), 'Read: 1 search · 8.1K tokens');
    assert.deepEqual(await parts(), ['Reading a.ts…']);
    assert.equal(await chat.answers.getByText('Waiting for more…').count(), 0);
    await chat.events({
      type: 'usage',
      usage: { answers: {}, total: [], costs: { a1: '$0.011' } },
    });
    await chat.conversation({
      type: 'toolReturned',
      answerId: 'a1',
      callId: 'c1',
      result: { text: '', name: 'a.ts:1-9', source },
    });
    assert.deepEqual(await parts(), ['a.ts:1-9', 'Searching x…']);
    await chat.conversation({
      type: 'toolReturned',
      answerId: 'a1',
      callId: 'c2',
      result: { text: '', name: 'x' },
    });
    const status = chat.page.getByRole('status').getByText('Read 1 file, 1 search');
    await status.waitFor({ state: 'attached' });
    assert.equal(await summary.innerText(), 'Read 1 file, 1 search · 8.1K tokens · $0.011');
    await summary.click();
    await chat.answers.locator('details').getByRole('button', { name: 'a.ts:1-9' }).click();
    assert.deepEqual((await chat.commands()).at(-1), {
      type: 'showToolResult',
      messageId: 'a1',
      callId: 'c1',
    });
  });
});
