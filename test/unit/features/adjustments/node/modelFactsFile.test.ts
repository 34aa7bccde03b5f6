import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactContent, ModelFact } from '../../../../../src/conversation/node/retry/modelFacts';
import { ModelFactsFile } from '../../../../../src/features/adjustments/node/modelFactsFile';
import { ManualClock } from '../../../../support/manualClock';

function fact(content: FactContent, more: Partial<ModelFact> = {}): ModelFact {
  return {
    gateway: 'https://a.example/v1',
    model: 'm',
    apiFormat: 'chat',
    content,
    evidence: 'e',
    at: 1,
    ...more,
  };
}

const day = 24 * 60 * 60 * 1_000;

const noTemperature = { type: 'rejection', quirk: 'noTemperature' } as const;
const asDeveloper = { type: 'rejection', quirk: 'systemAsDeveloper' } as const;
const inUser = { type: 'rejection', quirk: 'systemInUser' } as const;

describe('ModelFactsFile', () => {
  let folder: string;
  let path: string;
  let file: ModelFactsFile;
  let clock: ManualClock;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-facts-'));
    path = join(folder, 'storage', 'facts.json');
    clock = new ManualClock(2);
    file = new ModelFactsFile(path, clock);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('saves facts for the next window, readable by their owner only', async () => {
    await file.add(fact(noTemperature));
    assert.deepEqual(await new ModelFactsFile(path, clock).all(), [fact(noTemperature)]);
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

  it('distinguishes gateways, models and API formats, and removes single facts', async () => {
    const otherGateway = fact(noTemperature, { gateway: 'https://a.example/other/v1' });
    const otherModel = fact(noTemperature, { model: 'n' });
    const otherFormat = fact(noTemperature, { apiFormat: 'generateContent' });
    for (const added of [fact(noTemperature), otherGateway, otherModel, otherFormat]) {
      await file.add(added);
    }
    await file.remove([fact(noTemperature)]);
    assert.deepEqual(await file.all(), [otherGateway, otherModel, otherFormat]);
    await file.remove([otherGateway, otherModel, otherFormat]);
    assert.deepEqual(await file.all(), []);
  });

  it('does not remove a context length that was learned after the one to remove', async () => {
    const old = fact({ type: 'contextLength', tokens: 4_096 });
    const newer = fact({ type: 'contextLength', tokens: 8_192 }, { at: 2 });
    await file.add(old);
    await file.add(newer);
    await file.remove([old]);
    assert.deepEqual(await file.all(), [newer]);
  });

  it('forgets a fact after 14 days, for good', async () => {
    await file.add(fact(noTemperature, { at: clock.now() }));
    clock.advance(14 * day - 1);
    assert.equal((await file.all()).length, 1);
    clock.advance(1);
    assert.deepEqual(await file.all(), []);
    await file.add(fact(inUser, { at: clock.now() }));
    assert.equal((JSON.parse(await readFile(path, 'utf8')) as unknown[]).length, 1);
  });

  it('forgets a fact that was learned while the clock was in the far future', async () => {
    await file.add(fact(noTemperature, { at: clock.now() + 400 * day }));
    assert.deepEqual(await file.all(), []);
  });

  it('forgets all facts about some models of one gateway', async () => {
    const otherModel = fact(noTemperature, { model: 'n' });
    const otherGateway = fact(noTemperature, { gateway: 'https://b.example/v1' });
    for (const added of [fact(noTemperature), fact(inUser), otherModel, otherGateway]) {
      await file.add(added);
    }
    await file.forget('https://a.example/v1', ['m', 'unknown']);
    assert.deepEqual(await file.all(), [otherModel, otherGateway]);
  });

  it('adds to what another window has written meanwhile', async () => {
    const other = new ModelFactsFile(path, clock);
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
    const nowhere = new ModelFactsFile(join(path, 'under-a-file', 'facts.json'), clock);
    await nowhere.add(fact(noTemperature));
    assert.deepEqual(await nowhere.all(), []);
  });
});
