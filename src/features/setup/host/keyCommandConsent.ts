// Asks before a key command runs for the first time: once for each origin, argument list and machine.
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { confirm } from '../../../platform/host/window';
import { shownCommand } from './shownCommand';

/** The key commands that the user allowed on this machine, as digests. Never rejects. */
export interface KeyCommandConsents {
  has(digest: string): Promise<boolean>;
  add(digest: string): Promise<void>;
}

/** Resolves to whether the command may run. A consent is remembered, a refusal is not. */
export async function confirmKeyCommand(
  origin: string,
  command: readonly string[],
  { consents, machine }: { readonly consents: KeyCommandConsents; readonly machine: string },
): Promise<boolean> {
  const consent = createHash('sha256')
    .update(JSON.stringify([origin, command, machine]))
    .digest('hex');
  if (await consents.has(consent)) {
    return true;
  }
  const { l10n, env } = vscode;
  const question =
    env.remoteName === undefined
      ? l10n.t('Run this command to get the API key for {0}?', origin)
      : l10n.t('Run this command on {0} to get the API key for {1}?', machine, origin);
  const explanation = l10n.t(
    'What it prints is sent to {0} as the API key. Commands are kept in “portico.keyCommand”.',
    origin,
  );
  // The command comes last and alone, so that no argument can pass for a sentence of Portico.
  const detail = [explanation, shownCommand(command)];
  const run = l10n.t('Run');
  if (!(await confirm(question, run, detail))) {
    return false;
  }
  await consents.add(consent);
  return true;
}
