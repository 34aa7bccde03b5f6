// What the disk has refused so far is in no folder that the thread could read: it is added to what that finds.
import type {
  SearchResult,
  HistoryPage,
  HistoryQuery,
  ConversationSummary,
} from '../../chat/ports';
import type { Conversation } from '../../shared/conversation/conversation';
import { termsOf } from './search/terms';
import { titleFromQuestion } from '../../shared/text/title';
import { beganAt } from '../journal/line';
import { findSnippet } from './snippet';

/** A conversation as it stands in this window, which the disk does not hold yet, or not whole. */
export interface UnsavedConversation {
  readonly conversation: Conversation;
  /** The URI of the folder that was open when it began. */
  readonly workspace?: string;
}

/** The page may get longer than its limit by them. Those that it lists already stay as they are. */
export function withUnsaved(
  page: HistoryPage,
  { text, workspace }: HistoryQuery,
  refused: readonly UnsavedConversation[],
): HistoryPage {
  const listed = new Set(page.results.map(({ conversation }) => conversation.id));
  const added = refused.flatMap((one): readonly SearchResult[] => {
    const conversation = keptAs(one);
    const isElsewhere = workspace !== undefined && one.workspace !== workspace;
    if (conversation === undefined || isElsewhere || listed.has(conversation.id)) {
      return [];
    }
    const { messages, offPath } = one.conversation;
    const terms = termsOf(text);
    const found =
      text.trim() === '' ? {} : findSnippet(conversation.title, [...messages, ...offPath], terms);
    return found === undefined ? [] : [{ conversation, ...found }];
  });
  return added.length === 0
    ? page
    : { ...page, results: [...page.results, ...added].toSorted(inOrder) };
}

/** Undefined where nothing was said in it. */
function keptAs({ conversation, workspace }: UnsavedConversation): ConversationSummary | undefined {
  const { id, createdAt, messages } = conversation;
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return {
    id,
    title: conversation.title ?? titleFromQuestion(first.text),
    createdAt,
    changedAt: beganAt(last),
    pinned: false,
    ...(workspace === undefined ? {} : { workspace }),
  };
}

function inOrder({ conversation: a }: SearchResult, { conversation: b }: SearchResult) {
  return Number(b.pinned) - Number(a.pinned) || b.changedAt - a.changedAt;
}
