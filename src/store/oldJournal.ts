// Once a conversation was kept in one file of unnumbered lines; such a file is read a last time, and taken over.
import { join } from 'node:path';
import * as v from 'valibot';
import type { Conversation } from '../shared/conversation';
import { Blobs } from './blobs';
import { conversationSchema, eventSchema } from '../chat/conversationSchema';
import { type Disk, fileMode, makeFolder, readIfThere, syncFolder } from './disk';
import { entriesOf } from './entry';
import { lineOf } from './line';
import { reduceFlat } from './flatHistory';
import { folderName, type Places } from './places';
import { listSegments, segmentName } from './segments';
import { Turns } from './turns';

const header = v.object({ version: v.literal(1), conversation: conversationSchema });

/** The conversation that an old journal tells; a line that cannot be read, a torn last one say, is passed over. */
async function readOldJournal(text: string): Promise<Conversation | undefined> {
  let told: Conversation | undefined;
  const turns = new Turns();
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

/** The names of old files in the conversations' place become those of folders. */
export function oldJournals(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
}

/**
 * Writes what an old file tells as a folder of its own, and puts the file into the trash. Does nothing
 * where there is no such file, or nothing in it that can be read. Another window may do the same at once.
 *
 * @param by Tells whoever does it.
 */
export async function takeOver(
  disk: Disk,
  { conversations, trash }: Places,
  id: string,
  now: number,
  by: string,
): Promise<void> {
  const old = join(conversations, `${folderName(id)}${suffix}`);
  const told = (await readIfThere(disk, old))?.toString('utf8');
  const conversation = told === undefined ? undefined : await readOldJournal(told);
  if (conversation === undefined) {
    return;
  }
  const folder = join(conversations, folderName(id));
  const unfinished = join(conversations, `.${folderName(id)}.${by}.tmp`);
  await disk.rm(unfinished, { force: true, recursive: true });
  await writeFolder(disk, unfinished, { ...conversation, id });
  await disk.rename(unfinished, folder).catch(async (error: unknown) => {
    await disk.rm(unfinished, { force: true, recursive: true });
    if ((await listSegments(disk, folder)).length === 0) {
      throw error;
    }
  });
  await syncFolder(disk, conversations);
  await makeFolder(disk, trash);
  await disk.rename(old, join(trash, `${now}-${folderName(id)}${suffix}`)).catch(() => undefined);
}

async function writeFolder(disk: Disk, folder: string, conversation: Conversation): Promise<void> {
  await makeFolder(disk, folder);
  const blobs = new Blobs(disk, folder);
  const file = await disk.open(join(folder, segmentName(writer, 0)), 'wx', fileMode);
  try {
    for (const [index, entry] of entriesOf(conversation, undefined).entries()) {
      const stamp = { c: conversation.id, w: writer, n: index, l: index };
      const line = lineOf(entry, stamp, conversation.createdAt);
      for (const blob of line.blobs) {
        await blobs.write(blob, writer);
      }
      await file.writeFile(line.bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(disk, folder);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
