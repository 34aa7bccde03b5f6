// Warns when chats cannot be saved or read.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { errorCode } from '../../base/errorCode';
import { joinSentences } from '../../platform/host/text/joinTexts';
import { showInformation, showWarning } from '../../platform/host/window';
import { onDidFindNewerFile } from '../../storage/node/newerFile';

export interface StorageEvents {
  /** A write failed; it is retried. */
  readonly onDidFail: Event<unknown>;
  /** Everything that failed is saved now. */
  readonly onDidRecover: Event<void>;
  /** Changes by other windows cannot be read; fires with the error's code or name. */
  readonly onDidFailSubscription: Event<string>;
  /** Part of a chat cannot be read. `quarantineFile`: where its damaged lines are. */
  readonly onDidFindCorruption: Event<{ readonly quarantineFile?: string }>;
}

/** Chats continue in the window nevertheless. */
export function warnOfStorageProblems(
  store: StorageEvents,
  log: vscode.LogOutputChannel,
): Disposable {
  // Retries follow every few seconds: one warning until saving works again.
  let warned = false;
  return new DisposableStore(
    store.onDidFail((error) => {
      const code = errorCode(error);
      log.error(`A chat could not be saved: ${code ?? 'unknown'}`);
      if (!warned) {
        warned = true;
        void showWarning(notSaved(code));
      }
    }),
    store.onDidRecover(() => {
      log.info('Chats are saved again.');
      if (warned) {
        warned = false;
        void showInformation(vscode.l10n.t('All chats are saved again.'));
      }
    }),
    store.onDidFailSubscription((kind) => {
      log.error(`Changes of other windows cannot be read: ${kind}`);
    }),
    store.onDidFindCorruption(({ quarantineFile }) => {
      log.error(
        `Part of a chat is damaged${quarantineFile === undefined ? '.' : `; the lines are in ${quarantineFile}`}`,
      );
      const sentence =
        quarantineFile === undefined
          ? vscode.l10n.t("Part of a chat can't be read from disk. Portico shows the rest.")
          : vscode.l10n.t(
              'Part of a chat was damaged and skipped. The damaged lines were moved to {0}.',
              quarantineFile,
            );
      void showWarning(sentence);
    }),
    onDidFindNewerFile((path) => {
      log.warn(`A newer version of Portico wrote ${path}.`);
      void showWarning(
        vscode.l10n.t(
          'A newer version of Portico wrote {0}. Portico leaves it as it is. Update Portico to use it.',
          path,
        ),
      );
    }),
  );
}

function notSaved(code: string | undefined): string {
  const advice = vscode.l10n.t(
    'Portico will keep retrying. Reloading the window now would lose unsaved messages.',
  );
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return joinSentences(
        vscode.l10n.t("A chat can't be saved: the disk is full. Free some disk space."),
        advice,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return joinSentences(
        vscode.l10n.t(
          "A chat can't be saved: VS Code's folder for extension data isn't writable ({0}). Change its permissions.",
          code,
        ),
        advice,
      );
    default:
      return joinSentences(
        vscode.l10n.t(
          "A chat can't be saved: the disk reports an error ({0}). Check the disk.",
          code ?? vscode.l10n.t('unknown'),
        ),
        advice,
      );
  }
}
