// DayCosts: what the requests of today's chats cost, in a file that all windows append to. Deleted chats were paid, too.
// Where the disk fails, the sums are those of this window: an error for each answer would help nobody.
import { join } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../../../base/clock';
import { parseJson } from '../../../base/parseJson';
import {
  makeFolder,
  nodeDisk,
  readFileIfExists,
  readFolder,
  withFile,
} from '../../../storage/node/disk';
import { costTotals, type CostTotals, type PaidRequest } from './answerUsage';

export interface DayCostsDeps {
  readonly folder: string;
  readonly clock: Clock;
  /** False while nothing may be written. */
  readonly isKept: () => boolean;
}

const line = v.object({
  id: v.string(),
  cost: v.exactOptional(
    v.object({
      amount: v.number(),
      currency: v.string(),
      isMinimum: v.exactOptional(v.literal(true)),
      isEstimate: v.exactOptional(v.literal(true)),
    }),
  ),
});

export class DayCosts {
  /** What this window has read or reported of today; the keys are IDs. */
  #requests = new Map<string, PaidRequest>();
  #day = '';

  constructor(private readonly deps: DayCostsDeps) {}

  /** What is known of today; `load` and `add` make it complete. */
  get today(): CostTotals {
    return costTotals(this.#day === this.#today() ? [...this.#requests.values()] : []);
  }

  /** Adds requests that have just ended, and reads those of other windows. Never rejects. */
  async add(requests: readonly PaidRequest[]): Promise<void> {
    this.#startDay();
    for (const request of requests) {
      this.#requests.set(request.id, request);
    }
    if (this.deps.isKept() && requests.length > 0) {
      await this.#append(requests).catch(() => undefined);
    }
    await this.load();
  }

  /** Never rejects. */
  async load(): Promise<void> {
    this.#startDay();
    const content = await readFileIfExists(nodeDisk, this.#path).catch(() => undefined);
    // A line that a crash cut off is no request.
    for (const text of content?.toString('utf8').split('\n') ?? []) {
      const read = v.safeParse(line, parseJson(text));
      if (read.success) {
        this.#requests.set(read.output.id, read.output);
      }
    }
  }

  async #append(requests: readonly PaidRequest[]): Promise<void> {
    const path = this.#path;
    await makeFolder(nodeDisk, this.deps.folder);
    // Each starts a line of its own, also after one that a crash or a full disk cut off.
    const text = requests.map((request) => `\n${JSON.stringify(request)}`).join('');
    await withFile(nodeDisk, path, 'a', (file) => file.writeFile(text));
    await this.#removeOldDays();
  }

  get #path(): string {
    return join(this.deps.folder, `${this.#day}.jsonl`);
  }

  #startDay(): void {
    const today = this.#today();
    if (this.#day !== today) {
      this.#day = today;
      this.#requests = new Map();
    }
  }

  async #removeOldDays(): Promise<void> {
    const { folder } = this.deps;
    for (const name of await readFolder(nodeDisk, folder)) {
      if (name < `${this.#day}.jsonl`) {
        await nodeDisk.rm(join(folder, name), { force: true });
      }
    }
  }

  /** The user's day, such as `2026-11-28`. */
  #today(): string {
    const date = new Date(this.deps.clock.now());
    const digits = (value: number): string => String(value).padStart(2, '0');
    return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
  }
}
