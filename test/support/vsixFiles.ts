// Reads the files of a .vsix, which is a ZIP file.
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';

const extensionPrefix = 'extension/';

/** The names of all files, sorted. */
export async function fileNamesOf(vsix: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { fileName } of (await openPromise(vsix)).eachEntry()) names.push(fileName);
  return names.toSorted();
}

/** Writes the files of the extension into a folder, as an installation does, which takes seconds. */
export async function unpackExtension(vsix: string, folder: string): Promise<void> {
  const zip = await openPromise(vsix);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.startsWith(extensionPrefix)) {
      const file = join(folder, entry.fileName.slice(extensionPrefix.length));
      mkdirSync(dirname(file), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    }
  }
}
