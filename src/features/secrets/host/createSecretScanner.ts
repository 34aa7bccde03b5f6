// Creates the scanner for secrets, which runs in a thread from its first use on.
import type { CoreServices } from '../../../platform/host/coreServices';
import type { SecretScanner } from '../node/secretScanner';
import { SecretScanThread } from '../node/secretScanThread';

export function createSecretScanner({
  disposables,
  clock,
  scriptPath,
}: Pick<CoreServices, 'disposables' | 'clock' | 'scriptPath'>): SecretScanner {
  return disposables.add(new SecretScanThread(scriptPath('secretScanWorker.js'), clock));
}
