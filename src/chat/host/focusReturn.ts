// Returns the focus to the chat after a picker or an input box: VS Code moves it to the editor when one closes.
import type { FocusInput } from '../../platform/host/chatFocus';
import type { ChatHost } from './chatHost';

export class FocusReturn {
  /** Pickers and input boxes that are open: one may open another one, or be replaced by it. */
  #openCount = 0;
  /** The host that had the focus when the first of them was opened. */
  #host: ChatHost | undefined;
  #input: FocusInput | undefined;

  constructor(private readonly hosts: Iterable<ChatHost>) {}

  /**
   * Returns the focus after a choice, and after Escape. VS Code does not tell Escape from a click elsewhere, but pickers
   * that are opened by keyboard close with Escape only (`Picker`), and so do all input boxes.
   */
  async after<T>(
    pick: () => Promise<T | undefined>,
    kind: 'picker' | 'inputBox' = 'picker',
  ): Promise<T | undefined> {
    if (this.#openCount === 0) {
      this.#host = [...this.hosts].find(({ focusedBy }) => focusedBy !== undefined);
      this.#input = this.#host?.focusedBy;
    }
    this.#openCount += 1;
    let picked: T | undefined;
    try {
      picked = await pick();
    } finally {
      this.#openCount -= 1;
    }
    const closesWithEscapeOnly = kind === 'inputBox' || this.#input === 'keyboard';
    const mayReturn = this.#openCount === 0 && (picked !== undefined || closesWithEscapeOnly);
    if (mayReturn && this.#host?.focusedBy === undefined) {
      await this.#host?.focus();
    }
    return picked;
  }
}
