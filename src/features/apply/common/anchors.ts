// What a function with marks within shows: lines that it has once, its *anchors*, and new lines beside them. What stands
// between two anchors replaces what stands between them in the file; what has one anchor only is added beside that, or
// replaces the lines there that give the same names their values.
import { indentOf } from '../../../base/text/indentation';
import { sameEnds } from '../../../base/text/sameEnds';
import { languages } from './codeLanguages';
import { CodeScanner, lexisOf } from './codeScanner';
import { hasWord, isBlank, isEqual, withoutOuterBlankLines, type TextChange } from './fileText';
import { findExact } from './findLines';

interface AnchoredChanges {
  readonly changes: readonly TextChange[];
  /** New lines stand between an anchor and a mark: they may be meant to replace what the mark stands for. */
  readonly isBesideMark: boolean;
}

/**
 * Returns undefined if it is not certain where a part belongs, or it has what the function has elsewhere.
 * @param lines of the function in the file
 * @param parts the lines between marks, indented as in the file; the first and the last one begin and end the function, and
 *   an empty one stands behind a mark at its end
 */
export function changesByAnchors(
  lines: readonly string[],
  parts: readonly (readonly string[])[],
  extension: string,
): AnchoredChanges | undefined {
  const all = parts.flat();
  // A head in one line takes the place of one in several, not of its first line.
  const [open, newOpen] = [lines, all].map((some) => leftOpen(some.slice(0, 1), extension));
  if (open !== newOpen) return undefined;
  const lastPart = parts.findLastIndex((part) => !part.every(isBlank));
  const ends = all.at(-1)?.trimEnd() === lines.at(-1)?.trimEnd();
  const changes: TextChange[] = [];
  let isBesideMark = false;
  let from = 0;
  for (const [index, written] of parts.entries()) {
    const isLast = index === lastPart;
    const part = withoutOuterBlankLines(written);
    const found = part.flatMap((line, at): readonly Anchor[] => {
      if (index === 0 && at === 0) return [{ at, place: 0 }];
      if (isLast && ends && at === part.length - 1) return [{ at, place: lines.length - 1 }];
      const [only, second] = hasWord(line) ? findExact(lines, [line]) : [];
      const isOnce = only !== undefined && second === undefined && isOnlyIn(all, line);
      return isOnce ? [{ at, place: only.start }] : [];
    });
    const [first] = found;
    const last = found.at(-1);
    if (part.length === 0) continue;
    const isOrdered = found.every(
      ({ place }, at) => place >= (found[at - 1]?.place ?? from - 1) + 1,
    );
    if (
      first === undefined ||
      last === undefined ||
      !isOrdered ||
      (index === parts.length - 1 && !ends)
    )
      return undefined;
    const above = besideAnchor(
      part.slice(0, first.at).toReversed(),
      lines.slice(from, first.place).toReversed(),
      (fresh) => isWhole(fresh.toReversed(), extension),
    );
    const below = besideAnchor(part.slice(last.at + 1), lines.slice(last.place + 1), (fresh) =>
      isWhole(fresh, extension),
    );
    if (above === undefined || below === undefined) return undefined;
    from = last.place + 1 + below.known;
    const within = found.flatMap(({ at, place }, one) => {
      const next = found[one + 1];
      return next?.place === place + 1 ? [part.slice(at + 1, next.at)] : [];
    });
    if (
      [above.fresh.toReversed(), below.fresh, ...within].some((added) => isThere(lines, added)) ||
      leavesBlock(above.fresh.at(-1), [lines[first.place - above.head] ?? '']) ||
      leavesBlock(below.fresh[0], lines.slice(last.place + below.head).slice(0, 2))
    ) {
      return undefined;
    }
    isBesideMark ||= above.isBesideMark || below.isBesideMark;
    changes.push({ start: first.place - above.known, end: from, lines: part });
  }
  return { changes, isBesideMark };
}

interface Anchor {
  /** The line of the part. */
  readonly at: number;
  /** The line of the function. */
  readonly place: number;
}

/** What a part has beside an anchor: lines that the file has there too, and those that are new. */
interface Beside {
  readonly fresh: readonly string[];
  /** How many lines of the file stand between the anchor and the new ones. */
  readonly head: number;
  /** How many lines of the file there are in all. */
  readonly known: number;
  readonly isBesideMark: boolean;
}

/**
 * Returns undefined if the new lines are no whole block, or end with one of the next lines: they may stand for those before it.
 * @param next the lines of the file; both count from the anchor
 */
function besideAnchor(
  added: readonly string[],
  next: readonly string[],
  isWholeBlock: (fresh: readonly string[]) => boolean,
): Beside | undefined {
  for (let { head } = sameEnds(added, next); head >= 0; head -= 1) {
    const [rest, after] = [added.slice(head), next.slice(head)];
    for (let tail = rest.length; tail >= 0; tail -= 1) {
      const fresh = rest.slice(0, rest.length - tail);
      if (isEqual(rest.slice(fresh.length), after.slice(0, tail)) && isWholeBlock(fresh)) {
        const isBesideMark = fresh.length > 0 && tail === 0;
        if (isBesideMark && fresh.every((line, at) => assignsSame(line, after[at] ?? ''))) {
          return { fresh: [], head, known: head + fresh.length, isBesideMark: false };
        }
        return isBesideMark && after.slice(0, fresh.length).includes(fresh.at(-1) ?? '')
          ? undefined
          : { fresh, head, known: head + tail, isBesideMark };
      }
    }
  }
  return undefined;
}

/**
 * Whether a first new line is indented less than those around its place: it stands behind a block that goes on there, or
 * begins a statement that goes on in the line below, which belongs to another one.
 */
function leavesBlock(line: string | undefined, around: readonly string[]): boolean {
  const indents = around.map((one) => indentOf(one).length);
  return line !== undefined && indentOf(line).length < Math.min(...indents);
}

/** Whether lines close all that they open, and nothing else. */
function isWhole(lines: readonly string[], extension: string): boolean {
  const indent = indentOf(lines[0] ?? '').length;
  return (
    lines.every((line) => isBlank(line) || indentOf(line).length >= indent) &&
    leftOpen(lines, extension) === '' &&
    !/[:\\]$/u.test(lines.at(-1)?.trimEnd() ?? '')
  );
}

/** The brackets that lines leave open; undefined if they close others, or end within a string. */
function leftOpen(lines: readonly string[], extension: string): string | undefined {
  const scanner = new CodeScanner(languages.get(extension)?.lexis ?? lexisOf([]));
  let open = '';
  for (const { char } of lines.flatMap((line) => scanner.read(line).marks)) {
    if (/[)\]}]/u.test(char)) {
      if (open === '') return undefined;
      open = open.slice(0, -1);
    } else if (/[([{]/u.test(char)) {
      open += char;
    }
  }
  return scanner.isInString ? undefined : open;
}

function isOnlyIn(lines: readonly string[], line: string): boolean {
  return lines.filter((other) => other === line).length === 1;
}

/** Whether a function has these lines, or declares or assigns what they do. */
export function isThere(lines: readonly string[], added: readonly string[]): boolean {
  const [code = [], addedCode = []] = [lines, added].map((some) =>
    some.filter((line) => !isBlank(line)).map((line) => line.trim()),
  );
  const names = new Set(code.flatMap(assignedNames));
  return (
    addedCode.length > 0 &&
    (addedCode.flatMap(assignedNames).some((name) => names.has(name)) ||
      code.some((_, at) => isEqual(code.slice(at, at + addedCode.length), addedCode)))
  );
}

/** Whether a line declares or assigns what another one does, with the same words before. */
function assignsSame(line: string, other: string): boolean {
  const names = assignedNames(line);
  const firstWord = (text: string): string | undefined => text.trim().split(/\W/u)[0];
  return (
    names.length > 0 && isEqual(names, assignedNames(other)) && firstWord(line) === firstWord(other)
  );
}

/** The names that a line declares or assigns: `const a = 1`, `self.a = 1`, `{ a, b } = c`, `a: 1`, `function a()`. */
function assignedNames(text: string): readonly string[] {
  const line = text.trim();
  const [, declared] =
    /^(?:(?:export|async|static|public|private|protected) )*(?:def|func|function|fn|fun|class) (\w+)/u.exec(
      line,
    ) ?? [];
  if (declared !== undefined) return [declared];
  const equals = /(?<![-=!<>+*/%|&^?~])=(?![=>~])/u.exec(line);
  const colon = /^["']?[\w-]+["']?:(?![:=])/u.exec(line);
  const left = equals === null ? colon?.[0] : line.slice(0, equals.index);
  // In a call or a condition, nothing is declared.
  const count = (pattern: RegExp): number => left?.match(pattern)?.length ?? 0;
  if (count(/[({[]/gu) !== count(/[)}\]]/gu)) return [];
  // Of `name: Type`, `int name`, `a, b` and `{ a, b }`, the last word of each.
  const names = (left ?? '').replace(/:[^,{}]*$/u, '').split(/[,{}()[\]]/u);
  return names.flatMap(
    (one) =>
      one
        .trim()
        .split(/[\s"']+/u)
        .findLast((word) => word !== '') ?? [],
  );
}
