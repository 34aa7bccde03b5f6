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
const sourceExtensions = /\.[cm]?[jt]sx?$/;
const sourceFiles = 1_000;
const maxFlaggedSources = 2;
const maxFilesOfKind = 40;
const minFiles = 300;
const maxFlaggedShare = 0.02;

/** Picks at most so many, spread over the whole list. */
function spread(all: readonly string[], maxFiles: number): readonly string[] {
  const step = Math.max(1, all.length / maxFiles);
  return Array.from(
    { length: Math.min(all.length, maxFiles) },
    (_, index) => all[Math.floor(index * step)] ?? '',
  );
}

describe('the scan for secrets', () => {
  const root = join(projectRoot, 'node_modules');
  const scanner = new TextScanner([], String);
  let all: readonly string[] = [];

  before(() => {
    all = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
  });

  const flaggedOf = (files: readonly string[]): readonly string[] =>
    files
      .filter((file) => scanner.scan(readFileSync(file, 'utf8')).length > 0)
      .map((file) => relative(root, file));

  it(`flags at most ${maxFlaggedSources} of ${sourceFiles} source files of packages`, () => {
    const sources = all.filter((name) => sourceExtensions.test(name));
    const files = spread(sources, sourceFiles);
    assert.equal(files.length, sourceFiles);
    const flagged = flaggedOf(files);
    assert.ok(flagged.length <= maxFlaggedSources, flagged.join(', '));
  });

  it(`flags at most ${maxFlaggedShare * 100} % of ordinary files in ${extensions.length} languages`, () => {
    const flagged: string[] = [];
    let count = 0;
    for (const extension of extensions) {
      const files = spread(
        all.filter((name) => extname(name) === extension),
        maxFilesOfKind,
      );
      assert.ok(files.length > 0, extension);
      count += files.length;
      flagged.push(...flaggedOf(files));
    }
    assert.ok(count >= minFiles, `${count} files`);
    assert.ok(
      flagged.length <= maxFlaggedShare * count,
      `${flagged.length} of ${count}: ${flagged.join(', ')}`,
    );
  });
});
