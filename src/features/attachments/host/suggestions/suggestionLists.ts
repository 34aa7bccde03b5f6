// Sends suggestions to a chat's pages while the user types: of several requests only the last one counts.
import type { Chat } from '../../../../chat/host/chat';
import type { Suggestion } from '../../common/attachmentsView';
import type { SuggestionTrigger } from '../../common/typedText';

/** What the message box suggests after a trigger (`@`, `#`, `/`), and what happens when it is chosen. */
export interface SuggestionSource {
  /**
   * Calls `show` with the suggestions for a query, best first; again when there are more or better ones. Resolves when no
   * more follow. Stops at `signal`.
   */
  suggest(
    query: string,
    show: (items: readonly Suggestion[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Attaches or inserts one of the suggestions that it has shown; ignores any other ID. */
  choose(id: string, chat: Chat): Promise<void>;
}

export class SuggestionLists {
  readonly #sources = new Map<SuggestionTrigger, () => Promise<SuggestionSource>>();
  readonly #running = new WeakMap<Chat, AbortController>();

  /** @param load called whenever the source is needed, for the first time when the user types the trigger */
  add(trigger: SuggestionTrigger, load: () => Promise<SuggestionSource>): void {
    this.#sources.set(trigger, load);
  }

  async suggest(trigger: SuggestionTrigger, query: string, chat: Chat): Promise<void> {
    this.#running.get(chat)?.abort();
    const abort = new AbortController();
    this.#running.set(chat, abort);
    let items: readonly Suggestion[] = [];
    const show = (isSearching?: true): void =>
      chat.pages.send({
        type: 'suggestions',
        suggestions: { trigger, query, items, ...(isSearching && { isSearching }) },
      });
    try {
      const source = await this.#sources.get(trigger)?.();
      await source?.suggest(
        query,
        (shown) => {
          if (!abort.signal.aborted) {
            items = shown;
            show(true);
          }
        },
        abort.signal,
      );
    } catch (error) {
      if (!abort.signal.aborted) {
        throw error;
      }
    } finally {
      if (!abort.signal.aborted) {
        show();
      }
    }
  }

  async choose(trigger: SuggestionTrigger, id: string, chat: Chat): Promise<void> {
    this.#running.get(chat)?.abort();
    const source = await this.#sources.get(trigger)?.();
    await source?.choose(id, chat);
  }
}
