// What becomes of a journal that is cut, or in which a bit is turned.
import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { nodeDisk } from '../../../src/store/disk';
import { JournalStore } from '../../../src/store/journal/journalStore';
import { type ReadSegments, readSegments } from '../../../src/store/journal/segments';
import { ManualClock } from '../manualClock';
import { type Story, story } from './stories';

interface Kept {
  readonly root: string;
  readonly told: Story;
  readonly other: Story;
  readonly folder: string;
  /** Of the one segment. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Two conversations on disk. */
async function keep(length: number): Promise<Kept> {
  const root = await mkdtemp(join(tmpdir(), 'portico-damage-'));
  const [told, other] = [story('told', length), story('other', 20)];
  const store = new JournalStore({ root, clock: new ManualClock() });
  for (const { begun, events } of [told, other]) {
    store.create(begun);
    for (const event of events) {
      store.append(begun.id, event);
    }
  }
  await store.close();
  const folder = join(root, 'conversations', told.begun.id);
  const [name] = await readdir(folder);
  assert.ok(name !== undefined);
  const path = join(folder, name);
  return { root, told, other, folder, path, bytes: await readFile(path) };
}

function storeIn(root: string): JournalStore {
  return new JournalStore({ root, clock: new ManualClock() });
}

/** Cuts a journal of so many events at every byte. Resolves to the number of cuts. */
export async function cutEverywhere(length: number): Promise<number> {
  const { root, told, other, path, bytes } = await keep(length);
  const file = await open(path, 'r+');
  let lines = bytes.filter((byte) => byte === 0x0a).length;
  for (let end = bytes.length; end >= 0; end -= 1) {
    if (bytes[end] === 0x0a) {
      lines -= 1;
    }
    await file.truncate(end);
    const loaded = await storeIn(root).load('told');
    // The first line is the header.
    const whole = lines === 0 ? undefined : told.states[lines - 1];
    assert.ok(isDeepStrictEqual(loaded, whole), `cut at byte ${end}`);
  }
  await file.close();
  assert.deepEqual(await storeIn(root).load('other'), other.states.at(-1));
  await rm(root, { recursive: true });
  return bytes.length + 1;
}

/** Turns so many bits, one at a time. */
export async function turnBits(length: number, count: number, random: () => number): Promise<void> {
  const { root, told, other, folder, path, bytes } = await keep(length);
  const read = (): Promise<ReadSegments> => readSegments(nodeDisk, folder, 'told');
  const { records } = await read();
  const file = await open(path, 'r+');
  for (let turned = 0; turned < count; turned += 1) {
    const place = Math.floor(random() * bytes.length);
    const mask = 1 << Math.floor(random() * 8);
    const name = `bit ${mask} of byte ${place}`;
    await file.write(Buffer.from([bytes[place]! ^ mask]), 0, 1, place);
    const left = (await read()).records;
    // The line of that byte, and the next one where its line end is gone.
    assert.ok(left.length >= records.length - 2, name);
    const kept = new Set(left.map(({ n }) => n));
    assert.ok(
      isDeepStrictEqual(
        left,
        records.filter(({ n }) => kept.has(n)),
      ),
      name,
    );
    const before = bytes.subarray(0, place).filter((byte) => byte === 0x0a).length;
    assert.ok(isDeepStrictEqual(left.slice(0, before), records.slice(0, before)), name);
    const loaded = await storeIn(root).load('told');
    assert.ok((loaded?.messages.length ?? 0) >= told.states.at(-1)!.messages.length - 4, name);
    await file.write(bytes.subarray(place, place + 1), 0, 1, place);
  }
  await file.close();
  assert.deepEqual(await storeIn(root).load('told'), told.states.at(-1));
  assert.deepEqual(await storeIn(root).load('other'), other.states.at(-1));
  await rm(root, { recursive: true });
}
