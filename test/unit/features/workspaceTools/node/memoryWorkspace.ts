// A workspace in memory, for the tools that read it. It searches by JavaScript's regular expressions; the tests of the ring
// `integration` have ripgrep's.
import type {
  OpenWorkspace,
  ReadableFile,
  TextSearch,
} from '../../../../../src/features/workspaceTools/node/openWorkspace';

export interface MemoryWorkspace {
  /** The keys are paths. */
  readonly files: Readonly<Record<string, string>>;
  /** Texts of editors that differ from the disk, by path. */
  readonly unsaved?: Readonly<Record<string, string>>;
  /** Each is defined and used in all lines of all files. */
  readonly symbols?: readonly string[];
  readonly problems?: readonly string[];
}

export function memoryWorkspace({
  files,
  unsaved = {},
  symbols = [],
  problems = [],
}: MemoryWorkspace): OpenWorkspace {
  const listed: readonly ReadableFile[] = Object.keys(files)
    .toSorted()
    .map((path) => ({
      uri: `file:///${path}`,
      path,
      language: '',
      isUnsaved: Object.hasOwn(unsaved, path),
    }));
  const places = listed.flatMap(({ uri, path }) =>
    linesOf(files[path] ?? '').map((_text, index) => ({ uri, line: index + 1 })),
  );
  return {
    listFiles: () => Promise.resolve(listed),
    readText: ({ path }) =>
      Promise.resolve({ text: unsaved[path] ?? files[path] ?? '', isExcerpt: false }),
    searchFiles: (search) =>
      Promise.resolve(
        search.files.flatMap((file) =>
          linesOf(files[file.path] ?? '').flatMap((text, index) =>
            matchesOf(text, search).length === 0 ? [] : [{ file, line: index + 1 }],
          ),
        ),
      ),
    searchTexts: (texts, search) =>
      Promise.resolve(
        texts.flatMap((text, index) => matchesOf(text, search).map((match) => ({ index, match }))),
      ),
    findSymbols: (name) =>
      Promise.resolve(
        symbols
          .filter((symbol) => symbol.includes(name))
          .map((symbol) => ({
            name: symbol,
            definition: places[0] ?? { uri: '', line: 1 },
            references: () => Promise.resolve(places),
          })),
      ),
    listProblems: () => Promise.resolve({ texts: problems, omitted: 0 }),
  };
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/u, '').split('\n');
}

function matchesOf(
  text: string,
  { pattern, ignoresCase }: Omit<TextSearch, 'files'>,
): readonly string[] {
  return [...text.matchAll(new RegExp(pattern, ignoresCase ? 'gi' : 'g'))].map(([match]) => match);
}
