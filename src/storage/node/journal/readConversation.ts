// Rebuilds a conversation from the records of its journal.
import { omitUndefined } from '../../../base/omitUndefined';
import {
  newConversation,
  type Conversation,
  type Message,
} from '../../../conversation/common/conversation';
import { reduce, type ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { ReadData } from '../../../conversation/node/conversationSchema';
import { EventLoopYielder } from '../eventLoopYielder';
import { hasBlobReferences, inlineBlobs } from './blobs';
import { decodeEntry, joinText, type Entry, type Header, type TextAppended } from './entry';
import { recordVersion, type JournalRecord } from './record';

type ReadBlob = (hash: string) => Promise<Buffer | undefined>;

export interface StoredConversation {
  readonly conversation: Conversation;
  readonly deleted: boolean;
  /** The header of its segments, if at least one is readable. */
  readonly header?: Header;
  /** The number of records that could not be read in full because they, or their blobs, are damaged or missing. */
  readonly incompleteRecords: number;
}

/**
 * @param records Merged.
 * @param header If it is known. Without any header, its fields are derived from the records.
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
  const builder = new ConversationBuilder(id, first.time);
  if (header !== undefined) {
    builder.add(header);
  }
  let incompleteRecords = 0;
  const yielder = new EventLoopYielder();
  for (const record of records) {
    let isComplete = true;
    const { known, isNewer } = await readEntry(record, async (hash) => {
      const bytes = await readBlob(hash);
      isComplete &&= bytes !== undefined;
      return bytes;
    });
    if (known !== undefined) {
      builder.add(known);
    }
    builder.readOnly ||= isNewer;
    incompleteRecords += isComplete && (known !== undefined || isNewer) ? 0 : 1;
    await yielder.next();
  }
  return { ...builder.build(), incompleteRecords };
}

/** Nothing is known of a record of a newer version, or without its blob. */
export async function readEntry(
  record: JournalRecord,
  readBlob: ReadBlob,
): Promise<ReadData<Entry>> {
  return record.version > recordVersion
    ? { isNewer: true }
    : decodeEntry(record, await dataOf(record, readBlob));
}

/** The record's data with its blobs; undefined if one is missing. */
async function dataOf({ data }: JournalRecord, readBlob: ReadBlob): Promise<unknown> {
  return hasBlobReferences(data) ? await inlineBlobs(data, readBlob).catch(() => undefined) : data;
}

/** Reduces entries in their order. Joins consecutive pieces of text first, since answers have many. */
class ConversationBuilder {
  #header: Header | undefined;
  #conversation: Conversation;
  #text: TextAppended | undefined;
  #deleted = false;
  /** A newer version of Portico wrote some of the records. */
  readOnly = false;

  constructor(id: string, createdAt: number) {
    this.#conversation = newConversation(id, '', createdAt);
  }

  add(entry: Entry): void {
    switch (entry.type) {
      case 'header':
        this.#setHeader(entry);
        return;
      case 'messageAdded':
        this.#addMessage(entry.message, entry.offPath === true ? 'offPath' : 'messages');
        return;
      case 'pinChanged':
        return;
      case 'deletionChanged':
        this.#deleted = entry.deleted;
        return;
      case 'textAppended':
        if (this.#text !== undefined && this.#text.answerId !== entry.answerId) {
          this.#applyText();
        }
        this.#text = joinText(this.#text, entry);
        return;
      default:
        this.#apply(entry);
    }
  }

  build(): Omit<StoredConversation, 'incompleteRecords'> {
    this.#applyText();
    return {
      conversation: this.readOnly ? { ...this.#conversation, readOnly: true } : this.#conversation,
      deleted: this.#deleted,
      ...omitUndefined({ header: this.#header }),
    };
  }

  /** Each segment starts with one. They are equal, except for one that replaced a lost header later. */
  #setHeader(header: Header): void {
    if (this.#header === undefined || header.createdAt < this.#header.createdAt) {
      const { type: _type, workspace: _workspace, ...fields } = header;
      this.#header = header;
      this.#conversation = { ...this.#conversation, ...fields };
    }
  }

  #addMessage(message: Message, list: 'messages' | 'offPath'): void {
    this.#conversation = { ...this.#conversation, [list]: [...this.#conversation[list], message] };
  }

  #applyText(): void {
    if (this.#text !== undefined) {
      this.#conversation = reduce(this.#conversation, this.#text);
      this.#text = undefined;
    }
  }

  #apply(event: ConversationEvent): void {
    this.#applyText();
    this.#conversation = reduce(this.#conversation, event);
    if (this.#conversation.model === '' && event.type === 'asked') {
      // There is no header, so the first answer names the model.
      this.#conversation = { ...this.#conversation, model: event.answer.model };
    }
  }
}
