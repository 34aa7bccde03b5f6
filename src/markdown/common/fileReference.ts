// References to files of the workspace in an answer: `src/a.ts#L12` as a link's target, `src/a.ts:12` in inline code.
// Parsing finds text that looks like a reference; only the host knows whether the file exists.

/** A file below a workspace folder, and the lines that the reference names. */
export interface FileReference {
  /** The path that `normalizeFilePath` returned. */
  readonly path: string;
  /** Starts at 1. */
  readonly line?: number;
  /** It is not before `line`. */
  readonly endLine?: number;
}

/** Paths of more UTF-16 units are no references. */
export const maxFilePathLength = 400;
export const maxFileLine = 9_999_999;

/** How many paths a page asks for at once. */
export const maxSeenPaths = 100;

/** How many existing files a page remembers; the first ones are forgotten. */
export const maxKnownFiles = 1_000;

/** Longer than any reference: what follows the path is the longest range of lines and columns. */
const maxReferenceLength = maxFilePathLength + 50;

/** `#L12`, `#L12-L20`, `#L12C5-L20C3`, `#12`. */
const fragmentLines = /^L?(\d{1,7})(?:C\d{1,7})?(?:-L?(\d{1,7})(?:C\d{1,7})?)?$/iu;

/** `:12`, `:12:5`, `:12-20`. */
const colonLines = /^(.+?):(\d{1,7})(?::\d{1,7})?(?:-(\d{1,7})(?::\d{1,7})?)?$/u;

/** A file extension with a letter in it, which a version number does not have. */
const extension = /[^/.][^/]*\.(?=\w*[a-z])\w{1,12}$/iu;
/** Files without an extension that many projects have. Most other words without one name no file. */
const wellKnown = /(?:^|\/)(?:Docker|Make)file$/u;
const isLikelyFile = (path: string): boolean => extension.test(path) || wellKnown.test(path);

/** Characters that no reference contains: of schemes, invisible ones, and those that Windows does not allow in names. */
const forbidden = /[:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A character that is still encoded after decoding: another decoder could read `%2e%2e` as `..`. */
const encodedCharacter = /%[0-9a-f]{2}/iu;

/** On Windows these names are devices in every folder, also with an extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/iu;

/** The file that the target of a Markdown link refers to. Undefined for any other target. */
export function fileReferenceOfLink(href: string): FileReference | undefined {
  if (href.length > maxReferenceLength) {
    return undefined;
  }
  const hash = href.indexOf('#');
  if (hash === -1) {
    return withColonLines(decode(href));
  }
  const lines = fragmentLines.exec(href.slice(hash + 1));
  return lines === null ? undefined : reference(decode(href.slice(0, hash)), lines[1], lines[2]);
}

/**
 * The file that inline code refers to. Undefined for other code. Without a line, it must have an extension or be a
 * Dockerfile or Makefile: code holds many words that a folder could also contain as a file.
 */
export function fileReferenceOfCode(code: string): FileReference | undefined {
  if (code.length > maxReferenceLength || /\s{2}|^\s|\s$/u.test(code)) {
    return undefined;
  }
  const hash = code.indexOf('#');
  const lines = hash === -1 ? null : fragmentLines.exec(code.slice(hash + 1));
  const found =
    lines === null ? withColonLines(code) : reference(code.slice(0, hash), lines[1], lines[2]);
  return found?.line !== undefined || (found !== undefined && isLikelyFile(found.path))
    ? found
    : undefined;
}

/**
 * The path of a file as a model writes it in a heading, a comment or a tool's argument, without its lines: relative, or
 * with a slash at its start if it names a place on some machine. Undefined for what is no path.
 */
export function writtenPath(written: string): string | undefined {
  const text = withoutEncoding(written);
  if (text.length > maxReferenceLength || /\s{2}|^\s|\s$/u.test(text)) {
    return undefined;
  }
  const place = /^(?:file:\/\/)?(?:[\\/]*[a-z]:(?=[\\/]))?(?:~?[\\/]+)?/iu.exec(text)?.[0] ?? '';
  const rest = text.slice(place.length);
  const hash = rest.indexOf('#');
  const withLines = hash !== -1 && fragmentLines.test(rest.slice(hash + 1));
  const file = withLines ? rest.slice(0, hash) : (colonLines.exec(rest)?.[1] ?? rest);
  const path = normalizeFilePath(file);
  return path === undefined || path === '' ? undefined : place === '' ? path : `/${path}`;
}

/** GitHub Copilot's headings are links: `[a.ts](file:///c%3A/app/a.ts)`. */
function withoutEncoding(text: string): string {
  return text.startsWith('file://') ? (decode(text) ?? text) : text;
}

/** The path, if it has an extension, is that of a Dockerfile or Makefile, or its lines are named. */
export function writtenFile(text: string): string | undefined {
  const path = writtenPath(text);
  const hasLines =
    path !== undefined && !withoutEncoding(text).endsWith(path.replace(/^.*\//u, ''));
  return path !== undefined && (hasLines || isLikelyFile(path)) ? path : undefined;
}

/** The ends of a path, the longest first: `a/b/c.ts`, `b/c.ts`, `c.ts`. */
export function pathTails(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((_, index) => segments.slice(index).join('/'));
}

/**
 * The path relative to a workspace folder, with `/` between its segments and without `.` and `..`. Undefined if it is
 * not relative, leads out of the folder, or is not the plain name of a file on every platform.
 */
export function normalizeFilePath(path: string): string | undefined {
  if (path.length > maxFilePathLength || forbidden.test(path) || encodedCharacter.test(path)) {
    return undefined;
  }
  const segments: string[] = [];
  const all = path.replaceAll('\\', '/').split('/');
  for (const [index, segment] of all.entries()) {
    // An empty segment is the beginning of an absolute path, or the end of a folder's.
    if (segment === '' || (index === all.length - 1 && (segment === '.' || segment === '..'))) {
      return undefined;
    }
    if (segment === '..') {
      if (segments.pop() === undefined) {
        return undefined;
      }
    } else if (segment !== '.') {
      // Windows ignores dots and spaces at the end of a name: `.. ` would be `..`.
      if (/[. ]$/u.test(segment) || deviceName.test(segment)) {
        return undefined;
      }
      segments.push(segment);
    }
  }
  return segments.join('/');
}

function withColonLines(text: string | undefined): FileReference | undefined {
  const lines = colonLines.exec(text ?? '');
  return lines === null ? reference(text) : reference(lines[1], lines[2], lines[3]);
}

function reference(
  text: string | undefined,
  firstLine?: string,
  lastLine?: string,
): FileReference | undefined {
  const path = text === undefined ? undefined : normalizeFilePath(text);
  const line = Number(firstLine ?? 0);
  if (path === undefined || path === '') {
    return undefined;
  }
  if (line === 0) {
    // Line 0 is no line, but the file is named all the same.
    return { path };
  }
  const endLine = Number(lastLine ?? 0);
  return endLine > line ? { path, line, endLine } : { path, line };
}

/** Undefined if the encoding is invalid. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
