// Windows that write side by side, and windows that are killed while they write.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Conversation } from '../../../src/shared/conversation/conversation';
import { findAnswer } from '../../../src/shared/conversation/conversation';
import { nodeDisk } from '../../../src/store/disk';
import { JournalStore } from '../../../src/store/journal/journalStore';
import { readSegments } from '../../../src/store/journal/segments';
import { ManualClock } from '../manualClock';
import type { Said } from './writerMain';

/** The writer as plain JavaScript: it starts in a tenth of the time. */
async function inFolder<T>(work: (root: string, script: string) => Promise<T>): Promise<T> {
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

export interface KillFigures {
  readonly kills: number;
  /** Conversations that did not open. */
  readonly unreadable: number;
  /** Questions and ends of answers that were told as kept and are not there. */
  readonly lost: number;
  /** How far back an answer's text was lost, at most, in ms. */
  readonly lostMs: number;
}

/** Kills so many writers, each at a random time while it streams, so many side by side. */
export async function killWriters(
  kills: number,
  random: () => number,
  atOnce = 2,
): Promise<KillFigures> {
  return await inFolder(async (root, script) => {
    const figures = { kills, unreadable: 0, lost: 0, lostMs: 0 };
    const ids = Array.from({ length: kills }, (_, index) => `killed-${index}`);
    const store = new JournalStore({ root, clock: new ManualClock() });
    const lane = async (): Promise<void> => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        const said = await killed(spawnWriter(script, root, 'stream', id), random() * 300);
        const conversation = await store.load(id);
        figures.unreadable += conversation === undefined ? 1 : 0;
        if (conversation !== undefined) {
          figures.lost += said.filter(
            (one) => 'kept' in one && !holds(conversation, one.kept),
          ).length;
          figures.lostMs = Math.max(figures.lostMs, lostMs(conversation, said));
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    await store.close();
    return figures;
  });
}

/** Has so many processes write so many records each into the same conversations. */
export async function writeSideBySide(processes: number, records: number): Promise<void> {
  await inFolder(async (root, script) => {
    const names = Array.from({ length: processes }, (_, index) => `p${index}`);
    await Promise.all(
      names.map(async (name) => {
        const child = spawnWriter(script, root, 'write', name, String(records));
        const [code] = await once(child, 'close');
        assert.equal(code, 0, name);
      }),
    );
    const written = new Map<string, number[]>(names.map((name) => [name, []]));
    const writers = new Map<string, string>();
    for (const id of ['one', 'two', 'three']) {
      const read = await readSegments(nodeDisk, join(root, 'conversations', id), id);
      assert.deepEqual(read.damage, []);
      for (const { k, d, w } of read.records) {
        if (k === 'modelChosen') {
          const { model } = d as { readonly model: string };
          const [name = '', index] = model.split('-');
          assert.equal(writers.get(w) ?? name, name, 'a segment is one writer’s');
          writers.set(w, name);
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

/** Kills the process so long after it has first said something; resolves to all that it said. */
async function killed(child: ChildProcess, afterMs: number): Promise<readonly Said[]> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  const closed = once(child, 'close');
  if (child.stdout !== null) {
    await once(child.stdout, 'data');
  }
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [, signal] = await closed;
  assert.equal(signal, 'SIGKILL', 'it was killed, and has not failed by itself');
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Said);
}

/** Whether the message is there, and an answer whole. */
function holds(conversation: Conversation, id: string): boolean {
  const message = conversation.messages.find((one) => one.id === id);
  return message?.kind === 'answer' ? message.state === 'complete' : message !== undefined;
}

/** How long before its end the first piece was appended that is not there. */
function lostMs(conversation: Conversation, said: readonly Said[]): number {
  const pieces = said.filter((one) => 'piece' in one);
  const last = pieces.at(-1);
  const missing = pieces.find(({ piece, of }) => {
    const words = findAnswer(conversation, of)?.text.split(' ').slice(0, -1) ?? [];
    assert.deepEqual(words, [...words.keys()].map(String), 'a beginning of the answer');
    return piece >= words.length;
  });
  return last === undefined || missing === undefined ? 0 : last.at - missing.at;
}
