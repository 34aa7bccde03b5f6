// What an answer proposes for a file, whatever its format.
import { writtenFile } from '../../../markdown/common/fileReference';
import { commentText } from './marks';

/** Lines that are in the file, and what replaces them. */
export interface ReplaceEdit {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** Lines after which it stands, such as the class that a patch names behind `@@`: the outer one first. */
  readonly after?: readonly string[];
  /** The text as it is in JSON or between tags: it may be a part of a line. */
  readonly exact?: { readonly old: string; readonly new: string };
  /** Each place that has the old lines is meant. */
  readonly isEverywhere?: true;
  /** The lines with the numbers that stand before each of them: a file may have these itself. */
  readonly numbered?: Pick<ReplaceEdit, 'old' | 'new'>;
}

export type FileProposal = { readonly path?: string } & (
  | { readonly kind: 'edits'; readonly edits: readonly ReplaceEdit[] }
  | {
      /** A path is that of a comment in the first line. */
      readonly kind: 'code';
      readonly lines: readonly string[];
      /** The lines of another block that it stands for. */
      readonly replaces?: readonly string[];
    }
  | { readonly kind: 'newFile'; readonly lines: readonly string[] }
  | {
      readonly kind: 'unsupported';
      readonly why: 'deletesOrRenames' | 'malformed' | 'tookTooLong';
    }
);

export function malformed(path?: string): FileProposal {
  return { ...named(path), kind: 'unsupported', why: 'malformed' };
}

export function named(path: string | undefined): { readonly path?: string } {
  return path === undefined || path === '' ? {} : { path };
}

/** Quoted lines and what replaces them. Models copy the numbers that agents put before each line. */
export function readEdit(quoted: readonly string[], replacement: readonly string[]): ReplaceEdit {
  const old = withoutNumbers(quoted);
  // Without a quote that has numbers, they are the file's own.
  return old === quoted || old.length === 0
    ? { old, new: replacement }
    : {
        old,
        new: withoutNumbers(replacement),
        numbered: { old: quoted, new: replacement },
      };
}

/** Roo Code shows files as `16 | code`, with blanks before shorter numbers. The numbers must follow one another. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const numbered = lines.map(
    (line) => /^\s*(?<number>\d+) \|(?: (?<text>[^]*))?$/u.exec(line)?.groups,
  );
  const first = Number(numbered[0]?.['number']);
  return numbered.every((groups, index) => Number(groups?.['number']) === first + index)
    ? numbered.map((groups) => groups?.['text'] ?? '')
    : lines;
}

/** The text to find is empty: it is a new file. */
export function editsOrNewFile(
  path: string | undefined,
  edits: readonly ReplaceEdit[],
): FileProposal {
  const [first] = edits;
  return edits.length === 1 && first?.old.every((line) => line.trim() === '') === true
    ? { ...named(path), kind: 'newFile', lines: first.new }
    : { ...named(path), kind: 'edits', edits };
}

/** The path that a line consists of, in a comment or Markdown's marks perhaps. */
export function pathLine(line: string): string | undefined {
  const text = (commentText(line) ?? line).trim().replace(/^[#*`\s]+|(?<![*`:\s])[*`:\s]+$/gu, '');
  const isPath = /^[\w@.()[\] \\/-]*[\w-]$/u.test(text) && /[./\\]/u.test(text);
  return isPath ? text : /\s/u.test(text) ? undefined : writtenFile(text);
}
