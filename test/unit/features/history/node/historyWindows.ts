// Windows that share one store. Each has its own writer and worker thread, as the extension composes them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import {
  newConversation,
  type Answer,
  type Question,
} from '../../../../../src/conversation/common/conversation';
import type {
  HistoryQuery,
  SearchResult,
} from '../../../../../src/features/history/node/conversationHistory';
import { HistoryThread } from '../../../../../src/features/history/node/historyThread';
import { StoredHistory } from '../../../../../src/features/history/node/storedHistory';
import { Trash } from '../../../../../src/features/history/node/trash';
import { nodeDisk } from '../../../../../src/storage/node/disk';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import { storagePaths, type StoragePaths } from '../../../../../src/storage/node/storagePaths';
import { ManualClock } from '../../../../support/manualClock';
import { projectRoot } from '../../../../support/toolchain';

const neverAborted = new AbortController().signal;
const script = join(projectRoot, '.cache', 'unit', `historyWorker-${process.pid}.js`);

export interface Window {
  readonly store: JournalStore;
  readonly history: StoredHistory;
  readonly thread: HistoryThread;
}

/** To be called once in a suite: bundles the worker's script and removes it afterwards. */
export function buildHistoryWorker(): void {
  before(() =>
    build({
      entryPoints: [join(projectRoot, 'src/features/history/node/historyWorker.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: script,
    }),
  );
  after(() => rmSync(script));
}

export class HistoryWindows {
  readonly root = mkdtempSync(join(tmpdir(), 'portico-history-'));
  readonly clock = new ManualClock();
  readonly index = join(this.root, 'history', 'words.db');
  readonly paths: StoragePaths = storagePaths(this.root);
  readonly #open: Window[] = [];
  /** `portico.history.enabled`. */
  isHistoryEnabled = true;

  open(workspace?: string, disk = nodeDisk): Window {
    const { root, clock, paths, index } = this;
    const isHistoryEnabled = (): boolean => this.isHistoryEnabled;
    const store = new JournalStore({
      root,
      clock,
      isHistoryEnabled,
      disk,
      ...(workspace === undefined ? {} : { workspace }),
    });
    const { conversations } = paths;
    const thread = new HistoryThread(script, { conversations, index }, isHistoryEnabled);
    const history = new StoredHistory({ store, thread, trash: new Trash(paths), clock });
    const window = { store, history, thread };
    this.#open.push(window);
    return window;
  }

  async close(): Promise<void> {
    for (const { store, thread } of this.#open) {
      await thread.close();
      thread.dispose();
      await store.close();
    }
    rmSync(this.root, { recursive: true });
  }

  /** Saves a question and its answer, each piece of the answer as one record. */
  async saveTurn(
    { store }: Window,
    id: string,
    text: string,
    pieces: readonly string[],
    isNew = true,
  ): Promise<void> {
    const { clock } = this;
    if (isNew) {
      store.create(newConversation(id, 'demo', clock.now()));
    }
    const question: Question = {
      kind: 'question',
      id: `${id}-q${clock.now()}`,
      text,
      askedAt: clock.now(),
    };
    const answer: Answer = {
      kind: 'answer',
      id: `${id}-a${clock.now()}`,
      questionId: question.id,
      model: 'demo',
      state: 'waiting',
      text: '',
      reasoning: '',
      startedAt: clock.now(),
    };
    store.append(id, { type: 'asked', question, answer });
    for (const piece of pieces) {
      store.append(id, {
        type: 'textAppended',
        answerId: answer.id,
        text: piece,
        reasoning: 'pondering',
      });
      await store.sync(id);
    }
    store.append(id, {
      type: 'ended',
      answerId: answer.id,
      state: 'complete',
      outcome: { endedAt: clock.now() },
    });
    await store.flush();
    clock.advance(1_000);
  }
}

export async function findResults(
  { history }: Window,
  query: Partial<HistoryQuery> = {},
): Promise<readonly SearchResult[]> {
  let results: readonly SearchResult[] = [];
  for await (const page of history.find(
    { text: '', limit: 50, refresh: true, ...query },
    neverAborted,
  )) {
    ({ results } = page);
  }
  return results;
}

export async function findIds(
  window: Window,
  query: Partial<HistoryQuery> = {},
): Promise<readonly string[]> {
  return (await findResults(window, query)).map(({ conversation }) => conversation.id);
}
