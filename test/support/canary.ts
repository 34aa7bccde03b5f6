// Finds a canary in everything a run left on disk, so that "the key is nowhere" is looked up and not believed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The spellings in which a key may hide in a text: as it is, cut, URL-encoded, in both base64 alphabets. */
export function tracesOf(key: string): readonly string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + key)
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1, -4),
  );
  return [
    key,
    key.slice(0, 16),
    key.slice(-12),
    encodeURIComponent(key),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** The forms in which a text can lie in a file: as it is, in UTF-16, and in base64 at each of the three alignments. */
function disguises(text: string): readonly Buffer[] {
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    // The first and last characters also hold bits of the neighbours.
    return Buffer.from(encoded.slice(Math.ceil((shift * 4) / 3), -4));
  });
  return [Buffer.from(text), Buffer.from(text, 'utf16le'), ...base64];
}

/**
 * All files below `folders` that hold `canary`.
 * @returns paths, empty when it is nowhere.
 */
export function filesHolding(canary: string, folders: readonly string[]): readonly string[] {
  const needles = disguises(canary);
  return folders.flatMap(filesBelow).filter((file) => {
    const bytes = readIfThere(file);
    return needles.some((needle) => bytes?.includes(needle));
  });
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A program that runs may remove or rename what was listed a moment ago. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
