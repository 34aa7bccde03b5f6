// Names that lead to one place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { projectRoot } from '../support/toolchain';

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
    assert.ok(modules.length > 300, 'the folder was read');
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
    assert.ok(types.length > 300, 'the types were found');
    assert.deepEqual(shared(types), []);
  });

  it('knows other features in the chat view only where they are composed', () => {
    const composing = [
      'common/viewCommands.ts',
      'common/viewFeatures.ts',
      'host/chatFeatures.ts',
      'page/slots.tsx',
    ];
    const chatView = join(projectRoot, 'src/features/chatView');
    const importing = files
      .filter((file) => file.startsWith(chatView))
      .filter((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']*)'/gu)]
          .map(([, path = '']) => relative(join(chatView, '..'), join(dirname(file), path)))
          .some((path) => !path.startsWith('..') && !path.startsWith('chatView')),
      )
      .map((file) => relative(chatView, file));
    assert.deepEqual(importing.toSorted(), composing);
  });
});
