// Searches files for a canary key, so that tests can prove that a key was written nowhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms in which a key may be in a text: as it is, cut, URL-encoded, in both base64 alphabets. */
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

/** The forms in which a text may be in a file: as it is, in UTF-16, and in base64 at each of the three alignments. */
function encodings(text: string): readonly Buffer[] {
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    // The first and last characters also hold bits of the neighbors.
    return Buffer.from(encoded.slice(Math.ceil((shift * 4) / 3), -4));
  });
  return [Buffer.from(text), Buffer.from(text, 'utf16le'), ...base64];
}

/**
 * The paths of all files below `folders` that contain `canary`.
 */
export function filesHolding(canary: string, folders: readonly string[]): readonly string[] {
  const needles = encodings(canary);
  return folders.flatMap(filesBelow).filter((file) => {
    const bytes = ifThere(() => readFileSync(file));
    return needles.some((needle) => bytes?.includes(needle));
  });
}

/** The paths of all files below a folder in which a program may be at work. */
export function filesBelow(folder: string): readonly string[] {
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** A running program may have removed or renamed what was just listed. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
