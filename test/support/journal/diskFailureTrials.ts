// Trials of a disk that fails at each call that writes something.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation, type Conversation } from '../../../src/conversation/common/conversation';
import { reduce, type ConversationEvent } from '../../../src/conversation/common/conversationEvent';
import { JournalStore } from '../../../src/storage/node/journal/journalStore';
import { ManualClock } from '../manualClock';
import { FaultyDisk, type DiskFailure } from './faultyDisk';
import { asked, ended, savedIds, textAppended } from './sampleConversations';

const codes = ['ENOSPC', 'EACCES', 'EROFS', 'EIO'];

const askedWithImage: ConversationEvent = {
  type: 'asked',
  question: {
    kind: 'question',
    id: 'q2',
    text: 'And this?',
    images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }],
    askedAt: 1,
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

/** `sync` is called after each group. */
const eventGroups: readonly (readonly ConversationEvent[])[] = [
  [asked('q1', 'a1')],
  [textAppended('a1', 'Because'), textAppended('a1', ' of that.'), ended('a1')],
  [askedWithImage],
  [textAppended('a2', 'x'.repeat(40_000)), ended('a2')],
];

interface TrialResult {
  readonly reportedFailures: number;
  readonly recoveries: number;
  readonly disk: FaultyDisk;
}

/** Writes a conversation and a draft. What `sync` has acknowledged is read by another window immediately. */
async function runTrial(root: string, failure: DiskFailure | undefined): Promise<TrialResult> {
  const disk = new FaultyDisk(failure);
  const clock = new ManualClock();
  const store = new JournalStore({ root, clock, disk });
  const result = { reportedFailures: 0, recoveries: 0, isFailing: false, disk };
  store.onDidFail((error) => {
    assert.ok(error instanceof Error && 'code' in error && error.code === failure?.code);
    result.reportedFailures += 1;
    result.isFailing = true;
  });
  store.onDidRecover(() => {
    result.recoveries += 1;
    result.isFailing = false;
  });
  let expected: Conversation = newConversation('c', 'm', 1);
  store.create(expected);
  for (const events of eventGroups) {
    for (const event of events) {
      store.append('c', event);
      expected = reduce(expected, event);
    }
    store.saveDraft('c', { text: `Draft ${expected.messages.length}`, queue: [] });
    await store.sync('c');
    const seen = await new JournalStore({ root, clock }).load('c');
    if (!result.isFailing) {
      assert.deepEqual(seen, expected, 'what was acknowledged is on disk');
    }
    assert.deepEqual(await store.load('c'), expected, 'this window has everything');
    clock.advance(1000);
    await store.flush();
  }
  // The store retries by itself, also if there are no further events.
  for (let tries = 0; tries < 20 && result.isFailing; tries += 1) {
    clock.advance(60_000);
    await store.flush();
  }
  const other = new JournalStore({ root, clock });
  assert.deepEqual(await other.load('c'), expected);
  assert.equal((await other.loadDraft('c')).text, 'Draft 4');
  assert.deepEqual(await savedIds(root), ['c']);
  await store.close();
  return result;
}

/** Fails at every `step`-th call in turn, once and several times in a row. Resolves to the number of trials. */
export async function failEverywhere(step: number): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'portico-disk-failure-'));
  let runs = 0;
  const nextFolder = (): string => join(root, String((runs += 1)));
  const { disk } = await runTrial(nextFolder(), undefined);
  for (let call = 1; call <= disk.callCount; call += step) {
    for (const times of [1, 7]) {
      const code = codes[runs % codes.length] ?? '';
      const failure = { call, code, times, torn: runs % 3 > 0 };
      const name = JSON.stringify(failure);
      const result = await runTrial(nextFolder(), failure).catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
      assert.ok(result.disk.failureCount > 0, name);
      assert.ok(result.reportedFailures > 0, `${name}: the failure is reported`);
      assert.ok(result.recoveries > 0, `${name}: the recovery is reported`);
    }
  }
  await rm(root, { recursive: true });
  return runs - 1;
}
