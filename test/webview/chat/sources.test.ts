// The sources of an answer: a list under it, and links from the numbers in its text.
import assert from 'node:assert/strict';
import type { Source } from '../../../src/gateway/common/source';
import { answer, conversation, exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const one: Source = { url: 'https://one.example/a', title: 'Page one', numbers: [1, 3] };
const two: Source = { url: 'https://two.example/b', numbers: [2] };

describe('the sources of an answer', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  let shown = 0;
  async function show(text: string, sources: readonly Source[] = [one, two]): Promise<void> {
    shown += 1;
    const outcome = { endedAt: 2, sources };
    await chat.snapshot(
      viewState({ conversation: conversation(answer(`a${shown}`, { text, outcome })) }),
    );
  }

  async function linksInText(): Promise<readonly (readonly [string, string])[]> {
    const links = await chat.page.locator('.markdown a').all();
    return Promise.all(
      links.map(
        async (link) => [await link.innerText(), (await link.getAttribute('href')) ?? ''] as const,
      ),
    );
  }

  it('are listed under it, each once, and open through the host', async () => {
    await show('Whales sing[1].');
    const items = chat.page.getByRole('list', { name: 'Sources' }).getByRole('listitem');
    assert.deepEqual(await items.allInnerTexts(), [
      '[1] [3]\nPage one\none.example',
      '[2]\ntwo.example/b',
    ]);
    await items.getByRole('link', { name: 'Page one' }).click();
    await chat.page.locator('.markdown').getByRole('link', { name: '[1]' }).press('Enter');
    assert.deepEqual(
      (await chat.commandsOf('openLink')).map(({ url }) => url),
      [one.url, one.url],
    );
  });

  it('are where numbers in brackets lead, in any text', async () => {
    await show('# Title [1]\n\nA[1][2], **b [3]**\n\n- c[2]\n\n|x|\n|-|\n|d [1]|\n');
    assert.deepEqual(await linksInText(), [
      ['[1]', one.url],
      ['[1]', one.url],
      ['[2]', two.url],
      ['[3]', one.url],
      ['[2]', two.url],
      ['[1]', one.url],
    ]);
  });

  it("are where Zhipu's marks lead, and none that only look like them", async () => {
    await show(
      'A[ref_1][ref_2] **b [ref_3]** [ref_4] [xref_1] `[ref_1]` [ref_1](https://own.example)',
    );
    assert.deepEqual(await linksInText(), [
      ['[ref_1]', one.url],
      ['[ref_2]', two.url],
      ['[ref_3]', one.url],
      ['ref_1', 'https://own.example'],
    ]);
  });

  it('are not where other brackets lead', async () => {
    await show(
      [
        '`[1]` [1](https://own.example) [[3]](https://nested.example) [4] [^1] \\[1\\] [0] [x]',
        '```\n[1]\n```',
        'Text\n[1]: https://later.example',
        '- [ ] [1](see below)',
        '[^1]: note',
        '[2]: https://defined.example',
        'By definition [2].',
      ].join('\n\n'),
    );
    assert.deepEqual(await linksInText(), [
      ['1', 'https://own.example'],
      ['[3]', 'https://nested.example'],
      ['https://later.example', 'https://later.example'],
      ['2', 'https://defined.example'],
    ]);
  });

  it('are shown once the answer has ended', async () => {
    const running = exchange({ state: 'streaming', text: 'A[1]' });
    await chat.snapshot(viewState({ conversation: running }));
    const outcome = { endedAt: 2, sources: [one] };
    await chat.events({
      type: 'conversation',
      event: { type: 'ended', answerId: 'a1', state: 'complete', outcome },
    });
    await chat.page.getByRole('list', { name: 'Sources' }).waitFor();
    await chat.page.locator('.markdown').getByRole('link', { name: '[1]' }).waitFor();
  });

  it('are no links where their address is not of the web, and no list without any', async () => {
    await show('A[1]', [{ url: 'command:workbench.action.quit', numbers: [1] }]);
    assert.equal(await chat.page.getByRole('list', { name: 'Sources' }).count(), 0);
    assert.deepEqual(await linksInText(), []);
  });
});
