import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { JsonFile } from '../../../../src/storage/node/jsonFile';
import { onDidFindNewerFile } from '../../../../src/storage/node/newerFile';

const numbers = v.fallback(v.array(v.number()), []);

describe('JsonFile', () => {
  let folder: string;
  let path: string;
  let file: JsonFile<readonly number[]>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-json-'));
    path = join(folder, 'numbers.json');
    file = new JsonFile(path, (json) => v.parse(numbers, json));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const add = (number: number): Promise<void> => file.update((known) => [...known, number]);

  it('runs updates one after another, and leaves no temp files', async () => {
    await Promise.all([add(1), add(2), add(3)]);
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), [1, 2, 3]);
    assert.deepEqual(await readdir(folder), ['numbers.json']);
  });

  it('uses the default if the file is missing, torn or has other content', async () => {
    assert.deepEqual(await file.read(), []);
    for (const damaged of ['', '[1, 2', '{"a":1}']) {
      await writeFile(path, damaged);
      await add(7);
      assert.deepEqual(await file.read(), [7]);
    }
  });

  it('does not take an unreadable file for an empty one', async () => {
    await add(1);
    const backup = join(folder, 'backup.json');
    await rename(path, backup);
    // A link to itself cannot be read (ELOOP) but could be replaced.
    await symlink(path, path);
    await add(2);
    assert.deepEqual(await file.read(), []);
    await rename(backup, path);
    await add(3);
    assert.deepEqual(await file.read(), [1, 3], 'only the update that failed is lost');
  });

  it('leaves a file of a newer version as it is, and reports it once', async () => {
    const found: string[] = [];
    const listening = onDidFindNewerFile((newer) => found.push(newer));
    const newer = '{"version":2,"numbers":[1]}';
    await writeFile(path, newer);
    await add(7);
    assert.deepEqual(await file.read(), []);
    assert.equal(await readFile(path, 'utf8'), newer);
    assert.deepEqual(found, [path]);
    listening.dispose();
  });
});
