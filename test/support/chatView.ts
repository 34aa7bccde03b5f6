// The chat view as a person finds it: by roles and names only.
import type { Frame, Locator, Page } from 'playwright-core';
import { chatFrame, chatFrames, eventually, openView } from './workbench';

export type AnswerState =
  'waiting' | 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

export class ChatView {
  constructor(readonly frame: Frame) {}

  static async open(page: Page): Promise<ChatView> {
    await openView(page, 'Portico');
    return new ChatView(await chatFrame(page));
  }

  /** The chat in the side bar and the one in an editor tab. */
  static async both(page: Page): Promise<readonly [ChatView, ChatView]> {
    const [sideBar, tab] = await chatFrames(page, 2);
    if (sideBar === undefined || tab === undefined) throw new Error('There are no two chats.');
    return [new ChatView(sideBar), new ChatView(tab)];
  }

  get box(): Locator {
    return this.frame.getByRole('textbox', { name: 'Message', exact: true });
  }

  get conversation(): Locator {
    return this.frame.getByRole('log', { name: 'Conversation' });
  }

  get articles(): Locator {
    return this.frame.getByRole('article');
  }

  get questions(): Locator {
    return this.frame.getByRole('article', { name: /^You/u });
  }

  get answers(): Locator {
    return this.frame.getByRole('article', { name: /^Assistant/u });
  }

  /** There only while it holds a question. */
  get queue(): Locator {
    return this.frame.getByRole('list', { name: 'Queue', exact: true });
  }

  get modelButton(): Locator {
    return this.button(/^Model:/u);
  }

  get note(): Locator {
    return this.answers.last().getByRole('note');
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Waits until the cursor stands in the message box. */
  async hasFocus(): Promise<void> {
    await eventually('the cursor in the message box', () =>
      this.box.evaluate((box) => box === box.ownerDocument.activeElement),
    );
  }

  /** Types a question and presses Enter. */
  async ask(question: string): Promise<void> {
    await this.box.fill(question);
    await this.box.press('Enter');
  }

  /** Waits until the last answer is in this state and gives its text. */
  async lastIs(state: AnswerState): Promise<string> {
    const answer = this.answers.last();
    await eventually(`an answer that is ${state}`, async () => {
      return (await answer.getAttribute('data-state')) === state;
    });
    return (await answer.textContent()) ?? '';
  }

  async answerTo(question: string): Promise<string> {
    const before = await this.answers.count();
    await this.ask(question);
    await eventually('the answer', async () => (await this.answers.count()) > before);
    return this.lastIs('complete');
  }
}
