// Trials of processes that write at the same time, and of processes that are killed while they write.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'esbuild';
import { findAnswer, type Conversation } from '../../../src/conversation/common/conversation';
import type { Draft } from '../../../src/conversation/common/draft';
import { nodeDisk } from '../../../src/storage/node/disk';
import { JournalStore } from '../../../src/storage/node/journal/journalStore';
import { readSegments } from '../../../src/storage/node/journal/segments';
import { ManualClock } from '../manualClock';
import { longAttachment } from './sampleConversations';
import type { WriterReport } from './writerMain';

/** Bundles the writer as JavaScript, which starts ten times as fast. */
async function withWriterScript<T>(work: (root: string, script: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'portico-processes-'));
  const script = join(root, 'writer.cjs');
  await build({
    entryPoints: [join(__dirname, 'writerMain.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    logLevel: 'warning',
  });
  try {
    return await work(join(root, 'store'), script);
  } finally {
    await rm(root, { recursive: true });
  }
}

export interface KillResults {
  readonly kills: number;
  /** Conversations that could not be loaded. */
  readonly unreadable: number;
  /** Questions with their attachments, ends of answers and drafts that were reported as saved and are missing. */
  readonly lost: number;
  /** The longest time before its end from which an answer's text was lost, in ms. */
  readonly maxLostMs: number;
}

/** Kills that many writers, each at a random time while it streams. @param parallel How many run at a time. */
export async function killWriters(
  kills: number,
  random: () => number,
  parallel = 2,
): Promise<KillResults> {
  return await withWriterScript(async (root, script) => {
    const results = { kills, unreadable: 0, lost: 0, maxLostMs: 0 };
    const ids = Array.from({ length: kills }, (_, index) => `killed-${index}`);
    const store = new JournalStore({ root, clock: new ManualClock() });
    const killSome = async (): Promise<void> => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        const reports = await killAfter(spawnWriter(script, root, 'stream', id), random() * 300);
        const conversation = await store.load(id);
        results.lost += hasDraft(await store.loadDraft(id), reports) ? 0 : 1;
        if (conversation === undefined) {
          // A writer may be killed before its first question.
          results.unreadable += reports.some((entry) => 'saved' in entry) ? 1 : 0;
        } else {
          results.lost += reports.filter(
            (entry) => 'saved' in entry && !hasMessage(conversation, entry.saved),
          ).length;
          results.maxLostMs = Math.max(results.maxLostMs, lostMs(conversation, reports));
        }
      }
    };
    await Promise.all(Array.from({ length: parallel }, killSome));
    await store.close();
    return results;
  });
}

/** Lets that many processes write that many records each into the same conversations. */
export async function writeConcurrently(processes: number, records: number): Promise<void> {
  await withWriterScript(async (root, script) => {
    const names = Array.from({ length: processes }, (_, index) => `p${index}`);
    await Promise.all(
      names.map(async (name) => {
        const child = spawnWriter(script, root, 'write', name, String(records));
        const [code] = await once(child, 'close');
        assert.equal(code, 0, name);
      }),
    );
    const written = new Map<string, number[]>(names.map((name) => [name, []]));
    /** The name of each writer's process. */
    const processOf = new Map<string, string>();
    for (const id of ['one', 'two', 'three']) {
      const read = await readSegments(nodeDisk, join(root, 'conversations', id), id);
      assert.deepEqual(read.corruptSegments, []);
      for (const { type, data, writer } of read.records) {
        if (type === 'modelChosen') {
          const { model } = data as { readonly model: string };
          const [name = '', index] = model.split('-');
          assert.equal(processOf.get(writer) ?? name, name, 'a segment has one writer');
          processOf.set(writer, name);
          written.get(name)?.push(Number(index));
        }
      }
    }
    for (const [name, indexes] of written) {
      const all = Array.from({ length: records }, (_, index) => index);
      assert.deepEqual(
        indexes.toSorted((a, b) => a - b),
        all,
        name,
      );
    }
  });
}

function spawnWriter(script: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Kills the process `ms` after its first report. Resolves to all its reports. */
async function killAfter(child: ChildProcess, ms: number): Promise<readonly WriterReport[]> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  const closed = once(child, 'close');
  if (child.stdout !== null) {
    await once(child.stdout, 'data');
  }
  setTimeout(() => child.kill('SIGKILL'), ms);
  const [, signal] = await closed;
  assert.equal(signal, 'SIGKILL', 'it was killed and did not fail by itself');
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as WriterReport);
}

/** Whether a question is there with its attachment, or an answer is complete. */
function hasMessage(conversation: Conversation, id: string): boolean {
  const message = conversation.messages.find((candidate) => candidate.id === id);
  return message?.kind === 'answer'
    ? message.state === 'complete'
    : isDeepStrictEqual(message?.attachments, [longAttachment(id)]);
}

/** Whether the draft has the attachment that was saved last, or one that was attached after that. */
function hasDraft({ attachments = [] }: Draft, reports: readonly WriterReport[]): boolean {
  const saved = reports.findLast((entry) => 'savedDraft' in entry);
  const [found] = attachments;
  return (
    saved === undefined ||
    (found !== undefined &&
      isDeepStrictEqual(found, longAttachment(found.id)) &&
      turnOf(found.id) >= turnOf(saved.savedDraft))
  );
}

function turnOf(questionId: string): number {
  return Number(questionId.slice(1));
}

/** The time between the first lost piece and the last piece. */
function lostMs(conversation: Conversation, reports: readonly WriterReport[]): number {
  const pieces = reports.filter((entry) => 'piece' in entry);
  const last = pieces.at(-1);
  const lost = pieces.find(({ piece, answerId }) => {
    const words = findAnswer(conversation, answerId)?.text.split(' ').slice(0, -1) ?? [];
    assert.deepEqual(words, [...words.keys()].map(String), 'the text is not torn');
    return piece >= words.length;
  });
  return last === undefined || lost === undefined ? 0 : last.time - lost.time;
}
