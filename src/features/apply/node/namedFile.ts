// The file that an answer names for a code block: in its info string, or in the line before it.
import { fileReferenceOfCode } from '../../../markdown/common/fileReference';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';

/** The path as `normalizeFilePath` returns it. */
export function namedFile({ info, lineBefore }: CodeBlockText): string | undefined {
  return (
    pathOf(readFenceInfo(info).file) ??
    pathInLine(lineBefore) ??
    pathInLine(lineBefore.replace(remark, ''))
  );
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
