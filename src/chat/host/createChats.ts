// Creates the chats of this window: how one is built, which one each host shows, and what all of them share.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { newConversation } from '../../conversation/common/conversation';
import { RecentRequests } from '../../conversation/node/request/recentRequests';
import type { CoreServices } from '../../platform/host/coreServices';
import { showInformation } from '../../platform/host/window';
import { WindowState } from '../node/windowState';
import { preferences } from './chatPreferences';
import { chatTitle, forkTitle } from './chatTitle';
import { ChatWindow } from './chatWindow';
import { createChat, type SharedServices } from './createChat';
import type { ChatStorageServices } from './createChatStorage';
import { LastEditor } from './lastEditor';
import { DraftOnlyChats, lastOpenChatFile, type LastOpenChat } from './lastOpenChat';
import { pingWindow } from './pingWindow';

/** A fork gets a title that none of the latest chats has; older ones may have it. */
const maxComparedTitles = 100;

export interface ChatServices {
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
  readonly lastOpenChat: LastOpenChat;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
}

type ChatsDeps = Pick<
  CoreServices,
  | 'disposables'
  | 'clock'
  | 'reportError'
  | 'globalState'
  | 'windowMemento'
  | 'storageFolder'
  | 'workspace'
> &
  ChatStorageServices &
  Omit<SharedServices, 'newId' | 'isWindowAlive' | 'recentRequests' | 'windowState'> & {
    readonly history: {
      readonly latest: (limit: number) => Promise<readonly { readonly title: string }[]>;
    };
    /** The model of new chats; `''` when none is set. */
    readonly defaultModel: () => string;
  };

export function createChats(deps: ChatsDeps): ChatServices {
  const { disposables, clock, reportError, globalState, storageFolder } = deps;
  const { windowMemento, workspace } = deps;
  const { openChats, journal, store, history, defaultModel } = deps;
  const windowState = disposables.add(new WindowState(preferences(globalState)));
  const shared: SharedServices = {
    clock,
    newId: randomUUID,
    isWindowAlive: () => pingWindow(clock),
    gateway: deps.gateway,
    store,
    withRetries: deps.withRetries,
    requestSettings: deps.requestSettings,
    lookUpModel: deps.lookUpModel,
    changeFormat: deps.changeFormat,
    recentRequests: new RecentRequests(),
    sentRequests: deps.sentRequests,
    windowState,
    reportError,
    createParts: deps.createParts,
    current: deps.current,
    catalog: deps.catalog,
  };
  const lastOpenChat = lastOpenChatFile(storageFolder, workspace);
  const chats = disposables.add(
    new ChatWindow({
      store,
      chats: openChats,
      createChat: (conversation, draft) => createChat(shared, conversation, draft),
      newConversation: () => newConversation(randomUUID(), defaultModel(), clock.now()),
      draftOnlyChats: new DraftOnlyChats(windowMemento),
      lastOpenChat,
      titleOfFork: async (conversation) => {
        const saved = await history.latest(maxComparedTitles).catch(() => []);
        const open = Array.from(openChats.values(), ({ session }) => session.conversation);
        const taken = [...saved.map(({ title }) => title), ...open.map(chatTitle)];
        return forkTitle(chatTitle(conversation), new Set(taken));
      },
      reportError,
    }),
  );
  disposables.add(closeDeletedChats(journal.onDidDelete, chats));
  const editors = disposables.add(new LastEditor());
  return {
    chats,
    windowState,
    lastOpenChat,
    lastEditor: () => editors.current,
  };
}

/**
 * Closes a chat in this window when another window deletes it, and notifies the user.
 * @param onDidDelete fires with the chat's ID
 */
function closeDeletedChats(onDidDelete: Event<string>, chats: ChatWindow): Disposable {
  return onDidDelete((id) => {
    const chat = chats.registry.get(id);
    if (chat !== undefined) {
      chats.closeDeleted(id);
      const title = chatTitle(chat.session.conversation);
      void showInformation(vscode.l10n.t('“{0}” was deleted in another window.', title));
    }
  });
}
