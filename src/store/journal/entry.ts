// What records tell: the conversation's events by their own names, and what is kept besides them.
import * as v from 'valibot';
import type { Conversation, Message } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import { conversationSchema, eventSchema } from '../../chat/conversationSchema';
import type { WindowSignal } from '../../chat/ports';
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
  v.object({ type: v.literal('pin'), pinned: v.boolean() }),
  v.object({ type: v.literal('delete'), deleted: v.boolean() }),
  v.object({
    type: v.literal('present'),
    answerId: v.string(),
    gives: v.exactOptional(v.literal(true)),
  }),
  v.object({ type: v.literal('stopAsked'), answerId: v.string() }),
]);

export interface Header extends Omit<Conversation, 'title' | 'messages' | 'offPath' | 'readOnly'> {
  readonly type: 'header';
  /** URI of the workspace folder that the conversation was begun in. */
  readonly workspace?: string;
}

export type Entry =
  | ConversationEvent
  /** First in every segment. */
  | Header
  /** A message that a conversation held already when its keeping began. */
  | { readonly type: 'messageAdded'; readonly message: Message; readonly offPath?: true }
  | { readonly type: 'pin'; readonly pinned: boolean }
  | { readonly type: 'delete'; readonly deleted: boolean }
  | WindowSignal;

/** What a record tells; undefined where its type is not known here. `d`: its data, with what was kept in blobs. */
export function entryOf({ k }: JournalRecord, d: unknown): Entry | undefined {
  const read = v.safeParse(entrySchema, typeof d === 'object' ? { ...d, type: k } : undefined);
  return read.success ? read.output : undefined;
}

/** A conversation that begins with messages, as entries: a damaged one takes no other with it. */
export function entriesOf(
  { title, messages, offPath, ...rest }: Conversation,
  workspace: string | undefined,
): readonly [Header, ...Entry[]] {
  return [
    { type: 'header', ...rest, ...(workspace === undefined ? {} : { workspace }) },
    ...offPath.map((kept) => ({ type: 'messageAdded', message: kept, offPath: true }) as const),
    ...messages.map((kept) => ({ type: 'messageAdded', message: kept }) as const),
    ...(title === undefined ? [] : [{ type: 'renamed', title } as const]),
  ];
}
