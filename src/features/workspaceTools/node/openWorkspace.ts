// What the tools that read the workspace have of it.
import type { MaskedText } from './maskedText';

/** A file that a model may read. */
export interface ReadableFile {
  readonly uri: string;
  /** The path that the model sees: relative to its workspace folder, whose name is prepended if there are several. */
  readonly path: string;
  /** A fence's language; '' if unknown. */
  readonly language: string;
  /** An editor has another text than the disk. */
  readonly isUnsaved: boolean;
}

/** A line of a file. */
export interface FileLine {
  readonly file: ReadableFile;
  /** Lines count from 1. */
  readonly line: number;
}

/** Where something is; perhaps in no file that a model may read. */
export interface SymbolPlace {
  readonly uri: string;
  readonly line: number;
}

interface FoundSymbol {
  readonly name: string;
  readonly definition: SymbolPlace;
  readonly references: () => Promise<readonly SymbolPlace[]>;
}

export interface TextSearch {
  /** Where matches count. */
  readonly files: readonly ReadableFile[];
  /** Searched as text if it is no regular expression. */
  readonly pattern: string;
  readonly ignoresCase: boolean;
}

export interface TextMatch {
  /** Its first UTF-16 unit in the text. */
  readonly index: number;
  readonly match: string;
}

/** VS Code and the disk, with paths and texts as they are. Rejects with `signal`. */
export interface OpenWorkspace {
  /** Sorted by path. Undefined if what is ignored is unknown: then nothing may be read. */
  listFiles(signal: AbortSignal): Promise<readonly ReadableFile[] | undefined>;
  /** What an editor shows, else what is on disk. Returns why it cannot be read otherwise. */
  readText(
    file: ReadableFile,
  ): Promise<{ readonly text: string; readonly isExcerpt: boolean } | string>;
  /** The lines on disk that match, sorted by path and line; of each file, no more than some. */
  searchFiles(search: TextSearch, signal: AbortSignal): Promise<readonly FileLine[]>;
  /** The matches in texts of one line. */
  searchTexts(
    texts: readonly string[],
    search: Omit<TextSearch, 'files'>,
    signal: AbortSignal,
  ): Promise<readonly TextMatch[]>;
  findSymbols(name: string): Promise<readonly FoundSymbol[]>;
  /** One line for each, worst first. */
  listProblems(
    isReadable: (uri: string) => boolean,
  ): Promise<{ readonly texts: readonly string[]; readonly omitted: number }>;
}

export interface ReadFile {
  readonly masked: MaskedText;
  /** These are only the first lines. */
  readonly isExcerpt: boolean;
}

/** What a tool is called with. */
export interface ToolContext {
  readonly workspace: OpenWorkspace;
  /** Files with a secret in their paths are left out. */
  readonly files: readonly ReadableFile[];
  /** Returns why it cannot be read otherwise. */
  readonly read: (file: ReadableFile) => Promise<ReadFile | string>;
  readonly mask: (text: string) => Promise<MaskedText>;
  readonly signal: AbortSignal;
}
