// The file that a code block of an answer names: in its info string, in the line before it, or in its own first line.
import { fileReferenceOfCode } from '../../../markdown/common/fileReference';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';

export interface NamedFile {
  /** As `normalizeFilePath` returns it. */
  readonly path: string;
  /** The block's first line is a comment with the name, which may not belong into the file. */
  readonly isFirstLine?: true;
}

/** A comment with nothing but a path: `// src/a.ts`, `# a.py`, `<!-- a.html -->`, `-- a.sql`, `; a.ini`. */
const nameComment =
  /^\s*(?:\/\/+|#+|--|;+|%+|<!--|\/\*+|\(\*)\s*(?:(?:file|filename|path)\s*:\s*)?(\S+?)\s*(?:-->|\*\/|\*\))?\s*$/iu;

export function namedFile({ code, info, lineBefore }: CodeBlockText): NamedFile | undefined {
  const named =
    pathOf(readFenceInfo(info).file) ??
    pathInLine(lineBefore) ??
    pathInLine(lineBefore.replace(remark, ''));
  if (named !== undefined) {
    return { path: named };
  }
  const [first = ''] = code.split('\n', 1);
  const comment = nameComment.exec(first)?.[1];
  const path = comment === undefined ? undefined : pathOf(comment);
  return path === undefined ? undefined : { path, isFirstLine: true };
}

/** What models add to a name: `### src/a.ts (new file)`. */
const remark = /\s\([^()]*\)[\s:：]*$/u;

/** The last file that the line names: in code, in bold, as a link, or as its last word. */
function pathInLine(line: string): string | undefined {
  const words = [
    ...line.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\]\(([^)\s]+)\)|([^\s\]()]+)\s*$/gu),
  ].map((match) => match.slice(1).find((word) => word !== undefined) ?? '');
  return words
    .map((word) =>
      pathOf(
        word.replaceAll(/^[`*_"']+|[`*_"':：]+$/gu, '').replace(/^file(?:name|path)?:\s*/iu, ''),
      ),
    )
    .findLast((path) => path !== undefined);
}

/** Only a name with an extension: most other words name no file. */
function pathOf(text: string): string | undefined {
  return fileReferenceOfCode(text)?.path;
}
