// The file that an answer names for a code block: in its info string, in the line before it, or in the heading above.
import { writtenFile } from '../../../markdown/common/fileReference';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';

/** The path as `writtenPath` returns it. */
export function namedFile({ info, lineBefore, heading }: CodeBlockText): string | undefined {
  const { language, file } = readFenceInfo(info);
  const own = writtenFile(file);
  const path = own ?? pathInLine(lineBefore) ?? pathInLine(heading);
  const isExample =
    own === undefined &&
    path !== undefined &&
    shell.test(language) &&
    !script.test(path) &&
    /\p{L}/u.test(lineBefore.replace(path, ''));
  return isExample ? undefined : path;
}

/** Blocks of commands belong to no file, even if the sentence before them names one: “Run the tests in `a.test.ts`:”. */
const shell = /^(?:bash|sh|shell|zsh|console|terminal|powershell|cmd)$/iu;
const script = /\.(?:sh|bash|zsh|ps1|cmd|bat)$/iu;

/** How a sentence begins that shows code as it is, and how many characters may follow before the colon. */
const oldCodeIntros = [
  'before',
  "(?:here(?:'s| is) )?(?:the |your )?(?:original|current|existing|old)\\b(?!.*\\bchange\\b).{0,60}",
  '(?:this is )?what you (?:currently )?have now\\b.{0,20}',
  'you currently\\b.{0,40}',
  'instead of(?: this)?',
  '(?:.{0,60}\\b)?(?:replace|change)(?: this)?',
  'change\\b.{0,40}\\bfrom',
  'look at th(?:is|e)\\b.{0,40}',
  'wrong',
  '(?:the |this )(?:real )?(?:bug|problem|issue) (?:is|in)\\b.{0,40}',
  '(?:修改前|原代码|当前代码|现有代码).{0,40}',
];
const introducesOldCode = new RegExp(
  `^[^\\p{L}]*(?!.*\\b(?:after|new|updated|with|should|fix\\w*|use|to)\\b)(?:${oldCodeIntros.join('|')})[^\\p{L}]*[:：][^\\p{L}]*$`,
  'iu',
);
/** `x = 1; // ❌ BUG: …` is a remark for the reader. */
const crossedOut = /(?:\/\/|#|--|\/\*|<!--)\s*❌/u;

/** Whether a block shows code as it is, often shortened or with remarks: it is none of the answer's changes. */
export function showsOldCode({ lineBefore, code }: CodeBlockText): boolean {
  const [sentence = ''] = /[^.!?]*(?:[.!?]\S[^.!?]*)*$/u.exec(lineBefore.slice(-maxLineEnd)) ?? [];
  return introducesOldCode.test(sentence) || crossedOut.test(code);
}

/** What models add to a name: `### src/a.ts (new file)`. */
const remark = /\s\([^()]*\)[\s:：]*$/u;

/** A name stands at the end of a line, which may be Base64. */
const maxLineEnd = 400;

/** The last file that the line names: in code, in bold, as a link, or as its last word. */
function pathInLine(line: string): string | undefined {
  const end = line.slice(-maxLineEnd);
  return lastPathIn(end) ?? lastPathIn(end.replace(remark, ''));
}

function lastPathIn(line: string): string | undefined {
  const words = [
    ...line.matchAll(/`([^`]+)`|\*\*([^*`]+)\*\*|\]\(([^)\s]+)\)|([^\s\]()`：]+)：?\s*$/gu),
  ].map((match) => match.slice(1).find((word) => word !== undefined) ?? '');
  return words
    .map((word) =>
      writtenFile(word.replaceAll(/^[*_"']+|[*_"':：]+$/gu, '').replace(/^.*(?:: |：)\s*/u, '')),
    )
    .findLast((path) => path !== undefined);
}
