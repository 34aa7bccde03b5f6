// The chat page in a browser. The test plays the host: it sends states and reads commands.
import type { Browser, Locator, Page } from 'playwright-core';
import {
  eventMessage,
  type ToWebviewMessage,
  type ViewEvent,
  type ViewState,
} from '../../../src/chat/common/protocol';
import type { ViewCommand } from '../../../src/chat/common/viewCommands';
import type { Attachment } from '../../../src/conversation/common/attachment';
import {
  newConversation,
  type Answer,
  type Conversation,
  type Message,
  type Question,
} from '../../../src/conversation/common/conversation';
import type { ConversationEvent } from '../../../src/conversation/common/conversationEvent';
import type { Notice } from '../../../src/platform/common/notice';
import { launchBrowser } from '../../support/browser';
import { patienceMs } from '../../support/eventually';
import { bundle } from './bundle';
import { servePage, type PageServer, type Theme } from './server';

export interface OpenOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly l10n?: Readonly<Record<string, string>>;
  readonly language?: string | undefined;
  /** Is false for a test that changes the page for good, with a clock or an init script: no other test gets the page. */
  readonly isReusable?: boolean;
}

/**
 * VS Code's side of the webview. tsx's compiler wraps named functions in `__name`, also those that tests
 * evaluate in the page.
 */
const hostStub = `
  globalThis.__name = (fn) => fn;
  globalThis.commands = [];
  globalThis.commandChatIds = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: ({ command, chatId }) => {
      commands.push(structuredClone(command));
      commandChatIds.push(chatId ?? '');
    },
    setState: (state) => void (globalThis.savedState = structuredClone(state)),
  });`;

/** A browser and the server of the page. */
export class ChatPages {
  /** Pages that are closed, to be loaded again: a new page takes as long as loading four. */
  readonly #closed: ChatPage[] = [];

  private constructor(
    readonly browser: Browser,
    readonly server: PageServer,
  ) {}

  static async start(browserArguments: readonly string[] = []): Promise<ChatPages> {
    return new ChatPages(await launchBrowser(browserArguments), await servePage(await bundle()));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  async open(options: OpenOptions = {}): Promise<ChatPage> {
    const closed = options.isReusable === false ? undefined : this.#closed.pop();
    const chat = closed ?? (await this.#newPage(options));
    await chat.load(options);
    return chat;
  }

  async #newPage({ isReusable = true }: OpenOptions): Promise<ChatPage> {
    const context = await this.browser.newContext();
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.addInitScript({ content: hostStub });
    return new ChatPage(page, this.server, async (chat) => {
      if (!isReusable) {
        await context.close();
      } else if (!this.#closed.includes(chat)) {
        const hasClock = await page.evaluate(() => !/native code/u.test(Date.toString()));
        if (hasClock) throw new Error('A page with a clock of its own must not be reusable.');
        await page.goto('about:blank');
        await page.unrouteAll();
        await page.emulateMedia({
          media: null,
          colorScheme: null,
          reducedMotion: null,
          forcedColors: null,
        });
        this.#closed.push(chat);
      }
    });
  }
}

export class ChatPage {
  /** Errors and warnings of the browser since the page was loaded. */
  readonly errors: string[] = [];
  readonly requests: string[] = [];
  #seq = 0;
  #isLoading = false;
  #loads = 0;

  constructor(
    readonly page: Page,
    private readonly server: PageServer,
    private readonly onClose: (chat: ChatPage) => Promise<void>,
  ) {
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.errors.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) {
        this.requests.push(request.url());
      }
    });
    // Until the new page is there, the one before may still fetch or report something.
    page.on('framenavigated', (frame) => {
      if (!this.#isLoading || frame !== page.mainFrame()) return;
      this.#isLoading = false;
      this.errors.length = 0;
      this.requests.length = 0;
    });
  }

  /** Loads the page from scratch, also again: in the same process the browser has its script compiled. */
  async load({
    width = 400,
    height = 700,
    theme = 'dark',
    ...texts
  }: OpenOptions = {}): Promise<void> {
    this.#seq = 0;
    await this.page.setViewportSize({ width, height });
    await this.page.mouse.move(-1, -1);
    this.#isLoading = true;
    // Of an address that it is at, the browser would restore the scroll position.
    this.#loads += 1;
    await this.page.goto(
      `${this.server.url(theme, texts.l10n, texts.language)}&load=${this.#loads}`,
    );
  }

  /** The page receives them in one task. */
  async send(...messages: readonly ToWebviewMessage[]): Promise<void> {
    await this.page.evaluate((sent) => {
      for (const data of sent) {
        window.dispatchEvent(new MessageEvent('message', { data }));
      }
    }, messages);
  }

  async snapshot(state: ViewState, seq = 0): Promise<void> {
    this.#seq = seq;
    await this.send({ type: 'snapshot', seq, state });
    await this.painted();
  }

  async events(...events: readonly ViewEvent[]): Promise<void> {
    await this.send(...events.map((event) => eventMessage((this.#seq += 1), event)));
    await this.painted();
  }

  async conversation(event: ConversationEvent, notice?: Notice): Promise<void> {
    await this.events({
      type: 'conversation',
      event,
      ...(notice === undefined ? {} : { notice }),
    });
  }

  /** The page receives all events in one task. */
  async conversations(events: readonly ConversationEvent[]): Promise<void> {
    await this.events(...events.map((event) => ({ type: 'conversation', event }) as const));
  }

  /** Resolves when sent events are on the screen, two frames later. */
  async painted(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }

  /** The commands of the page so far, without those that each click, each key and each rendering can cause. */
  async commands(): Promise<readonly ViewCommand[]> {
    const all = await this.allCommands();
    return all.filter(({ type }) => type !== 'focused' && type !== 'rendered');
  }

  async allCommands(): Promise<readonly ViewCommand[]> {
    return this.page.evaluate(() => (window as unknown as { commands: ViewCommand[] }).commands);
  }

  /** The chat IDs of the commands, in order; `''` for a command without one. */
  async commandChatIds(): Promise<readonly string[]> {
    return this.page.evaluate(
      () => (window as unknown as { commandChatIds: string[] }).commandChatIds,
    );
  }

  /** Commands of one type, in order. */
  async commandsOf<T extends ViewCommand['type']>(
    type: T,
  ): Promise<readonly Extract<ViewCommand, { type: T }>[]> {
    const all = await this.commands();
    return all.filter((command): command is Extract<ViewCommand, { type: T }> => {
      return command.type === type;
    });
  }

  async forgetCommands(): Promise<void> {
    await this.page.evaluate(() => {
      const host = window as unknown as { commands: ViewCommand[]; commandChatIds: string[] };
      host.commands.length = 0;
      host.commandChatIds.length = 0;
    });
  }

  get box(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation', exact: true });
  }

  get answers(): Locator {
    return this.page.getByRole('article', { name: /^Assistant/ });
  }

  get questions(): Locator {
    return this.page.getByRole('article', { name: /^You/ });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  close(): Promise<void> {
    return this.onClose(this);
  }
}

export const model = 'example/model-1';

export function question(id: string, text: string): Question {
  return { kind: 'question', id, text, askedAt: 1_000 };
}

export function answer(id: string, changes: Partial<Answer> = {}): Answer {
  return {
    kind: 'answer',
    id,
    questionId: `q-${id}`,
    model,
    state: 'complete',
    text: '',
    reasoning: '',
    startedAt: 1_000,
    ...changes,
  };
}

export function attachment(
  id: string,
  name: string,
  changes: Partial<Attachment> = {},
): Attachment {
  return { id, kind: 'file', name, tokens: 1_234, ...changes };
}

/** 12 red pixels. */
export const image = {
  mediaType: 'image/gif',
  data: 'R0lGODdhBAADAIAAAP8AAAAAACwAAAAABAADAAACA4RfBQA7',
};

export const noFigures = { answers: {}, total: [] } as const;

export function viewState(changes: Partial<ViewState> = {}): ViewState {
  return {
    conversation: newConversation('c1', model, 1_000),
    notices: {},
    adjustments: {},
    usage: noFigures,
    attachments: [],
    connection: {
      baseUrl: 'https://gateway.example/v1',
      baseUrlProblem: undefined,
      key: 'stored',
    },
    preferences: { sendWith: 'enter', announce: 'sentences' },
    fileReferences: [],
    draft: '',
    queue: { questions: [], isPaused: false },
    ...changes,
  };
}

/** A conversation in which each message is the parent of the next. */
export function conversation(...messages: Conversation['messages']): Conversation {
  const path: Message[] = [];
  for (const message of messages) {
    const parent = path.at(-1)?.id ?? '';
    path.push(
      message.kind === 'question'
        ? { ...message, parentId: parent }
        : { ...message, questionId: parent },
    );
  }
  return { ...newConversation('c1', model, 1_000), messages: path };
}

/** A conversation of one question and its answer. */
export function exchange(changes: Partial<Answer> = {}): Conversation {
  return conversation(question('q1', 'Why?'), answer('a1', { questionId: 'q1', ...changes }));
}
