import assert from 'node:assert/strict';
import { workspaceTools } from '../../../../src/features/workspaceTools/common/workspaceTools';
import { answer, conversation, question, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

describe('reading the workspace in the page', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

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
    assert.equal(await summary.innerText(), 'Read 0 files');
    await summary.click();
    for (const at of [0, 1]) {
      const row = chat.answers.getByRole('listitem').nth(at);
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
      result: { text: '', name: what },
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

  it('grows one line with a row for each call, which shows what the model got', async () => {
    const run = (id: string, name: string, path: string) => ({
      id,
      name,
      arguments: JSON.stringify({ path }),
    });
    const source = { uri: 'file:///a.ts', startLine: 1, endLine: 9 };
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
        runs: [run('c1', 'read_file', 'a.ts'), run('c2', 'search_text', 'x')],
        outcome: { endedAt: 1, usage: { inputTokens: 8_100 } },
      },
    });
    const summary = chat.page.locator('details summary').first();
    assert.equal(await summary.innerText(), 'Read 0 files, 1 search · 8.1K tokens');
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
    await chat.button('a.ts:1-9').click();
    assert.deepEqual((await chat.commands()).at(-1), {
      type: 'showToolResult',
      messageId: 'a1',
      callId: 'c1',
    });
  });
});
