// Reads the changes of a repository for a commit message: the staged ones, else all of the working tree. Content that
// must not be sent is not read at all.
import * as vscode from 'vscode';
import {
  addedLines,
  type ChangedFile,
  type ChangeKind,
  type FileDiff,
  hunksOf,
  type Omission,
} from '../node/changedFile';
import { isSecretFileName } from '../../secrets/node/secretFileNames';
import { type GitChange, type GitRepository, gitStatus } from '../../../platform/host/git/gitApi';

/** Git runs once for each: more files are named only. */
const maxReadFiles = 200;
const concurrentReads = 4;
/** In bytes: of a file that Git compares, and of a new one, all of which would be sent. */
const maxComparedSize = 10_000_000;
const maxNewSize = 1_000_000;

/** The changes that the next commit would contain, without their content. */
export interface PendingChanges {
  readonly isStaged: boolean;
  readonly changes: readonly PendingChange[];
}

export interface PendingChange {
  readonly file: ChangedFile;
  readonly uri: vscode.Uri;
  readonly isStaged: boolean;
  readonly isUntracked: boolean;
}

export function pendingChanges({ rootUri, state }: GitRepository): PendingChanges {
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
  const { uri, originalUri, renameUri, status } = change;
  const kind = kindOf(status);
  const target = renameUri ?? uri;
  const isMoved = kind === 'renamed' || kind === 'copied';
  return {
    uri: target,
    isStaged,
    isUntracked: status === gitStatus.untracked || status === gitStatus.intentToAdd,
    file: {
      path: relativePath(root, target),
      kind,
      ...(isMoved ? { from: relativePath(root, originalUri) } : {}),
    },
  };
}

function kindOf(status: number): ChangeKind {
  switch (status) {
    case gitStatus.indexAdded:
    case gitStatus.untracked:
    case gitStatus.intentToAdd:
      return 'added';
    case gitStatus.indexDeleted:
    case gitStatus.deleted:
      return 'deleted';
    case gitStatus.indexRenamed:
    case gitStatus.intentToRename:
      return 'renamed';
    case gitStatus.indexCopied:
      return 'copied';
    case gitStatus.typeChanged:
      return 'typeChanged';
    default:
      return 'modified';
  }
}

function relativePath(root: vscode.Uri, uri: vscode.Uri): string {
  const folder = root.path.endsWith('/') ? root.path : `${root.path}/`;
  return uri.path.startsWith(folder) ? uri.path.slice(folder.length) : uri.path;
}

/** The diffs, in the order of `changes`. Never rejects: what cannot be read is named only. */
export async function readDiffs(
  repository: GitRepository,
  changes: readonly PendingChange[],
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  const diffs: FileDiff[] = changes.map(({ file }) => ({
    ...file,
    omission: omissionByName(file) ?? 'budget',
  }));
  const pending = changes
    .map((change, index) => ({ change, index }))
    .filter(({ change }) => omissionByName(change.file) === undefined)
    .slice(0, maxReadFiles);
  const work = async (): Promise<void> => {
    for (
      let next = pending.shift();
      next !== undefined && !signal.aborted;
      next = pending.shift()
    ) {
      const { change, index } = next;
      const content = await readDiff(repository, change).catch((): Omission => 'unreadable');
      diffs[index] =
        typeof content === 'string'
          ? { ...change.file, omission: content }
          : { ...change.file, ...content };
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, work));
  return diffs;
}

function omissionByName({ kind, path, from = '' }: ChangedFile): Omission | undefined {
  if (isSecretFileName(path) || isSecretFileName(from)) {
    return 'secret';
  }
  return kind === 'deleted'
    ? 'deleted'
    : kind === 'renamed' || kind === 'copied'
      ? 'renamed'
      : undefined;
}

type ReadContent = { readonly diff: string } | Omission;

async function readDiff(repository: GitRepository, change: PendingChange): Promise<ReadContent> {
  const { uri, isStaged, isUntracked } = change;
  if (isUntracked) {
    return readNewFile(uri);
  }
  if ((await sizeOf(repository, change)) > maxComparedSize) {
    return 'tooLarge';
  }
  const path = uri.fsPath;
  const patch = await (isStaged
    ? repository.diffIndexWithHEAD(path)
    : repository.diffWithHEAD(path));
  const diff = hunksOf(patch);
  return diff === undefined ? 'binary' : { diff };
}

/** In bytes; 0 for a submodule. */
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

/** An untracked file, which Git compares with nothing. A link is not followed: it may lead out of the repository. */
async function readNewFile(uri: vscode.Uri): Promise<ReadContent> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.SymbolicLink) !== 0) {
    return 'link';
  }
  if (type !== vscode.FileType.File) {
    return type === vscode.FileType.Directory ? 'folder' : 'unreadable';
  }
  if (size > maxNewSize) {
    return 'tooLarge';
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  const hasUtf16Mark =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!hasUtf16Mark && bytes.includes(0)) {
    return 'binary';
  }
  return { diff: addedLines(await vscode.workspace.decode(bytes, { uri })) };
}
