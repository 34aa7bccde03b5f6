// Closes a chat in this window when another window deletes it, and notifies the user.
import { l10n } from 'vscode';
import type { Disposable } from '../../../../base/disposable';
import type { Event } from '../../../../base/emitter';
import { showInformation } from '../../../../platform/host/window';
import { chatTitle } from './chatTitle';
import type { ChatWindow } from './chatWindow';

/** @param onDidDelete fires with the chat's ID */
export function closeDeletedChats(onDidDelete: Event<string>, chats: ChatWindow): Disposable {
  return onDidDelete((id) => {
    const chat = chats.registry.get(id);
    if (chat !== undefined) {
      chats.closeDeleted(id);
      const title = chatTitle(chat.session.conversation);
      void showInformation(l10n.t('“{0}” was deleted in another window.', title));
    }
  });
}
