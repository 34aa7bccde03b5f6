// The limits that keep the codebase easy to survey.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { projectRoot } from '../support/toolchain';

const maxLines = 300;
const maxFilesInFolder = 16;

const files = readdirSync(join(projectRoot, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** The names that stand for more than one of `items`, with the items. */
function shared(items: Iterable<readonly [name: string, item: string]>): readonly string[] {
  return [...Map.groupBy(items, ([name]) => name)]
    .filter(([, named]) => named.length > 1)
    .map(([name, named]) => `${name}: ${named.map(([, item]) => item).join(', ')}`);
}

const nameOf = (file: string): string => relative(projectRoot, file);

describe('src', () => {
  it('has no two modules of one name', () => {
    const modules = files.filter((file) => /\.tsx?$/u.test(file));
    assert.ok(modules.length > 500, 'the folder was read');
    assert.deepEqual(shared(modules.map((file) => [basename(file), nameOf(file)])), []);
  });

  it('has no two exported types of one name', () => {
    const types = files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^export (?:abstract )?(?:class|interface|type) (\w+)/gmu,
        ),
      ].map(([, name = '']) => [name, nameOf(file)] as const),
    );
    assert.ok(types.length > 500, 'the types were found');
    assert.deepEqual(shared(types), []);
  });

  it(`has at most ${maxFilesInFolder} files in a folder`, () => {
    const folders = Map.groupBy(files, dirname);
    assert.deepEqual(
      [...folders]
        .filter(([, inFolder]) => inFolder.length > maxFilesInFolder)
        .map(([folder]) => nameOf(folder)),
      [],
    );
  });

  it(`has no file of more than ${maxLines} lines`, () => {
    const long = files.filter(
      (file) => readFileSync(file, 'utf8').split('\n').length - 1 > maxLines,
    );
    assert.deepEqual(long.map(nameOf), []);
  });
});
