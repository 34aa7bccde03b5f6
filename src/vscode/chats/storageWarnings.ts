// A chat that cannot be kept, or of which a part is lost, says so; what is shown goes on all the same.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { errorCode } from '../../base/errorCode';
import type { Event } from '../../base/emitter';

export interface StorageWarnings {
  /** The disk refused; it is tried again. */
  readonly onDidFail: Event<unknown>;
  /** All that the disk had refused is kept now. */
  readonly onDidRecover: Event<void>;
  /** What other windows do to a chat is not heard here; with the error's code or name. */
  readonly onDidFailSubscription: Event<string>;
  /** A part of a chat cannot be read; `quarantineFile`: the path of its damaged lines. */
  readonly onDidFindCorruption: Event<{ readonly quarantineFile?: string }>;
}

export function warnOnSaveFailure(
  store: StorageWarnings,
  log: vscode.LogOutputChannel,
): Disposable {
  const own = new DisposableStore();
  // Said once until it is over: it is tried again every few seconds.
  let warned = false;
  own.add(
    store.onDidFail((error) => {
      const code = errorCode(error) ?? 'unknown';
      log.error(`A chat could not be saved: ${code}`);
      if (!warned) {
        warned = true;
        void vscode.window.showWarningMessage(notSaved(code));
      }
    }),
  );
  own.add(
    store.onDidRecover(() => {
      log.info('Chats are saved again.');
      if (warned) {
        warned = false;
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Chats are saved again, with all that could not be saved before.'),
        );
      }
    }),
  );
  own.add(
    store.onDidFailSubscription((kind) => {
      log.error(`What other windows do to a chat could not be followed: ${kind}`);
    }),
  );
  own.add(
    store.onDidFindCorruption(({ quarantineFile }) => {
      log.error(
        `A part of a chat is damaged${quarantineFile === undefined ? '.' : `, and kept in ${quarantineFile}`}`,
      );
      void vscode.window.showWarningMessage(
        quarantineFile === undefined
          ? vscode.l10n.t(
              'A part of a chat cannot be read from the disk. What can be read of it is shown.',
            )
          : vscode.l10n.t(
              'A part of a chat is damaged on the disk and left out. The damaged lines are kept in {0}.',
              quarantineFile,
            ),
      );
    }),
  );
  return own;
}

function notSaved(code: string): string {
  const goesOn = vscode.l10n.t(
    'It goes on, and Portico tries again by itself; a reload before that would lose what is not saved.',
  );
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${vscode.l10n.t('A chat cannot be saved: the disk is full. Make room on it.')} ${goesOn}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${vscode.l10n.t(
        "A chat cannot be saved: the folder of VS Code's extension data may not be written to ({0}). Allow that.",
        code,
      )} ${goesOn}`;
    default:
      return `${vscode.l10n.t(
        'A chat cannot be saved: the disk reports an error ({0}). Check the disk.',
        code,
      )} ${goesOn}`;
  }
}
