// The file that an answer names for a code block: in its info string, in the line before it, or in the heading above.
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { readFenceInfo } from '../../../markdown/common/fenceInfo';
import { writtenFile } from '../../../markdown/common/fileReference';
import { shellLanguage } from '../common/shellLanguages';
import { isReplacement } from './replacedCode';

/** The path as `writtenPath` returns it. */
export function namedFile(block: CodeBlockText): string | undefined {
  const { info, lineBefore, heading, above } = block;
  const { language, file } = readFenceInfo(info);
  const own = writtenFile(file);
  const path = own ?? pathInLine(lineBefore) ?? pathInLine(heading);
  // Blocks of commands belong to no file, even if the sentence before them names one: “Run the tests in `a.test.ts`:”.
  const isExample =
    own === undefined &&
    path !== undefined &&
    shellLanguage.test(language) &&
    !script.test(path) &&
    /\p{L}/u.test(lineBefore.replace(path, ''));
  const before = above !== undefined && isReplacement(block) ? namedFile(above) : undefined;
  return isExample ? undefined : (path ?? before);
}

const script = /\.(?:sh|bash|zsh|ps1|cmd|bat)$/iu;

/** What models add to a name: `### src/a.ts (new file)`. */
const remark = /\s\([^()]*\)[\s:：]*$/u;

/** Software with names that look like files: “In Node.js:”. */
const software = /^(?:Express|Nest|Next|Node|Nuxt|React|Vue)\.js$/u;

/** A name stands at the end of a line, which may be Base64. */
const maxLineEnd = 400;

/**
 * The last file that the line names in code, in bold, as a link, or as its last word. A last word that is no path, as in “Let
 * `App.js` use Masonry.js:”, may be something else.
 */
function pathInLine(line: string): string | undefined {
  const end = line.slice(-maxLineEnd);
  return lastPathIn(end) ?? lastPathIn(end.replace(remark, ''));
}

function lastPathIn(line: string): string | undefined {
  const marked = [...line.matchAll(/`([^`]+)`|\*\*([^*`]+)\*\*|\]\(([^)\s]+)\)/gu)].flatMap(
    // Bold text is a sentence: “In src/a.ts:”. A name with blanks stands in code.
    ([, code, bold, link = '']) => (bold === undefined ? [code ?? link] : bold.split(/\s+/u)),
  );
  const last = /(?<place>\b(?:at|for|from|in|into|of|to)\s+)?(?<word>[^\s\]()`：]+)：?\s*$/iu.exec(
    line,
  );
  const { place, word = '' } = last?.groups ?? {};
  const isPlace = place !== undefined || /[\\/]/u.test(word);
  return (isPlace ? [...marked, word] : [word, ...marked])
    .map((one) => writtenFile(withoutMarks(one).replace(/^.*(?:: |：)\s*/u, '')))
    .findLast((path) => path !== undefined && !software.test(path));
}

/** A word without the signs of Markdown and sentences, but `__init__.py` as it is. */
function withoutMarks(word: string): string {
  const text = word.replaceAll(/^[*"']+|[*_"':：]+$/gu, '');
  return /_[*"':：]*$/u.test(word) ? text.replace(/^_+/u, '') : text;
}
