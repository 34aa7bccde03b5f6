// DraftOwners: which drafts belong to windows that are gone, and may be taken.
//
// A window is gone if it has closed, if its process has ended, or if it does not reply: VS Code's server lets the process
// run on after a crash of the window, and another program can have its ID. To ask, a file is created in the draft's
// folder; a window that is still there removes it.
import { join } from 'node:path';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { errorCode } from '../../../base/errorCode';
import { undefinedIfMissing, withFile, type Disk } from '../disk';

/** The file with which another window asks whether the window of a draft is still there. */
export const askedName = 'asked';
/** A window looks so often whether it is asked about its drafts. */
const replyPollMs = 500;
/** How long a window has to reply. If it is too slow, its draft is taken although it is still there, and not lost. */
const replyTimeoutMs = 3000;

/** The processes of this machine. */
export interface Processes {
  readonly own: number;
  /** Whether some process has that ID. */
  isRunning(id: number): boolean;
}

export interface DraftOwnersDeps {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Whether this code still belongs to a window: a crash may leave it running without one. */
  readonly isWindowAlive: () => Promise<boolean>;
  readonly processes?: Processes;
}

export interface OwnedDraft {
  /** Its folder. */
  readonly path: string;
  /** The process of its window; undefined for one that has closed. */
  readonly processId: number | undefined;
}

export class DraftOwners implements Disposable {
  readonly #processes: Processes;
  /** The folders of this window's drafts. */
  readonly #ownPaths = new Set<string>();
  #timer: Disposable | undefined;

  constructor(private readonly deps: DraftOwnersDeps) {
    this.#processes = deps.processes ?? nodeProcesses;
  }

  /** That of this window. */
  get processId(): number {
    return this.#processes.own;
  }

  /** @param askedAt When each window was asked, by the path of its draft; in ms since 1970. */
  async stateOf(
    { path, processId }: OwnedDraft,
    askedAt: Map<string, number>,
  ): Promise<'gone' | 'asked' | 'inUse'> {
    const { clock, disk } = this.deps;
    if (
      processId === undefined ||
      // The extension was started again in this process.
      processId === this.#processes.own ||
      !this.#processes.isRunning(processId)
    ) {
      return 'gone';
    }
    const asked = join(path, askedName);
    const at = askedAt.get(path);
    if (at === undefined) {
      askedAt.set(path, clock.now());
      await withFile(disk, asked, 'a', async () => undefined).catch(undefinedIfMissing);
      return 'asked';
    }
    if ((await disk.stat(asked).catch(undefinedIfMissing)) === undefined) {
      return 'inUse';
    }
    return clock.now() < at + replyTimeoutMs ? 'asked' : 'gone';
  }

  /** Replies from now on to windows that ask for the draft in a folder. */
  replyFor(path: string): void {
    this.#ownPaths.add(path);
    this.#timer ??= this.deps.clock.after(replyPollMs, () => void this.#reply());
  }

  release(path: string): void {
    this.#ownPaths.delete(path);
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#ownPaths.clear();
  }

  async #reply(): Promise<void> {
    const { disk, isWindowAlive } = this.deps;
    for (const path of this.#ownPaths) {
      const asked = join(path, askedName);
      if (
        (await disk.stat(asked).catch(() => undefined)) !== undefined &&
        (await isWindowAlive())
      ) {
        await disk.rm(asked, { force: true }).catch(() => undefined);
      }
    }
    this.#timer = undefined;
    const [path] = this.#ownPaths;
    if (path !== undefined) {
      this.replyFor(path);
    }
  }
}

const nodeProcesses: Processes = {
  own: process.pid,
  isRunning: (id) => {
    try {
      return process.kill(id, 0);
    } catch (error) {
      return errorCode(error) === 'EPERM';
    }
  },
};
