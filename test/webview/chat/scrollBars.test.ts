// Scroll bars look as in the workbench, and nothing moves when one appears.
import assert from 'node:assert/strict';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('scroll bars', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  for (const width of [300, 1_400]) {
    it(`leave the text where it is when they appear, ${width} px wide`, async () => {
      await chat.page.setViewportSize({ width, height: 500 });
      const place = async (): Promise<unknown> => {
        const { x, width: textWidth } =
          (await chat.answers.locator('p').first().boundingBox()) ?? {};
        return { x, width: textWidth };
      };
      const paragraph = `${'Some words that fill a line. '.repeat(20)}\n\n`;
      await chat.snapshot(viewState({ conversation: exchange({ text: paragraph }) }));
      const before = await place();
      await chat.snapshot(viewState({ conversation: exchange({ text: paragraph.repeat(30) }) }));
      await chat.page.waitForFunction(() => {
        const log = document.querySelector('.log');
        return log !== null && log.scrollHeight > log.clientHeight;
      });
      assert.deepEqual(await place(), before);
      const margins = await chat.page.evaluate(() => {
        const text = document.querySelector('.answer p')?.getBoundingClientRect();
        const view = document.querySelector('.composer')?.parentElement?.getBoundingClientRect();
        return {
          left: text?.left,
          right: (view?.left ?? 0) + (view?.right ?? 0) - (text?.right ?? 0),
        };
      });
      assert.equal(margins.left, margins.right, 'the text is in the middle');
    });
  }

  it('are 10 px wide in the conversation, code, tables and the message box', async () => {
    const wide = 'word'.repeat(60);
    const text = `\`\`\`\n${wide}\n\`\`\`\n\n| ${wide} |\n|---|\n| b |\n\n${'Text\n\n'.repeat(60)}`;
    await chat.snapshot(viewState({ conversation: exchange({ text }) }));
    await chat.box.fill('line\n'.repeat(60));
    const sizes = await chat.page.evaluate(() =>
      ['.log', '.composer textarea', '.code-block pre', '.table'].map((selector) => {
        const box = document.querySelector<HTMLElement>(selector);
        const style = getComputedStyle(box ?? document.body);
        const isVertical = style.overflowY !== 'hidden' && selector.match(/log|area/) !== null;
        return box === null
          ? 0
          : isVertical
            ? box.offsetWidth - box.clientWidth
            : box.offsetHeight - box.clientHeight;
      }),
    );
    assert.deepEqual(sizes, [10, 10, 10, 10]);
    const color = await chat.log.evaluate((log) => getComputedStyle(log).scrollbarColor);
    assert.equal(color, 'auto');
  });
});
