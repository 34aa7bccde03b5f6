// Creates what shows the chats, the view in the side bar and editor tabs, and registers their commands.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { ConnectionState } from '../../conversation/common/connectionState';
import type { Conversation } from '../../conversation/common/conversation';
import { afterActivation } from '../../platform/host/afterActivation';
import { setContextKey } from '../../platform/host/contextKeys';
import type { CoreServices } from '../../platform/host/coreServices';
import { followSettingsOf, onDidChangeSetting } from '../../platform/host/settings';
import type { TextPreview } from '../../platform/host/textPreview';
import { registerCommands, withArgument } from '../../platform/host/typedCommands';
import { JsonFile } from '../../storage/node/jsonFile';
import { workspaceFileAccess } from '../../workspace/host/fileAccess';
import { WorkspaceFiles } from '../../workspace/host/workspaceFiles';
import type { ParseFromWebview } from '../common/viewCommands';
import { FileReferenceResolver } from '../node/fileReferenceResolver';
import { parseRenderState, RenderGuard } from '../node/renderGuard';
import { AccessibilityHelp } from './accessibilityHelp';
import { BackgroundChatIndicator } from './backgroundChatIndicator';
import type { Chat } from './chat';
import { ChatCommands } from './chatCommands';
import { chatContributions, viewId } from './chatContributions';
import { preferences, saveWrapsCode } from './chatPreferences';
import { followContent } from './chatTitle';
import type { ChatWindow } from './chatWindow';
import type { ChatServices } from './createChats';
import type { ChatStorageServices } from './createChatStorage';
import { EditorTabs } from './editorTabs';
import type { WindowParts } from './featureParts';
import {
  copyMessage,
  copyQuestionWithContext,
  copySelection,
  messageArgument,
  selectionArgument,
} from './messageMenu';
import { SideBar } from './sideBar';

export interface ChatViewServices {
  readonly background: BackgroundChatIndicator;
  readonly sideBar: SideBar;
  readonly commands: ChatCommands;
  /** Fires when a page shows a chat without messages. */
  readonly onDidShowBlank: Event<Chat>;
}

export function createChatView({
  extensionUri,
  disposables,
  reportError,
  globalState,
  storageFolder,
  current,
  store,
  chats,
  windowState,
  lastOpenChat,
  lastEditor,
  preview,
  parts,
  parseFromWebview,
}: Pick<CoreServices, 'disposables' | 'reportError' | 'globalState' | 'storageFolder'> &
  Pick<ChatStorageServices, 'store'> &
  ChatServices & {
    readonly extensionUri: vscode.Uri;
    readonly preview: TextPreview;
    readonly parts: WindowParts;
    readonly parseFromWebview: ParseFromWebview;
    readonly current: { readonly state: () => Promise<ConnectionState> };
  }): ChatViewServices {
  const background = disposables.add(
    new BackgroundChatIndicator({ chats, windowState, reportError }),
  );
  const files = new WorkspaceFiles(workspaceFileAccess);
  const blankShown = disposables.add(new Emitter<Chat>());
  const commands = new ChatCommands({
    features: parts,
    didShowBlank: (chat) => blankShown.fire(chat),
    windowState,
    background,
    chats,
    lastEditor,
    files,
    preview,
    reportError,
    connectionState: () => current.state(),
    wrapCode: async (isOn) => {
      const shown = { ...windowState.current.preferences, wrapsCode: isOn };
      windowState.update({ type: 'preferences', preferences: shown });
      await saveWrapsCode(globalState, isOn);
    },
  });
  const renderGuard = new RenderGuard(
    new JsonFile(join(storageFolder, 'rendering.json'), parseRenderState),
  );
  const fileReferences = disposables.add(
    new FileReferenceResolver({
      find: (path) => files.find(path),
      onResolved: (paths) => windowState.update({ type: 'fileReferencesResolved', paths }),
      reportError,
    }),
  );
  const hostDeps = {
    extensionUri,
    commands,
    chats,
    renderGuard,
    fileReferences,
    parseFromWebview,
    reportError,
  };
  const sideBar = disposables.add(new SideBar({ ...hostDeps, background, lastOpenChat }));
  const tabs = disposables.add(new EditorTabs(hostDeps));
  disposables.add(vscode.window.registerWebviewViewProvider(viewId, sideBar));
  disposables.add(registerChatCommands(chats, tabs));
  disposables.add(
    afterActivation(() => followSettings({ globalState, chats, windowState, store })),
  );
  return { background, sideBar, commands, onDidShowBlank: blankShown.event };
}

function registerChatCommands(chats: ChatWindow, tabs: EditorTabs): Disposable {
  const help = new AccessibilityHelp();
  return new DisposableStore(
    help,
    registerCommands(chatContributions.commandIds, {
      newChat: () => chats.restored().then(() => chats.newChat()),
      openInEditor: () => chats.restored().then(() => tabs.open(chats.current)),
      focusChat: () => chats.focus(),
      stop: () => chats.current.stop(),
      copySelection: withArgument(selectionArgument, copySelection),
      copyMessage: withArgument(messageArgument, (menu) => copyMessage(chats.current, menu)),
      editQuestion: withArgument(
        messageArgument,
        (menu) => menu && chats.editQuestion(menu.messageId),
      ),
      forkChat: withArgument(messageArgument, (menu) => menu && chats.fork(menu.messageId)),
      copyQuestionWithContext: withArgument(messageArgument, (menu) =>
        copyQuestionWithContext(chats.current, menu),
      ),
      showAccessibilityHelp: () => help.show(),
    }),
  );
}

function followSettings({
  globalState,
  chats,
  windowState,
  store,
}: Pick<CoreServices, 'globalState'> &
  Pick<ChatServices, 'chats' | 'windowState'> &
  Pick<ChatStorageServices, 'store'>): Disposable {
  return new DisposableStore(
    followSettingsOf(
      () => preferences(globalState),
      (changed) => windowState.update({ type: 'preferences', preferences: changed }),
    ),
    onDidChangeSetting(['portico.history.enabled'], () => store.saveDrafts()),
    chats.followCurrent(showChatKeys),
  );
}

function showChatKeys(chat: Chat): Disposable {
  const { answering, hasModel, hasMessages, hasAttachments } = chatContributions.contextKeys;
  const showBusy = (): void => setContextKey(answering, chat.isBusy);
  const showContent = ({ model, messages }: Conversation): void => {
    setContextKey(hasModel, model !== '');
    setContextKey(hasMessages, messages.length > 0);
    setContextKey(
      hasAttachments,
      messages.some((message) => message.kind === 'question' && message.attachments !== undefined),
    );
  };
  showBusy();
  return new DisposableStore(chat.onDidChangeBusy(showBusy), followContent(chat, showContent));
}
