// The ledger: one entry for each request to a model that may have cost something, of all chats and windows, in a file for
// each month that all windows append to. Deleted chats were paid, too.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { localDay } from '../../base/localDay';
import { omitUndefined } from '../../base/omitUndefined';
import { parseJson } from '../../base/parseJson';
import { mayBeCharged } from '../../conversation/node/retry/retryPolicy';
import type { ChatModel, CompletionRequest, StreamPart } from '../../gateway/common/chatModel';
import type { Failure } from '../../gateway/common/failure';
import {
  costOf,
  costSchema,
  usageSchema,
  type Cost,
  type PriceOf,
} from '../../gateway/common/prices';
import { priceSources, type Usage } from '../../gateway/common/usage';
import { makeFolder, readFolder, undefinedIfMissing, withFile, type Disk } from './disk';

export interface LedgerDeps {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  /** False while the history is off: then no entry says when it was sent, but for the day, and what for. */
  readonly hasDetails: () => boolean;
  /** The prices in the user's settings, which go before listed ones. */
  readonly ownPrices: () => PriceOf;
}

/** Requests of more months are forgotten. Months without a request do not count, so a wrong clock deletes nothing else. */
const keptMonths = 13;

const contentTypes = ['text', 'reasoning', 'refusal', 'toolCalls', 'file'] as const;

const costSources = [...priceSources, 'modelList', 'gateway'] as const;

/**
 * A request has two lines: one before it is sent, and one once it has ended, which replaces the first. The first alone is
 * left of a request whose window was killed: its cost is unknown.
 */
const line = v.object({
  /** It is random. */
  id: v.string(),
  /** The user's day on which it was sent, such as `2026-11-28`. */
  day: v.string(),
  /** When it was sent, in milliseconds since 1970. */
  at: v.exactOptional(v.number()),
  /** The `purpose` of a `CompletionRequest`, perhaps of a newer version. */
  purpose: v.exactOptional(v.string()),
  /** The `gatewayId`. */
  gateway: v.string(),
  model: v.string(),
  usage: v.exactOptional(usageSchema),
  /** As it was known then; absent if it is unknown. */
  cost: v.exactOptional(costSchema),
  /** Where the cost or its price is from: `gateway` has charged it, `modelList` and `priceList` are the gateway's. */
  costSource: v.exactOptional(v.picklist(costSources)),
  /** It ended before it could cost anything. */
  isFree: v.exactOptional(v.literal(true)),
});

export type LedgerEntry = v.InferOutput<typeof line>;

/** What has been read of a month's file. */
interface ReadMonth {
  /** The keys are IDs. */
  readonly entries: Map<string, LedgerEntry>;
  /** Its inode and when it was created: ext4 gives the inode of a deleted file to the next one. */
  readonly file: string;
  /** All lines before this byte have been read. */
  end: number;
}

export class Ledger implements Disposable {
  readonly #changed = new Emitter<void>();
  /** The keys are months, such as `2026-11`. */
  readonly #read = new Map<string, ReadMonth>();
  /** They are not on disk yet, which may be full, and are written with the next ones. */
  #unsaved: readonly LedgerEntry[] = [];
  /** The IDs of the requests that run in this window. */
  readonly #running = new Set<string>();
  /** Saves and reads one after another. Never rejects. */
  #work: Promise<void> = Promise.resolve();

  /** Fires when a request of this window has ended, and when all were deleted. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly deps: LedgerDeps) {}

  /**
   * The same model, of which each request is in the ledger before it is sent.
   * @param askedGateway the `gatewayId` that a request goes to; undefined if it cannot be sent
   */
  counted(chatModel: ChatModel, askedGateway: () => Promise<string | undefined>): ChatModel {
    const complete = this.#complete.bind(this, chatModel, askedGateway);
    return { complete };
  }

  /** The user's day. */
  get day(): string {
    return localDay(this.deps.clock.now());
  }

  /** The requests of today, as far as they were read; `load` makes them complete. */
  get today(): readonly LedgerEntry[] {
    const { day } = this;
    return this.#known(monthOf(day)).filter((entry) => entry.day === day);
  }

  /**
   * Reads the requests of a month that may have cost something, of all windows. Never rejects: where the disk fails, they are
   * those that this window knows. Its own ones that are running are left out.
   * @param month such as `2026-11`
   */
  async load(month = monthOf(this.day)): Promise<readonly LedgerEntry[]> {
    await this.#enqueue(() => this.#readMonth(month));
    return this.#known(month);
  }

  /** The same since a day, in the order of the months; `''` for all. */
  async loadSince(day: string): Promise<readonly LedgerEntry[]> {
    const names = await readFolder(this.deps.disk, this.deps.folder).catch(() => []);
    const months = new Set([...names, this.day].map(monthOf).toSorted());
    const read = [...months].filter((month) => month >= monthOf(day));
    const entries = await Promise.all(read.map((month) => this.load(month)));
    return entries.flat().filter((entry) => entry.day >= day);
  }

  async deleteAll(): Promise<void> {
    await this.#work;
    this.#read.clear();
    this.#unsaved = [];
    await this.deps.disk.rm(this.deps.folder, { recursive: true, force: true });
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async *#complete(
    chatModel: ChatModel,
    askedGateway: () => Promise<string | undefined>,
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart> {
    const gateway = await askedGateway();
    if (gateway === undefined || signal.aborted) {
      yield* chatModel.complete(request, signal);
      return;
    }
    const { model, purpose } = request;
    const details = this.deps.hasDetails() ? { at: this.deps.clock.now(), purpose } : {};
    const started = { id: randomUUID(), day: this.day, ...details, gateway, model };
    this.#running.add(started.id);
    await this.#add(started);
    const received = new Set<StreamPart['type']>();
    let usage: Usage | undefined;
    let failure: Failure | undefined;
    try {
      for await (const part of chatModel.complete(request, signal)) {
        received.add(part.type);
        if (part.type === 'usage') {
          ({ usage } = part);
        } else if (part.type === 'failure') {
          ({ failure } = part);
        }
        yield part;
      }
    } finally {
      const mayHaveCost =
        usage !== undefined ||
        contentTypes.some((type) => received.has(type)) ||
        (failure === undefined ? received.has('sent') : mayBeCharged(failure));
      this.#running.delete(started.id);
      const end = mayHaveCost ? this.#costs(request, usage) : { isFree: true as const };
      await this.#add({ ...started, ...end });
      this.#changed.fire();
    }
  }

  #costs(
    { model, listedPrice, messages }: CompletionRequest,
    reported: Usage | undefined,
  ): Partial<LedgerEntry> {
    const usage = reported ?? {};
    const price = this.deps.ownPrices()(model) ?? listedPrice;
    const hasImages = messages.some(({ images = [] }) => images.length > 0);
    const cost: Cost | undefined = costOf(usage, price, hasImages);
    const source = usage.billedDollars === undefined ? (price?.source ?? 'modelList') : 'gateway';
    return omitUndefined({ usage: reported, cost, costSource: cost && source });
  }

  #add(entry: LedgerEntry): Promise<void> {
    this.#unsaved = [...this.#unsaved, entry];
    return this.#enqueue(() => this.#save());
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(task).catch(() => undefined);
    return this.#work;
  }

  async #save(): Promise<void> {
    const { disk, folder } = this.deps;
    await makeFolder(disk, folder);
    for (const [month, entries] of Map.groupBy(this.#unsaved, ({ day }) => monthOf(day))) {
      // Each starts a line of its own, also after one that a crash or a full disk cut off.
      const text = entries.map((entry) => `\n${JSON.stringify(entry)}`).join('');
      await withFile(disk, join(folder, fileName(month)), 'a', (file) => file.writeFile(text));
      this.#unsaved = this.#unsaved.filter((entry) => !entries.includes(entry));
      const isNew = !this.#read.has(month);
      await this.#readMonth(month);
      if (isNew) {
        await this.#removeOldMonths();
      }
    }
  }

  async #removeOldMonths(): Promise<void> {
    const { disk, folder } = this.deps;
    const names = (await readFolder(disk, folder)).toSorted();
    for (const name of names.slice(0, -keptMonths)) {
      await disk.rm(join(folder, name), { force: true });
    }
  }

  #known(month: string): readonly LedgerEntry[] {
    const unsaved = this.#unsaved.filter(({ day }) => monthOf(day) === month);
    const entries = new Map(this.#read.get(month)?.entries);
    for (const entry of unsaved) {
      entries.set(entry.id, entry);
    }
    return [...entries.values()].filter(
      ({ id, isFree }) => isFree !== true && !this.#running.has(id),
    );
  }

  /** Reads what was appended since the last time: a month may have thousands of requests. */
  async #readMonth(month: string): Promise<void> {
    const path = join(this.deps.folder, fileName(month));
    const read = await withFile(this.deps.disk, path, 'r', async (handle) => {
      const { size, ino, birthtimeMs } = await handle.stat();
      const file = `${ino} ${birthtimeMs}`;
      const last = this.#read.get(month);
      const known: ReadMonth =
        last?.file === file && last.end <= size ? last : { entries: new Map(), file, end: 0 };
      const buffer = Buffer.alloc(size - known.end);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, known.end);
      const text = buffer.subarray(0, bytesRead);
      for (const json of text.toString('utf8').split('\n')) {
        const entry = v.safeParse(line, parseJson(json));
        if (entry.success) {
          known.entries.set(entry.output.id, entry.output);
        }
      }
      // Another window may not have written all of the last line yet.
      known.end += Math.max(0, text.lastIndexOf('\n'));
      return known;
    }).catch(undefinedIfMissing);
    if (read === undefined) {
      // Another window has deleted it.
      this.#read.delete(month);
    } else {
      this.#read.set(month, read);
    }
  }
}

/** The month of a day, such as `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

function fileName(month: string): string {
  return `${month}.jsonl`;
}
