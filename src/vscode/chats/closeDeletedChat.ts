// A chat that was deleted in another window goes in this one too, and the reader is told why.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { chatTitle } from './chatTitle';
import { plainSentence } from '../platform/escapeCodicons';
import type { ChatWindow } from './chatWindow';

/** `onDidDelete`: fires with the chat's ID. */
export function closeDeletedChat(onDidDelete: Event<string>, chats: ChatWindow): Disposable {
  return onDidDelete((id) => {
    const conversation = chats.conversation(id);
    if (conversation !== undefined) {
      chats.lose(id);
      const title = plainSentence(chatTitle(conversation));
      const said = vscode.l10n.t('“{0}” was deleted in another window.', title);
      void vscode.window.showInformationMessage(said);
    }
  });
}
