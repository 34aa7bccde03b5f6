// What the disk has refused so far is in no folder that the thread could read: it is added to what that finds.
import type {
  FoundConversation,
  HistoryPage,
  HistoryQuery,
  KeptConversation,
} from '../../chat/ports';
import type { Conversation } from '../../shared/conversation';
import { termsOf } from '../../shared/search/terms';
import { titleOf } from '../../shared/title';
import { beganAt } from '../line';
import { findIn } from './passage';

/** A conversation as it stands in this window, which the disk does not hold yet, or not whole. */
export interface RefusedConversation {
  readonly conversation: Conversation;
  /** The URI of the folder that was open when it began. */
  readonly workspace?: string;
}

/** The page may get longer than its limit by them. Those that it lists already stay as they are. */
export function withRefused(
  page: HistoryPage,
  { text, workspace }: HistoryQuery,
  refused: readonly RefusedConversation[],
): HistoryPage {
  const listed = new Set(page.found.map(({ conversation }) => conversation.id));
  const added = refused.flatMap((one): readonly FoundConversation[] => {
    const conversation = keptAs(one);
    const isElsewhere = workspace !== undefined && one.workspace !== workspace;
    if (conversation === undefined || isElsewhere || listed.has(conversation.id)) {
      return [];
    }
    const { messages, aside } = one.conversation;
    const terms = termsOf(text);
    const found =
      text.trim() === '' ? {} : findIn(conversation.title, [...messages, ...aside], terms);
    return found === undefined ? [] : [{ conversation, ...found }];
  });
  return added.length === 0
    ? page
    : { ...page, found: [...page.found, ...added].toSorted(inOrder) };
}

/** Undefined where nothing was said in it. */
function keptAs({ conversation, workspace }: RefusedConversation): KeptConversation | undefined {
  const { id, createdAt, messages } = conversation;
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return {
    id,
    title: conversation.title ?? titleOf(first.text),
    createdAt,
    changedAt: beganAt(last),
    pinned: false,
    ...(workspace === undefined ? {} : { workspace }),
  };
}

function inOrder({ conversation: a }: FoundConversation, { conversation: b }: FoundConversation) {
  return Number(b.pinned) - Number(a.pinned) || b.changedAt - a.changedAt;
}
