// The question of an answer stays in sight while the answer is read, with the list of the answer's headings.
import assert from 'node:assert/strict';
import { answer, conversation, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const paragraph = 'Some words that fill a line or two of the view, and then some more of them.\n\n';

describe('pinned question', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const line = (text: string) => chat.button(`Go to the question: ${text}`);

  async function show(text: string): Promise<void> {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'Why is\nthe sky blue?'),
          answer('a1', { questionId: 'q1', text }),
          question('q2', 'And at night?'),
          answer('a2', { questionId: 'q2', text: paragraph.repeat(20), state: 'streaming' }),
        ),
      }),
    );
  }

  const scrollTo = (top: number): Promise<void> =>
    chat.log.evaluate((log, to) => {
      log.scrollTop = to;
    }, top);

  it('is shown while the answer is in view and the question is not, and leads to it', async () => {
    await show(paragraph.repeat(20));
    await line('And at night?').waitFor();
    await scrollTo(300);
    await line('Why is the sky blue?').waitFor();
    await line('And at night?').waitFor({ state: 'hidden' });
    assert.equal(await chat.page.locator('.pinned-text:visible').count(), 1);
    assert.deepEqual(
      await line('Why is the sky blue?')
        .boundingBox()
        .then((box) => box?.y),
      0,
    );
    await line('Why is the sky blue?').click();
    await line('Why is the sky blue?').waitFor({ state: 'hidden' });
    assert.equal(
      await chat.page.evaluate(() => document.activeElement?.getAttribute('data-message-id')),
      'q1',
    );
  });

  it('keeps the focus where the question comes into view', async () => {
    await show(paragraph.repeat(20));
    await scrollTo(300);
    await line('Why is the sky blue?').focus();
    await scrollTo(0);
    // The browser takes the focus of what is hidden a frame later.
    await chat.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    assert.match(
      (await chat.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /Why is the sky blue/u,
    );
  });

  it('changes no height, also while an answer arrives', async () => {
    await show(paragraph);
    const height = (): Promise<number> => chat.log.evaluate((log) => log.scrollHeight);
    const [before] = [await height(), await scrollTo(0)];
    await line('And at night?').waitFor({ state: 'hidden' });
    assert.equal(await height(), before);
  });

  it('offers the headings of an answer that has at least four', async () => {
    const sections = (count: number): string =>
      Array.from(
        { length: count },
        (_, index) => `## Part ${index}\n\n${paragraph.repeat(6)}`,
      ).join('');
    await show(sections(3));
    await scrollTo(300);
    await line('Why is the sky blue?').waitFor();
    const headings = chat.button('Headings of the answer');
    assert.equal(await headings.count(), 0);
    await show(sections(8));
    await scrollTo(300);
    await headings.press('Enter');
    await chat.page.getByRole('menuitem').last().press('Enter');
    const heading = chat.page.getByRole('heading', { name: 'Part 7' });
    await chat.page.waitForFunction(() => document.activeElement?.textContent === 'Part 7');
    const y = (await heading.boundingBox())?.y ?? 0;
    assert.ok(y >= 26 && y < 100, String(y));
  });
});
