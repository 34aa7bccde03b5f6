// The chat view as a user finds it: by roles and names only.
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually, eventuallyEqual, eventuallyMatches } from './eventually';
import { uiText } from './uiLanguage';
import { chatFrame, chatFrames, openView } from './workbench';

export type AnswerState =
  'waiting' | 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

/**
 * Presses a key in an element of the page until the element has it. VS Code restores the focus a moment late, to its own
 * frame around the page; a key that is pressed at that moment is lost.
 */
export async function pressKey(element: Locator, key: string): Promise<void> {
  await element.evaluate((pressed) => {
    pressed.addEventListener('keydown', () => pressed.setAttribute('data-pressed', ''), {
      once: true,
    });
  });
  await eventually(`${key} in the element that has the focus`, async () => {
    await element.press(key);
    return element.evaluate((pressed) => {
      const isPressed = pressed.hasAttribute('data-pressed');
      pressed.removeAttribute('data-pressed');
      return isPressed;
    });
  });
}

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
    return this.frame.getByRole('textbox', { name: uiText('Message'), exact: true });
  }

  get conversation(): Locator {
    return this.frame.getByRole('log', { name: uiText('Conversation') });
  }

  get articles(): Locator {
    return this.frame.getByRole('article');
  }

  get questions(): Locator {
    return this.frame.getByRole('article', { name: new RegExp(`^${uiText('You')}`, 'u') });
  }

  get answers(): Locator {
    return this.frame.getByRole('article', { name: new RegExp(`^${uiText('Assistant')}`, 'u') });
  }

  /** Exists only while it holds a question. */
  get queue(): Locator {
    return this.frame.getByRole('list', { name: uiText('Queue'), exact: true });
  }

  get modelButton(): Locator {
    return this.button(new RegExp(`^${uiText('Model: {0}')}`, 'u'));
  }

  /** The notice of the last answer. */
  get note(): Locator {
    return this.answers.last().getByRole('note');
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Waits until the keyboard writes into the message box. */
  async waitForFocus(): Promise<void> {
    await eventually('the cursor in the message box', () =>
      this.box.evaluate(
        (box) => box.ownerDocument.hasFocus() && box === box.ownerDocument.activeElement,
      ),
    );
  }

  async waitForText(text: string): Promise<void> {
    await eventuallyEqual('the text in the message box', () => this.box.inputValue(), text);
  }

  async waitForArticles(count: number): Promise<void> {
    await eventuallyEqual('the number of messages', () => this.articles.count(), count);
  }

  /** Waits until the last answer on the screen matches. */
  async waitForLastAnswer(text: RegExp): Promise<void> {
    await eventuallyMatches('the last answer', () => this.answers.last().textContent(), text);
  }

  /** Types a question and presses Enter. Portico may ask back, or queue it. */
  async submit(question: string): Promise<void> {
    await this.box.fill(question);
    await pressKey(this.box, 'Enter');
  }

  /** Asks a question and waits until it is in the conversation, with a new answer below it. */
  async ask(question: string): Promise<void> {
    const count = await this.answers.count();
    await this.submit(question);
    await eventually(`“${question}” to be asked`, async () => {
      return (await this.answers.count()) > count;
    });
  }

  /** Waits until the last answer has this state, and returns its text. */
  async waitForState(state: AnswerState): Promise<string> {
    const answer = this.answers.last();
    await eventuallyEqual(
      'the state of the last answer',
      () => answer.getAttribute('data-state'),
      state,
    );
    return (await answer.textContent()) ?? '';
  }

  /** Asks, waits for a complete answer, and returns its text. */
  async getAnswer(question: string): Promise<string> {
    await this.ask(question);
    return this.waitForState('complete');
  }
}
