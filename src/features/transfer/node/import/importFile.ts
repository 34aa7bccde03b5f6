// Imports the chats of one file and counts what happened to each, so that nothing is skipped silently.
import type { ChatLibrary } from '../chatLibrary';
import {
  Counter,
  FileError,
  type FileErrorKind,
  type ImportOptions,
  type Losses,
  type LossKind,
  type SkipReason,
} from './importedChat';
import { readChats } from './readChats';

export interface FileToImport {
  readonly name: string;
  /** Its text in chunks, split at any position. */
  readonly text: AsyncIterable<string>;
}

export interface ImportSummary {
  readonly fileName: string;
  /** IDs of the new chats, in the order of the file. */
  readonly added: readonly string[];
  /** Number of known chats that got new messages. */
  readonly extended: number;
  readonly addedMessages: number;
  /** Number of chats without new messages. */
  readonly unchanged: number;
  readonly skipped: ReadonlyMap<SkipReason, number>;
  readonly losses: Losses;
  /** Why the rest of the file was not read. */
  readonly error: FileErrorKind | undefined;
}

/**
 * Imports all files of an archive, or the one file that isn't an archive. Files without chats are not reported where others have some.
 * Never rejects.
 */
export async function importFiles(
  files: AsyncIterable<FileToImport>,
  archiveName: string,
  library: ChatLibrary,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<readonly ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  try {
    for await (const file of files) {
      summaries.push(await importFile(file, library, options, signal));
      if (signal.aborted) {
        break;
      }
    }
  } catch (thrown) {
    summaries.push(emptySummary(archiveName, errorOf(thrown)));
  }
  const withChats = summaries.filter(({ error }) => error !== 'noChats' && error !== 'emptyList');
  return withChats.length === 0 ? summaries.slice(0, 1) : withChats;
}

function emptySummary(fileName: string, error: FileErrorKind): ImportSummary {
  const none = { added: [], extended: 0, addedMessages: 0, unchanged: 0 };
  return { fileName, ...none, skipped: new Map(), losses: new Map(), error };
}

function errorOf(thrown: unknown): FileErrorKind {
  return thrown instanceof FileError ? thrown.kind : 'unreadable';
}

/** Never rejects. If `signal` aborts, the chat that is being imported is completed first. */
export async function importFile(
  { name, text }: FileToImport,
  library: ChatLibrary,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<ImportSummary> {
  const added: string[] = [];
  const skipped = new Counter<SkipReason>();
  const losses = new Counter<LossKind>();
  const counts = { extended: 0, addedMessages: 0, unchanged: 0 };
  let error: FileErrorKind | undefined;
  try {
    for await (const chat of readChats(text, options)) {
      if (typeof chat === 'string') {
        skipped.add(chat);
      } else {
        const outcome = await library.importChat(chat).catch(() => undefined);
        switch (outcome?.kind) {
          case 'added':
            added.push(chat.conversation.id);
            break;
          case 'extended':
            counts.extended += 1;
            counts.addedMessages += outcome.messages;
            break;
          case 'unchanged':
            counts.unchanged += 1;
            break;
          case undefined:
            skipped.add('notWritable');
        }
        for (const [kind, count] of outcome === undefined ? [] : chat.losses) {
          losses.add(kind, count);
        }
      }
      if (signal.aborted) {
        break;
      }
    }
  } catch (thrown) {
    error = errorOf(thrown);
  }
  return {
    fileName: name,
    added,
    ...counts,
    skipped: skipped.counts,
    losses: losses.counts,
    error,
  };
}
