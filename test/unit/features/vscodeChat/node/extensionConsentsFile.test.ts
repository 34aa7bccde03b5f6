import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtensionConsentsFile } from '../../../../../src/features/vscodeChat/node/extensionConsentsFile';

describe('ExtensionConsentsFile', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-consents-'));
    path = join(folder, 'consents.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const gateway = 'https://a.example/v1';

  it('keeps the last answer about each extension and gateway', async () => {
    const file = new ExtensionConsentsFile(path);
    assert.equal(await file.of('x.y', gateway), undefined);
    await file.set({ extension: 'x.y', gateway, allowed: true });
    await file.set({ extension: 'x.y', gateway, allowed: false });
    await file.set({ extension: 'x.z', gateway, allowed: true });
    const reopened = new ExtensionConsentsFile(path);
    assert.equal(await reopened.of('x.y', gateway), false);
    assert.equal(await reopened.of('x.z', gateway), true);
    assert.equal(await reopened.of('x.y', 'https://b.example/v1'), undefined);
    assert.equal((await reopened.all()).length, 2);
  });

  it('forgets a removed answer', async () => {
    const file = new ExtensionConsentsFile(path);
    const consent = { extension: 'x.y', gateway, allowed: true };
    await file.set(consent);
    await file.remove(consent);
    assert.equal(await file.of('x.y', gateway), undefined);
  });

  it('takes a damaged file or entry for no answer', async () => {
    await writeFile(path, '[{"extension":"x.y","gateway":"g","allowed":"yes"},7]');
    assert.deepEqual(await new ExtensionConsentsFile(path).all(), []);
    await writeFile(path, '{');
    assert.equal(await new ExtensionConsentsFile(path).of('x.y', 'g'), undefined);
  });
});
