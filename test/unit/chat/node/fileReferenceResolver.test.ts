import assert from 'node:assert/strict';
import { FileReferenceResolver } from '../../../../src/chat/node/fileReferenceResolver';

describe('FileReferenceResolver', () => {
  let lookedUp: string[];
  let resolved: (readonly string[])[];
  let errors: unknown[];
  let resolver: FileReferenceResolver;

  beforeEach(() => {
    lookedUp = [];
    resolved = [];
    errors = [];
    resolver = new FileReferenceResolver({
      find: (path) => {
        lookedUp.push(path);
        return path === 'broken'
          ? Promise.reject(new Error(path))
          : Promise.resolve(path.startsWith('no') ? undefined : path);
      },
      onResolved: (paths) => resolved.push(paths),
      reportError: (error) => errors.push(error),
    });
  });

  it('reports the paths that exist, at once', async () => {
    await resolver.resolve(['a', 'none', 'b']);
    assert.deepEqual(resolved, [['a', 'b']]);
  });

  it('reports nothing if none exists', async () => {
    await resolver.resolve(['none']);
    assert.deepEqual(resolved, []);
  });

  it('looks up a path once while it waits, however many pages ask', async () => {
    await Promise.all([resolver.resolve(['a', 'b']), resolver.resolve(['b', 'c'])]);
    assert.deepEqual(lookedUp.toSorted(), ['a', 'b', 'c']);
    assert.deepEqual(resolved.flat().toSorted(), ['a', 'b', 'c']);
  });

  it('looks a path up again later: the file may have been created', async () => {
    await resolver.resolve(['a']);
    await resolver.resolve(['a']);
    assert.deepEqual(lookedUp, ['a', 'a']);
  });

  it('goes on after an error', async () => {
    await resolver.resolve(['broken', 'a']);
    assert.deepEqual(resolved, [['a']]);
    assert.equal(errors.length, 1);
  });

  it('drops what exceeds the limit of waiting paths', async () => {
    const asking = Array.from({ length: 100 }, (_, batch) =>
      resolver.resolve(Array.from({ length: 100 }, (_path, index) => `no ${batch}.${index}`)),
    );
    await Promise.all(asking);
    assert.ok(lookedUp.length <= 2_001, String(lookedUp.length));
  });

  it('stops when it is disposed', async () => {
    const resolving = resolver.resolve(['a', 'b']);
    resolver.dispose();
    await resolving;
    assert.deepEqual(resolved, []);
  });
});
