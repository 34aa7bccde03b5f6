import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation } from '../../../../src/shared/conversation/conversation';
import type { ConversationEvent } from '../../../../src/shared/conversation/conversationEvent';
import { versionsOf } from '../../../../src/shared/conversation/versions';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import { ManualClock } from '../../../support/manualClock';

/** As it was kept before there were versions. */
function flatFile(events: readonly ConversationEvent[]): string {
  const { offPath: _unknown, ...conversation } = newConversation('c', 'm', 0);
  const header = { version: 1, conversation: { ...conversation, superseded: [] } };
  return [header, ...events].map((line) => JSON.stringify(line)).join('\n\n');
}

function answer(id: string, questionId: string, startedAt: number) {
  const empty = { state: 'complete', text: id, reasoning: '' } as const;
  return { kind: 'answer', id, questionId, model: 'm', ...empty, startedAt } as const;
}

function asked(n: number): ConversationEvent {
  const question = { kind: 'question', id: `q${n}`, text: `${n}?`, at: n } as const;
  return { type: 'asked', question, answer: answer(`a${n}`, `q${n}`, n) };
}

describe('a history of before there were versions', () => {
  it('shows what it showed then, with replaced answers as versions of those that stand there', async () => {
    const retried = [
      { type: 'retried', replaced: 'a1', answer: answer('b1', 'q1', 4) },
      { type: 'retried', replaced: 'a3', answer: answer('b3', 'q3', 5) },
    ] as const;
    const root = await mkdtemp(join(tmpdir(), 'portico-flat-'));
    await mkdir(join(root, 'conversations'));
    const file = flatFile([asked(1), asked(2), asked(3), ...retried, asked(4)]);
    await writeFile(join(root, 'conversations', 'c.jsonl'), file);
    const store = new JournalStore({ root, clock: new ManualClock() });
    const read = await store.load('c');
    await store.close();
    await rm(root, { recursive: true });
    assert.ok(read);
    assert.deepEqual(
      read.messages.map(({ id }) => id),
      ['q1', 'b1', 'q2', 'a2', 'q3', 'b3', 'q4', 'a4'],
    );
    assert.deepEqual(
      read.offPath.map(({ id }) => id),
      ['a1', 'a3'],
    );
    assert.deepEqual(
      [...versionsOf(read)].map(([id, { previous }]) => [id, previous]),
      [
        ['b1', 'a1'],
        ['b3', 'a3'],
      ],
    );
    const parents = read.messages.flatMap((message) =>
      message.kind === 'question' ? [message.parent] : [],
    );
    assert.deepEqual(parents, ['', 'b1', 'a2', 'b3']);
  });
});
