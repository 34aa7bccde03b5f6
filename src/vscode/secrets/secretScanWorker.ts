// The worker thread that scans texts for secrets: no expression can block the extension host.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { TextScanner } from '../../chat/secrets/scanText';
import type { SecretFinding } from '../../chat/secrets/secretScanner';

export interface ScanRequest {
  readonly number: number;
  readonly texts: readonly string[];
  readonly known: readonly string[];
}

export interface ScanReply {
  readonly number: number;
  readonly findings: readonly SecretFinding[];
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function scan({ number, texts, known }: ScanRequest): void {
  const scanner = new TextScanner(known, digestOf);
  const findings: SecretFinding[] = [];
  for (const [textIndex, text] of texts.entries()) {
    for (const finding of scanner.scan(text)) {
      findings.push({ ...finding, textIndex });
    }
  }
  parentPort?.postMessage({ number, findings } satisfies ScanReply);
}

parentPort?.on('message', scan);
