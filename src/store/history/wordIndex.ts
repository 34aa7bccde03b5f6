// Which conversation has which words, in a file that is a cache: what it lacks is read from the conversations.
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { composed } from './search/fold';
import { asciiWords, visitOthers } from './search/tokenize';
import type { Term } from './search/terms';

/** Goes up whenever the tables, or how text is cut into words, change. */
const version = 2;
/** Longer words (hashes, pictures as text) are told apart by this much of them, in UTF-16 units. */
const longestWord = 40;
/** Of a query; what is beyond them is told by reading. */
const mostParts = 40;
/** How long another window's write is waited for, in ms. */
const busyMs = 2_000;

/** What a transaction takes in is held in memory up to this; each time it is not enough, the file grows another layer. */
const hashBytes = 16 * 1024 * 1024;

const tables = `
  CREATE TABLE folder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    listed TEXT NOT NULL,
    indexed TEXT NOT NULL DEFAULT ''
  );
  CREATE VIRTUAL TABLE words USING fts5(
    word, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii'
  );
  INSERT INTO words (words, rank) VALUES ('hashsize', ${hashBytes}), ('automerge', 8);
`;

/** One conversation's folder. */
export interface IndexedFolder {
  readonly name: string;
  /** What its files were when it was listed. */
  readonly state: string;
  /** What the list shows of it, as JSON. */
  readonly listed: string;
  /** What its files were when its words were taken in; `''` where they were not. */
  readonly indexed: string;
}

/** The words of a folder in one of its states. */
export interface TakenWords {
  readonly name: string;
  readonly state: string;
  /** With blanks between them. */
  readonly words: string;
}

/** Every method throws what SQLite throws; `isDamaged` tells when to begin anew. */
export class WordIndex {
  readonly #db: DatabaseSync;
  readonly #idOf: StatementSync;
  readonly #indexedOf: StatementSync;
  readonly #putFolder: StatementSync;
  readonly #dropFolder: StatementSync;
  readonly #dropWords: StatementSync;
  readonly #putWords: StatementSync;
  readonly #setIndexed: StatementSync;
  readonly #found: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#idOf = db.prepare('SELECT id FROM folder WHERE name = ?');
    this.#indexedOf = db.prepare('SELECT indexed FROM folder WHERE name = ?');
    this.#putFolder = db.prepare(
      'INSERT INTO folder (name, state, listed) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state, listed = excluded.listed',
    );
    this.#dropFolder = db.prepare('DELETE FROM folder WHERE name = ?');
    this.#dropWords = db.prepare('DELETE FROM words WHERE rowid = ?');
    this.#putWords = db.prepare('INSERT INTO words (rowid, word) VALUES (?, ?)');
    this.#setIndexed = db.prepare('UPDATE folder SET indexed = ? WHERE id = ?');
    this.#found = db.prepare(
      'SELECT folder.name FROM words JOIN folder ON folder.id = words.rowid WHERE words MATCH ?',
    );
  }

  /** Undefined where this Node has no SQLite with full-text search, or the disk refuses the file. */
  static async open(path: string): Promise<WordIndex | undefined> {
    try {
      const { DatabaseSync } = await import('node:sqlite');
      return openOrRenew(DatabaseSync, path);
    } catch {
      return undefined;
    }
  }

  folders(): readonly IndexedFolder[] {
    return this.#db
      .prepare('SELECT name, state, listed, indexed FROM folder')
      .all()
      .map(({ name, state, listed, indexed }) => ({
        name: String(name),
        state: String(state),
        listed: String(listed),
        indexed: String(indexed),
      }));
  }

  /** Keeps what the list shows of folders, and forgets those that are gone. */
  list(listed: readonly Omit<IndexedFolder, 'indexed'>[], gone: readonly string[]): true {
    this.#together(() => {
      for (const folder of listed) {
        this.#putFolder.run(folder.name, folder.state, folder.listed);
      }
      for (const name of gone) {
        const id = this.#id(name);
        if (id !== undefined) {
          this.#dropWords.run(id);
          this.#dropFolder.run(name);
        }
      }
    });
    return true;
  }

  /** Of these folders, what their files were when their words were last taken in, by another window maybe. */
  indexedStates(names: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      names.map((name) => [name, String(this.#indexedOf.get(name)?.['indexed'] ?? '')]),
    );
  }

  /** Takes in the words of folders that are listed. */
  take(folders: readonly TakenWords[]): true {
    this.#together(() => {
      const known = folders.flatMap((folder) => {
        const id = this.#id(folder.name);
        return id === undefined ? [] : [{ ...folder, id }];
      });
      // In this order, since FTS5 writes out all it holds in memory before it takes a row that is not beyond the last.
      for (const { id, state, words } of known.toSorted((a, b) => a.id - b.id)) {
        this.#dropWords.run(id);
        this.#putWords.run(id, words);
        this.#setIndexed.run(state, id);
      }
    });
    return true;
  }

  /** The folders that may have all terms: runs of more than two letters are told by their pairs alone. */
  find(terms: readonly Term[]): ReadonlySet<string> {
    const query = terms.flatMap(queryOf).slice(0, mostParts).join(' AND ');
    return new Set(this.#found.all(query).map(({ name }) => String(name)));
  }

  /** No word is left in the file, which others may have open. */
  empty(): void {
    this.#together(() =>
      this.#db.exec("DELETE FROM folder; INSERT INTO words (words) VALUES ('delete-all')"),
    );
    // What was deleted lies in free pages, and in the log, until then.
    this.#db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#db.close();
  }

  #id(name: string): number | undefined {
    const id = this.#idOf.get(name)?.['id'];
    return typeof id === 'number' ? id : undefined;
  }

  #together(work: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}

function openOrRenew(Database: typeof DatabaseSync, path: string): WordIndex {
  try {
    return openDatabase(Database, path);
  } catch (error) {
    // 1: tables that are not those of this version.
    if (!(error instanceof AnotherVersion) && !isDamaged(error) && codeOf(error) !== 1) {
      throw error;
    }
    removeIndex(path);
    return openDatabase(Database, path);
  }
}

class AnotherVersion extends Error {}

function openDatabase(Database: typeof DatabaseSync, path: string): WordIndex {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives the files beside it the same rights; it takes an empty file for a new database.
  closeSync(openSync(path, 'a', 0o600));
  const db = new Database(path);
  try {
    db.exec(
      `PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`,
    );
    db.exec('BEGIN IMMEDIATE');
    const found = db.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found === 0) {
      db.exec(`${tables}; PRAGMA user_version = ${version}`);
    } else if (found !== version) {
      throw new AnotherVersion();
    }
    db.exec('COMMIT');
    return new WordIndex(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Another window that has the file open goes on with what is no longer there. */
export function removeIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${path}${suffix}`, { force: true });
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file has to be removed. */
export function isDamaged(error: unknown): boolean {
  const code = codeOf(error);
  return code === 11 || code === 26;
}

/** SQLite's own, without its finer distinctions; 0 for an error that is not from there. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

/** All that can be searched of the texts, each word once, with blanks between them. */
export function wordsOf(texts: readonly string[]): string {
  const words = new Set<string>();
  for (const text of texts) {
    const whole = composed(text);
    for (const word of asciiWords(whole)) {
      words.add(word.slice(0, longestWord));
    }
    visitOthers(whole, (kind, folded) => {
      if (kind === 'word') {
        words.add(folded.slice(0, longestWord));
      } else {
        for (const pair of pairs(folded)) {
          words.add(pair);
        }
      }
    });
  }
  return [...words].join(' ');
}

/** Every letter with the one after it, the last one alone: so that each letter begins one of them. */
function pairs(run: string): readonly string[] {
  const letters = Array.from(run);
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''));
}

/** In FTS5's language; a term holds nothing but letters, digits and their marks. */
function queryOf({ kind, text }: Term): readonly string[] {
  if (kind === 'word') {
    return [`"${text.slice(0, longestWord)}"*`];
  }
  const [first = '', ...others] = pairs(text);
  return others.length === 0
    ? [`"${first}"*`]
    : [first, ...others.slice(0, -1)].map((pair) => `"${pair}"`);
}
