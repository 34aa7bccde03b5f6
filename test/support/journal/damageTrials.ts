// Trials of a journal that is cut or has flipped bits.
import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { nodeDisk } from '../../../src/storage/node/disk';
import { JournalStore } from '../../../src/storage/node/journal/journalStore';
import { readSegments, type ReadSegments } from '../../../src/storage/node/journal/segments';
import { ManualClock } from '../manualClock';
import { sampleConversation, type SampleConversation } from './sampleConversations';

interface SavedSamples {
  readonly root: string;
  readonly sample: SampleConversation;
  /** Is not damaged. */
  readonly other: SampleConversation;
  readonly folder: string;
  /** The sample's only segment. */
  readonly path: string;
  readonly bytes: Buffer;
}

async function saveSamples(eventCount: number): Promise<SavedSamples> {
  const root = await mkdtemp(join(tmpdir(), 'portico-damage-'));
  const [sample, other] = [
    sampleConversation('sample', eventCount),
    sampleConversation('other', 20),
  ];
  const store = new JournalStore({ root, clock: new ManualClock() });
  for (const { initial, events } of [sample, other]) {
    store.create(initial);
    for (const event of events) {
      store.append(initial.id, event);
    }
  }
  await store.close();
  const folder = join(root, 'conversations', sample.initial.id);
  const [name] = await readdir(folder);
  assert.ok(name !== undefined);
  const path = join(folder, name);
  return { root, sample, other, folder, path, bytes: await readFile(path) };
}

function storeIn(root: string): JournalStore {
  return new JournalStore({ root, clock: new ManualClock() });
}

/** Cuts a journal with that many events at each byte. Resolves to the number of cuts. */
export async function cutAtEveryByte(eventCount: number): Promise<number> {
  const { root, sample, other, path, bytes } = await saveSamples(eventCount);
  const file = await open(path, 'r+');
  let lineCount = bytes.filter((byte) => byte === 0x0a).length;
  for (let end = bytes.length; end >= 0; end -= 1) {
    if (bytes[end] === 0x0a) {
      lineCount -= 1;
    }
    await file.truncate(end);
    const loaded = await storeIn(root).load('sample');
    // The first line is the header.
    const expected = lineCount === 0 ? undefined : sample.states[lineCount - 1];
    assert.ok(isDeepStrictEqual(loaded, expected), `cut at byte ${end}`);
  }
  await file.close();
  assert.deepEqual(await storeIn(root).load('other'), other.states.at(-1));
  await rm(root, { recursive: true });
  return bytes.length + 1;
}

/** Flips that many bits, one at a time. */
export async function flipBits(
  eventCount: number,
  bitCount: number,
  random: () => number,
): Promise<void> {
  const { root, sample, other, folder, path, bytes } = await saveSamples(eventCount);
  const read = (): Promise<ReadSegments> => readSegments(nodeDisk, folder, 'sample');
  const { records } = await read();
  const file = await open(path, 'r+');
  for (let count = 0; count < bitCount; count += 1) {
    const position = Math.floor(random() * bytes.length);
    const mask = 1 << Math.floor(random() * 8);
    const name = `bit ${mask} of byte ${position}`;
    await file.write(Buffer.from([bytes[position]! ^ mask]), 0, 1, position);
    const remaining = (await read()).records;
    // The line of that byte is lost, and the next one too if the byte was the line end.
    assert.ok(remaining.length >= records.length - 2, name);
    const numbers = new Set(remaining.map(({ seq }) => seq));
    assert.ok(
      isDeepStrictEqual(
        remaining,
        records.filter(({ seq }) => numbers.has(seq)),
      ),
      name,
    );
    const linesBefore = bytes.subarray(0, position).filter((byte) => byte === 0x0a).length;
    assert.ok(
      isDeepStrictEqual(remaining.slice(0, linesBefore), records.slice(0, linesBefore)),
      name,
    );
    const loaded = await storeIn(root).load('sample');
    const { length } = sample.states.at(-1)!.messages;
    assert.ok((loaded?.messages.length ?? 0) >= length - 4, name);
    await file.write(bytes.subarray(position, position + 1), 0, 1, position);
  }
  await file.close();
  assert.deepEqual(await storeIn(root).load('sample'), sample.states.at(-1));
  assert.deepEqual(await storeIn(root).load('other'), other.states.at(-1));
  await rm(root, { recursive: true });
}
