// Conversations as they could lie on disk, for a catalogue to list and search.
import type { HistoryPage, HistoryQuery } from '../../../../src/chat/ports';
import type { HistoryList, ConversationFolders } from '../../../../src/store/history/historyList';

interface Held {
  readonly title: string;
  readonly messages: readonly string[];
  readonly pinned?: boolean;
  readonly workspace?: string;
}

/** Each change gives a conversation another state. */
export class Shelf implements ConversationFolders {
  readonly held = new Map<string, Held & { readonly at: number }>();
  readonly read: string[] = [];
  #time = 0;

  put(name: string, held: Held): void {
    this.#time += 1;
    this.held.set(name, { ...held, at: this.#time });
  }
  names = (): readonly string[] => [...this.held.keys()];
  state = (name: string): string | undefined => this.held.get(name)?.at.toString();
  list: ConversationFolders['list'] = (id) => {
    const held = this.held.get(id);
    return (
      held && {
        id,
        title: held.title,
        createdAt: 1,
        changedAt: held.at,
        pinned: held.pinned === true,
        ...(held.workspace === undefined ? {} : { workspace: held.workspace }),
      }
    );
  };
  texts: ConversationFolders['texts'] = async (name) => {
    this.read.push(name);
    return (this.held.get(name)?.messages ?? []).map((text, at) => ({ id: `${name}-${at}`, text }));
  };
}

export const never = new AbortController().signal;

export async function pages(
  catalogue: HistoryList,
  query: Partial<HistoryQuery>,
): Promise<readonly HistoryPage[]> {
  const all: HistoryPage[] = [];
  for await (const page of catalogue.find(
    { text: '', limit: 100, refresh: true, ...query },
    never,
  )) {
    all.push(page);
  }
  return all;
}

export async function ids(
  catalogue: HistoryList,
  query: Partial<HistoryQuery>,
): Promise<readonly string[]> {
  return ((await pages(catalogue, query)).at(-1)?.results ?? []).map(
    ({ conversation }) => conversation.id,
  );
}
