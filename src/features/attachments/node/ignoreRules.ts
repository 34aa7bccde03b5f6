// Rules of .gitignore files (gitignore(5)). Regular expressions made of them could take seconds for a hostile rule, so
// names are matched character by character.

interface Rule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Only the last segment of a path counts. */
  readonly isForNames: boolean;
  /** The first segment as it is written. */
  readonly literal: string;
  readonly segments: readonly SegmentPattern[];
}

/** The rules of one .gitignore file. */
export class IgnoreRules {
  /** Last one first: the last rule that matches decides. */
  readonly #rules: readonly Rule[];

  constructor(text: string) {
    this.#rules = text
      .split(/\r?\n/u)
      .flatMap((line) => parseRule(line) ?? [])
      .toReversed();
  }

  /** @param path relative to the folder of the file. Undefined if no rule matches. */
  isIgnored(path: string, isFolder: boolean): boolean | undefined {
    const segments = path.split('/');
    const name = segments.slice(-1);
    const rule = this.#rules.find(
      (each) =>
        (isFolder || !each.isForFolders) &&
        (each.isForNames
          ? matchesSegments(each.segments, name)
          : matchesSegments(each.segments, segments)),
    );
    return rule === undefined ? undefined : !rule.isNegated;
  }

  /** Globs of folders to which no file of the rules returns: searches need not enter them. */
  get folderGlobs(): readonly string[] {
    return this.#rules.some(({ isNegated }) => isNegated)
      ? []
      : this.#rules
          .filter(({ isForNames, literal }) => isForNames && /^[\w .+~@-]+$/u.test(literal))
          .map(({ literal }) => `**/${literal}`);
  }
}

/** All .gitignore files of a folder. */
export class IgnoreTree {
  readonly #byFolder: ReadonlyMap<string, IgnoreRules>;
  readonly #ignoredFolders = new Map<string, boolean>([['', false]]);

  /** @param byFolder by the path of the folder that has the file, relative to the top folder; '' for that one */
  constructor(byFolder: ReadonlyMap<string, IgnoreRules>) {
    this.#byFolder = byFolder;
  }

  /** Whether a file, or a folder above it, is ignored. */
  isIgnored(path: string): boolean {
    const folder = folderOf(path);
    return this.isFolderIgnored(folder) || this.#matches(path, false);
  }

  /** Whether a folder, or one above it, is ignored. */
  isFolderIgnored(folder: string): boolean {
    const known = this.#ignoredFolders.get(folder);
    if (known !== undefined) {
      return known;
    }
    const isIgnored = this.isFolderIgnored(folderOf(folder)) || this.#matches(folder, true);
    this.#ignoredFolders.set(folder, isIgnored);
    return isIgnored;
  }

  /** The file in the nearest folder decides. */
  #matches(path: string, isFolder: boolean): boolean {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const relative = folder === '' ? path : path.slice(folder.length + 1);
      const isIgnored = this.#byFolder.get(folder)?.isIgnored(relative, isFolder);
      if (isIgnored !== undefined || folder === '') {
        return isIgnored ?? false;
      }
    }
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function parseRule(line: string): Rule | undefined {
  const text = line.replace(/(?<!\\) +$/u, '');
  if (text === '' || text.startsWith('#')) {
    return undefined;
  }
  const isNegated = text.startsWith('!');
  const pattern = isNegated ? text.slice(1) : text;
  const isForFolders = pattern.endsWith('/');
  const path = isForFolders ? pattern.slice(0, -1) : pattern;
  const segments = path.replace(/^\//u, '').split('/');
  if (segments.join('') === '') {
    return undefined;
  }
  // At the end, `**` stands for everything inside.
  const all = segments.at(-1) === '**' ? [...segments, '*'] : segments;
  const isForNames = !path.includes('/');
  return {
    isNegated,
    isForFolders,
    isForNames,
    literal: all[0] ?? '',
    segments: all.map(segmentOf),
  };
}

/** A segment of a rule: `**`, or whether a name matches. */
type SegmentPattern = '**' | ((name: string) => boolean);

function segmentOf(text: string): SegmentPattern {
  if (text === '**') {
    return '**';
  }
  if (!/[*?[\\]/u.test(text)) {
    return (name) => name === text;
  }
  const [, ending] = /^\*([^*?[\\]+)$/u.exec(text) ?? [];
  if (ending !== undefined) {
    return (name) => name.endsWith(ending);
  }
  const tokens = tokensOf(text);
  return (name) =>
    matchesWithStars(tokens, Array.from(name), (token, character) =>
      typeof token === 'string'
        ? token === '?' || token === `\\${character}`
        : token.test(character),
    );
}

/** `**` stands for any number of segments. */
function matchesSegments(segments: readonly SegmentPattern[], names: readonly string[]): boolean {
  return matchesWithStars(segments, names, (segment, name) => segment !== '**' && segment(name));
}

/**
 * Matches a pattern with stars (`*` or `**`): after a mismatch, the last star takes one more. Earlier stars never need
 * to, so the time is at most the product of the lengths.
 */
function matchesWithStars<P, T>(
  pattern: readonly P[],
  text: readonly T[],
  matches: (element: P, item: T) => boolean,
): boolean {
  let at = 0;
  let textAt = 0;
  let star = -1;
  let starText = 0;
  while (textAt < text.length) {
    const [element, item] = [pattern[at], text[textAt]];
    if (isStar(element)) {
      star = at;
      starText = textAt;
      at += 1;
    } else if (element !== undefined && item !== undefined && matches(element, item)) {
      at += 1;
      textAt += 1;
    } else if (star !== -1) {
      at = star + 1;
      starText += 1;
      textAt = starText;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isStar);
}

function isStar(element: unknown): boolean {
  return element === '*' || element === '**';
}

/** `*`, `?`, a class, or a backslash with a literal character. */
function tokensOf(rule: string): readonly (string | RegExp)[] {
  return Array.from(rule.matchAll(/\\.|\*+|\[[!^]?\]?[^\]]*\]|./gsu), ([token]) =>
    token.length > 2 && token.startsWith('[')
      ? classOf(token)
      : token.startsWith('*')
        ? '*'
        : token === '?'
          ? token
          : `\\${Array.from(token).at(-1) ?? ''}`,
  );
}

function classOf(token: string): RegExp {
  const [, negation = '', members = ''] = /^\[([!^]?)(.*)\]$/su.exec(token) ?? [];
  const escaped = members.replaceAll(/[\\\]^[]/gu, String.raw`\$&`);
  try {
    return new RegExp(`^[${negation === '' ? '' : '^'}${escaped}]$`, 'u');
  } catch {
    // A range that ends before it begins.
    return /(?!)/u;
  }
}
