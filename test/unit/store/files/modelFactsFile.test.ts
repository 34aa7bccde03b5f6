import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelFact, FactContent } from '../../../../src/chat/retry/modelFacts';
import { ModelFactsFile } from '../../../../src/store/files/modelFactsFile';

function fact(content: FactContent, more: Partial<ModelFact> = {}): ModelFact {
  return {
    origin: 'https://a.example',
    model: 'm',
    content: content,
    evidence: 'e',
    at: 1,
    ...more,
  };
}

const noTemperature = { type: 'rejection', quirk: 'noTemperature' } as const;
const asDeveloper = { type: 'rejection', quirk: 'systemAsDeveloper' } as const;
const inUser = { type: 'rejection', quirk: 'systemInUser' } as const;

describe('ModelFactsFile', () => {
  let folder: string;
  let path: string;
  let file: ModelFactsFile;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-facts-'));
    path = join(folder, 'storage', 'facts.json');
    file = new ModelFactsFile(path);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('saves facts for the next window, readable by their owner only', async () => {
    await file.add(fact(noTemperature));
    assert.deepEqual(await new ModelFactsFile(path).all(), [fact(noTemperature)]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('replaces a fact about the same thing', async () => {
    for (const content of [asDeveloper, noTemperature, inUser] as const) {
      void file.add(fact(content));
    }
    await file.add(fact({ type: 'contextLength', tokens: 4_096 }));
    await file.add(fact({ type: 'contextLength', tokens: 8_192 }, { at: 2 }));
    assert.deepEqual(
      (await file.all()).map(({ content }) => content),
      [noTemperature, inUser, { type: 'contextLength', tokens: 8_192 }],
    );
  });

  it('distinguishes gateways and models, and removes single facts', async () => {
    const otherGateway = fact(noTemperature, { origin: 'https://b.example' });
    const otherModel = fact(noTemperature, { model: 'n' });
    for (const added of [fact(noTemperature), otherGateway, otherModel]) {
      await file.add(added);
    }
    await file.remove([fact(noTemperature)]);
    assert.deepEqual(await file.all(), [otherGateway, otherModel]);
    await file.remove([otherGateway, otherModel]);
    assert.deepEqual(await file.all(), []);
  });

  it('adds to what another window has written meanwhile', async () => {
    const other = new ModelFactsFile(path);
    await file.all();
    await other.add(fact(noTemperature));
    await file.add(fact(inUser));
    assert.equal((await other.all()).length, 2);
  });

  it('skips facts that it cannot read, and never rejects', async () => {
    await file.add(fact(noTemperature));
    const known: unknown[] = JSON.parse(await readFile(path, 'utf8')) as unknown[];
    const unknown = { ...fact(noTemperature), content: { type: 'rejection', quirk: 'noVowels' } };
    await writeFile(path, JSON.stringify([unknown, ...known, 7]));
    assert.deepEqual(await file.all(), [fact(noTemperature)]);
    await writeFile(path, '[{"torn');
    assert.deepEqual(await file.all(), []);
    const nowhere = new ModelFactsFile(join(path, 'under-a-file', 'facts.json'));
    await nowhere.add(fact(noTemperature));
    assert.deepEqual(await nowhere.all(), []);
  });
});
