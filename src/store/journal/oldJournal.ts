// Once a conversation was kept in one file of unnumbered lines; such a file is read a last time, and taken over.
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/parseJson';
import type { Conversation } from '../../shared/conversation/conversation';
import { Blobs } from './blobs';
import { conversationSchema, eventSchema } from '../../chat/conversationSchema';
import {
  type Disk,
  fileMode,
  makeFolder,
  orUndefinedIfMissing,
  readIfThere,
  syncFolder,
} from '../disk';
import { entriesOf } from './entry';
import { type Line, lineOf } from './line';
import { reduceFlat } from './flatHistory';
import { folderName, type StoragePaths } from '../storagePaths';
import { segmentName } from './segments';
import { EventLoopYielder } from '../yieldToEventLoop';

const header = v.object({ version: v.literal(1), conversation: conversationSchema });

/** The conversation that an old journal tells; a line that cannot be read, a torn last one say, is passed over. */
export async function readOldJournal(text: string): Promise<Conversation | undefined> {
  let told: Conversation | undefined;
  const turns = new EventLoopYielder();
  for (const line of text.split('\n')) {
    await turns.next();
    const record = parseJson(line);
    const started = v.safeParse(header, record);
    if (started.success) {
      told = started.output.conversation;
      continue;
    }
    const kept = v.safeParse(eventSchema, record);
    if (kept.success && told !== undefined) {
      told = reduceFlat(told, kept.output);
    }
  }
  return told;
}

/** `w` of what was taken over: it was no window's. */
const writer = 'old';

const suffix = '.jsonl';

/** @param folder What it is taken over into. */
export function oldJournalOf(folder: string): string {
  return `${folder}${suffix}`;
}

/** The names of old files in the conversations' place become those of folders. */
export function oldJournals(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
}

/**
 * Writes what an old file tells as a folder of its own, and puts the file into the trash. Does nothing
 * where there is no such file, or nothing in it that can be read. Another window may do the same at once.
 * Resolves to what the disk has refused, or what is not wanted there now: it is read from memory then, and
 * taken over another time.
 *
 * @param by Tells whoever does it; undefined where nothing may be written.
 */
export async function takeOver(
  disk: Disk,
  { conversations, trash }: StoragePaths,
  id: string,
  now: number,
  by: string | undefined,
): Promise<readonly Line[]> {
  const folder = join(conversations, folderName(id));
  const old = oldJournalOf(folder);
  const told = (await readIfThere(disk, old))?.toString('utf8');
  const conversation = told === undefined ? undefined : await readOldJournal(told);
  if (conversation === undefined) {
    return [];
  }
  const lines = linesOf({ ...conversation, id });
  if (by === undefined) {
    return lines;
  }
  const unfinished = join(conversations, `.${folderName(id)}.${by}.tmp`);
  const remove = (): Promise<void> => disk.rm(unfinished, { force: true, recursive: true });
  try {
    await remove();
    await writeFolder(disk, unfinished, lines);
    await disk
      .rename(unfinished, folder)
      .catch(async (error: unknown) => await moveSegment(disk, unfinished, folder, lines, error));
    await syncFolder(disk, conversations);
    await remove();
  } catch {
    await remove().catch(() => undefined);
    return lines;
  }
  await makeFolder(disk, trash)
    .then(() => disk.rename(old, join(trash, oldJournalOf(`${now}-${folderName(id)}`))))
    .catch(() => undefined);
  return [];
}

function linesOf(conversation: Conversation): readonly Line[] {
  return entriesOf(conversation, undefined).map((entry, index) =>
    lineOf(entry, { c: conversation.id, w: writer, n: index, l: index }, conversation.createdAt),
  );
}

/** For a folder that is there: it was taken over elsewhere, or gone on with while the disk refused that. */
async function moveSegment(
  disk: Disk,
  from: string,
  to: string,
  lines: readonly Line[],
  error: unknown,
): Promise<void> {
  const name = segmentName(writer, 0);
  const names = (await disk.readdir(to).catch(orUndefinedIfMissing)) ?? [];
  if (names.length === 0) {
    throw error;
  }
  if (!names.includes(name)) {
    await writeBlobs(disk, to, lines);
    await disk.rename(join(from, name), join(to, name));
    await syncFolder(disk, to);
  }
}

async function writeBlobs(disk: Disk, folder: string, lines: readonly Line[]): Promise<void> {
  const blobs = new Blobs(disk, folder);
  const turns = new EventLoopYielder();
  for (const line of lines) {
    for (const blob of line.blobs) {
      await blobs.write(blob, writer);
    }
    await turns.next();
  }
}

async function writeFolder(disk: Disk, folder: string, lines: readonly Line[]): Promise<void> {
  await makeFolder(disk, folder);
  await writeBlobs(disk, folder, lines);
  const file = await disk.open(join(folder, segmentName(writer, 0)), 'wx', fileMode);
  try {
    for (const { bytes } of lines) {
      await file.writeFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(disk, folder);
}
