import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import type { Draft } from '../../../../../src/conversation/common/draft';
import { type Disk, nodeDisk } from '../../../../../src/storage/node/disk';
import {
  AttachmentFiles,
  removeStaleAttachments,
} from '../../../../../src/storage/node/drafts/attachmentFiles';
import { ConversationDraft } from '../../../../../src/storage/node/drafts/conversationDraft';
import { ManualClock } from '../../../../support/manualClock';

const hour = 3_600_000;

function attached(name: string): Attachment {
  return { id: name, kind: 'file', name, text: `Content of ${name}`, tokens: 3 };
}

function draftWith(...names: readonly string[]): Draft {
  return { text: 'Why?', attachments: names.map(attached), queue: [] };
}

const diskError = (): Error => Object.assign(new Error('EIO'), { code: 'EIO' });

/** A `rename` that fails the first time it is asked for a path that `fails` accepts. */
function renameFailingOnce(fails: (to: string) => boolean): Disk['rename'] {
  let hasFailed = false;
  return async (from, to) => {
    if (!hasFailed && fails(to)) {
      hasFailed = true;
      throw diskError();
    }
    await nodeDisk.rename(from, to);
  };
}

describe('Attachments of drafts', () => {
  let folder: string;
  let clock: ManualClock;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-drafts-'));
    clock = new ManualClock(Date.now());
  });
  afterEach(() => rm(folder, { recursive: true }));

  const attachmentFolder = (): string => join(folder, '.attachments');
  const saved = async (): Promise<readonly string[]> =>
    (await readdir(attachmentFolder())).toSorted();

  interface Window {
    readonly files: AttachmentFiles;
    readonly draft: (id: string) => ConversationDraft;
  }

  function openWindow(writer: string, changes: Partial<Disk> = {}): Window {
    const disk = { ...nodeDisk, ...changes };
    const now = (): number => clock.now();
    const files = new AttachmentFiles({ disk, now, folders: [folder], writer });
    const deps = { disk, clock, folder, writer, attachments: files };
    return { files, draft: (id) => new ConversationDraft({ ...deps, id }) };
  }

  const fileNames = (...names: readonly string[]): readonly string[] =>
    openWindow('names').files.fileNames(names.map(attached));

  describe('while the user types', () => {
    it('reads no other drafts, even if one of them has an attachment that was removed here', async () => {
      const read: string[] = [];
      const { draft } = openWindow('a', {
        readFile: async (path) => {
          read.push(basename(path));
          return await nodeDisk.readFile(path);
        },
      });
      await draft('other').write(draftWith('shared'));
      const own = draft('own');
      await own.write(draftWith('shared', 'mine'));
      await own.write(draftWith('mine'));
      assert.ok(read.length > 0, 'the attachment may be in another draft');
      read.length = 0;
      for (const text of ['H', 'He', 'Hey']) {
        await own.write({ ...draftWith('mine'), text });
      }
      assert.deepEqual(read, []);
      assert.deepEqual(await saved(), fileNames('shared', 'mine').toSorted());
    });

    it('looks at each attachment once for each save', async () => {
      let count = 0;
      const { draft } = openWindow('a', {
        stat: async (path) => {
          count += 1;
          return await nodeDisk.stat(path);
        },
      });
      const own = draft('own');
      await own.write(draftWith('x', 'y'));
      count = 0;
      await own.write({ ...draftWith('x', 'y'), text: 'Why not?' });
      assert.equal(count, 2);
    });
  });

  it('are removed although the draft that had them could not be saved', async () => {
    const { draft } = openWindow('a', {
      rename: renameFailingOnce((to) => to.endsWith('.draft')),
    });
    const own = draft('own');
    await assert.rejects(own.write(draftWith('secret')), { code: 'EIO' });
    await own.write({ text: 'Masked', queue: [] });
    assert.deepEqual(await saved(), []);
  });

  it('are removed although only some of them could be saved', async () => {
    const [, second = ''] = fileNames('first', 'second');
    const { draft } = openWindow('a', {
      rename: renameFailingOnce((to) => basename(to) === second),
    });
    const own = draft('own');
    await assert.rejects(own.write(draftWith('first', 'second')), { code: 'EIO' });
    await own.write({ text: 'Masked', queue: [] });
    assert.deepEqual(
      (await saved()).filter((name) => !name.endsWith('.tmp')),
      [],
    );
  });

  it('whose removal failed are removed with the next one, also after the draft was read again', async () => {
    const { draft } = openWindow('a', {
      rename: renameFailingOnce((to) => to.endsWith('.removed')),
    });
    const own = draft('own');
    await own.write(draftWith('a', 'b'));
    await own.write(draftWith('b'));
    assert.deepEqual(await saved(), fileNames('a', 'b').toSorted());
    await own.read();
    await own.write({ text: 'Masked', queue: [] });
    assert.deepEqual(await saved(), []);
  });

  describe('while another window removes them', () => {
    /** Opens a window with the attachment. Resolves to a function that removes it there. */
    async function otherWindow(): Promise<() => Promise<void>> {
      const draft = openWindow('b').draft('c');
      await draft.write(draftWith('a'));
      return () => draft.write({ text: '', queue: [] });
    }
    /** What a third window finds. */
    const found = async (): Promise<readonly Attachment[] | undefined> =>
      (await openWindow('d').draft('c').read()).attachments;

    it('are saved again before a draft refers to them', async () => {
      const remove = await otherWindow();
      let isRemoved = false;
      let foundAtOnce: readonly Attachment[] | undefined;
      const { draft } = openWindow('a', {
        open: async (path, flags, mode) => {
          if (!isRemoved && path.endsWith('.draft.a.tmp')) {
            isRemoved = true;
            await remove();
            assert.deepEqual(await saved(), [], 'the attachment is gone');
          }
          return await nodeDisk.open(path, flags, mode);
        },
        rename: async (from, to) => {
          await nodeDisk.rename(from, to);
          if (to.endsWith('.draft')) {
            foundAtOnce = await found();
          }
        },
      });
      await draft('c').write(draftWith('a'));
      assert.ok(isRemoved);
      assert.deepEqual(foundAtOnce, [attached('a')]);
    });

    it('are kept when a draft with them is about to be saved', async () => {
      const remove = await otherWindow();
      let foundAtOnce: readonly Attachment[] | undefined;
      const { draft } = openWindow('a', {
        rename: async (from, to) => {
          if (to.endsWith('.draft')) {
            await remove();
            assert.deepEqual(await saved(), fileNames('a'));
          }
          await nodeDisk.rename(from, to);
          if (to.endsWith('.draft')) {
            foundAtOnce = await found();
          }
        },
      });
      await draft('c').write(draftWith('a'));
      assert.deepEqual(foundAtOnce, [attached('a')]);
    });

    it('are not kept for a draft that is not written completely', async () => {
      const remove = await otherWindow();
      const draft = JSON.stringify({ version: 1, text: '', attachments: fileNames('a') });
      await writeFile(join(folder, 'c.e-1.draft.e.tmp'), draft.slice(0, -2));
      await remove();
      assert.deepEqual(await saved(), []);
    });

    it('are kept while a newer version writes a draft', async () => {
      const remove = await otherWindow();
      await writeFile(join(folder, 'c.e-1.draft.e.tmp'), JSON.stringify({ version: 2 }));
      await remove();
      assert.deepEqual(await saved(), fileNames('a'));
    });
  });

  it('leave no temp file if the draft that has them cannot be saved', async () => {
    const { draft } = openWindow('a', {
      rename: renameFailingOnce((to) => to.endsWith('.draft')),
    });
    await assert.rejects(draft('own').write(draftWith('a')), { code: 'EIO' });
    assert.deepEqual(await readdir(folder), ['.attachments']);
  });

  describe('that no draft has', () => {
    it('are found with one read of each draft, one after another', async () => {
      let reading = 0;
      let most = 0;
      const read: string[] = [];
      const { files, draft } = openWindow('a', {
        readFile: async (path) => {
          read.push(basename(path));
          reading += 1;
          most = Math.max(most, reading);
          const content = await nodeDisk.readFile(path);
          reading -= 1;
          return content;
        },
      });
      for (let index = 0; index < 20; index += 1) {
        await draft(`c${index}`).write(draftWith('used'));
      }
      await files.save([attached('unused')]);
      const names = fileNames('used', 'unused');
      read.length = 0;
      assert.deepEqual(await files.removeUnused(names), [names[0]]);
      assert.equal(read.length, 20);
      assert.equal(most, 1);
      await draft('new').write(draftWith('used'));
      read.length = 0;
      assert.deepEqual(await files.removeUnused(names.slice(0, 1)), [names[0]]);
      assert.equal(read.length, 1, 'a draft file never changes');
      assert.deepEqual(await saved(), [names[0]]);
    });

    it('stay where a draft is listed and can never be read', async () => {
      const { files } = openWindow('a');
      const names = fileNames('a');
      await files.save([attached('a')]);
      await symlink(join(folder, 'missing'), join(folder, 'c.other-1.draft'));
      assert.deepEqual(await files.removeUnused(names), names);
      assert.deepEqual(await saved(), names);
    });

    it('are not confused with those of a draft that is moved meanwhile', async () => {
      const trash = await mkdtemp(join(tmpdir(), 'portico-trash-'));
      const { draft } = openWindow('b');
      await draft('c').write(draftWith('a'));
      const name = (await readdir(folder)).find((each) => each.endsWith('.draft')) ?? '';
      await rename(join(folder, name), join(trash, name));
      let isRead = false;
      let isMoved = false;
      const disk: Disk = {
        ...nodeDisk,
        readdir: async (path) => {
          const names = await nodeDisk.readdir(path);
          // The draft has been read in the trash and is restored after its folder was listed again.
          if (path === folder && isRead && !isMoved) {
            isMoved = true;
            await rename(join(trash, name), join(folder, name));
          }
          return names;
        },
        readFile: async (path) => {
          isRead = true;
          return await nodeDisk.readFile(path);
        },
      };
      const folders = [folder, trash] as const;
      const files = new AttachmentFiles({ disk, now: () => clock.now(), folders, writer: 'a' });
      const names = fileNames('a');
      try {
        assert.deepEqual(await files.removeUnused(names), names);
        assert.ok(isMoved);
        assert.deepEqual(await saved(), names);
      } finally {
        await rm(trash, { recursive: true });
      }
    });

    it('are all removed but the one that cannot be', async () => {
      const [first = ''] = fileNames('a');
      const { files } = openWindow('a', {
        rename: async (from, to) => {
          if (from.endsWith(first)) {
            throw diskError();
          }
          await nodeDisk.rename(from, to);
        },
      });
      await files.save(['a', 'b', 'c'].map(attached));
      await assert.rejects(files.removeUnused(fileNames('a', 'b', 'c')), { code: 'EIO' });
      assert.deepEqual(await saved(), [first]);
    });

    it('are put back if it is not known whether a draft has them', async () => {
      const attachments = ['a', 'b'].map(attached);
      let isRenamed = false;
      const { files } = openWindow('a', {
        rename: async (from, to) => {
          isRenamed = true;
          await nodeDisk.rename(from, to);
        },
        readdir: async (path) => {
          if (isRenamed && path === folder) {
            throw diskError();
          }
          return await nodeDisk.readdir(path);
        },
      });
      await files.save(attachments);
      isRenamed = false;
      await assert.rejects(files.removeUnused(files.fileNames(attachments)), { code: 'EIO' });
      assert.ok(isRenamed);
      assert.deepEqual(await saved(), files.fileNames(attachments).toSorted());
    });
  });

  describe('and the daily cleanup', () => {
    const dayOld = async (name: string, hours = 25): Promise<void> => {
      const time = (clock.now() - hours * hour) / 1000;
      await utimes(join(attachmentFolder(), name), time, time);
    };

    it('removes temp files and copies of an attachment that a draft has', async () => {
      const { draft } = openWindow('a');
      await draft('c').write(draftWith('a'));
      const [name = ''] = fileNames('a');
      const copies = ['b.tmp', 'b.removed', 'c.removed'].map((end) => `${name}.${end}`);
      for (const copy of copies) {
        await writeFile(join(attachmentFolder(), copy), 'copy');
        await dayOld(copy);
      }
      const recent = `${name}.d.tmp`;
      await writeFile(join(attachmentFolder(), recent), 'copy');
      await dayOld(recent, 23);
      await dayOld(name);
      await removeStaleAttachments(nodeDisk, [folder], clock.now());
      assert.deepEqual(await saved(), [name, recent]);
    });

    it('keeps the only copy of an attachment that a draft has', async () => {
      const { draft, files } = openWindow('a');
      await draft('c').write(draftWith('a'));
      const [name = ''] = fileNames('a');
      await rename(join(attachmentFolder(), name), join(attachmentFolder(), `${name}.b.removed`));
      await writeFile(join(attachmentFolder(), `${name}.b.tmp`), 'half');
      await dayOld(`${name}.b.removed`);
      await dayOld(`${name}.b.tmp`);
      await removeStaleAttachments(nodeDisk, [folder], clock.now());
      assert.deepEqual(await saved(), [`${name}.b.removed`]);
      assert.deepEqual(await files.load([name]), [attached('a')]);
    });

    it('removes all copies of an attachment that no draft has', async () => {
      const [name = ''] = fileNames('a');
      await openWindow('a').files.save([attached('a')]);
      for (const end of ['', '.b.tmp', '.b.removed']) {
        await writeFile(join(attachmentFolder(), `${name}${end}`), 'copy');
        await dayOld(`${name}${end}`);
      }
      await removeStaleAttachments(nodeDisk, [folder], clock.now());
      assert.deepEqual(await saved(), []);
    });
  });
});
