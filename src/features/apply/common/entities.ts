// Some models write code as it would stand in HTML: `rows.length &gt; 0`.
import { sameEnds } from '../../../base/text/sameEnds';
import { isCommentLine } from './marks';

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

/** Replaces each entity once: `&amp;lt;` is `&lt;`. */
function decode(line: string): string {
  return line.replaceAll(
    /&(?:lt|gt|quot|apos|amp|#39|#x27);/gu,
    (entity) => characters[entity] ?? entity,
  );
}

const sign = /[<>]|&(?!#?\w+;)/u;
const quotedEntity = /["'`][^"'`&]{0,200}&(?:lt|gt|amp);/u;

/**
 * Lines of an answer without their entities if more of them are then the file's, or if code of the answer has one, but no
 * sign that would be one and none in a string, and the file has none. A line that is the file's but for its entities is never
 * a change, nor are the entities of one that is nearly the file's; one that is the file's as it stands stays.
 */
export function decodedIfCloser(
  lines: readonly string[],
  fileLines: readonly string[],
): readonly string[] {
  const known = new Set(fileLines.map((line) => line.trim()));
  const isKnown = (line: string): boolean => known.has(line.trim());
  const gained = lines.filter((line) => !isKnown(line) && isKnown(decode(line))).length;
  const lost = lines.filter((line) => isKnown(line) && line !== decode(line)).length;
  const isEscaped =
    lines.some((line) => line !== decode(line) && !isCommentLine(line)) &&
    !lines.some((line) => sign.test(line) || quotedEntity.test(line)) &&
    !fileLines.some((line) => line !== decode(line));
  return lines.map((line) =>
    !isKnown(line) &&
    (gained > lost || isEscaped || isKnown(decode(line)) || isNearly(line, fileLines))
      ? decode(line)
      : line,
  );
}

/** Whether a decoded line begins and ends as one of the file with such signs, but for a tenth of it. */
function isNearly(line: string, fileLines: readonly string[]): boolean {
  const decoded = decode(line);
  return (
    decoded !== line &&
    fileLines.some((other) => {
      if (!/[<>&]/u.test(other) || Math.abs(other.length - decoded.length) * 10 > decoded.length) {
        return false;
      }
      const { head, tail } = sameEnds(decoded, other);
      return (head + tail) * 10 >= Math.max(decoded.length, other.length) * 9;
    })
  );
}
