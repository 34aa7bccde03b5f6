// What the records of a journal tell together: a conversation, and what is kept of it besides.
import {
  type Conversation,
  type Message,
  newConversation,
} from '../../shared/conversation/conversation';
import { type ConversationEvent, reduce } from '../../shared/conversation/conversationEvent';
import { hasBlobs, inlineBlobs } from './blobs';
import { type DeltaEvent, joinDeltas } from './deltas';
import { type Entry, entryOf, type Header } from './entry';
import { type JournalRecord, recordVersion } from './record';
import { EventLoopYielder } from '../yieldToEventLoop';

type ReadBlob = (hash: string) => Promise<Buffer | undefined>;

export interface StoredConversation {
  readonly conversation: Conversation;
  readonly pinned: boolean;
  readonly deleted: boolean;
  /** Of its segments, where one is left. */
  readonly header?: Header;
  /** How many records could not be told, or lack a picture, for want of what lies beside them. */
  readonly incomplete: number;
}

/**
 * @param records Merged.
 * @param header Where it is known; one that is lost is made up from what follows.
 */
export async function rebuildConversation(
  id: string,
  records: readonly JournalRecord[],
  readBlob: ReadBlob,
  header?: Header,
): Promise<StoredConversation | undefined> {
  const [first] = records;
  if (first === undefined) {
    return undefined;
  }
  const telling = new Telling(id, first.t);
  if (header !== undefined) {
    telling.take(header);
  }
  let incomplete = 0;
  const turns = new EventLoopYielder();
  for (const record of records) {
    if (record.v > recordVersion) {
      telling.readOnly = true;
    } else {
      let isWhole = true;
      const d = await dataOf(record, async (hash) => {
        const bytes = await readBlob(hash);
        isWhole &&= bytes !== undefined;
        return bytes;
      });
      incomplete += isWhole && d !== undefined ? 0 : 1;
      const entry = entryOf(record, d);
      if (entry !== undefined) {
        telling.take(entry);
      }
    }
    await turns.next();
  }
  return { ...telling.end(), incomplete };
}

/** What one record tells; undefined where that is not known here, or lost. */
export async function tellRecord(
  record: JournalRecord,
  readBlob: ReadBlob,
): Promise<Entry | undefined> {
  return record.v > recordVersion ? undefined : entryOf(record, await dataOf(record, readBlob));
}

/** Undefined where something of it is lost. */
async function dataOf({ d }: JournalRecord, readBlob: ReadBlob): Promise<unknown> {
  return hasBlobs(d) ? await inlineBlobs(d, readBlob).catch(() => undefined) : d;
}

/** Entries in their order become a conversation. Deltas that follow one another are told as one: they are many. */
class Telling {
  #header: Header | undefined;
  #conversation: Conversation;
  #delta: DeltaEvent | undefined;
  #pinned = false;
  #deleted = false;
  /** A newer version of Portico wrote a part of it. */
  readOnly = false;

  constructor(id: string, at: number) {
    this.#conversation = newConversation(id, '', at);
  }

  take(entry: Entry): void {
    switch (entry.type) {
      case 'header':
        this.#begin(entry);
        return;
      case 'messageAdded':
        this.#keep(entry.message, entry.offPath === true);
        return;
      case 'pin':
        this.#pinned = entry.pinned;
        return;
      case 'delete':
        this.#deleted = entry.deleted;
        return;
      case 'present':
      case 'stopAsked':
        return;
      case 'textAppended':
        this.#gather(entry);
        return;
      default:
        this.#apply(entry);
    }
  }

  end(): Omit<StoredConversation, 'incomplete'> {
    this.#applyDelta();
    return {
      conversation: this.readOnly ? { ...this.#conversation, readOnly: true } : this.#conversation,
      pinned: this.#pinned,
      deleted: this.#deleted,
      ...(this.#header === undefined ? {} : { header: this.#header }),
    };
  }

  /** Every segment begins with one. They say the same, but one that was made up later, for want of another. */
  #begin(header: Header): void {
    if (this.#header === undefined || header.createdAt < this.#header.createdAt) {
      const { type: _type, workspace: _workspace, ...began } = header;
      this.#header = header;
      this.#conversation = { ...this.#conversation, ...began };
    }
  }

  #keep(message: Message, isOffPath: boolean): void {
    const place = isOffPath ? 'offPath' : 'messages';
    const kept = [...this.#conversation[place], message];
    this.#conversation = { ...this.#conversation, [place]: kept };
  }

  #gather(delta: DeltaEvent): void {
    if (this.#delta !== undefined && this.#delta.answerId !== delta.answerId) {
      this.#applyDelta();
    }
    this.#delta = joinDeltas(this.#delta, delta);
  }

  #applyDelta(): void {
    if (this.#delta !== undefined) {
      this.#conversation = reduce(this.#conversation, this.#delta);
      this.#delta = undefined;
    }
  }

  #apply(event: ConversationEvent): void {
    this.#applyDelta();
    this.#conversation = reduce(this.#conversation, event);
    if (this.#conversation.model === '' && event.type === 'asked') {
      // The header is lost.
      this.#conversation = { ...this.#conversation, model: event.answer.model };
    }
  }
}
