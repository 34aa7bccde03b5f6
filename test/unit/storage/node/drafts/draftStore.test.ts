import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import { emptyDraft, type Draft } from '../../../../../src/conversation/common/draft';
import { removeStaleFiles } from '../../../../../src/features/history/node/staleFiles';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { DraftStore } from '../../../../../src/storage/node/drafts/draftStore';
import { SaveHealth } from '../../../../../src/storage/node/journal/saveHealth';
import { onDidFindNewerFile } from '../../../../../src/storage/node/newerFile';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';

function attached(name: string): Attachment {
  return { id: name, kind: 'file', name, text: `Content of ${name}`, tokens: 3 };
}

function typed(text: string): Draft {
  return { text, queue: [] };
}

const everything: Draft = {
  text: 'Why?',
  attachments: [attached('a'), attached('b')],
  queue: [{ id: 'q', text: 'Next?', attachments: [attached('b')] }],
  edits: { asked: 'Other words' },
};

/** A disk of a window that crashes after so many changes. */
function crashingDisk(steps: number): Disk {
  let left = steps;
  const change = async <T>(run: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left < 0) {
      throw Object.assign(new Error('The window has crashed.'), { code: 'EIO' });
    }
    return await run();
  };
  return {
    ...nodeDisk,
    mkdir: (path, options) => change(() => nodeDisk.mkdir(path, options)),
    open: (path, flags, mode) => change(() => nodeDisk.open(path, flags, mode)),
    rename: (from, to) => change(() => nodeDisk.rename(from, to)),
    rm: (path, options) => change(() => nodeDisk.rm(path, options)),
  };
}

describe('DraftStore', () => {
  let folder: string;
  let clock: ManualClock;
  let windowCount: number;
  const running = new Set<number>();
  /** The calls of the disk that have not ended. */
  let busy = 0;
  const counting = Object.fromEntries(
    Object.entries(nodeDisk).map(([name, call]) => [
      name,
      async (...args: readonly unknown[]): Promise<unknown> => {
        busy += 1;
        try {
          return await Reflect.apply(call, undefined, args);
        } finally {
          busy -= 1;
        }
      },
    ]),
  ) as unknown as Disk;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-drafts-'));
    clock = new ManualClock();
    windowCount = 0;
    running.clear();
  });
  afterEach(() => rm(folder, { recursive: true }));

  interface Window {
    readonly store: DraftStore;
    /** Resolves to whether the draft was saved. */
    readonly save: (draft: Draft) => Promise<boolean>;
    readonly load: () => Promise<Draft>;
    /** Leaves everything as if its process was killed. */
    readonly kill: () => void;
    /** Leaves everything as if the window crashed and its process ran on. */
    readonly crash: () => void;
  }

  function openWindow(disk: Disk = counting, formerWriter?: string): Window {
    windowCount += 1;
    const own = windowCount;
    running.add(own);
    const saveHealth = new SaveHealth();
    let isFailing = false;
    let isAlive = true;
    saveHealth.onDidFail(() => (isFailing = true));
    const store = new DraftStore({
      disk,
      clock,
      folder,
      writer: `${own}-abc`,
      formerWriter,
      saveHealth,
      isJournalSaved: () => Promise.resolve(true),
      isWindowAlive: () => Promise.resolve(isAlive),
      processes: { own, isRunning: (id) => running.has(id) },
    });
    return {
      store,
      save: async (draft) => {
        store.save('c', draft);
        await store.flush();
        return !isFailing;
      },
      load: () => store.load('c'),
      kill: () => running.delete(own),
      crash: () => (isAlive = false),
    };
  }

  /** Makes what is on disk a minute older. */
  async function age(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name, 'draft.json');
      const seconds = (await nodeDisk.stat(path)).mtimeMs / 1000 - 60;
      await utimes(path, seconds, seconds);
    }
  }

  /** Lets disk operations and timers run until the promise is settled. */
  async function settled<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    void promise.finally(() => (isSettled = true));
    await until(() => {
      // A window replies within its time however slow the disk is.
      if (busy === 0) {
        clock.advance(100);
      }
      return isSettled;
    });
    return await promise;
  }

  async function attachmentsOnDisk(): Promise<readonly string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const contents = entries
      .filter((entry) => entry.isFile() && entry.name !== 'draft.json')
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'));
    return (await Promise.all(contents))
      .map((content) => /Content of (\w+)/u.exec(content)?.[1] ?? content)
      .toSorted();
  }

  it('restores text, attachments, queue and edits after a reload, and after a kill', async () => {
    const first = openWindow();
    await first.save(everything);
    await first.store.close();
    const second = openWindow();
    assert.deepEqual(await second.load(), everything);
    second.kill();
    assert.deepEqual(await openWindow().load(), everything);
  });

  it('saves the last words that arrive after it was closed', async () => {
    const { save, store } = openWindow();
    await save(typed('Last'));
    await store.close();
    await save(typed('Last words'));
    assert.equal((await readdir(folder)).length, 1);
    assert.deepEqual(await openWindow().load(), typed('Last words'));
  });

  it('saves the last draft of each chat after 250 ms, and returns it before that', async () => {
    const { store, kill } = openWindow();
    store.save('one', typed('a'));
    store.save('one', typed('ab'));
    store.save('one.two', typed('x'));
    assert.deepEqual(await store.load('one'), typed('ab'));
    assert.deepEqual(await readdir(folder), []);
    clock.advance(250);
    await store.flush();
    assert.equal((await readdir(folder)).length, 2);
    kill();
    const later = openWindow().store;
    assert.deepEqual(await later.load('one'), typed('ab'));
    assert.deepEqual(await later.load('one.two'), typed('x'));
    assert.deepEqual(await later.load('three'), emptyDraft);
  });

  it('removes a draft that becomes empty', async () => {
    const { save, load } = openWindow();
    await save(everything);
    await save(emptyDraft);
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await load(), emptyDraft);
  });

  it('removes attachments that the draft does not have any more, and writes each once', async () => {
    const written: string[] = [];
    const { save } = openWindow({
      ...nodeDisk,
      rename: async (from, to) => {
        written.push(basename(to));
        await nodeDisk.rename(from, to);
      },
    });
    await save(everything);
    assert.deepEqual(await attachmentsOnDisk(), ['a', 'b']);
    assert.equal(written.length, 3);
    await save({ ...everything, text: 'Why not?' });
    assert.equal(written.length, 4, 'a key press saves the text alone');
    await save({ ...typed('Masked'), attachments: [attached('b')] });
    assert.deepEqual(await attachmentsOnDisk(), ['b']);
  });

  it('leaves out an attachment that is damaged', async () => {
    const { save, load } = openWindow();
    await save({ ...typed('Why?'), attachments: [attached('a'), attached('b')] });
    const [name = ''] = await readdir(folder);
    const files = await readdir(join(folder, name));
    const damaged = files.find((file) => file !== 'draft.json') ?? '';
    await writeFile(join(folder, name, damaged), '{}');
    assert.equal((await load()).attachments?.length, 1);
  });

  describe('of several windows', () => {
    it('gives each open window its own draft', async () => {
      const [first, second] = [openWindow(), openWindow()];
      await first.save(typed('Of the first'));
      assert.deepEqual(await settled(second.load()), emptyDraft);
      await second.save(typed('Of the second'));
      assert.deepEqual(await first.load(), typed('Of the first'));
      await first.save(emptyDraft);
      assert.deepEqual(await settled(first.load()), emptyDraft);
      assert.deepEqual(await second.load(), typed('Of the second'));
    });

    it('takes the newest draft whose window is gone, and the next one when nothing is typed there', async () => {
      const [first, second, open] = [openWindow(), openWindow(), openWindow()];
      await first.save(typed('Older'));
      await age();
      await second.save(typed('Newer'));
      await age();
      await open.save(typed('Of an open window'));
      first.kill();
      await second.store.close();
      const later = openWindow();
      assert.deepEqual(await settled(later.load()), typed('Newer'));
      assert.deepEqual(await later.load(), typed('Newer'), 'it is its own now');
      await later.save(emptyDraft);
      assert.deepEqual(await settled(later.load()), typed('Older'));
      await later.save(emptyDraft);
      assert.deepEqual(await settled(later.load()), emptyDraft);
      assert.deepEqual(await open.load(), typed('Of an open window'));
    });

    it('gives a reloaded window the draft that was typed in it, also if a later one of another window is free', async () => {
      const [first, second] = [openWindow(), openWindow()];
      await first.save(typed('Of the first'));
      await age();
      await second.save(typed('Of the second'));
      await second.store.close();
      await first.store.close();
      assert.deepEqual(await openWindow(counting, '1-abc').load(), typed('Of the first'));
      assert.deepEqual(await openWindow().load(), typed('Of the second'));
    });

    it('gives each of two windows another one, if both were closed and open the chat again', async () => {
      const texts = ['One', 'Two'];
      for (const text of texts) {
        const window = openWindow();
        await window.save(typed(text));
        await window.store.close();
      }
      const found = await Promise.all([openWindow(), openWindow()].map(({ load }) => load()));
      assert.deepEqual(found.map(({ text }) => text).toSorted(), texts);
    });

    it('waits for a window that is being closed for a reload, and not long for another one', async () => {
      const before = openWindow();
      await before.save(typed('Half a question'));
      const after = openWindow();
      const loading = after.load();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await before.store.close();
      assert.deepEqual(await settled(loading), typed('Half a question'));
      assert.deepEqual(await settled(openWindow().load()), emptyDraft);
    });

    it('takes the draft of a window that crashed, although its process runs on', async () => {
      const before = openWindow();
      await before.save(typed('Before the crash'));
      before.crash();
      assert.deepEqual(await settled(openWindow().load()), typed('Before the crash'));
    });

    it('takes the draft of a process whose ID another program has now, and none that replies', async () => {
      const path = join(folder, `c.1-def-${process.ppid}.drafts`);
      await mkdir(path);
      await writeFile(join(path, 'draft.json'), '{"version":1,"text":"Half","queue":[]}');
      running.add(process.ppid);
      const open = openWindow();
      await open.save(typed('Of an open window'));
      const later = openWindow();
      assert.deepEqual(await settled(later.load()), typed('Half'));
      assert.deepEqual(await settled(openWindow().load()), emptyDraft);
      assert.deepEqual(await open.load(), typed('Of an open window'));
    });

    it('takes no draft of a newer version, does not change it, and reports it', async () => {
      const found: string[] = [];
      const listening = onDidFindNewerFile((newer) => found.push(newer));
      const path = join(folder, 'c.1-def.drafts');
      await mkdir(path);
      await writeFile(join(path, 'draft.json'), '{"version":2}');
      const { load, save } = openWindow();
      assert.deepEqual(await load(), emptyDraft);
      await save(typed('a'));
      await save(emptyDraft);
      assert.equal(await readFile(join(path, 'draft.json'), 'utf8'), '{"version":2}');
      assert.deepEqual(found, [join(path, 'draft.json')]);
      listening.dispose();
    });
  });

  it('takes no draft with an attachment of a kind that only a newer version knows, in the message box or the queue, does not change it, and reports it', async () => {
    const sketch = { ...attached('a'), kind: 'whiteboard' } as unknown as Attachment;
    const drafts: readonly Draft[] = [
      { ...typed('Why?'), attachments: [attached('b'), sketch] },
      { text: '', queue: [{ id: 'q', text: 'Next?', attachments: [sketch] }] },
    ];
    for (const draft of drafts) {
      const newer = openWindow();
      await newer.save(draft);
      newer.kill();
      const [name = ''] = await readdir(folder);
      const files = async (): Promise<readonly string[]> =>
        Promise.all(
          (await readdir(join(folder, name))).map((file) =>
            readFile(join(folder, name, file), 'utf8'),
          ),
        );
      const before = await files();
      const found: string[] = [];
      const listening = onDidFindNewerFile((path) => found.push(path));
      const own = openWindow();
      assert.deepEqual(await settled(own.load()), emptyDraft);
      await own.save(typed('a'));
      await own.save(emptyDraft);
      assert.deepEqual(await files(), before);
      assert.deepEqual(found, [join(folder, name, 'draft.json')]);
      listening.dispose();
      await rm(join(folder, name), { recursive: true });
    }
  });

  it('loses nothing at whatever step its window crashes, and leaves nothing else behind', async () => {
    const draft: fc.Arbitrary<Draft> = fc.record(
      {
        text: fc.constantFrom('', 'Why?', 'How?'),
        attachments: fc
          .subarray(['a', 'b', 'c'], { minLength: 1 })
          .map((names) => names.map(attached)),
        queue: fc.constantFrom([], [{ id: 'q', text: 'Next?' }]),
      },
      { requiredKeys: ['text', 'queue'], noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { minLength: 1, maxLength: 4 }),
        fc.nat(30),
        async (drafts, steps) => {
          await rm(folder, { recursive: true });
          await mkdir(folder);
          const window = openWindow(crashingDisk(steps));
          let possible = [emptyDraft];
          for (const next of drafts) {
            const isSaved = await window.save(next);
            possible = isSaved ? [next] : [...possible, next];
            if (!isSaved) {
              break;
            }
          }
          window.kill();
          const later = openWindow();
          const found = await later.load();
          assert.ok(
            possible.some((each) => isDeepStrictEqual(each, found)),
            `${JSON.stringify(found)} instead of ${JSON.stringify(possible)}`,
          );
          await later.save(found);
          await removeStaleFiles(nodeDisk, folder, Date.now() + 25 * 3_600_000);
          const names = (found.attachments ?? []).map(({ name }) => name);
          assert.deepEqual(await attachmentsOnDisk(), names);
        },
      ),
      { numRuns: 100 },
    );
  });
});
