// Journal entries: what records hold. They are the conversation's events and the store's own metadata.
import * as v from 'valibot';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Conversation, Message } from '../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import {
  conversationSchema,
  eventSchema,
  readKnown,
  type ReadData,
} from '../../../conversation/node/conversationSchema';
import type { JournalRecord } from './record';

const header = v.object({
  type: v.literal('header'),
  ...v.omit(conversationSchema, ['messages', 'offPath']).entries,
  workspace: v.exactOptional(v.string()),
});

const entrySchema = v.variant('type', [
  eventSchema,
  header,
  v.object({
    type: v.literal('messageAdded'),
    message: conversationSchema.entries.messages.item,
    offPath: v.exactOptional(v.literal(true)),
  }),
  v.object({ type: v.literal('pinChanged'), pinned: v.boolean() }),
  v.object({ type: v.literal('deletionChanged'), deleted: v.boolean() }),
]);

export interface Header extends Omit<Conversation, 'title' | 'messages' | 'offPath' | 'readOnly'> {
  readonly type: 'header';
  /** URI of the workspace folder in which the conversation started. */
  readonly workspace?: string;
}

/** Entries of the metadata segments, which the history can read without the others. */
export type MetadataEntry =
  | (ConversationEvent & { readonly type: 'renamed' })
  | { readonly type: 'pinChanged'; readonly pinned: boolean }
  | { readonly type: 'deletionChanged'; readonly deleted: boolean };

export type Entry =
  | ConversationEvent
  | MetadataEntry
  /** First in every segment. */
  | Header
  /** A message that the conversation had when it was first saved. */
  | { readonly type: 'messageAdded'; readonly message: Message; readonly offPath?: true };

/** @param data The record's data with its blobs. */
export function decodeEntry({ type }: JournalRecord, data: unknown): ReadData<Entry> {
  return readKnown(entrySchema, typeof data === 'object' ? { ...data, type } : undefined);
}

/** The entries of a conversation that is saved for the first time: one per message, so that damage costs one. */
export function initialEntries(
  { title, messages, offPath, ...rest }: Conversation,
  workspace: string | undefined,
): readonly [Header, ...Entry[]] {
  return [
    { type: 'header', ...rest, ...omitUndefined({ workspace }) },
    ...offPath.map((message) => ({ type: 'messageAdded', message, offPath: true }) as const),
    ...messages.map((message) => ({ type: 'messageAdded', message }) as const),
    ...(title === undefined ? [] : [{ type: 'renamed', title } as const]),
  ];
}

export type TextAppended = ConversationEvent & { readonly type: 'textAppended' };

/** Joins two consecutive pieces of one answer. */
export function joinText(first: TextAppended | undefined, next: TextAppended): TextAppended {
  return first === undefined
    ? next
    : { ...next, text: first.text + next.text, reasoning: first.reasoning + next.reasoning };
}
