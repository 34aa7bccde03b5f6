// VS Code's side of the chat view: makes the webview and does what its commands ask for.
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChatSession } from '../../chat/chatSession';
import type { ContextBudget } from '../../chat/contextBudget';
import type { MakingRoom } from '../../chat/makingRoom';
import { findAnswer } from '../../shared/conversation';
import { missingSteps } from '../../shared/missingSteps';
import type {
  Alternative,
  ConnectionState,
  NoticeAction,
  SetupStep,
  ViewCommand,
} from '../../shared/protocol';
import { commandIds, viewId } from '../contributions';
import type { ConversationHome } from '../conversationHome';
import { type ChangeBaseUrl, runNoticeAction } from '../noticeActions';
import { openLink } from '../openLink';
import type { SentRequestView } from '../sentRequestView';
import type { ChatPresenter } from './chatPresenter';
import { readViewCommand } from './commandSchema';
import { chatHtml, webviewRoot } from './html';
import { insertAtCursor } from './insertAtCursor';
import type { ViewChannel } from './viewChannel';

export interface ChatViewParts {
  readonly extensionUri: vscode.Uri;
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly room: MakingRoom;
  readonly home: ConversationHome;
  readonly presenter: ChatPresenter;
  readonly channel: ViewChannel;
  readonly sentRequestView: SentRequestView;
  readonly connectionState: () => Promise<ConnectionState>;
  readonly changeBaseUrl: ChangeBaseUrl;
  readonly sayUnexpected: (error: unknown) => void;
  /** Has the user choose a model in place of an answer's. */
  readonly chooseAnother: (answerId: string) => Promise<Alternative | undefined>;
  /** Called when a conversation went on with another model than new ones begin with. */
  readonly modelChanged: (model: string) => Promise<void>;
  /** Resolves when the conversation of the window before has been opened. */
  readonly restored: () => Promise<void>;
}

export class ChatViewProvider implements vscode.WebviewViewProvider, Disposable {
  readonly #parts: ChatViewParts;
  /** The page has started and shows a state. */
  #ready = false;
  #focusWhenReady = false;

  constructor(parts: ChatViewParts) {
    this.#parts = parts;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri, channel } = this.#parts;
    const own = new DisposableStore();
    view.webview.options = {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      localResourceRoots: [webviewRoot(extensionUri)],
    };
    own.add(
      view.webview.onDidReceiveMessage((message: unknown) => {
        const command = readViewCommand(message);
        if (command !== undefined) {
          this.run(command).catch(this.#parts.sayUnexpected);
        }
      }),
    );
    own.add(view.onDidChangeVisibility(() => this.#attach(view)));
    own.add(
      view.onDidDispose(() => {
        this.#ready = false;
        channel.attach(undefined);
        own.dispose();
      }),
    );
    this.#attach(view);
    view.webview.html = chatHtml(view.webview, extensionUri);
  }

  /** Shows the view and puts the cursor into the message box. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    if (this.#ready) {
      this.#parts.channel.focusComposer();
    } else {
      this.#focusWhenReady = true;
    }
  }

  dispose(): void {
    this.#parts.channel.attach(undefined);
  }

  #attach(view: vscode.WebviewView): void {
    // A page that is hidden is thrown away, and started anew when it is shown.
    this.#ready &&= view.visible;
    this.#parts.channel.attach(view.visible ? view.webview : undefined);
  }

  /** Does what the page asks for. */
  async run(command: ViewCommand): Promise<void> {
    const { session, home, presenter, channel } = this.#parts;
    switch (command.type) {
      case 'ready':
        await this.#prepare();
        presenter.sendSnapshot();
        this.#ready = true;
        if (this.#focusWhenReady) {
          this.#focusWhenReady = false;
          channel.focusComposer();
        }
        return;
      case 'ask':
        return this.#ask(command.text);
      case 'stop':
        session.stop();
        this.#parts.room.choose('stop');
        return;
      case 'retryNow':
        session.retryNow(command.messageId);
        return;
      case 'newChat':
        return vscode.commands.executeCommand(commandIds.newChat);
      case 'makeRoom':
        this.#parts.room.choose(command.way);
        return;
      case 'draft':
        presenter.setDraft(command.text);
        home.draftChanged(command.text);
        this.#parts.room.draftChanged(command.text);
        return;
      case 'setup':
        return this.#takeStep(command.step);
      case 'move':
        return home.answer(command.answer);
      case 'act':
        return this.#act(command.messageId, command.action);
      case 'askInstead':
        return home.send(() => this.askInstead(command.messageId, command.model));
      case 'chooseAnother':
        return this.#chooseAnother(command.messageId);
      case 'copyAnswer':
        return this.#copy(findAnswer(session.conversation, command.messageId)?.text);
      case 'showSent':
        return this.#parts.sentRequestView.show(command.messageId);
      case 'copyAsCurl':
        return this.#parts.sentRequestView.copyAsCurl(command.messageId);
      case 'copyCode':
        return this.#copy(await this.#codeBlock(command.messageId, command.block));
      case 'insertCode':
        return insertAtCursor(await this.#codeBlock(command.messageId, command.block));
      case 'openLink':
        return openLink(command.url);
      default:
        return assertNever(command);
    }
  }

  /** Whatever fails here, the view must not stay blank. */
  async #prepare(): Promise<void> {
    const { presenter, budget, restored, connectionState, sayUnexpected } = this.#parts;
    await restored().catch(sayUnexpected);
    await budget.refresh().catch(sayUnexpected);
    try {
      presenter.setConnection(await connectionState());
    } catch (error) {
      sayUnexpected(error);
    }
  }

  /**
   * Asks, or opens the first step that is missing; the message box then keeps its text. Does nothing
   * once another conversation is open.
   */
  async #ask(text: string): Promise<void> {
    const { session, home, room, presenter, connectionState, restored } = this.#parts;
    await restored();
    const { id } = session.conversation;
    const connection = await connectionState();
    if (session.conversation.id !== id) {
      return;
    }
    presenter.setDraft(text);
    const [missing] = missingSteps(connection, session.conversation.model);
    if (missing !== undefined) {
      return this.#takeStep(missing);
    }
    return home.send(() => room.ask(text), text);
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

  async #act(messageId: string, action: NoticeAction): Promise<void> {
    const { home, room, changeBaseUrl } = this.#parts;
    if (action === 'retry') {
      return home.send(() => room.retry(messageId));
    }
    if (action === 'continue') {
      return home.send(() => room.continueAnswer(messageId));
    }
    return runNoticeAction(action, changeBaseUrl);
  }

  /** Only what the notice offers is asked; whether it was. */
  askInstead(messageId: string, model: string): boolean {
    return this.#parts.presenter.offers(messageId, model) && this.#askWith(messageId, model);
  }

  async #chooseAnother(messageId: string): Promise<void> {
    const { chooseAnother, session, home, presenter } = this.#parts;
    const picked = await chooseAnother(messageId);
    if (picked === undefined) {
      return;
    }
    if (picked.differences.length === 0 && !session.isRunning) {
      // Choosing it was the click.
      await home.send(() => this.#askWith(messageId, picked.model));
    } else {
      // What it changes is told first; the focus, which the picker took, goes on to its button.
      await this.focus();
      presenter.offer(messageId, picked);
    }
  }

  #askWith(messageId: string, model: string): boolean {
    const { session, modelChanged, sayUnexpected } = this.#parts;
    const asked = session.retryWith(messageId, model);
    if (asked) {
      modelChanged(model).catch(sayUnexpected);
    }
    return asked;
  }

  async #codeBlock(messageId: string, block: number): Promise<string | undefined> {
    const answer = findAnswer(this.#parts.session.conversation, messageId);
    const { codeBlocks } = await import('../../shared/markdown');
    return codeBlocks(answer?.text ?? '')[block];
  }

  async #copy(text: string | undefined): Promise<void> {
    if (text !== undefined) {
      await vscode.env.clipboard.writeText(text);
    }
  }
}
