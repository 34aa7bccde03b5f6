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

/** No file can have more of the tokens that a commit message gets: 32,000, of six characters at most on average. */
const maxContentLength = 200_000;

/** The lines of a content or diff that may be sent, so that nothing measures the megabytes that cannot be. */
export function sendableLines(text: string): Pick<ChangedFile, 'omittedLines'> & {
  readonly text: string;
} {
  if (text.length <= maxContentLength) {
    return { text };
  }
  const lineEnd = text.lastIndexOf('\n', maxContentLength);
  const end = lineEnd === -1 ? maxContentLength : lineEnd;
  let omittedLines = 1;
  for (let at = text.indexOf('\n', end + 1); at !== -1; at = text.indexOf('\n', at + 1)) {
    omittedLines += 1;
  }
  return { text: text.slice(0, end), omittedLines };
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
