// Pings the window: after a reload the extension host can run on for a while without one.
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';

/** A window on a busy machine was seen to take over 1 s, and an answer must not end because of that. */
const timeoutMs = 10_000;

/** False if the window does not answer a command within the time-out. */
export async function pingWindow(clock: Clock): Promise<boolean> {
  const reply = Promise.resolve(
    vscode.commands.executeCommand('setContext', 'portico.ping', true),
  ).then(
    () => true,
    () => false,
  );
  return await new Promise<boolean>((resolve) => {
    const timer = clock.after(timeoutMs, () => resolve(false));
    void reply.then((isAlive) => {
      timer.dispose();
      resolve(isAlive);
    });
  });
}
