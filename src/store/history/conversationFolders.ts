// The store's folders, and what an older version kept, as lists and searches see them; made for the thread of the history, which may be blocked.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ConversationSummary } from '../../chat/ports';
import { titleFromQuestion } from '../../shared/text/title';
import { idOf } from '../storagePaths';
import type { JournalRecord } from '../journal/record';
import { isMeta, mergeRecords, type Segment, segmentOf } from '../journal/segments';
import type { ConversationFolders } from './historyList';
import { textsOf } from './folderTexts';
import type { MessageText } from './snippet';
import { SegmentEnds } from './segmentEnds';

interface SizedSegment extends Segment {
  /** In bytes. */
  readonly size: number;
}

const header = v.object({ createdAt: v.number(), workspace: v.exactOptional(v.string()) });
const asked = v.object({ question: v.object({ text: v.string() }) });
const kept = v.object({
  message: v.object({ kind: v.string(), text: v.string() }),
  offPath: v.exactOptional(v.literal(true)),
});
const beside = v.object({ blob: v.pipe(v.string(), v.hash(['sha256'])) });
const title = v.object({ title: v.string() });
const pin = v.object({ pinned: v.boolean() });
const deletion = v.object({ deleted: v.boolean() });

/** What is written when somebody only looks at a conversation, or asks that it be stopped. */
const unsaid: ReadonlySet<string> = new Set([
  'present',
  'stopAsked',
  'modelChosen',
  'gatewayChosen',
]);

/** `root`: of all conversations. */
export function conversationFolders(root: string): ConversationFolders {
  /** A folder is listed right after its state was asked for: it is not read twice. */
  let latest: { readonly name: string; readonly segments: readonly SizedSegment[] } | undefined;
  return {
    names: () => foldersIn(root),
    state: (name) => {
      const segments = segmentsIn(join(root, name));
      latest = { name, segments };
      return segments.length === 0
        ? undefined
        : segments.map((segment) => `${segment.name}:${segment.size}`).join('|');
    },
    list: (name) => {
      const folder = join(root, name);
      const segments = latest?.name === name ? latest.segments : segmentsIn(folder);
      const id = idOf(name) ?? name;
      return segments.length === 0 ? undefined : list(folder, segments, id);
    },
    texts: (name): Promise<readonly MessageText[]> => textsOf(join(root, name), idOf(name) ?? name),
  };
}

/** None if nothing was ever saved. Drafts and temp files lie beside the folders. */
function foldersIn(root: string): readonly string[] {
  try {
    const entries = readdirSync(root, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return folders.filter((name) => idOf(name) !== undefined);
  } catch {
    return [];
  }
}

/** None where there is no such folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function segmentsIn(folder: string): readonly SizedSegment[] {
  return namesIn(folder).flatMap((name): readonly SizedSegment[] => {
    const segment = segmentOf(name);
    const size = segment && sizeOf(join(folder, name));
    return segment === undefined || size === undefined ? [] : [{ ...segment, size }];
  });
}

/** Undefined where it is gone, or the disk does not give it: one file keeps no list from being shown. */
function sizeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
}

/** What the records of a folder told so far. */
interface Told {
  createdAt: number;
  changedAt: number;
  workspace: string | undefined;
  question: { readonly text: string; readonly l: number } | undefined;
}

function list(
  folder: string,
  segments: readonly SizedSegment[],
  id: string,
): ConversationSummary | undefined {
  const said = segments.filter((segment) => !isMeta(segment));
  const told: Told = {
    createdAt: Infinity,
    changedAt: 0,
    workspace: undefined,
    question: undefined,
  };
  for (const segment of said) {
    readEnds(folder, segment, told, said);
  }
  const meta = metaOf(folder, segments.filter(isMeta));
  if (told.changedAt === 0 || meta.deleted) {
    return undefined;
  }
  return {
    id,
    title: meta.title ?? titleFromQuestion(told.question?.text ?? ''),
    createdAt: told.createdAt,
    changedAt: told.changedAt,
    pinned: meta.pinned,
    ...(told.workspace === undefined ? {} : { workspace: told.workspace }),
  };
}

/** A writer's first segment tells how it began, its last one what was said last. */
function readEnds(
  folder: string,
  segment: SizedSegment,
  told: Told,
  all: readonly SizedSegment[],
): void {
  const own = all.filter(({ writer }) => writer === segment.writer).map(({ index }) => index);
  const [first, last] = [Math.min(...own), Math.max(...own)];
  if (segment.index !== first && segment.index !== last) {
    return;
  }
  try {
    SegmentEnds.read(join(folder, segment.name), segment.size, (ends) => {
      if (segment.index === first) {
        readStart(folder, ends, told);
      }
      if (segment.index === last) {
        told.changedAt = Math.max(told.changedAt, lastTime(ends));
      }
    });
  } catch {
    // It was moved to the trash meanwhile, or the disk does not give it: the others tell what they can.
  }
}

function readStart(folder: string, ends: SegmentEnds, told: Told): void {
  for (const { k, l, t, d } of ends.fromStart()) {
    told.createdAt = Math.min(told.createdAt, t);
    if (k === 'header' && v.is(header, d)) {
      told.createdAt = Math.min(told.createdAt, d.createdAt);
      told.workspace ??= d.workspace;
    }
    const text = k === 'asked' || k === 'messageAdded' ? questionIn(whole(folder, d)) : undefined;
    if (text !== undefined) {
      if (told.question === undefined || l < told.question.l) {
        told.question = { text, l };
      }
      return;
    }
  }
}

/** Of the path that is shown: versions that were left lie before it. */
function questionIn(d: unknown): string | undefined {
  if (v.is(asked, d)) {
    return d.question.text;
  }
  return v.is(kept, d) && d.offPath === undefined && d.message.kind === 'question'
    ? d.message.text
    : undefined;
}

/** Long data lies beside its record. */
function whole(folder: string, d: unknown): unknown {
  if (!v.is(beside, d)) {
    return d;
  }
  try {
    return JSON.parse(readFileSync(join(folder, 'blobs', d.blob), 'utf8'));
  } catch {
    return undefined;
  }
}

/** When something was last said, in milliseconds since 1970; 0 where nothing was. */
function lastTime(ends: SegmentEnds): number {
  for (const { k, t } of ends.fromEnd()) {
    if (k !== 'header' && !unsaid.has(k)) {
      return t;
    }
  }
  return 0;
}

interface Meta {
  readonly title: string | undefined;
  readonly pinned: boolean;
  readonly deleted: boolean;
}

function metaOf(folder: string, segments: readonly SizedSegment[]): Meta {
  const records = mergeRecords(
    segments.flatMap(({ name, size }) => recordsOf(join(folder, name), size)),
  );
  const last = (type: string): unknown => records.findLast(({ k }) => k === type)?.d;
  const [titled, pinned, deleted] = [last('renamed'), last('pin'), last('delete')];
  return {
    title: v.is(title, titled) ? titled.title : undefined,
    pinned: v.is(pin, pinned) && pinned.pinned,
    deleted: v.is(deletion, deleted) && deleted.deleted,
  };
}

function recordsOf(path: string, size: number): readonly JournalRecord[] {
  try {
    return SegmentEnds.read(path, size, (ends) => [...ends.fromStart()]);
  } catch {
    return [];
  }
}
