// SecretScanThread: the extension host's side of the worker thread that scans for secrets. It starts on first use, and
// is ended when a scan takes too long.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { WorkerRequests } from '../../../platform/node/workerRequests';
import { startThread } from '../../../platform/node/workerThread';
import type { SecretFinding, SecretScanner, SecretScanResult } from './secretScanner';
import type { ScanRequest } from './secretScanWorker';

/** A megabyte takes about 50 ms. */
const timeoutMs = 5_000;

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } as const;

export class SecretScanThread implements SecretScanner, Disposable {
  readonly #worker: WorkerRequests<ScanRequest, readonly SecretFinding[]>;

  /** @param script The path of the bundled secretScanWorker.ts. */
  constructor(script: string, clock: Clock) {
    this.#worker = new WorkerRequests({
      start: startThread(script, resourceLimits),
      clock,
      timeoutMs,
    });
  }

  warmUp(): void {
    this.#worker.start();
  }

  async scan(
    texts: readonly string[],
    known: readonly string[],
    signal: AbortSignal,
  ): Promise<SecretScanResult> {
    if (texts.every((text) => text.trim() === '')) {
      return { findings: [], isIncomplete: false };
    }
    const findings = await this.#worker.ask({ texts, known }, signal);
    return typeof findings === 'string'
      ? { findings: [], isIncomplete: true }
      : { findings, isIncomplete: false };
  }

  dispose(): void {
    this.#worker.dispose();
  }
}
