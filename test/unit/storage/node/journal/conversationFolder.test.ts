import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { ConversationFolder } from '../../../../../src/storage/node/journal/conversationFolder';

describe('ConversationFolder', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-folder-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is deleted once it is missing although the storage is there', async () => {
    const folder = new ConversationFolder(nodeDisk, join(root, 'c'), root);
    assert.equal(await folder.isDeleted(), false, 'it was never created');
    await folder.create();
    assert.equal(await folder.isDeleted(), false);
    await rm(folder.path, { recursive: true });
    assert.equal(await folder.isDeleted(), true);
  });

  for (const [name, disturb] of [
    ['comes back', (away: string) => ({ before: undefined, after: () => rename(away, root) })],
    ['goes away', (away: string) => ({ before: () => rename(root, away), after: undefined })],
  ] as const) {
    it(`is not deleted when the storage ${name} while it is looked for`, async () => {
      const path = join(root, 'c');
      const away = `${root}.away`;
      await mkdir(path);
      const { before, after } = disturb(away);
      const disk: Disk = {
        ...nodeDisk,
        stat: async (target) => {
          if (target !== path) return nodeDisk.stat(target);
          await before?.();
          try {
            return await nodeDisk.stat(target);
          } finally {
            await after?.();
          }
        },
      };
      const folder = new ConversationFolder(disk, path, root);
      folder.existed = true;
      if (before === undefined) await rename(root, away);
      try {
        assert.equal(await folder.isDeleted(), false);
      } finally {
        await rename(away, root).catch(() => undefined);
      }
    });
  }
});
