import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelFact, FactContent } from '../../../../src/chat/retry/modelFacts';
import { ModelFactsFile } from '../../../../src/store/files/modelFactsFile';

function fact(taught: FactContent, more: Partial<ModelFact> = {}): ModelFact {
  return {
    origin: 'https://a.example',
    model: 'm',
    content: taught,
    evidence: 'e',
    at: 1,
    ...more,
  };
}

const noTemperature = { type: 'refusal', quirk: 'noTemperature' } as const;
const asDeveloper = { type: 'refusal', quirk: 'systemAsDeveloper' } as const;
const inUser = { type: 'refusal', quirk: 'systemInUser' } as const;

describe('LearnedFile', () => {
  let folder: string;
  let path: string;
  let file: ModelFactsFile;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-learned-'));
    path = join(folder, 'kept', 'learned.json');
    file = new ModelFactsFile(path);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('keeps facts for the next window, readable by their owner alone', async () => {
    await file.add(fact(noTemperature));
    assert.deepEqual(await new ModelFactsFile(path).all(), [fact(noTemperature)]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('puts a fact in the place of what was known of the same', async () => {
    for (const taught of [asDeveloper, noTemperature, inUser] as const) {
      void file.add(fact(taught));
    }
    await file.add(fact({ type: 'usage', isReported: false }));
    await file.add(fact({ type: 'usage', isReported: true }, { at: 2 }));
    assert.deepEqual(
      (await file.all()).map(({ content: taught }) => taught),
      [noTemperature, inUser, { type: 'usage', isReported: true }],
    );
  });

  it('tells gateways and models apart, and forgets one by one', async () => {
    const elsewhere = fact(noTemperature, { origin: 'https://b.example' });
    const another = fact(noTemperature, { model: 'n' });
    for (const one of [fact(noTemperature), elsewhere, another]) {
      await file.add(one);
    }
    await file.remove([fact(noTemperature)]);
    assert.deepEqual(await file.all(), [elsewhere, another]);
    await file.remove([elsewhere, another]);
    assert.deepEqual(await file.all(), []);
  });

  it('takes up what another window wrote meanwhile', async () => {
    const other = new ModelFactsFile(path);
    await file.all();
    await other.add(fact(noTemperature));
    await file.add(fact(inUser));
    assert.equal((await other.all()).length, 2);
  });

  it('passes over what it cannot read, and never rejects', async () => {
    await file.add(fact(noTemperature));
    const known: unknown[] = JSON.parse(await readFile(path, 'utf8')) as unknown[];
    const unknown = { ...fact(noTemperature), content: { type: 'refusal', quirk: 'noVowels' } };
    await writeFile(path, JSON.stringify([unknown, ...known, 7]));
    assert.deepEqual(await file.all(), [fact(noTemperature)]);
    await writeFile(path, '[{"torn');
    assert.deepEqual(await file.all(), []);
    const nowhere = new ModelFactsFile(join(path, 'under-a-file', 'learned.json'));
    await nowhere.add(fact(noTemperature));
    assert.deepEqual(await nowhere.all(), []);
  });
});
