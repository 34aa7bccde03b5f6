// Reads the text of a file: what an editor shows, else what is on disk. Neither a device nor a pipe is opened for long, and no
// more than the limit is read.
import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import * as vscode from 'vscode';
import { errorCode } from '../../base/errorCode';
import { maxTextLength } from '../../conversation/common/attachment';
import { systemClock } from '../../platform/node/systemClock';
import { fittingEncodings, hasUnreadableBytes } from '../node/textEncodings';

/** How much of a longer file an excerpt has: the complete lines within it. */
const excerptLength = 100_000;

/** File systems of other extensions give all of a file or nothing. */
const maxVirtualFile = 20_000_000;

/** A read of that size from a disk takes far less. */
const virtualTimeoutMs = 10_000;

/** How often a file is read that changes meanwhile. */
const maxReads = 3;

export type ReadProblem =
  | 'missing'
  | 'folder'
  | 'notAFile'
  | 'tooLong'
  | 'binary'
  | 'otherEncoding'
  | 'changing'
  | 'timeout'
  | 'unreadable';

interface ReadText {
  readonly text: string;
  /** These are only the first lines. */
  readonly isExcerpt: boolean;
}

export type ReadResult = ReadText | ReadProblem;

/** Why a file cannot be read, for the user. */
export function readProblemText(problem: ReadProblem, name: string): string {
  const { l10n } = vscode;
  const texts: Readonly<Record<ReadProblem, string>> = {
    missing: l10n.t("{0} doesn't exist.", name),
    folder: l10n.t('{0} is a folder.', name),
    notAFile: l10n.t("{0} isn't a regular file.", name),
    tooLong: l10n.t('{0} is too large to attach. The limit is 1 MB.', name),
    binary: l10n.t("{0} isn't a text file.", name),
    otherEncoding: l10n.t("{0} has characters that can't be read in its encoding.", name),
    changing: l10n.t('{0} keeps changing. Try again later.', name),
    timeout: l10n.t("{0} couldn't be read in time.", name),
    unreadable: l10n.t("{0} couldn't be read.", name),
  };
  return texts[problem];
}

export interface TextReadOptions {
  /** Allows the beginning of a longer file instead of `tooLong`. */
  readonly isExcerpt?: boolean;
  /** The encoding to read it in, whatever that gives, as VS Code's setting `files.encoding` names it. */
  readonly encoding?: string | undefined;
}

export async function readText(
  uri: vscode.Uri,
  { isExcerpt = false, encoding }: TextReadOptions = {},
): Promise<ReadResult> {
  const document = openDocument(uri);
  if (document !== undefined && isAheadOfDisk(document)) {
    const text = document.getText();
    return text.length <= maxTextLength
      ? { text, isExcerpt: false }
      : isExcerpt
        ? firstLines(text)
        : 'tooLong';
  }
  const read = await readBytes(uri, maxTextLength, isExcerpt);
  if (typeof read === 'string') {
    return read;
  }
  const result = await decode(encoding ?? document?.encoding ?? uri, read);
  return encoding !== undefined ||
    typeof result === 'string' ||
    !hasUnreadableBytes(result.text, read.bytes)
    ? result
    : 'otherEncoding';
}

/** VS Code opens no larger file as a document of an extension. */
const maxDocumentBytes = 50 * 1024 * 1024;

/** Whether the file of a document has bytes that its encoding can't read: saving the document would lose them. */
export async function hasOtherEncoding({ uri, encoding }: vscode.TextDocument): Promise<boolean> {
  const read = await readBytes(uri, maxDocumentBytes);
  // What was never saved has no bytes yet.
  if (typeof read === 'string') {
    return false;
  }
  const result = await decode(encoding, read);
  return typeof result === 'string' || hasUnreadableBytes(result.text, read.bytes);
}

/** A document without unsaved changes may be older than the file: VS Code reads changes later. */
function isAheadOfDisk({ isDirty, uri }: vscode.TextDocument): boolean {
  return isDirty || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
}

/** The document of a file that is open in VS Code, with unsaved changes. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}

export interface ReadBytes {
  readonly bytes: Uint8Array;
  readonly isExcerpt: boolean;
}

export async function readBytes(
  uri: vscode.Uri,
  maxBytes: number,
  isExcerpt = false,
): Promise<ReadBytes | ReadProblem> {
  try {
    return uri.scheme === 'file'
      ? await readLocal(uri.fsPath, maxBytes, isExcerpt)
      : await readVirtual(uri, maxBytes, isExcerpt);
  } catch (error) {
    return problemOf(error);
  }
}

/** @param encoding of an editor, or the file by whose settings and content it is found */
async function decode(encoding: string | vscode.Uri, read: ReadBytes): Promise<ReadResult> {
  let text: string;
  try {
    text = await (typeof encoding === 'string'
      ? vscode.workspace.decode(read.bytes, { encoding })
      : vscode.workspace.decode(read.bytes, { uri: encoding }));
  } catch {
    return 'binary';
  }
  if (text.includes('\0')) {
    return fittingEncodings(read.bytes).length > 0 ? 'otherEncoding' : 'binary';
  }
  return read.isExcerpt ? firstLines(text) : { text, isExcerpt: false };
}

/** The beginning of a text that is too long. Leaves out the last line, which may be cut off. */
export function firstLines(text: string): ReadText {
  const start = text.slice(0, excerptLength);
  const end = start.lastIndexOf('\n') + 1;
  return { text: end === 0 ? start : start.slice(0, end), isExcerpt: true };
}

async function readLocal(
  path: string,
  maxLength: number,
  isExcerpt: boolean,
): Promise<ReadBytes | ReadProblem> {
  // O_NONBLOCK: opening a pipe would otherwise wait until somebody writes to it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    for (let reads = 0; reads < maxReads; reads += 1) {
      const before = await file.stat();
      if (!before.isFile()) {
        return before.isDirectory() ? 'folder' : 'notAFile';
      }
      if (before.size > maxLength && !isExcerpt) {
        return 'tooLong';
      }
      const isCut = before.size > maxLength;
      const bytes = await readUpTo(file, isCut ? 4 * excerptLength : before.size + 1);
      const after = await file.stat();
      if (isCut || (isSame(before, after) && bytes.length === after.size)) {
        return { bytes, isExcerpt: isCut };
      }
    }
    return 'changing';
  } finally {
    await file.close();
  }
}

async function readUpTo(file: FileHandle, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function isSame(before: Stats, after: Stats): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs;
}

async function readVirtual(
  uri: vscode.Uri,
  maxLength: number,
  isExcerpt: boolean,
): Promise<ReadBytes | ReadProblem> {
  const reading = async (): Promise<ReadBytes | ReadProblem> => {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) {
      return (type & vscode.FileType.Directory) === 0 ? 'notAFile' : 'folder';
    }
    if (size > (isExcerpt ? maxVirtualFile : maxLength)) {
      return 'tooLong';
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    const isCut = bytes.length > maxLength;
    return isCut && !isExcerpt
      ? 'tooLong'
      : { bytes: isCut ? bytes.slice(0, 4 * excerptLength) : bytes, isExcerpt: isCut };
  };
  const { promise: timeout, resolve } = Promise.withResolvers<'timeout'>();
  const timer = systemClock.after(virtualTimeoutMs, () => resolve('timeout'));
  try {
    return await Promise.race([reading(), timeout]);
  } finally {
    timer.dispose();
  }
}

function problemOf(error: unknown): ReadProblem {
  const code = error instanceof vscode.FileSystemError ? error.code : errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'FileNotFound'
    ? 'missing'
    : code === 'FileIsADirectory' || code === 'EISDIR'
      ? 'folder'
      : 'unreadable';
}
