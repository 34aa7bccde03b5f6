// Tells the user who waits for a key command what takes so long, with a button that ends it.
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { showProgress } from '../../../platform/host/window';

/** Most programs have printed the key by then: for them, a notification would only flash. */
const quietMs = 2_000;

/** @param run Its signal aborts when the user cancels. Must not reject. */
export async function withKeyCommandProgress<T>(
  host: string,
  clock: Clock,
  run: (canceled: AbortSignal) => Promise<T>,
): Promise<T> {
  const canceling = new AbortController();
  const running = run(canceling.signal);
  const timer = clock.after(quietMs, () => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Waiting for the key command for {0}…', host),
      cancellable: true,
    };
    void showProgress(options, (_progress, token) => {
      token.onCancellationRequested(() => canceling.abort());
      return running;
    });
  });
  try {
    return await running;
  } finally {
    timer.dispose();
  }
}
