// Finds the chats in a ZIP archive, in which ChatGPT's and Claude's exports are delivered.
import type { Entry, ZipFile } from 'yauzl';
import { FileError } from './importedChat';
import type { FileToImport } from './importFile';

/** Text is rarely compressed to less than a tenth; a bomb is to a thousandth. */
const maxExpansion = 100;
/** A small file may consist of one letter. */
const freeBytes = 1_000_000;

/** How an archive with files begins, and one without. */
const signatures: ReadonlySet<string> = new Set(['PK\u0003\u0004', 'PK\u0005\u0006']);

export function isZip(start: Uint8Array): boolean {
  return signatures.has(Buffer.from(start.subarray(0, 4)).toString('latin1'));
}

/**
 * Its files with chats, to be read one after the other: `conversations….json`, or where there is none all JSON files.
 * @param archive the path, or the bytes of an archive that is not on this computer
 * @throws FileError if it has none
 */
export async function* filesInZip(
  archive: string | Buffer,
  name: string,
): AsyncGenerator<FileToImport> {
  const { openPromise, fromBufferPromise } = await import('yauzl');
  const zip = await (
    typeof archive === 'string'
      ? openPromise(archive, { autoClose: false })
      : fromBufferPromise(archive)
  ).catch(() => {
    throw new FileError('unreadable');
  });
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (/\.json$/iu.test(entry.fileName)) {
        entries.push(entry);
      }
    }
    const lists = entries.filter(({ fileName }) => /(?:^|\/)conversations[^/]*$/iu.test(fileName));
    const chosen = lists.length === 0 ? entries : lists;
    if (chosen.length === 0) {
      throw new FileError('noJsonInZip');
    }
    for (const entry of chosen) {
      yield { name: `${name}: ${entry.fileName}`, text: textOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

/** The archive's list of files states the sizes; yauzl ends a file that turns out to be larger. */
async function* textOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  if (entry.uncompressedSize > entry.compressedSize * maxExpansion + freeBytes) {
    throw new FileError('zipBomb');
  }
  const stream = await zip.openReadStreamPromise(entry);
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    yield String(chunk);
  }
}
