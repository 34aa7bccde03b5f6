import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { TextScanner } from '../../../../../src/features/secrets/node/textScanner';
import { projectRoot } from '../../../../support/toolchain';

/** The kinds of files that are read from the packages that the project uses. */
const extensions = [
  '.js',
  '.ts',
  '.css',
  '.scss',
  '.json',
  '.md',
  '.yml',
  '.html',
  '.sh',
  '.py',
  '.ps1',
  '.svg',
];
const maxFilesOfKind = 40;
const minFiles = 300;
const maxFlaggedShare = 0.02;

/** Picks at most so many, spread over the whole list. */
function spread(all: readonly string[]): readonly string[] {
  const step = Math.max(1, all.length / maxFilesOfKind);
  return Array.from(
    { length: Math.min(all.length, maxFilesOfKind) },
    (_, index) => all[Math.floor(index * step)] ?? '',
  );
}

describe('the scan for secrets', () => {
  it(`flags at most ${maxFlaggedShare * 100} % of ordinary files in ${extensions.length} languages`, () => {
    const root = join(projectRoot, 'node_modules');
    const all = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
    const scanner = new TextScanner([], String);
    const flagged: string[] = [];
    let count = 0;
    for (const extension of extensions) {
      const files = spread(all.filter((name) => extname(name) === extension));
      assert.ok(files.length > 0, extension);
      for (const file of files) {
        count += 1;
        if (scanner.scan(readFileSync(file, 'utf8')).length > 0) {
          flagged.push(relative(root, file));
        }
      }
    }
    assert.ok(count >= minFiles, `${count} files`);
    assert.ok(
      flagged.length <= maxFlaggedShare * count,
      `${flagged.length} of ${count}: ${flagged.join(', ')}`,
    );
  });
});
