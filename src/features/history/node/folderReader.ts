// Reads what lists and searches need from the folders of saved conversations.
// Its calls are synchronous because it runs in the history's worker thread, where they block nobody.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import { titleFromText } from '../../../base/text/title';
import { isChange } from '../../../conversation/common/conversationEvent';
import {
  isMetaSegment,
  mergeRecords,
  segmentsAmong,
  type Segment,
} from '../../../storage/node/journal/segments';
import { idFromFolderName } from '../../../storage/node/storagePaths';
import type { ConversationSummary } from './conversationHistory';
import type { FolderReader } from './historyList';
import { readMessageTexts } from './messageTexts';
import { SegmentEnds } from './segmentEnds';

interface SizedSegment extends Segment {
  readonly sizeBytes: number;
}

const header = v.object({ createdAt: v.number(), workspace: v.exactOptional(v.string()) });
const asked = v.object({ question: v.object({ text: v.string() }) });
const messageAdded = v.object({
  message: v.object({ kind: v.string(), text: v.string() }),
  offPath: v.exactOptional(v.literal(true)),
});
const blobReference = v.object({ blob: v.pipe(v.string(), v.hash(['sha256'])) });
const renamed = v.object({ title: v.string() });
const pinChanged = v.object({ pinned: v.boolean() });
const deletionChanged = v.object({ deleted: v.boolean() });

/** @param root The folder of all conversations. */
export function createFolderReader(root: string): FolderReader {
  return {
    names: () => folderNames(root),
    read: (name, knownState) => {
      const folder = join(root, name);
      const segments = segmentsIn(folder);
      const state = segments.map((segment) => `${segment.name}:${segment.sizeBytes}`).join('|');
      if (segments.length === 0) {
        return undefined;
      }
      return state === knownState
        ? 'unchanged'
        : { state, summary: summarize(folder, segments, idFromFolderName(name) ?? name) };
    },
    texts: (name) => readMessageTexts(join(root, name), idFromFolderName(name) ?? name),
  };
}

/** Drafts and temp files are next to the folders. */
function folderNames(root: string): readonly string[] {
  const entries = attempt(() => readdirSync(root, { withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && idFromFolderName(entry.name) !== undefined)
    .map(({ name }) => name);
}

function segmentsIn(folder: string): readonly SizedSegment[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return segmentsAmong(names).flatMap((segment) => {
    const path = join(folder, segment.name);
    const sizeBytes = attempt(() => statSync(path, { throwIfNoEntry: false })?.size);
    return sizeBytes === undefined ? [] : [{ ...segment, sizeBytes }];
  });
}

/** Undefined on an error: a file may be moved to the trash meanwhile, or be unreadable. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** What was read of a conversation so far. */
interface Facts {
  createdAt: number;
  changedAt: number;
  workspace: string | undefined;
  firstQuestion: { readonly text: string; readonly lamport: number } | undefined;
}

/** Reads the start of each writer's first segment and the end of its last one. Undefined if empty or deleted. */
function summarize(
  folder: string,
  segments: readonly SizedSegment[],
  id: string,
): ConversationSummary | undefined {
  const eventSegments = segments.filter((segment) => !isMetaSegment(segment));
  const facts: Facts = {
    createdAt: Infinity,
    changedAt: 0,
    workspace: undefined,
    firstQuestion: undefined,
  };
  for (const [index, segment] of eventSegments.entries()) {
    const isFirst = eventSegments[index - 1]?.writer !== segment.writer;
    const isLast = eventSegments[index + 1]?.writer !== segment.writer;
    attempt(() =>
      SegmentEnds.read(join(folder, segment.name), segment.sizeBytes, (ends) => {
        if (isFirst) {
          readStart(folder, ends, facts);
        }
        if (isLast) {
          facts.changedAt = Math.max(facts.changedAt, lastChange(ends));
        }
      }),
    );
  }
  const metadata = readMetadata(folder, segments.filter(isMetaSegment));
  if (facts.changedAt === 0 || metadata.deleted) {
    return undefined;
  }
  return {
    id,
    title: metadata.title ?? titleFromText(facts.firstQuestion?.text ?? ''),
    createdAt: facts.createdAt,
    changedAt: facts.changedAt,
    pinned: metadata.pinned,
    ...omitUndefined({ workspace: facts.workspace }),
  };
}

function readStart(folder: string, ends: SegmentEnds, facts: Facts): void {
  for (const { type, lamport, time, data } of ends.fromStart()) {
    facts.createdAt = Math.min(facts.createdAt, time);
    if (type === 'header' && v.is(header, data)) {
      facts.createdAt = Math.min(facts.createdAt, data.createdAt);
      facts.workspace ??= data.workspace;
    }
    const hasMessage = type === 'asked' || type === 'messageAdded';
    const text = hasMessage ? questionText(readBlob(folder, data)) : undefined;
    if (text !== undefined) {
      if (facts.firstQuestion === undefined || lamport < facts.firstQuestion.lamport) {
        facts.firstQuestion = { text, lamport };
      }
      return;
    }
  }
}

/** Ignores questions that are off the visible path. */
function questionText(data: unknown): string | undefined {
  if (v.is(asked, data)) {
    return data.question.text;
  }
  return v.is(messageAdded, data) && data.offPath === undefined && data.message.kind === 'question'
    ? data.message.text
    : undefined;
}

/** The data of a record, which may be in a blob. */
function readBlob(folder: string, data: unknown): unknown {
  if (!v.is(blobReference, data)) {
    return data;
  }
  const path = join(folder, 'blobs', data.blob);
  return attempt(() => parseJson(readFileSync(path, 'utf8')));
}

/** The time of the last change, in ms since 1970; 0 without one. */
function lastChange(ends: SegmentEnds): number {
  for (const { type, time } of ends.fromEnd()) {
    if (type !== 'header' && isChange(type)) {
      return time;
    }
  }
  return 0;
}

function readMetadata(
  folder: string,
  segments: readonly SizedSegment[],
): { readonly title: string | undefined; readonly pinned: boolean; readonly deleted: boolean } {
  const records = mergeRecords(
    segments.flatMap(({ name, sizeBytes }) => {
      const path = join(folder, name);
      return (
        attempt(() => SegmentEnds.read(path, sizeBytes, (ends) => [...ends.fromStart()])) ?? []
      );
    }),
  );
  const lastData = (type: string): unknown =>
    records.findLast((record) => record.type === type)?.data;
  const title = lastData('renamed');
  const pin = lastData('pinChanged');
  const deletion = lastData('deletionChanged');
  return {
    title: v.is(renamed, title) ? title.title : undefined,
    pinned: v.is(pinChanged, pin) && pin.pinned,
    deleted: v.is(deletionChanged, deletion) && deletion.deleted,
  };
}
