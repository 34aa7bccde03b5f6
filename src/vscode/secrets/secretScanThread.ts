// SecretScanThread: the extension host's side of the worker thread that scans for secrets. It starts on first use, and
// is ended when a scan takes too long.
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { SecretScanner, SecretScanResult } from '../../chat/secrets/secretScanner';
import type { ScanReply, ScanRequest } from './secretScanWorker';

/** A megabyte takes about 50 ms. */
const scanTimeoutMs = 5_000;

const incomplete: SecretScanResult = { findings: [], isIncomplete: true };

/** In MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } as const;

export class SecretScanThread implements SecretScanner, Disposable {
  /** By request number. */
  readonly #pending = new Map<number, (result: SecretScanResult) => void>();
  #worker: Worker | undefined;
  #lastNumber = 0;

  /** @param script The path of the bundled secretScanWorker.ts. */
  constructor(
    private readonly script: string,
    private readonly clock: Clock,
  ) {}

  warmUp(): void {
    this.#started();
  }

  async scan(
    texts: readonly string[],
    known: readonly string[],
    signal: AbortSignal,
  ): Promise<SecretScanResult> {
    if (texts.every((text) => text.trim() === '')) {
      return { findings: [], isIncomplete: false };
    }
    const number = (this.#lastNumber += 1);
    return await new Promise<SecretScanResult>((resolve) => {
      const timer = this.clock.after(scanTimeoutMs, () => this.#end());
      const finish = (result: SecretScanResult): void => {
        timer.dispose();
        signal.removeEventListener('abort', abort);
        this.#pending.delete(number);
        resolve(result);
      };
      const abort = (): void => finish(incomplete);
      signal.addEventListener('abort', abort);
      this.#pending.set(number, finish);
      this.#started().postMessage({ number, texts, known } satisfies ScanRequest);
    });
  }

  dispose(): void {
    this.#end();
  }

  #started(): Worker {
    if (this.#worker === undefined) {
      const worker = new Worker(this.script, { resourceLimits });
      worker.unref();
      worker.on('message', ({ number, findings }: ScanReply) =>
        this.#pending.get(number)?.({ findings, isIncomplete: false }),
      );
      worker.on('error', () => this.#end(worker));
      worker.on('exit', () => this.#end(worker));
      this.#worker = worker;
    }
    return this.#worker;
  }

  /** Ends the thread: what it was scanning is incomplete. Another one starts with the next scan. */
  #end(worker = this.#worker): void {
    if (worker !== undefined && worker === this.#worker) {
      this.#worker = undefined;
      void worker.terminate();
      for (const finish of this.#pending.values()) {
        finish(incomplete);
      }
    }
  }
}
