// What the pages of the chats ask for, done.
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import { findAnswer } from '../../shared/conversation';
import type { QueuedQuestion } from '../../shared/draft';
import { missingSteps } from '../../shared/missingSteps';
import type { ConnectionState, NoticeAction, SetupStep, ViewCommand } from '../../shared/protocol';
import type { BackgroundChats } from '../backgroundChats';
import { commandIds } from '../contributions';
import { type ChangeBaseUrl, runNoticeAction } from '../noticeActions';
import type { OpenChat } from '../openChat';
import { openLink } from '../openLink';
import type { SentRequestView } from '../sentRequestView';
import { insertAtCursor } from './insertAtCursor';
import type { LastEditor } from './lastEditor';
import type { WindowFacts } from './windowFacts';

export interface ChatCommandParts {
  readonly sentRequestView: SentRequestView;
  readonly facts: WindowFacts;
  readonly background: BackgroundChats;
  readonly lastEditor: LastEditor;
  /** Goes on from an answer of the chat that was used last in a new one. */
  readonly fork: (answerId: string) => Promise<void>;
  readonly connectionState: () => Promise<ConnectionState>;
  readonly changeBaseUrl: ChangeBaseUrl;
  readonly sayUnexpected: (error: unknown) => void;
  /** Called when a conversation went on with another model than new ones begin with. */
  readonly modelChanged: (model: string) => Promise<void>;
}

/** What concerns the chat, and not the page that shows it. */
export type PageCommand = Exclude<ViewCommand, { type: 'ready' | 'focused' }>;

export class ChatCommands {
  readonly #parts: ChatCommandParts;

  constructor(parts: ChatCommandParts) {
    this.#parts = parts;
  }

  /** Does what the page asks for. */
  async run(
    command: PageCommand,
    chat: OpenChat,
    /** Brings the page back before the reader. */
    focus: () => Promise<void>,
  ): Promise<void> {
    const { session, home, draft, queue, room } = chat;
    switch (command.type) {
      case 'ask':
        return this.#ask(chat, command.text);
      case 'edit': {
        const { messageId, text } = command;
        return this.#whenSetUp(chat, () => home.send(() => room.edit(messageId, text)));
      }
      case 'keepEdit':
        chat.presenter.keepEdit(command.messageId, command.text);
        return;
      case 'chooseVersion':
        session.chooseVersion(command.messageId);
        return;
      case 'fork':
        return this.#parts.fork(command.messageId);
      case 'queue':
        queue.add(command.text);
        return;
      case 'queued':
        queue.act(command.id, command.action);
        return;
      case 'emptyQueue':
        queue.empty();
        return;
      case 'sendNext':
        queue.sendNext();
        return;
      case 'stop':
        chat.stop();
        return;
      case 'retryNow':
        session.retryNow(command.messageId);
        return;
      case 'newChat':
        return vscode.commands.executeCommand(commandIds.newChat);
      case 'openOther':
        return this.#parts.background.open(command.id);
      case 'putAside':
        this.#parts.background.putAside(command.id);
        return;
      case 'history':
        return vscode.commands.executeCommand(commandIds.showHistory);
      case 'makeRoom':
        room.choose(command.way);
        return;
      case 'draft':
        draft.change({ text: command.text });
        home.draftChanged(command.text);
        room.draftChanged(command.text);
        return;
      case 'setup':
        return this.#takeStep(command.step);
      case 'move':
        return home.answer(command.answer);
      case 'act':
        return this.#act(chat, command.messageId, command.action);
      case 'askInstead':
        return home.send(() => this.askInstead(chat, command.messageId, command.model));
      case 'chooseAnother':
        return this.#chooseAnother(chat, command.messageId, focus);
      case 'copyAnswer':
        return copy(findAnswer(session.conversation, command.messageId)?.text);
      case 'showSent':
        return this.#parts.sentRequestView.show(command.messageId);
      case 'copyAsCurl':
        return this.#parts.sentRequestView.copyAsCurl(command.messageId);
      case 'copyCode':
        return copy(await codeBlock(chat, command.messageId, command.block));
      case 'insertCode':
        return insertAtCursor(
          await codeBlock(chat, command.messageId, command.block),
          this.#parts.lastEditor.current,
        );
      case 'openLink':
        return openLink(command.url);
      default:
        return assertNever(command);
    }
  }

  /** Whatever fails here, the view must not stay blank. */
  async prepare({ budget }: OpenChat): Promise<void> {
    const { facts, connectionState, sayUnexpected } = this.#parts;
    await budget.refresh().catch(sayUnexpected);
    try {
      facts.setConnection(await connectionState());
    } catch (error) {
      sayUnexpected(error);
    }
  }

  async #ask(chat: OpenChat, text: string): Promise<void> {
    const { home, room, draft } = chat;
    draft.change({ text });
    return this.#whenSetUp(chat, () => home.send(() => room.ask(text), text));
  }

  /** Asks what waited in the queue as if it had been typed now. Never rejects. */
  async askQueued(
    chat: OpenChat,
    question: QueuedQuestion,
    isWanted: () => boolean,
  ): Promise<void> {
    const { home, room } = chat;
    try {
      await this.#whenSetUp(chat, () =>
        home.send(() => isWanted() && room.askQueued(question), question),
      );
    } catch (error) {
      this.#parts.sayUnexpected(error);
    }
  }

  /** Sends, or opens the first step that is missing; what was to be sent then stays in its box. */
  async #whenSetUp({ session }: OpenChat, send: () => Promise<void>): Promise<void> {
    const connection = await this.#parts.connectionState();
    const [missing] = missingSteps(connection, session.conversation.model);
    return missing === undefined ? send() : this.#takeStep(missing);
  }

  async #takeStep(step: SetupStep): Promise<void> {
    switch (step) {
      case 'baseUrl':
        return this.#parts.changeBaseUrl();
      case 'apiKey':
        return vscode.commands.executeCommand(commandIds.setApiKey);
      case 'model':
        return vscode.commands.executeCommand(commandIds.selectModel);
      default:
        return assertNever(step);
    }
  }

  async #act({ home, room }: OpenChat, messageId: string, action: NoticeAction): Promise<void> {
    if (action === 'retry') {
      return home.send(() => room.retry(messageId));
    }
    if (action === 'continue') {
      return home.send(() => room.continueAnswer(messageId));
    }
    return runNoticeAction(action, this.#parts.changeBaseUrl);
  }

  /** Only what the notice offers is asked; whether it was. */
  askInstead(chat: OpenChat, messageId: string, model: string): boolean {
    return chat.presenter.offers(messageId, model) && this.#askWith(chat, messageId, model);
  }

  async #chooseAnother(
    chat: OpenChat,
    messageId: string,
    focus: () => Promise<void>,
  ): Promise<void> {
    const { goneModels, session, home, presenter } = chat;
    const picked = await goneModels.chooseAnother(messageId);
    if (picked === undefined) {
      return;
    }
    if (picked.differences.length === 0 && !session.isRunning) {
      // Choosing it was the click.
      await home.send(() => this.#askWith(chat, messageId, picked.model));
    } else {
      // What it changes is told first; the focus, which the picker took, goes on to its button.
      await focus();
      presenter.offer(messageId, picked);
    }
  }

  #askWith({ session }: OpenChat, messageId: string, model: string): boolean {
    const { modelChanged, sayUnexpected } = this.#parts;
    const asked = session.retryWith(messageId, model);
    if (asked) {
      modelChanged(model).catch(sayUnexpected);
    }
    return asked;
  }
}

async function codeBlock(
  { session }: OpenChat,
  messageId: string,
  block: number,
): Promise<string | undefined> {
  const answer = findAnswer(session.conversation, messageId);
  const { codeBlocks } = await import('../../shared/markdown');
  return codeBlocks(answer?.text ?? '')[block];
}

async function copy(text: string | undefined): Promise<void> {
  if (text !== undefined) {
    await vscode.env.clipboard.writeText(text);
  }
}
