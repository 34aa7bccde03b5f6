// Creates the scanner for secrets, which runs in a thread from its first use on.
import type { CoreServices } from '../../../platform/host/coreServices';
import { SecretScanThread } from '../node/secretScanThread';
import type { SecretScanner } from '../node/secretScanner';

export function createSecretScanner({
  disposables,
  clock,
  scriptPath,
}: Pick<CoreServices, 'disposables' | 'clock' | 'scriptPath'>): SecretScanner {
  return disposables.add(new SecretScanThread(scriptPath('secretScanWorker.js'), clock));
}
