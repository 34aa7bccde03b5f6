// Reads the changes of a repository for a commit message: the staged ones, else all of the working tree. Content that
// must not be sent is not read at all.
import * as vscode from 'vscode';
import { withoutNotebookData } from '../../../base/text/notebookDiff';
import type { GitRepository } from '../../../workspace/host/git/gitApi';
import { isSecretFileName } from '../../../workspace/node/secretFileNames';
import {
  addedLines,
  hunksOf,
  sendableLines,
  type ChangedFile,
  type ChangeKind,
  type Omission,
} from '../node/changedFile';

/** Git runs once for each: more files are named only. */
const maxReadFiles = 200;
const concurrentReads = 4;
/** Once so many UTF-16 units are read, the other files are named only: their equal shares would be fragments. */
const maxReadLength = 4_000_000;
/** The excerpt that is sent of a larger file says little about it. */
const maxFileBytes = 10_000_000;

type GitChange = GitRepository['state']['indexChanges'][number];

/** Values of the enum `Status` of the Git extension's API. */
const gitStatus = {
  indexAdded: 1,
  indexDeleted: 2,
  indexRenamed: 3,
  indexCopied: 4,
  deleted: 6,
  untracked: 7,
  ignored: 8,
  intentToAdd: 9,
  intentToRename: 10,
  typeChanged: 11,
} as const;

/** A change that the next commit would contain, without its content. */
interface PendingChange {
  readonly file: ChangedFile;
  readonly uri: vscode.Uri;
  readonly isStaged: boolean;
  /** Git compares it with nothing. */
  readonly isUntracked: boolean;
}

export function pendingChanges({ rootUri, state }: GitRepository): {
  readonly isStaged: boolean;
  readonly changes: readonly PendingChange[];
} {
  const { indexChanges, workingTreeChanges, untrackedChanges = [] } = state;
  const isStaged = indexChanges.length > 0;
  const changes = isStaged ? indexChanges : [...workingTreeChanges, ...untrackedChanges];
  const unique = new Map(
    changes
      .filter(({ status }) => status !== gitStatus.ignored)
      .map((change) => [change.uri.toString(), pendingChange(rootUri, change, isStaged)]),
  );
  return { isStaged, changes: [...unique.values()] };
}

function pendingChange(root: vscode.Uri, change: GitChange, isStaged: boolean): PendingChange {
  const { originalUri, status } = change;
  const uri = change.renameUri ?? change.uri;
  const kind = kinds[status] ?? 'modified';
  const isMoved = kind === 'renamed' || kind === 'copied';
  return {
    uri,
    isStaged,
    isUntracked: status === gitStatus.untracked || status === gitStatus.intentToAdd,
    file: {
      path: relativePath(root, uri),
      kind,
      ...(isMoved ? { from: relativePath(root, originalUri) } : {}),
    },
  };
}

/** Any other status is a modification. */
const kinds: Readonly<Record<number, ChangeKind>> = {
  [gitStatus.indexAdded]: 'added',
  [gitStatus.untracked]: 'added',
  [gitStatus.intentToAdd]: 'added',
  [gitStatus.indexDeleted]: 'deleted',
  [gitStatus.deleted]: 'deleted',
  [gitStatus.indexRenamed]: 'renamed',
  [gitStatus.intentToRename]: 'renamed',
  [gitStatus.indexCopied]: 'copied',
  [gitStatus.typeChanged]: 'typeChanged',
};

function relativePath(root: vscode.Uri, uri: vscode.Uri): string {
  const folder = root.path.endsWith('/') ? root.path : `${root.path}/`;
  return uri.path.startsWith(folder) ? uri.path.slice(folder.length) : uri.path;
}

/** The files, in the order of `changes`. Never rejects: what cannot be read is named only. */
export async function readDiffs(
  repository: GitRepository,
  changes: readonly PendingChange[],
  signal: AbortSignal,
): Promise<readonly ChangedFile[]> {
  const files: ChangedFile[] = [];
  let reads = 0;
  let length = 0;
  const read = async (change: PendingChange): Promise<ChangedFile> => {
    const { file } = change;
    if (isSecretFileName(file.path) || isSecretFileName(file.from ?? '')) {
      return { ...file, omission: 'may hold secrets' };
    }
    if (file.kind === 'deleted' || file.kind === 'renamed' || file.kind === 'copied') {
      return file;
    }
    reads += 1;
    const content =
      reads > maxReadFiles || length > maxReadLength
        ? 'not enough space'
        : await readDiff(repository, change).catch((): Omission => 'not readable');
    if (typeof content === 'string') {
      return { ...file, omission: content };
    }
    length += content.diff.length;
    return { ...file, ...content };
  };
  for (let start = 0; start < changes.length && !signal.aborted; start += concurrentReads) {
    const batch = changes.slice(start, start + concurrentReads);
    files.push(...(await Promise.all(batch.map(read))));
  }
  return files;
}

type ReadContent =
  (Required<Pick<ChangedFile, 'diff'>> & Pick<ChangedFile, 'omittedLines'>) | Omission;

async function readDiff(repository: GitRepository, change: PendingChange): Promise<ReadContent> {
  const { uri, isStaged, isUntracked } = change;
  if (isUntracked) {
    return readNewFile(uri);
  }
  if ((await sizeOf(repository, change)) > maxFileBytes) {
    return 'too large';
  }
  const path = uri.fsPath;
  const patch = await (isStaged
    ? repository.diffIndexWithHEAD(path)
    : repository.diffWithHEAD(path));
  const hunks = hunksOf(patch);
  if (hunks === undefined) {
    return 'binary';
  }
  const { text: diff, ...rest } = sendableLines(withoutNotebookData(path, hunks));
  return { diff, ...rest };
}

/** The number of bytes; a submodule has 0. */
async function sizeOf(
  repository: GitRepository,
  { uri, isStaged }: PendingChange,
): Promise<number> {
  if (isStaged) {
    const details = await repository.getObjectDetails('', uri.fsPath).catch(() => undefined);
    return details?.size ?? 0;
  }
  return (await vscode.workspace.fs.stat(uri)).size;
}

/** An untracked file. A link is not followed: it may lead out of the repository. */
async function readNewFile(uri: vscode.Uri): Promise<ReadContent> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (type !== vscode.FileType.File) {
    return 'not a regular file';
  }
  if (size > maxFileBytes) {
    return 'too large';
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes.includes(0)) {
    return 'binary';
  }
  const content = await vscode.workspace.decode(bytes, { uri });
  const { text, ...rest } = sendableLines(withoutNotebookData(uri.path, content));
  return { diff: addedLines(text), ...rest };
}
