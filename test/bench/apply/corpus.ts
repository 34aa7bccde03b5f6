// Real changes: files that differ in a few lines between two versions of a package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { diffArrays } from 'diff';
import { visibleText } from '../../../src/base/text/visibleText';
import type { Outline, ReadOutline } from './outline';
import { packageFolder, sources } from './packages';
import type { Random } from './random';

/** Lines that replace others; `end` is exclusive. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** A change of a file, in lines without their ends. `parts` are sorted and do not touch each other. */
export interface Change {
  readonly name: string;
  readonly path: string;
  readonly language: string;
  readonly before: readonly string[];
  readonly parts: readonly Splice[];
}

export interface SourceFile {
  readonly name: string;
  readonly path: string;
  readonly language: string;
  readonly lines: readonly string[];
  readonly outline: Outline;
}

const languages: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.js': 'JavaScript',
  '.cjs': 'JavaScript',
  '.mjs': 'JavaScript',
  '.py': 'Python',
  '.java': 'Java',
  '.kt': 'Kotlin',
  '.swift': 'Swift',
  '.m': 'Objective-C',
  '.mm': 'Objective-C',
  '.h': 'C++',
  '.hpp': 'C++',
  '.cpp': 'C++',
  '.cc': 'C++',
  '.cs': 'C#',
  '.go': 'Go',
  '.rs': 'Rust',
  '.rb': 'Ruby',
  '.podspec': 'Ruby',
  '.php': 'PHP',
  '.lua': 'Lua',
  '.sh': 'Bash',
  '.bash': 'Bash',
  '.css': 'CSS',
  '.scss': 'SCSS',
  '.md': 'Markdown',
  '.json': 'JSON',
  '.yml': 'YAML',
  '.yaml': 'YAML',
  '.toml': 'TOML',
};

/** What a person edits and attaches, and what a model answers within its limit. */
const fileLines = { min: 40, max: 1500 };
const changedLines = 25;
/** Each part may land or not: the measure tries all of these sets. */
const maxParts = 8;

/** Returns at most `perLanguage` changes of each language. */
export function readChanges(perLanguage: number, random: Random): readonly Change[] {
  const byLanguage = Map.groupBy(
    random.shuffle(Object.keys(sources).flatMap(changesOf)),
    ({ language }) => language,
  );
  return [...byLanguage.values()].flatMap((changes) => changes.slice(0, perLanguage));
}

function changesOf(name: string): readonly Change[] {
  const versions = Object.keys(sources[name] ?? {});
  return versions.slice(1).flatMap((version, index) => {
    const [before, after] = [packageFolder(name, versions[index]), packageFolder(name, version)];
    return pathsIn(before).flatMap((path) => {
      const language = languages[extname(path)];
      if (language === undefined || !existsSync(join(after, path))) return [];
      const lines = readLines(join(before, path));
      const parts = lines && differences(lines, readLines(join(after, path)) ?? []);
      if (!lines || !parts) return [];
      return [{ name: `${name} ${version} ${path}`, path, language, before: lines, parts }];
    });
  });
}

function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();
}

/** Returns `perLanguage` files of each language, in their newest versions. */
export function readFiles(
  perLanguage: number,
  random: Random,
  outline: ReadOutline,
): readonly SourceFile[] {
  const paths = Object.entries(sources).flatMap(([name, versions]) => {
    const folder = packageFolder(name, Object.keys(versions).at(-1));
    return pathsIn(folder).map((path) => ({
      name: `${name} ${path}`,
      path,
      file: join(folder, path),
    }));
  });
  const files: SourceFile[] = [];
  for (const [language, all] of Map.groupBy(paths, ({ path }) => languages[extname(path)])) {
    let count = 0;
    for (const { name, path, file } of random.shuffle(language === undefined ? [] : all)) {
      const lines = readLines(file, 8);
      const read = lines && outline(`${lines.join('\n')}\n`, language!);
      if (read && read.definitions.length + read.keys.length > 0) {
        files.push({ name, path, language: language!, lines, outline: read });
        count += 1;
      }
      if (count === perLanguage) break;
    }
  }
  return files;
}

/** Undefined for a file whose length or line ends are others; these are among the mutations. */
function readLines(file: string, min = fileLines.min): readonly string[] | undefined {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').slice(0, -1);
  const isUsual = text.endsWith('\n') && visibleText(text).text === text;
  return isUsual && lines.length >= min && lines.length <= fileLines.max ? lines : undefined;
}

function differences(
  before: readonly string[],
  after: readonly string[],
): readonly Splice[] | undefined {
  const hunks = diffArrays([...before], [...after], {
    maxEditLength: 2 * changedLines,
    // Code without quotes changes no blanks at the ends of lines.
    comparator: (a, b) => a.trimEnd() === b.trimEnd(),
  });
  const parts: Splice[] = [];
  let line = 0;
  for (const { added, removed, value } of hunks ?? []) {
    if (added || removed) {
      const last = parts.at(-1);
      const isSame = last?.end === line;
      if (isSame) parts.pop();
      parts.push({
        start: isSame ? last.start : line,
        end: line + (removed ? value.length : 0),
        lines: [...(isSame ? last.lines : []), ...(added ? value : [])],
      });
    }
    if (!added) line += value.length;
  }
  const removed = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  const added = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const isFit = parts.length > 0 && parts.length <= maxParts;
  return isFit && Math.max(removed, added) <= changedLines ? parts : undefined;
}

/** The lines with these splices, which must not overlap. Of two at one place, the first one goes first. */
export function splice(lines: readonly string[], splices: readonly Splice[]): readonly string[] {
  const result = [...lines];
  const sorted = splices
    .map((each, index) => ({ ...each, index }))
    .toSorted((a, b) => b.start - a.start || b.end - a.end || b.index - a.index);
  for (const each of sorted) {
    result.splice(each.start, each.end - each.start, ...each.lines);
  }
  return result;
}

/** The change in a file that differs elsewhere. */
export function rebase(change: Change, splices: readonly Splice[]): Change {
  const shift = (line: number): number =>
    splices
      .filter(({ end }) => end <= line)
      .reduce((sum, { start, end, lines }) => sum + lines.length - (end - start), line);
  return {
    ...change,
    before: splice(change.before, splices),
    parts: change.parts.map((part) => {
      const start = shift(part.start);
      return { ...part, start, end: start + part.end - part.start };
    }),
  };
}
