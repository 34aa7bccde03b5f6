// A chat that cannot be kept says so, once, while it goes on in memory.
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';

export function warnWhenNotKept(
  store: { readonly onDidFail: Event<unknown> },
  log: vscode.LogOutputChannel,
): Disposable {
  let warned = false;
  return store.onDidFail((error) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.error(`A chat could not be saved: ${reason}`);
    if (!warned) {
      warned = true;
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The chat could not be saved ({0}). It goes on, but a reload may lose it: check that the disk has room and may be written to.',
          reason,
        ),
      );
    }
  });
}
