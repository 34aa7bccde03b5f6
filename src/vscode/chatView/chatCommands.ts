// What the pages of the chats ask for, done.
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import { findAnswer } from '../../shared/conversation/conversation';
import type { QueuedQuestion } from '../../shared/conversation/draft';
import { missingSteps } from '../../shared/protocol/setupSteps';
import type {
  ConnectionState,
  NoticeAction,
  SetupStep,
  ViewCommand,
} from '../../shared/protocol/protocol';
import type { BackgroundChatIndicator } from '../chats/backgroundChatIndicator';
import { commandIds } from '../contributions';
import { type ChangeBaseUrl, runNoticeAction } from '../text/noticeActions';
import type { Chat } from '../chats/chat';
import { openLink } from '../platform/openLink';
import type { SentRequestView } from '../chats/sentRequestView';
import { insertAtCursor } from './insertAtCursor';
import type { LastEditor } from './lastEditor';
import type { WindowState } from './windowState';

export interface ChatCommandParts {
  readonly sentRequestView: SentRequestView;
  readonly facts: WindowState;
  readonly background: BackgroundChatIndicator;
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
    chat: Chat,
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
      case 'saveEdit':
        chat.presenter.keepEdit(command.messageId, command.text);
        return;
      case 'chooseVersion':
        session.chooseVersion(command.messageId);
        return;
      case 'fork':
        return this.#parts.fork(command.messageId);
      case 'enqueue':
        queue.add(command.text);
        return;
      case 'editQueueItem':
        queue.act(command.id, command.action);
        return;
      case 'clearQueue':
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
      case 'openBackgroundChat':
        return this.#parts.background.open(command.id);
      case 'dismissBackgroundChat':
        this.#parts.background.putAside(command.id);
        return;
      case 'showHistory':
        return vscode.commands.executeCommand(commandIds.showHistory);
      case 'trimContext':
        room.choose(command.action);
        return;
      case 'saveDraft':
        draft.change({ text: command.text });
        home.draftChanged(command.text);
        room.draftChanged(command.text);
        return;
      case 'runSetupStep':
        return this.#takeStep(command.step);
      case 'answerGatewayChange':
        return home.answer(command.answer);
      case 'runNoticeAction':
        return this.#act(chat, command.messageId, command.action);
      case 'retryWithModel':
        return home.send(() => this.askInstead(chat, command.messageId, command.model));
      case 'pickModelForRetry':
        return this.#chooseAnother(chat, command.messageId, focus);
      case 'copyAnswer':
        return copy(findAnswer(session.conversation, command.messageId)?.text);
      case 'showSentRequest':
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
  async prepare({ budget }: Chat): Promise<void> {
    const { facts, connectionState, sayUnexpected } = this.#parts;
    await budget.refresh().catch(sayUnexpected);
    try {
      facts.setConnection(await connectionState());
    } catch (error) {
      sayUnexpected(error);
    }
  }

  async #ask(chat: Chat, text: string): Promise<void> {
    const { home, room, draft } = chat;
    draft.change({ text });
    return this.#whenSetUp(chat, () => home.send(() => room.ask(text), text));
  }

  /** Asks what waited in the queue as if it had been typed now. Never rejects. */
  async askQueued(chat: Chat, question: QueuedQuestion, isWanted: () => boolean): Promise<void> {
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
  async #whenSetUp({ session }: Chat, send: () => Promise<void>): Promise<void> {
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

  async #act({ home, room }: Chat, messageId: string, action: NoticeAction): Promise<void> {
    if (action === 'retry') {
      return home.send(() => room.retry(messageId));
    }
    if (action === 'continue') {
      return home.send(() => room.continueAnswer(messageId));
    }
    return runNoticeAction(action, this.#parts.changeBaseUrl);
  }

  /** Only what the notice offers is asked; whether it was. */
  askInstead(chat: Chat, messageId: string, model: string): boolean {
    return chat.presenter.offers(messageId, model) && this.#askWith(chat, messageId, model);
  }

  async #chooseAnother(chat: Chat, messageId: string, focus: () => Promise<void>): Promise<void> {
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

  #askWith({ session }: Chat, messageId: string, model: string): boolean {
    const { modelChanged, sayUnexpected } = this.#parts;
    const asked = session.retryWith(messageId, model);
    if (asked) {
      modelChanged(model).catch(sayUnexpected);
    }
    return asked;
  }
}

async function codeBlock(
  { session }: Chat,
  messageId: string,
  block: number,
): Promise<string | undefined> {
  const answer = findAnswer(session.conversation, messageId);
  const { codeBlocks } = await import('../../shared/text/markdown');
  return codeBlocks(answer?.text ?? '')[block];
}

async function copy(text: string | undefined): Promise<void> {
  if (text !== undefined) {
    await vscode.env.clipboard.writeText(text);
  }
}
