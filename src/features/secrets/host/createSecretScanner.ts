// Creates the scanner for secrets, which runs in a thread from its first use on.
import { join } from 'node:path';
import type { CoreServices } from '../../../platform/host/coreServices';
import { SecretScanThread } from '../node/secretScanThread';
import type { SecretScanner } from '../node/secretScanner';

export function createSecretScanner({
  context,
  disposables,
  clock,
}: Pick<CoreServices, 'context' | 'disposables' | 'clock'>): SecretScanner {
  const file = context.asAbsolutePath(join('dist', 'secretScanWorker.js'));
  return disposables.add(new SecretScanThread(file, clock));
}
