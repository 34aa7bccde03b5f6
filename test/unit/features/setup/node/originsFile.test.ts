import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OriginsFile } from '../../../../../src/features/setup/node/originsFile';

describe('OriginsFile', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-origins-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('remembers origins over restarts, and runs concurrent calls in order', async () => {
    const path = join(folder, 'deep', 'origins.json');
    const origins = new OriginsFile(path);
    void origins.add('https://a.example');
    void origins.add('https://b.example');
    void origins.remove('https://a.example');
    assert.equal(await origins.has('https://a.example'), false);
    assert.equal(await new OriginsFile(path).has('https://b.example'), true);
  });

  it('has no origins if the file cannot be read or written', async () => {
    const path = join(folder, 'origins.json');
    await writeFile(path, '{');
    assert.equal(await new OriginsFile(path).has('https://a.example'), false);
    const unwritable = new OriginsFile(join(path, 'below-a-file.json'));
    await unwritable.add('https://a.example');
    assert.equal(await unwritable.has('https://a.example'), false);
  });
});
