import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelListFiles } from '../../../../../src/features/models/node/modelListFiles';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';

describe('ModelListFiles', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-models-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('loads the list of each Base URL, and none for an unknown one', async () => {
    const files = new ModelListFiles(join(folder, 'models'));
    const model: Required<ModelRecord> = {
      id: 'a/b:c',
      name: 'A',
      owner: 'o',
      version: '001',
      description: 'D',
      created: 1_700_000_000_000,
      contextLength: 10,
      maxOutputTokens: 5,
      endpointTypes: ['openai'],
      imageInput: true,
      toolCalling: false,
      price: { input: 1, output: 2, currency: 'USD' },
      offline: true,
      chat: true,
    };
    const list = { fetchedAt: 5, models: [model] };
    await files.save('https://a.example/v1', list);
    assert.deepEqual(await files.load('https://a.example/v1'), list);
    assert.equal(await files.load('https://b.example/v1'), undefined);
  });

  it('loads nothing from an unreadable file', async () => {
    const files = new ModelListFiles(folder);
    await files.save('https://a.example/v1', { fetchedAt: 1, models: [] });
    const [name] = await readdir(folder);
    await writeFile(join(folder, name!), '{"models":[');
    assert.equal(await files.load('https://a.example/v1'), undefined);
  });
});
