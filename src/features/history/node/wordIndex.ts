// WordIndex: which conversations contain which words, in an SQLite file (FTS5). It is a cache of the conversations.
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { normalizeText } from './search/fold';
import type { Term } from './search/terms';
import { asciiWords, visitOtherTokens } from './search/tokenize';

/** Increase this after each change of the tables or of the tokens. */
const schemaVersion = 3;
/** Only the start of a longer word (a hash, an image in base64) is indexed. */
const maxWordChars = 40;
/** The further tokens of a query are only checked in the conversations. */
const maxQueryTokens = 40;
/** How long to wait for a lock of another window. */
const busyTimeoutMs = 2_000;

/** Memory for one transaction. Beyond it FTS5 writes another segment to the file. */
const hashBytes = 16 * 1024 * 1024;

const tables = `
  CREATE TABLE folder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    summary TEXT NOT NULL,
    indexed_state TEXT NOT NULL DEFAULT ''
  );
  CREATE VIRTUAL TABLE words USING fts5(
    word, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii'
  );
  INSERT INTO words (words, rank) VALUES ('hashsize', ${hashBytes}), ('automerge', 8);
`;

export interface FolderRow {
  readonly name: string;
  /** The folder's state when it was listed. */
  readonly state: string;
  readonly summaryJson: string;
  /** The folder's state when its words were indexed; `''` if they are not. */
  readonly indexedState: string;
}

export interface FolderWords {
  readonly name: string;
  readonly state: string;
  /** Separated by blanks. */
  readonly words: string;
}

/** Methods throw SQLite's errors; after one for which `isDamaged` is true, the file has to be recreated. */
export class WordIndex {
  readonly #statements = new Map<string, StatementSync>();

  constructor(private readonly db: DatabaseSync) {}

  /** Undefined if this Node has no SQLite with FTS5 or the file cannot be opened. */
  static async open(path: string): Promise<WordIndex | undefined> {
    try {
      const { DatabaseSync } = await import('node:sqlite');
      return openOrRecreate(DatabaseSync, path);
    } catch {
      return undefined;
    }
  }

  folders(): readonly FolderRow[] {
    const rows = this.#prepare('SELECT name, state, summary, indexed_state FROM folder').all();
    return rows.map(({ name, state, summary, indexed_state: indexedState }) => ({
      name: String(name),
      state: String(state),
      summaryJson: String(summary),
      indexedState: String(indexedState),
    }));
  }

  /** @param changes By name; undefined for a deleted folder. */
  saveFolders(changes: ReadonlyMap<string, Omit<FolderRow, 'indexedState'> | undefined>): true {
    const upsert =
      'INSERT INTO folder (name, state, summary) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state, summary = excluded.summary';
    this.#transaction(() => {
      for (const [name, row] of changes) {
        const id = row === undefined ? this.#folder(name)?.id : undefined;
        if (row !== undefined) {
          this.#prepare(upsert).run(name, row.state, row.summaryJson);
        } else if (id !== undefined) {
          this.#prepare('DELETE FROM words WHERE rowid = ?').run(id);
          this.#prepare('DELETE FROM folder WHERE id = ?').run(id);
        }
      }
    });
    return true;
  }

  /** The states by name. Another window may have indexed the folders. */
  indexedStates(names: readonly string[]): ReadonlyMap<string, string> {
    return new Map(names.map((name) => [name, this.#folder(name)?.indexedState ?? '']));
  }

  /** Replaces the words of folders; skips those without a row. */
  indexFolders(folders: readonly FolderWords[]): true {
    this.#transaction(() => {
      const known = folders.flatMap((folder) => {
        const id = this.#folder(folder.name)?.id;
        return id === undefined ? [] : [{ ...folder, id }];
      });
      // FTS5 flushes its memory before a row that is not beyond the last one, so the rows ascend.
      for (const { id, state, words } of known.toSorted((a, b) => a.id - b.id)) {
        this.#prepare('DELETE FROM words WHERE rowid = ?').run(id);
        this.#prepare('INSERT INTO words (rowid, word) VALUES (?, ?)').run(id, words);
        this.#prepare('UPDATE folder SET indexed_state = ? WHERE id = ?').run(state, id);
      }
    });
    return true;
  }

  /** The names of folders that may contain all terms: of runs only the pairs of letters are compared. */
  findFolders(terms: readonly Term[]): ReadonlySet<string> {
    const query = terms.flatMap(queryTokens).slice(0, maxQueryTokens).join(' AND ');
    const select =
      'SELECT folder.name FROM words JOIN folder ON folder.id = words.rowid WHERE words MATCH ?';
    return new Set(
      this.#prepare(select)
        .all(query)
        .map(({ name }) => String(name)),
    );
  }

  /** Erases all words from the file, which other windows may have open. */
  clear(): void {
    this.#transaction(() =>
      this.db.exec("DELETE FROM folder; INSERT INTO words (words) VALUES ('delete-all')"),
    );
    // Deleted rows remain in free pages and in the write-ahead log.
    this.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.db.close();
  }

  #folder(name: string): { readonly id: number; readonly indexedState: string } | undefined {
    const row = this.#prepare('SELECT id, indexed_state FROM folder WHERE name = ?').get(name);
    return row && { id: Number(row['id']), indexedState: String(row['indexed_state']) };
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #transaction(work: () => void): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.db.exec('COMMIT');
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }
}

function openOrRecreate(Database: typeof DatabaseSync, path: string): WordIndex {
  try {
    return openDatabase(Database, path);
  } catch (error) {
    // SQLITE_ERROR (1): a table is missing.
    if (!(error instanceof OtherVersionError) && !isDamaged(error) && sqliteCode(error) !== 1) {
      throw error;
    }
    removeIndex(path);
    return openDatabase(Database, path);
  }
}

class OtherVersionError extends Error {}

function openDatabase(Database: typeof DatabaseSync, path: string): WordIndex {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite takes an empty file for a new database, and gives its other files the same mode.
  closeSync(openSync(path, 'a', 0o600));
  const db = new Database(path);
  try {
    db.exec(
      `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`,
    );
    db.exec('BEGIN IMMEDIATE');
    const found = db.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found === 0) {
      db.exec(`${tables}; PRAGMA user_version = ${schemaVersion}`);
    } else if (found !== schemaVersion) {
      throw new OtherVersionError();
    }
    // Fails if a table is missing.
    db.exec('SELECT 1 FROM folder, words LIMIT 0; COMMIT');
    return new WordIndex(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A window that has the file open continues with the removed one. */
export function removeIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${path}${suffix}`, { force: true });
  }
}

/** SQLITE_CORRUPT (11) or SQLITE_NOTADB (26). */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 11 || code === 26;
}

/** SQLite's primary result code; 0 for another error. */
function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

/** The distinct tokens of the texts, separated by blanks. */
export function wordsOf(texts: readonly string[]): string {
  const words = new Set<string>();
  for (const text of texts.map(normalizeText)) {
    for (const word of asciiWords(text)) {
      words.add(word.slice(0, maxWordChars));
    }
    visitOtherTokens(text, (kind, folded) => {
      for (const word of kind === 'word' ? [folded.slice(0, maxWordChars)] : pairs(folded)) {
        words.add(word);
      }
    });
  }
  return [...words].join(' ');
}

/** Each letter with the next one, and the last one alone, so that each letter starts a pair. */
function pairs(run: string): readonly string[] {
  const letters = Array.from(run);
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''));
}

/** The tokens in FTS5's query syntax. A term has only letters, digits and marks, so it needs no escaping. */
function queryTokens({ kind, text }: Term): readonly string[] {
  if (kind === 'word') {
    return [`"${text.slice(0, maxWordChars)}"*`];
  }
  const [first = '', ...others] = pairs(text);
  return others.length === 0
    ? [`"${first}"*`]
    : [first, ...others.slice(0, -1)].map((pair) => `"${pair}"`);
}
