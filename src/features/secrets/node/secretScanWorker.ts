// The worker thread that scans texts for secrets: no expression can block the extension host.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { answerRequests } from '../../../platform/node/workerThread';
import type { SecretFinding } from './secretScanner';
import { TextScanner } from './textScanner';

export interface ScanRequest {
  readonly texts: readonly string[];
  readonly known: readonly string[];
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function scan({ texts, known }: ScanRequest): readonly SecretFinding[] {
  const scanner = new TextScanner(known, digestOf);
  const findings: SecretFinding[] = [];
  for (const [textIndex, text] of texts.entries()) {
    for (const finding of scanner.scan(text)) {
      findings.push({ ...finding, textIndex });
    }
  }
  return findings;
}

parentPort?.on('message', answerRequests(scan));
