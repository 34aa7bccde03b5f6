// Adds the chats that could not be saved, which the worker thread cannot see, to pages of the history.
import { omitUndefined } from '../../../base/omitUndefined';
import { titleFromText } from '../../../base/text/title';
import { startTime } from '../../../conversation/common/messageTree';
import type { UnsavedConversation } from '../../../storage/node/journal/journalStore';
import type {
  ConversationSummary,
  HistoryPage,
  HistoryQuery,
  SearchResult,
} from './conversationHistory';
import { parseQuery } from './search/terms';
import { findSnippet, phraseOf } from './snippet';

/** The order of the history: pinned first, then newest. */
export function compareSummaries(a: ConversationSummary, b: ConversationSummary): number {
  return Number(b.pinned) - Number(a.pinned) || b.changedAt - a.changedAt;
}

/** Sorts by rank, where there is a search, then as the history is sorted. */
export function compareResults(a: SearchResult, b: SearchResult): number {
  const byRank = (a.rank ?? 0) - (b.rank ?? 0);
  return byRank || compareSummaries(a.conversation, b.conversation);
}

/** Adds unsaved conversations that are not in the page. It may exceed its limit by them. */
export function withUnsaved(
  page: HistoryPage,
  { text, workspace }: HistoryQuery,
  unsaved: readonly UnsavedConversation[],
): HistoryPage {
  const listed = new Set(page.results.map(({ conversation }) => conversation.id));
  const added = unsaved.flatMap((entry): readonly SearchResult[] => {
    const conversation = summarize(entry);
    const isFiltered = workspace !== undefined && entry.workspace !== workspace;
    if (conversation === undefined || isFiltered || listed.has(conversation.id)) {
      return [];
    }
    const messages = [...entry.conversation.messages, ...entry.conversation.offPath];
    const found =
      text.trim() === ''
        ? {}
        : findSnippet(conversation.title, messages, parseQuery(text), phraseOf(text));
    return found === undefined ? [] : [{ conversation, ...found }];
  });
  if (added.length === 0) {
    return page;
  }
  const results = [...page.results, ...added].toSorted(compareResults);
  return { ...page, results };
}

/** Undefined for an empty conversation. */
function summarize({
  conversation,
  workspace,
}: UnsavedConversation): ConversationSummary | undefined {
  const { id, createdAt, messages } = conversation;
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return {
    id,
    title: conversation.title ?? titleFromText(first.text),
    createdAt,
    changedAt: startTime(last),
    pinned: false,
    ...omitUndefined({ workspace }),
  };
}
