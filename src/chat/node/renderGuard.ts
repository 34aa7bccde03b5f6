// RenderGuard: an answer that ends or freezes the page each time would make its chat unusable. So an answer is shown as
// plain text if it is the last one of a chat that two starts of the page did not finish rendering.
import * as v from 'valibot';
import type { Conversation } from '../../conversation/common/conversation';

const renderState = v.fallback(
  v.object({
    /** Chats that pages began to show, once per start whose end was not reported. */
    unfinished: v.array(v.string()),
    plainMessages: v.array(v.string()),
  }),
  { unfinished: [], plainMessages: [] },
);

type RenderState = Readonly<v.InferOutput<typeof renderState>>;

/** The state that a file contains, the empty one if it contains something else. */
export function parseRenderState(json: unknown): RenderState {
  return v.parse(renderState, json);
}

/** Outlives the window: a crashing page can take it with it. */
interface RenderStateFile {
  read(): Promise<RenderState>;
  update(change: (state: RenderState) => RenderState): Promise<void>;
}

/** The first can be a page that the user closed before it was ready. */
const maxUnfinishedStarts = 2;

/** The latest entries of each list: if one is lost, a message is formatted again. */
const maxEntries = 50;

export class RenderGuard {
  #state = parseRenderState(undefined);
  /** Resolves when the starts of earlier windows are known. */
  readonly loaded: Promise<void>;

  constructor(private readonly file: RenderStateFile) {
    this.loaded = file.read().then((state) => {
      this.#state = state;
    });
  }

  /** A page begins to show the chat. Returns the IDs of the messages to be shown as plain text. */
  begin({ id, messages }: Conversation): readonly string[] {
    const last = messages.findLast(({ kind, text }) => kind === 'answer' && text !== '');
    if (last === undefined) {
      return [];
    }
    const starts = this.#state.unfinished.filter((chatId) => chatId === id).length;
    if (starts >= maxUnfinishedStarts) {
      this.#update(({ unfinished, plainMessages }) => ({
        unfinished: unfinished.filter((chatId) => chatId !== id),
        plainMessages: [...plainMessages, last.id].slice(-maxEntries),
      }));
    }
    this.#update((state) => ({
      ...state,
      unfinished: [...state.unfinished, id].slice(-maxEntries),
    }));
    return this.#state.plainMessages;
  }

  /** The page has rendered the chat. */
  end(chatId: string): void {
    if (this.#state.unfinished.includes(chatId)) {
      this.#update((state) => ({
        ...state,
        unfinished: state.unfinished.filter((id) => id !== chatId),
      }));
    }
  }

  /** The user wants to see the message formatted. */
  format(messageId: string): void {
    this.#update((state) => ({
      ...state,
      plainMessages: state.plainMessages.filter((id) => id !== messageId),
    }));
  }

  #update(change: (state: RenderState) => RenderState): void {
    this.#state = change(this.#state);
    void this.file.update(change);
  }
}
