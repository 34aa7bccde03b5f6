// Long questions are folded, and images of questions are thumbnails.
import assert from 'node:assert/strict';
import { answer, conversation, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

describe('a question', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function show(text: string, images?: { mediaType: string; data: string }[]): Promise<void> {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          { ...question('q1', text), ...(images === undefined ? {} : { images }) },
          answer('a1', { text: 'Yes.' }),
        ),
      }),
    );
  }

  const height = () => chat.questions.locator('.question-text').evaluate((box) => box.clientHeight);

  it('of more than 8 lines is folded until the user wants more', async () => {
    await show(lines(8).join('\n'));
    const eight = await height();
    assert.equal(await chat.button('Show more').count(), 0);
    await show(lines(30).join('\n'));
    await chat.button('Show more').waitFor();
    assert.equal(await height(), eight);
    assert.equal(await chat.button('Show more').getAttribute('aria-expanded'), 'false');
    await chat.button('Show more').click();
    await chat.button('Show less').waitFor();
    assert.ok((await height()) > 3 * eight);
    await chat.button('Show less').click();
    await chat.button('Show more').waitFor();
    assert.equal(await height(), eight);
  });

  it('is folded where a narrow view breaks its lines', async () => {
    await show('A question of one long paragraph. '.repeat(12));
    assert.equal(await chat.button('Show more').count(), 0);
    await chat.page.setViewportSize({ width: 220, height: 700 });
    await chat.button('Show more').waitFor();
  });

  it('is unfolded where find steps to a match in its hidden part', async () => {
    await show([...lines(30), 'needle'].join('\n'));
    await chat.button('Show more').waitFor();
    await chat.log.press('ControlOrMeta+f');
    await chat.page.getByRole('textbox', { name: 'Find in chat' }).fill('needle');
    await chat.button('Show less').waitFor();
    await chat.page.waitForFunction(() => {
      const [range] = CSS.highlights.get('portico-find-current') ?? [];
      const view = document.querySelector('.log')?.getBoundingClientRect();
      const match = range instanceof Range ? range.getBoundingClientRect() : undefined;
      return match && view && match.top >= view.top && match.bottom <= view.bottom;
    });
  });

  it('has a margin beside its bubble, which holds the edit button', async () => {
    await chat.page.setViewportSize({ width: 260, height: 700 });
    await show('A question of one long paragraph. '.repeat(4));
    const bubble = await chat.questions.locator('.question-bubble').boundingBox();
    const edit = await chat.questions.getByRole('button', { name: 'Edit' }).boundingBox();
    assert.ok(bubble && edit);
    assert.ok(edit.x + edit.width <= bubble.x && edit.y < bubble.y + bubble.height);
  });

  it('shows its images as thumbnails, which a click or key enlarges', async () => {
    // 40 × 2 pixels.
    const image = await chat.page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [40, 2];
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    await show('What is this?', [{ mediaType: 'image/png', data: image }]);
    const thumbnail = chat.button('Image 1 of 1');
    const size = () =>
      thumbnail.locator('img').evaluate((img) => [img.clientWidth, img.clientHeight]);
    await chat.page.waitForFunction(
      () => (document.querySelector('img')?.naturalWidth ?? 0) === 40,
    );
    assert.deepEqual(await size(), [72, 72]);
    await thumbnail.press('Enter');
    assert.equal(await thumbnail.getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await size(), [40, 2], 'its own size');
    await thumbnail.click();
    assert.deepEqual(await size(), [72, 72]);
  });
});
