import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { KeyLabelsFile } from '../../../../src/store/files/keyLabelsFile';
import { OriginsFile } from '../../../../src/store/files/originsFile';
import { KeyVault } from '../../../../src/vscode/gateway/keyVault';
import { MemorySecrets } from '../memory';

const origin = 'https://gateway.example';
const other = 'https://other.example';

describe('KeyVault', () => {
  let folder: string;
  let secrets: MemorySecrets;
  let vault: KeyVault;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-keys-'));
    secrets = new MemorySecrets();
    vault = open();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** As after a start: nothing is remembered but what was kept. */
  function open(): KeyVault {
    return new KeyVault(
      secrets,
      new OriginsFile(join(folder, 'originsWithKey.json')),
      new KeyLabelsFile(join(folder, 'keyLabels.json')),
    );
  }

  it('takes over the key that an origin had before keys had labels', async () => {
    secrets.secrets.set(`portico.apiKey:${origin}`, 'sk-old');
    await writeFile(join(folder, 'originsWithKey.json'), JSON.stringify([origin]));
    assert.equal(await vault.get({ origin, label: '' }), 'sk-old');
    assert.deepEqual(await vault.labels(origin), ['']);
    assert.equal(await vault.chosenLabel(origin), '');
    await vault.store({ origin, label: '' }, 'sk-new');
    assert.deepEqual([...secrets.secrets], [[`portico.apiKey:${origin}`, 'sk-new']]);
    assert.deepEqual(await readdir(folder), ['originsWithKey.json']);
  });

  it('keeps several keys of one origin apart, and one of them chosen', async () => {
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    assert.equal(await vault.chosenLabel(origin), 'blue');
    await vault.store({ origin, label: '' }, 'sk-bare');
    await vault.store({ origin, label: 'red' }, 'sk-red');
    assert.deepEqual(await vault.labels(origin), ['', 'blue', 'red']);
    assert.equal(await vault.chosenLabel(origin), 'blue', 'a key that joins waits to be chosen');
    await vault.choose({ origin, label: 'red' });
    assert.equal(await open().chosenLabel(origin), 'red');
    assert.equal(await open().get({ origin, label: 'red' }), 'sk-red');
    assert.equal(await vault.get({ origin, label: 'green' }), undefined);
    assert.deepEqual(await vault.labels(other), []);
  });

  it('looks into the secrets once for a request, with a key and without', async () => {
    await vault.store({ origin, label: '' }, 'sk-bare');
    for (const [at, expected] of [
      [origin, { state: 'stored', key: 'sk-bare' }],
      [other, { state: 'none' }],
    ] as const) {
      secrets.looks = 0;
      const label = await vault.chosenLabel(at);
      assert.deepEqual(await vault.read({ origin: at, label }), expected);
      assert.equal(secrets.looks, 1);
    }
    secrets.secrets.clear();
    assert.deepEqual(await vault.read({ origin, label: '' }), { state: 'lost' });
  });

  it('uses no other key where the chosen one is not stored yet', async () => {
    await vault.store({ origin, label: '' }, 'sk-bare');
    await vault.choose({ origin, label: 'batch' });
    assert.equal(await open().chosenLabel(origin), 'batch');
    assert.deepEqual(await vault.labels(origin), [''], 'none is noted as stored');
    await vault.store({ origin, label: 'red' }, 'sk-red');
    assert.equal(await vault.chosenLabel(origin), 'batch');
    await vault.store({ origin, label: 'batch' }, 'sk-batch');
    assert.equal(await vault.chosenLabel(origin), 'batch');
  });

  it('falls back to a key that is there when the chosen one is removed', async () => {
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    await vault.store({ origin, label: 'red' }, 'sk-red');
    await vault.choose({ origin, label: 'red' });
    await vault.remove({ origin, label: 'red' });
    assert.equal(await vault.state({ origin, label: 'red' }), 'none');
    assert.equal(await vault.chosenLabel(origin), 'blue');
    await vault.remove({ origin, label: 'blue' });
    assert.deepEqual(await vault.labels(origin), []);
    assert.equal(await vault.chosenLabel(origin), '');
    assert.equal(secrets.secrets.size, 0);
  });

  it('tells each key that VS Code did not keep', async () => {
    await vault.store({ origin, label: '' }, 'sk-bare');
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    await vault.choose({ origin, label: 'blue' });
    secrets.secrets.delete(`portico.apiKey:${origin}#blue`);
    const later = open();
    assert.equal(await later.state({ origin, label: 'blue' }), 'lost');
    assert.equal(await later.state({ origin, label: '' }), 'stored');
    assert.equal(await later.state({ origin, label: 'red' }), 'none');
    assert.equal(await later.chosenLabel(origin), 'blue', 'a lost key is not replaced in silence');
    secrets.secrets.clear();
    assert.equal(await open().state({ origin, label: '' }), 'lost');
  });

  it('tells a key that cannot be read as lost: nothing is thrown that might quote it', async () => {
    await vault.store({ origin, label: '' }, 'sk-canary-bare');
    await vault.store({ origin, label: 'blue' }, 'sk-canary-blue');
    secrets.isLocked = true;
    for (const label of ['', 'blue']) {
      assert.equal(await vault.get({ origin, label }), undefined);
      assert.equal(await vault.state({ origin, label }), 'lost');
    }
    assert.equal(await vault.state({ origin: other, label: '' }), 'none');
    assert.deepEqual(await vault.labels(origin), ['', 'blue']);
    assert.equal(await vault.chosenLabel(origin), '');
    assert.equal(await vault.store({ origin, label: 'red' }, 'sk-canary-red'), false);
    secrets.isLocked = false;
    assert.equal(await vault.get({ origin, label: '' }), 'sk-canary-bare');
  });

  it('says that a key was not kept, and notes none', async () => {
    secrets.refuses = true;
    assert.equal(await vault.store({ origin, label: 'blue' }, 'sk-blue'), false);
    assert.deepEqual(await vault.labels(origin), []);
    secrets.refuses = false;
    // A label that cannot be noted is a key that cannot be found again.
    await writeFile(join(folder, 'file'), '');
    const nowhere = new KeyVault(
      secrets,
      new OriginsFile(join(folder, 'file', 'origins.json')),
      new KeyLabelsFile(join(folder, 'file', 'labels.json')),
    );
    assert.equal(await nowhere.store({ origin, label: 'blue' }, 'sk-blue'), false);
    assert.equal(await nowhere.store({ origin, label: '' }, 'sk-bare'), true);
  });

  it('keeps no key and no reader but its owner in the files', async () => {
    await vault.store({ origin, label: 'blue' }, 'sk-canary-blue');
    await vault.store({ origin, label: '' }, 'sk-canary-bare');
    await vault.choose({ origin, label: 'blue' });
    const files = await readdir(folder);
    assert.deepEqual(files.toSorted(), ['keyLabels.json', 'originsWithKey.json']);
    for (const file of files) {
      assert.doesNotMatch(await readFile(join(folder, file), 'utf8'), /canary/u);
      assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600);
    }
  });

  it('goes on with files that are damaged', async () => {
    await writeFile(join(folder, 'keyLabels.json'), '{"https://gateway.example": [');
    assert.deepEqual(await vault.labels(origin), []);
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    assert.deepEqual(await vault.labels(origin), ['blue']);
  });

  it('never gives a key to another origin or label, whatever these are', async () => {
    const origins = fc.constantFrom(origin, other, `${origin}:8443`, 'http://gateway.example');
    const labels = fc.constantFrom('', 'blue', '#blue', '%23blue', 'blue#', ':', '__proto__');
    const ref = fc.record({ origin: origins, label: labels });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(ref, { selector: (key) => JSON.stringify(key) }),
        async (refs) => {
          const own = new MemorySecrets();
          const kept = new KeyVault(
            own,
            new OriginsFile(join(folder, 'property', 'origins.json')),
            new KeyLabelsFile(join(folder, 'property', 'labels.json')),
          );
          for (const key of refs) {
            assert.ok(await kept.store(key, `key of ${key.origin} ${key.label}`));
          }
          assert.equal(own.secrets.size, refs.length);
          for (const key of refs) {
            assert.equal(await kept.get(key), `key of ${key.origin} ${key.label}`);
            assert.ok((await kept.labels(key.origin)).includes(key.label));
          }
          await rm(join(folder, 'property'), { recursive: true, force: true });
        },
      ),
      { numRuns: 30 },
    );
  });
});
