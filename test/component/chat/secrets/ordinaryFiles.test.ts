import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { TextScanner } from '../../../../src/chat/secrets/scanText';
import { projectRoot } from '../../../support/toolchain';

/** Of files that people write and generate; at least ten languages. */
const extensions: ReadonlySet<string> = new Set(
  '.js .ts .mjs .cjs .tsx .css .scss .json .md .yml .svg .html .txt .sh .py .ps1 .xml'.split(' '),
);
const maxSize = 200_000;
/** In `npm test`, of each language; `npm run test:long` reads all files. */
const maxFiles = process.env['PORTICO_ALL_CASES'] === undefined ? 60 : Infinity;
const maxFlaggedShare = 0.02;

/** The files of the installed packages and of the project, by language. */
function ordinaryFiles(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const language = extname(entry.name);
      const known = files.get(language) ?? [];
      if (entry.isDirectory()) {
        visit(path);
      } else if (entry.isFile() && extensions.has(language) && known.length < maxFiles) {
        if (statSync(path).size < maxSize) {
          known.push(path);
          files.set(language, known);
        }
      }
    }
  };
  for (const folder of ['node_modules', 'src', 'docs']) {
    visit(join(projectRoot, folder));
  }
  return files;
}

describe('the scan for secrets', () => {
  it('flags at most 2 % of ordinary files of at least ten languages', () => {
    const scanner = new TextScanner([], String);
    const files = ordinaryFiles();
    const flagged: string[] = [];
    let count = 0;
    for (const path of [...files.values()].flat()) {
      count += 1;
      const findings = scanner.scan(readFileSync(path, 'utf8'));
      if (findings.length > 0) {
        flagged.push(
          `${relative(projectRoot, path)}: ${findings[0]?.rule}, line ${findings[0]?.line}`,
        );
      }
    }
    assert.ok(files.size >= 10 && count >= 200, `${count} files of ${files.size} languages`);
    assert.ok(flagged.length <= count * maxFlaggedShare, `of ${count}: ${flagged.join('; ')}`);
  });
});
