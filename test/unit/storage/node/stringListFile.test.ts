import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringListFile } from '../../../../src/storage/node/stringListFile';

describe('StringListFile', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-strings-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('remembers strings over restarts, and runs concurrent calls in order', async () => {
    const path = join(folder, 'deep', 'origins.json');
    const origins = new StringListFile(path);
    void origins.add('https://a.example');
    void origins.add('https://b.example');
    void origins.remove('https://a.example');
    assert.equal(await origins.has('https://a.example'), false);
    assert.equal(await new StringListFile(path).has('https://b.example'), true);
  });

  it('has each string once, the one added last at the end, and writes only changes', async () => {
    const path = join(folder, 'gateways.json');
    const gateways = new StringListFile(path);
    for (const gateway of ['https://a.example', 'https://b.example', 'https://a.example']) {
      await gateways.add(gateway);
    }
    assert.deepEqual(await gateways.all(), ['https://b.example', 'https://a.example']);
    const before = await stat(path, { bigint: true });
    await gateways.add('https://a.example');
    assert.equal((await stat(path, { bigint: true })).ino, before.ino);
  });

  it('is empty if the file cannot be read or written', async () => {
    const path = join(folder, 'origins.json');
    await writeFile(path, '{');
    assert.equal(await new StringListFile(path).has('https://a.example'), false);
    const unwritable = new StringListFile(join(path, 'below-a-file.json'));
    await unwritable.add('https://a.example');
    assert.equal(await unwritable.has('https://a.example'), false);
  });
});
