// What an older version kept in one file each, and nobody has taken over yet, is found all the same.
import { readFile } from 'node:fs/promises';
import type { ConversationSummary } from '../../chat/ports';
import type { Conversation } from '../../shared/conversation/conversation';
import { titleOf } from '../../shared/text/title';
import { beganAt } from '../journal/line';
import { readOldJournal } from '../journal/oldJournal';
import type { MessageText } from './snippet';

/** Undefined where nothing was said in it, or it is gone. */
export async function listOldJournal(
  path: string,
  id: string,
): Promise<ConversationSummary | undefined> {
  const conversation = await read(path);
  const last = conversation?.messages.at(-1);
  if (conversation === undefined || last === undefined) {
    return undefined;
  }
  const { createdAt, messages } = conversation;
  const question = messages.find(({ kind }) => kind === 'question');
  const title = titleOf(question?.text ?? '');
  return { id, title, createdAt, changedAt: beganAt(last), pinned: false };
}

/** Of every message, replaced answers too. */
export async function textsOfOldJournal(path: string): Promise<readonly MessageText[]> {
  const { offPath = [], messages = [] } = (await read(path)) ?? {};
  return [...offPath, ...messages];
}

async function read(path: string): Promise<Conversation | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : await readOldJournal(text);
}
