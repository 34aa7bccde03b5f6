// A fake FolderReader for tests of HistoryList.
import type {
  HistoryPage,
  HistoryQuery,
} from '../../../../../src/features/history/node/conversationHistory';
import type {
  FolderReader,
  HistoryList,
} from '../../../../../src/features/history/node/historyList';

interface FakeConversation {
  readonly title: string;
  readonly messages: readonly string[];
  readonly pinned?: boolean;
  readonly workspace?: string;
}

export class FakeFolders implements FolderReader {
  readonly conversations = new Map<string, FakeConversation & { readonly changedAt: number }>();
  /** The names of the folders whose texts were read. */
  readonly textReads: string[] = [];
  #time = 0;

  /** Each call counts as a change, so it gives the folder another state. */
  set(name: string, conversation: FakeConversation): void {
    this.#time += 1;
    this.conversations.set(name, { ...conversation, changedAt: this.#time });
  }
  names = (): readonly string[] => [...this.conversations.keys()];
  read: FolderReader['read'] = (name, knownState) => {
    const found = this.conversations.get(name);
    if (found === undefined) {
      return undefined;
    }
    const { title, changedAt, pinned = false, workspace } = found;
    const state = String(changedAt);
    return state === knownState
      ? 'unchanged'
      : {
          state,
          summary: {
            id: name,
            title,
            createdAt: 1,
            changedAt,
            pinned,
            ...(workspace === undefined ? {} : { workspace }),
          },
        };
  };
  texts: FolderReader['texts'] = async (name) => {
    this.textReads.push(name);
    const { messages = [] } = this.conversations.get(name) ?? {};
    return messages.map((text, index) => ({ id: `${name}-${index}`, text }));
  };
}

export const neverAborted = new AbortController().signal;

export async function findPages(
  list: HistoryList,
  query: Partial<HistoryQuery>,
): Promise<readonly HistoryPage[]> {
  const pages: HistoryPage[] = [];
  const fullQuery = { text: '', limit: 100, refresh: true, ...query };
  for await (const page of list.find(fullQuery, neverAborted)) {
    pages.push(page);
  }
  return pages;
}

/** The IDs in the last page. */
export async function findIds(
  list: HistoryList,
  query: Partial<HistoryQuery>,
): Promise<readonly string[]> {
  const lastPage = (await findPages(list, query)).at(-1);
  return (lastPage?.results ?? []).map(({ conversation }) => conversation.id);
}
