// Code with a diff's signs before the lines that go and come, and none before those that stay: GitHub Copilot writes it so.
import { indentOf } from '../../../base/text/indentation';
import { languages } from './codeLanguages';
import type { ReplaceEdit } from './fileProposal';
import { hasWord } from './fileText';
import { betweenMarks, isCommentLine } from './marks';
import type { RefusalReason } from './placement';
import type { Sources } from './sources';
import { isDeclarative } from './textParts';

/** `-` and `+`, but not those of `--count;` and `-1`. */
const sign = /^[-+](?![-+\d])/u;

/**
 * The edits between the marks of such code, undefined for other code. It is malformed where new lines are indented as none of
 * the others are, as `+   cpu` beside lines with two blanks, and where a part without signs has lines that the file lacks.
 */
export function readSignedCode(
  lines: readonly string[],
  { now, extension }: Pick<Sources, 'now' | 'extension'>,
): readonly ReplaceEdit[] | RefusalReason | undefined {
  // A line of the file that begins so would be taken for a new one.
  const isNew = (line: string): boolean => /^\+\s/u.test(line);
  if (!languages.has(extension) || !lines.some(isNew) || now.lines.some(isNew)) {
    return undefined;
  }
  const parts = betweenMarks(lines);
  const signed = parts.filter((part) => part.some((line) => sign.test(line)));
  const inFile = new Set(now.lines.map((line) => line.trim()));
  const isRead = parts.every(
    (part) =>
      signed.includes(part) || part.every((line) => !hasWord(line) || inFile.has(line.trim())),
  );
  return isRead && signed.every(isAligned)
    ? signed.map((part) => ({ old: without('+', part), new: without('-', part) }))
    : 'malformed';
}

/** `TIMEOUT = 5 -> TIMEOUT = 30`, `color: red → green;` */
const arrow = /^(?<old>.*?\S)\s+(?<sign>[-=]>|[→⇒➜])\s+(?<fresh>\S.*)$/u;
/** `TIMEOUT = `, `const a = `, `image: ` */
const assigned = /^(?:[\w$]+ )*[\w$.-]+\s*[=:]\s*(?=\S)/u;

/**
 * Whether a line of code is one of the file with an arrow to what it should be: it would be written as it stands. Most
 * languages have `->` or `=>` of their own: then both sides must give the same name its value.
 */
export function hasArrowInLine(
  lines: readonly string[],
  { now, extension }: Pick<Sources, 'now' | 'extension'>,
): boolean {
  const inFile = new Set(now.lines.map((line) => line.trim()));
  return lines.some((line) => {
    const { old = '', sign: arrowSign = '', fresh = '' } = arrow.exec(line.trim())?.groups ?? {};
    const [name] = assigned.exec(old) ?? [];
    const isClosed = old.split(/["'`]/u).length % 2 === 1;
    // Labels in YAML and JSON have several words.
    const isChange = isDeclarative(extension)
      ? isClosed && /[:=]\s*[^\s:=]+$/u.test(old)
      : languages.has(extension) && /[→⇒➜]/u.test(arrowSign)
        ? isClosed
        : name !== undefined && fresh.startsWith(name);
    const isOld = (one: string): boolean => {
      const end = one.slice(old.length);
      return one.startsWith(old) && !hasWord(end) && fresh.endsWith(end);
    };
    return (
      old !== '' &&
      isChange &&
      !isCommentLine(line) &&
      !inFile.has(line.trim()) &&
      [...inFile].some(isOld)
    );
  });
}

function isAligned(part: readonly string[]): boolean {
  const added = part.find((line) => line.startsWith('+') && hasWord(line))?.slice(1);
  return (
    added === undefined ||
    without('+', part).some((line) => hasWord(line) && indentOf(line) === indentOf(added))
  );
}

/** The lines without those that have this sign, and without signs. */
function without(gone: string, part: readonly string[]): readonly string[] {
  return part
    .filter((line) => !sign.test(line) || !line.startsWith(gone))
    .map((line) => line.replace(sign, ''));
}
