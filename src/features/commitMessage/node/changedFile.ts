// The changed files that a commit message describes.

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'typeChanged';

/** Why the content of a file is not sent; the model and the log get this reason. */
export type Omission =
  | 'may hold secrets'
  | 'binary'
  | 'not a regular file'
  | 'too large'
  | 'not readable'
  | 'not enough space';

/** A file without `diff` is only named: because of `omission`, or because its kind says enough. */
export interface ChangedFile {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly kind: ChangeKind;
  /** The path before a rename or copy. */
  readonly from?: string;
  readonly diff?: string;
  /** Lines that were cut off at the end of `diff`. */
  readonly omittedLines?: number;
  readonly omission?: Omission;
}

/** A diff from its first hunk on: the lines before it repeat the path. Undefined for a binary file. */
export function hunksOf(patch: string): string | undefined {
  const firstHunk = patch.startsWith('@@') ? 0 : patch.indexOf('\n@@');
  const header = firstHunk < 0 ? patch : patch.slice(0, firstHunk);
  if (/^(?:Binary files .* differ|GIT binary patch)$/mu.test(header)) {
    return undefined;
  }
  const modes = header.split('\n').filter((line) => /^(?:old|new) mode /u.test(line));
  const hunks = firstHunk < 0 ? '' : patch.slice(firstHunk).trimStart();
  return [...modes, hunks].join('\n').trimEnd();
}

/** The content of a new file as a diff. */
export function addedLines(content: string): string {
  const lines = content.replaceAll('\r\n', '\n').replace(/\n$/u, '').split('\n');
  return lines.map((line) => `+${line}`).join('\n');
}
