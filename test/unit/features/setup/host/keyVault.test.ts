import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { KeyVault } from '../../../../../src/features/setup/host/keyVault';
import { KeyLabelsFile } from '../../../../../src/features/setup/node/keyLabelsFile';
import { StringListFile } from '../../../../../src/storage/node/stringListFile';
import { MemorySecrets } from '../../../../support/memoryStorage';

const origin = 'https://gateway.example';
const other = 'https://other.example';

async function selectedLabel(vault: KeyVault, at: string): Promise<string> {
  return (await vault.keysOf(at)).selectedLabel;
}

describe('KeyVault', () => {
  let folder: string;
  let secrets: MemorySecrets;
  let vault: KeyVault;
  let labelReads = 0;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-keys-'));
    secrets = new MemorySecrets();
    vault = open();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Reads everything from the storage, as after a restart. */
  function open(): KeyVault {
    const labels = new KeyLabelsFile(join(folder, 'keyLabels.json'));
    const labelsOf = labels.of.bind(labels);
    labels.of = (at) => {
      labelReads += 1;
      return labelsOf(at);
    };
    return new KeyVault(secrets, new StringListFile(join(folder, 'originsWithKey.json')), labels);
  }

  it('finds the default key of an origin', async () => {
    secrets.secrets.set(`portico.apiKey:${origin}`, 'sk-first');
    await writeFile(join(folder, 'originsWithKey.json'), JSON.stringify([origin]));
    assert.equal(await vault.get({ origin, label: '' }), 'sk-first');
    assert.deepEqual(await vault.labels(origin), ['']);
    assert.equal(await selectedLabel(vault, origin), '');
    await vault.store({ origin, label: '' }, 'sk-new');
    assert.deepEqual([...secrets.secrets], [[`portico.apiKey:${origin}`, 'sk-new']]);
    assert.deepEqual(await readdir(folder), ['originsWithKey.json']);
  });

  it('stores several keys for one origin, one of them selected', async () => {
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    assert.equal(await selectedLabel(vault, origin), 'blue');
    await vault.store({ origin, label: '' }, 'sk-bare');
    await vault.store({ origin, label: 'red' }, 'sk-red');
    assert.deepEqual(await vault.labels(origin), ['', 'blue', 'red']);
    assert.equal(await selectedLabel(vault, origin), 'blue', 'an additional key is not selected');
    await vault.choose({ origin, label: 'red' });
    assert.equal(await selectedLabel(open(), origin), 'red');
    assert.equal(await open().get({ origin, label: 'red' }), 'sk-red');
    assert.equal(await vault.get({ origin, label: 'green' }), undefined);
    assert.deepEqual(await vault.labels(other), []);
  });

  it('reads the labels once and the secret once per request, with and without a key', async () => {
    await vault.store({ origin, label: '' }, 'sk-bare');
    for (const [at, expected] of [
      [origin, { state: 'stored', key: 'sk-bare' }],
      [other, { state: 'none' }],
    ] as const) {
      secrets.reads = 0;
      labelReads = 0;
      const keys = await vault.keysOf(at);
      assert.deepEqual(await keys.read(keys.selectedLabel), expected);
      assert.deepEqual([secrets.reads, labelReads], [1, 1]);
    }
    secrets.secrets.clear();
    assert.deepEqual(await (await vault.keysOf(origin)).read(''), { state: 'lost' });
  });

  it('uses no other key where the selected one is not stored yet', async () => {
    await vault.store({ origin, label: '' }, 'sk-bare');
    await vault.choose({ origin, label: 'batch' });
    assert.equal(await selectedLabel(open(), origin), 'batch');
    assert.deepEqual(await vault.labels(origin), [''], 'its label is not saved');
    await vault.store({ origin, label: 'red' }, 'sk-red');
    assert.equal(await selectedLabel(vault, origin), 'batch');
    await vault.store({ origin, label: 'batch' }, 'sk-batch');
    assert.equal(await selectedLabel(vault, origin), 'batch');
  });

  it('falls back to a stored key when the selected one is removed', async () => {
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    await vault.store({ origin, label: 'red' }, 'sk-red');
    await vault.choose({ origin, label: 'red' });
    await vault.remove({ origin, label: 'red' });
    assert.equal(await vault.state({ origin, label: 'red' }), 'none');
    assert.equal(await selectedLabel(vault, origin), 'blue');
    await vault.remove({ origin, label: 'blue' });
    assert.deepEqual(await vault.labels(origin), []);
    assert.equal(await selectedLabel(vault, origin), '');
    assert.equal(secrets.secrets.size, 0);
  });

  it('reports each key that VS Code lost', async () => {
    await vault.store({ origin, label: '' }, 'sk-bare');
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    await vault.choose({ origin, label: 'blue' });
    secrets.secrets.delete(`portico.apiKey:${origin}#blue`);
    const restarted = open();
    assert.equal(await restarted.state({ origin, label: 'blue' }), 'lost');
    assert.equal(await restarted.state({ origin, label: '' }), 'stored');
    assert.equal(await restarted.state({ origin, label: 'red' }), 'none');
    assert.equal(
      await selectedLabel(restarted, origin),
      'blue',
      'a lost key is not replaced silently',
    );
    secrets.secrets.clear();
    assert.equal(await open().state({ origin, label: '' }), 'lost');
  });

  it('reports a key that cannot be read as lost, and throws nothing that might quote it', async () => {
    await vault.store({ origin, label: '' }, 'sk-canary-bare');
    await vault.store({ origin, label: 'blue' }, 'sk-canary-blue');
    secrets.isLocked = true;
    for (const label of ['', 'blue']) {
      assert.equal(await vault.get({ origin, label }), undefined);
      assert.equal(await vault.state({ origin, label }), 'lost');
    }
    assert.equal(await vault.state({ origin: other, label: '' }), 'none');
    assert.deepEqual(await vault.labels(origin), ['', 'blue']);
    assert.equal(await selectedLabel(vault, origin), '');
    assert.equal(await vault.store({ origin, label: 'red' }, 'sk-canary-red'), false);
    secrets.isLocked = false;
    assert.equal(await vault.get({ origin, label: '' }), 'sk-canary-bare');
  });

  it('returns false where VS Code does not keep the key, and saves no label', async () => {
    secrets.ignoresWrites = true;
    assert.equal(await vault.store({ origin, label: 'blue' }, 'sk-blue'), false);
    assert.deepEqual(await vault.labels(origin), []);
    secrets.ignoresWrites = false;
    // A key whose label cannot be saved could not be found again.
    await writeFile(join(folder, 'file'), '');
    const nowhere = new KeyVault(
      secrets,
      new StringListFile(join(folder, 'file', 'origins.json')),
      new KeyLabelsFile(join(folder, 'file', 'labels.json')),
    );
    assert.equal(await nowhere.store({ origin, label: 'blue' }, 'sk-blue'), false);
    assert.equal(await nowhere.store({ origin, label: '' }, 'sk-bare'), true);
  });

  it('writes no key to the files, which only their owner can read', async () => {
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

  it('survives damaged files', async () => {
    await writeFile(join(folder, 'keyLabels.json'), '{"https://gateway.example": [');
    assert.deepEqual(await vault.labels(origin), []);
    await vault.store({ origin, label: 'blue' }, 'sk-blue');
    assert.deepEqual(await vault.labels(origin), ['blue']);
  });

  it('never returns a key for another origin or label', async () => {
    const origins = fc.constantFrom(origin, other, `${origin}:8443`, 'http://gateway.example');
    const labels = fc.constantFrom('', 'blue', '#blue', '%23blue', 'blue#', ':', '__proto__');
    const ref = fc.record({ origin: origins, label: labels });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(ref, { selector: (key) => JSON.stringify(key) }),
        async (refs) => {
          const own = new MemorySecrets();
          const stored = new KeyVault(
            own,
            new StringListFile(join(folder, 'property', 'origins.json')),
            new KeyLabelsFile(join(folder, 'property', 'labels.json')),
          );
          for (const key of refs) {
            assert.ok(await stored.store(key, `key of ${key.origin} ${key.label}`));
          }
          assert.equal(own.secrets.size, refs.length);
          for (const key of refs) {
            assert.equal(await stored.get(key), `key of ${key.origin} ${key.label}`);
            assert.ok((await stored.labels(key.origin)).includes(key.label));
          }
          await rm(join(folder, 'property'), { recursive: true, force: true });
        },
      ),
      { numRuns: 30 },
    );
  });
});
