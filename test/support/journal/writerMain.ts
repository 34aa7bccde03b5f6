// The main file of a process that writes into a store until it is done or killed.
import { writeSync } from 'node:fs';
import { newConversation } from '../../../src/conversation/common/conversation';
import { systemClock } from '../../../src/platform/node/systemClock';
import { JournalStore } from '../../../src/storage/node/journal/journalStore';
import { asked, ended, longAttachment, textAppended } from './sampleConversations';

/** What a writer reports on its standard output, a line of JSON each. */
export type WriterReport =
  /** The ID of a question that is on disk, or of an answer whose end is. */
  | { readonly saved: string }
  /** The ID of the attachment of the draft that is on disk. */
  | { readonly savedDraft: string }
  /** A piece of an answer was appended. `time` in ms. */
  | { readonly piece: number; readonly answerId: string; readonly time: number };

/** Synchronous, so that a killed process loses no report. */
function report(entry: WriterReport): void {
  writeSync(1, `${JSON.stringify(entry)}\n`);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** Attaches, asks and answers without end, a piece every ms or two. */
async function stream(store: JournalStore, id: string): Promise<void> {
  store.create(newConversation(id, 'm', 1));
  for (let turn = 0; ; turn += 1) {
    const [questionId, answerId] = [`q${turn}`, `a${turn}`];
    const attachment = longAttachment(questionId);
    store.saveDraft(id, { text: 'Why?', attachments: [attachment], queue: [] });
    await store.flush();
    report({ savedDraft: questionId });
    store.append(id, asked(questionId, answerId, 'Why?', [attachment]));
    await store.sync(id);
    report({ saved: questionId });
    for (let piece = 0; piece < 60; piece += 1) {
      store.append(id, textAppended(answerId, `${piece} `));
      report({ piece, answerId, time: performance.now() });
      await nextTurn();
    }
    store.append(id, ended(answerId));
    await store.sync(id);
    report({ saved: answerId });
  }
}

/** Writes records into three conversations in turn, and syncs every hundredth. */
async function write(store: JournalStore, name: string, count: number): Promise<void> {
  const ids = ['one', 'two', 'three'];
  for (const id of ids) {
    store.create(newConversation(id, 'm', 1));
  }
  for (let index = 0; index < count; index += 1) {
    const id = ids[index % ids.length] ?? '';
    store.append(id, { type: 'modelChosen', model: `${name}-${index}` });
    if (index % 100 === 0) {
      await store.sync(id);
    }
  }
}

async function main(): Promise<void> {
  const [root = '', task, name = '', count] = process.argv.slice(2);
  const store = new JournalStore({ root, clock: systemClock });
  store.onDidFail((error) => {
    throw error;
  });
  await (task === 'stream' ? stream(store, name) : write(store, name, Number(count)));
  await store.close();
}

void main();
