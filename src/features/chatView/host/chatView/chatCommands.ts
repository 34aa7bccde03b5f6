// Executes the commands that the chat pages post.
import * as vscode from 'vscode';
import { assertNever } from '../../../../base/assertNever';
import { questionDraft } from '../../../../conversation/common/attachment';
import { findAnswer } from '../../../../conversation/common/conversation';
import { findMessage } from '../../../../conversation/common/messageTree';
import type { ViewCommand } from '../../common/viewCommands';
import type { CodeBlockPosition, NoticeAction } from '../../common/protocol';
import type { AttachmentCommands } from '../../../attachments/host/attachmentCommands';
import type { SelectionOffer } from '../../../attachments/host/selection/selectionOffer';
import type { BackgroundChatIndicator } from '../chats/backgroundChatIndicator';
import type { Chat } from '../chats/chat';
import { isBlank } from '../chats/chatRegistry';
import type { ChatWindow } from '../chats/chatWindow';
import { openSetupStep } from '../../../../platform/host/openSetupStep';
import type { SentRequestView } from '../../../sentRequest/host/sentRequestView';
import { openFile } from '../../../../platform/host/files/openFile';
import type { WorkspaceFiles } from '../../../../platform/host/files/workspaceFiles';
import { openVscodeChat } from '../../../vscodeChat/host/vscodeChatView';
import { runCommand } from '../../../../platform/host/typedCommands';
import type { ConnectionState } from '../../../../conversation/common/connectionState';
import { openLink } from '../../../../platform/host/openLink';
import { runNoticeAction, settingsQuery } from '../../../../platform/host/text/failureActions';
import { askContextLength } from '../../../models/host/contextLengthInput';
import type { RecentChats } from '../../../history/host/recentChats';
import { insertAtCursor } from './insertAtCursor';
import type { LastEditor } from './lastEditor';
import type { WindowState } from '../../node/windowState';

export interface ChatCommandsDeps {
  readonly sentRequestView: SentRequestView;
  readonly windowState: WindowState;
  readonly recentChats: RecentChats;
  readonly background: BackgroundChatIndicator;
  readonly chats: ChatWindow;
  readonly lastEditor: LastEditor;
  readonly attachments: AttachmentCommands;
  readonly selectionOffer: Pick<SelectionOffer, 'refresh'>;
  readonly files: WorkspaceFiles;
  /** Attaches the instruction files that the user has chosen for this workspace to an empty chat. */
  readonly attachInstructions: (chat: Chat) => Promise<void>;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Long lines of code are wrapped from now on, or no longer. */
  readonly wrapCode: (isOn: boolean) => Promise<void>;
  readonly reportError: (error: unknown) => void;
  /** Called when a chat continues with another model that the user picked. */
  readonly onModelPicked: (model: string) => Promise<void>;
}

/** A command that concerns a chat, not the page that shows it. */
export type ChatCommand = Exclude<
  ViewCommand,
  { type: 'ready' | 'focused' | 'blurred' | 'rendered' | 'showFormatted' | 'fileReferencesSeen' }
>;

/** The page that has posted a command. */
export interface CommandSource {
  /** Returns the focus to the page. */
  readonly focus: () => Promise<void>;
  /** Confirms that the code of a block was inserted into an editor. */
  readonly showInserted: (code: CodeBlockPosition) => void;
}

export class ChatCommands {
  readonly #deps: ChatCommandsDeps;

  constructor(deps: ChatCommandsDeps) {
    this.#deps = deps;
  }

  async run(command: ChatCommand, chat: Chat, page: CommandSource): Promise<void> {
    const { session, pipeline, draft, queue } = chat;
    const { sentRequestView, background, chats, lastEditor } = this.#deps;
    switch (command.type) {
      case 'ask':
        // A second press of Enter may arrive once the question is asked: that must not bring it back.
        if (session.canAsk) {
          draft.update({ text: command.text });
          await pipeline.ask(command.text, command.sendId);
        }
        return;
      case 'edit':
        await pipeline.edit(command.messageId, command.text);
        return;
      case 'saveEdit':
        return chat.presenter.saveEdit(command.messageId, command.text);
      case 'chooseVersion':
        session.chooseVersion(command.messageId);
        return;
      case 'fork':
        return chats.fork(command.messageId);
      case 'enqueue':
        // The same for one that is in the queue: it has left the message box.
        if (draft.text !== '') {
          queue.add(questionDraft(command.text, draft.attachments), command.sendId);
        }
        return;
      case 'editQueueItem':
        return queue.runAction(command.id, command.action);
      case 'setQueuedText':
        return queue.setText(command.id, command.text);
      case 'clearQueue':
        return queue.clear();
      case 'sendNext':
        return queue.sendNext();
      case 'stop':
        return chat.stop();
      case 'retryNow':
        return session.retryNow(command.messageId);
      case 'newChat':
        return runCommand('portico.newChat');
      case 'openBackgroundChat':
        return background.open(command.id);
      case 'dismissBackgroundChat':
        return chats.registry.dismiss(command.id);
      case 'showHistory':
        return runCommand('portico.showHistory');
      case 'openChat':
        if (!(await chats.open(command.id))) {
          // Another window has deleted it.
          this.#deps.recentChats.refresh();
        }
        return;
      case 'openVscodeChat':
        return openVscodeChat();
      case 'connect':
        return runCommand('portico.connect');
      case 'trimContext':
        return chat.contextLimit.choose(command.action);
      case 'setContextLength':
        await askContextLength(session.conversation.model);
        return page.focus();
      case 'saveDraft':
        return draft.update({ text: command.text });
      case 'runSetupStep':
        return openSetupStep(command.step);
      case 'answerGatewayChange':
        return chat.consent.answer(command.answer);
      case 'runNoticeAction':
        return this.#runNoticeAction(chat, command.messageId, command.action);
      case 'retryWithModel':
        await this.retryWithModel(chat, command.messageId, command.model);
        return;
      case 'pickModelForRetry':
        return this.#pickModelForRetry(chat, command.messageId, () => page.focus());
      case 'copyAnswer':
        return copy(findAnswer(session.conversation, command.messageId)?.text);
      case 'showSentRequest':
        return sentRequestView.show(command.messageId);
      case 'copyAsCurl':
        return sentRequestView.copyAsCurl(command.messageId);
      case 'copyCode':
        return copy(await codeBlock(chat, command.messageId, command.block));
      case 'insertCode': {
        const code = await codeBlock(chat, command.messageId, command.block);
        if (await insertAtCursor(code, lastEditor.current)) {
          page.showInserted(command);
        }
        return;
      }
      case 'wrapCode':
        return this.#deps.wrapCode(command.isOn);
      case 'openFile':
        if (findMessage(session.conversation, command.messageId)?.kind === 'answer') {
          await openFile(this.#deps.files, command, lastEditor.current?.viewColumn);
        }
        return;
      case 'openLink':
        return openLink(command.url);
      case 'attach':
      case 'attachSelection':
      case 'attachFiles':
      case 'attachImage':
      case 'attachPdf':
      case 'removeAttachment':
      case 'previewAttachment':
      case 'suggest':
      case 'chooseSuggestion':
        return this.#deps.attachments.run(command, chat, () => page.focus());
      case 'answerSecrets':
        return chat.secrets.answer(command.answer);
      default:
        return assertNever(command);
    }
  }

  /** To be called when a page shows another chat: an empty one offers the recent ones. */
  didShow(chat: Chat): void {
    if (isBlank(chat)) {
      this.#deps.recentChats.refresh();
      this.#deps.attachInstructions(chat).catch(this.#deps.reportError);
    }
  }

  /** Refreshes what a page shows when it starts. Never rejects: the page must not stay blank. */
  async refreshState(chat: Chat): Promise<void> {
    const { windowState, connectionState, selectionOffer, reportError } = this.#deps;
    selectionOffer.refresh();
    await chat.refreshModel().catch(reportError);
    try {
      windowState.update({ type: 'connection', connection: await connectionState() });
    } catch (error) {
      reportError(error);
    }
  }

  /** Sends the request again to a model that the answer's notice offers. False when it was not sent. */
  async retryWithModel(chat: Chat, messageId: string, model: string): Promise<boolean> {
    return chat.presenter.isOffered(messageId, model) && this.#retryWith(chat, messageId, model);
  }

  async #runNoticeAction(chat: Chat, messageId: string, action: NoticeAction): Promise<void> {
    switch (action) {
      case 'retry':
        await chat.pipeline.retry(messageId);
        return;
      case 'continue':
        await chat.pipeline.continueAnswer(messageId);
        return;
      default: {
        const failure = findAnswer(chat.session.conversation, messageId)?.outcome?.failure;
        return runNoticeAction(action, settingsQuery(failure));
      }
    }
  }

  async #pickModelForRetry(
    chat: Chat,
    messageId: string,
    focus: () => Promise<void>,
  ): Promise<void> {
    const picked = await chat.modelAdvisor.pickAlternative(messageId);
    if (picked === undefined) {
      return;
    }
    // The picker took the focus.
    await focus();
    if (picked.differences.length === 0 && !chat.session.isRunning) {
      // Picking the model was the consent.
      await this.#retryWith(chat, messageId, picked.model);
    } else {
      // The notice first shows what would change. The page moves the focus to the new button.
      chat.presenter.showPickedModel(messageId, picked);
    }
  }

  #retryWith({ pipeline }: Chat, messageId: string, model: string): Promise<boolean> {
    const { onModelPicked, reportError } = this.#deps;
    return pipeline.retryWith(messageId, model, () => void onModelPicked(model).catch(reportError));
  }
}

async function codeBlock(
  { session }: Chat,
  messageId: string,
  block: number,
): Promise<string | undefined> {
  const answer = findAnswer(session.conversation, messageId);
  const { codeBlocks } = await import('../../../../markdown/common/codeBlocks');
  return codeBlocks(answer?.text ?? '')[block];
}

async function copy(text: string | undefined): Promise<void> {
  if (text !== undefined) {
    await vscode.env.clipboard.writeText(text);
  }
}
