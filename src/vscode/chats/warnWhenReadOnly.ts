// A chat that a newer Portico wrote to is shown, and not gone on with: what is not understood would be lost.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Chat } from './chat';

/** To be called when a chat comes before the reader. */
export function warnWhenReadOnly({ session }: Pick<Chat, 'session'>): Disposable {
  if (session.conversation.readOnly === true) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'A newer version of Portico wrote a part of this chat, so it can only be read here. Update Portico to go on with it.',
      ),
    );
  }
  return { dispose: () => {} };
}
