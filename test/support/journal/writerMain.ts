// A window of its own: writes into a store until it has written enough, or is killed.
import { writeSync } from 'node:fs';
import { newConversation } from '../../../src/shared/conversation/conversation';
import { JournalStore } from '../../../src/store/journal/journalStore';
import { systemClock } from '../../../src/vscode/platform/systemClock';
import { asked, ended, piece } from './stories';

/** What a writer says, a JSON value in a line each. */
export type Said =
  /** What was asked, or ended, is on disk. */
  | { readonly kept: string }
  /** A piece was appended, at that time in ms. */
  | { readonly piece: number; readonly of: string; readonly at: number };

/** Written at once: what a killed process has said is not lost. */
function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** Asks and answers without end, a piece every ms or two. */
async function stream(store: JournalStore, id: string): Promise<void> {
  store.create(newConversation(id, 'm', 1));
  for (let turn = 0; ; turn += 1) {
    const [question, answer] = [`q${turn}`, `a${turn}`];
    store.append(id, asked(question, answer));
    await store.sync(id);
    say({ kept: question });
    for (let index = 0; index < 60; index += 1) {
      store.append(id, piece(answer, `${index} `));
      say({ piece: index, of: answer, at: performance.now() });
      await nextTurn();
    }
    store.append(id, ended(answer));
    await store.sync(id);
    say({ kept: answer });
  }
}

/** Writes so many records into each of the conversations, and is sure of every hundredth. */
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
