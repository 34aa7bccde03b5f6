// What becomes of a conversation while the disk refuses, at every site where something is written.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation } from '../../../src/shared/conversation/conversation';
import { newConversation } from '../../../src/shared/conversation/conversation';
import { type ConversationEvent, reduce } from '../../../src/shared/conversation/conversationEvent';
import { JournalStore } from '../../../src/store/journal/journalStore';
import { ManualClock } from '../manualClock';
import { FaultyDisk, type Refusal } from './faultyDisk';
import { asked, ended, piece } from './stories';

const codes = ['ENOSPC', 'EACCES', 'EROFS', 'EIO'];

const withPicture: ConversationEvent = {
  type: 'asked',
  question: {
    kind: 'question',
    id: 'q2',
    text: 'And this?',
    images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }],
    at: 1,
  },
  answer: {
    kind: 'answer',
    id: 'a2',
    questionId: 'q2',
    model: 'm',
    state: 'waiting',
    text: '',
    reasoning: '',
    startedAt: 1,
  },
};

/** What is appended before each `sync`. */
const parts: readonly (readonly ConversationEvent[])[] = [
  [asked('q1', 'a1')],
  [piece('a1', 'Because'), piece('a1', ' of that.'), ended('a1')],
  [withPicture],
  [piece('a2', 'x'.repeat(40_000)), ended('a2')],
];

interface Told {
  /** How often the disk's refusal was told. */
  readonly failures: number;
  readonly recoveries: number;
  readonly disk: FaultyDisk;
}

/** Writes a conversation and a draft; whatever `sync` told as kept is read back by another window at once. */
async function tell(root: string, refusal: Refusal | undefined): Promise<Told> {
  const disk = new FaultyDisk(refusal);
  const clock = new ManualClock();
  const store = new JournalStore({ root, clock, disk });
  const met = { failures: 0, recoveries: 0, isRefused: false, disk };
  store.onDidFail((error) => {
    assert.ok(error instanceof Error && 'code' in error && error.code === refusal?.code);
    met.failures += 1;
    met.isRefused = true;
  });
  store.onDidRecover(() => {
    met.recoveries += 1;
    met.isRefused = false;
  });
  let told: Conversation = newConversation('c', 'm', 1);
  store.create(told);
  for (const events of parts) {
    for (const event of events) {
      store.append('c', event);
      told = reduce(told, event);
    }
    store.saveDraft('c', { text: `Draft ${told.messages.length}`, queue: [] });
    await store.sync('c');
    const seen = await new JournalStore({ root, clock }).load('c');
    if (!met.isRefused) {
      assert.deepEqual(seen, told, 'what was acknowledged is there');
    }
    assert.deepEqual(await store.load('c'), told, 'here it goes on');
    clock.advance(1000);
    await store.flush();
  }
  // Nothing is appended any more: it is tried again by itself.
  for (let tries = 0; tries < 20 && met.isRefused; tries += 1) {
    clock.advance(60_000);
    await store.flush();
  }
  const other = new JournalStore({ root, clock });
  assert.deepEqual(await other.load('c'), told);
  assert.equal((await other.loadDraft('c')).text, 'Draft 4');
  assert.deepEqual(await other.ids(), ['c']);
  await store.close();
  return met;
}

/** Refuses at every site in turn, for once and for longer. Resolves to how often that was. */
export async function refuseEverywhere(): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'portico-refusal-'));
  let runs = 0;
  const inFolder = (): string => join(root, String((runs += 1)));
  const { disk } = await tell(inFolder(), undefined);
  for (let site = 1; site <= disk.sites; site += 1) {
    for (const times of [1, 7]) {
      const code = codes[runs % codes.length] ?? '';
      const refusal = { site, code, times, torn: runs % 3 > 0 };
      const name = JSON.stringify(refusal);
      const met = await tell(inFolder(), refusal).catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
      assert.ok(met.disk.refused > 0, name);
      assert.ok(met.failures > 0, `${name}: told`);
      assert.ok(met.recoveries > 0, `${name}: and when it was over`);
    }
  }
  await rm(root, { recursive: true });
  return runs - 1;
}
