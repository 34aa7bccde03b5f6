// A chat that a newer Portico has changed is read-only: continuing it would lose what this version cannot read.
import { l10n } from 'vscode';
import type { Disposable } from '../../../../base/disposable';
import { showWarning } from '../../../../platform/host/window';
import type { Chat } from './chat';

/** To be called when a chat becomes the current one. */
export function warnWhenReadOnly({ session }: Pick<Chat, 'session'>): Disposable {
  if (session.conversation.readOnly === true) {
    void showWarning(
      l10n.t(
        'This chat is read-only because a newer version of Portico changed it. Update Portico to continue it.',
      ),
    );
  }
  return { dispose: () => {} };
}
