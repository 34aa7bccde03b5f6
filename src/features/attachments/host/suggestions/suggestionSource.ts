// SuggestionSource: what the message box suggests after a trigger (`@`, `#`, `/`), and what happens when it is chosen.
import type { Suggestion } from '../../../chatView/common/protocol';
import type { Chat } from '../../../chatView/host/chats/chat';

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
