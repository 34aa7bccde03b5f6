// QuestionRecall: the arrow keys bring the previous questions of the chat back into the empty message box, as in a shell.

export class QuestionRecall {
  /** The index of the question in the box; undefined while there is none. */
  #index: number | undefined;
  #recalled = '';

  /** The text for the box; undefined if the key press has its usual effect. */
  recall(
    { key, altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent,
    { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
    questions: readonly string[],
  ): string | undefined {
    const isArrow = key === 'ArrowUp' || key === 'ArrowDown';
    if (!isArrow || altKey || ctrlKey || metaKey || shiftKey || isComposing) {
      return undefined;
    }
    if (value === '') {
      this.#index = questions.length;
    } else if (this.#index === undefined || value !== this.#recalled) {
      return undefined;
    }
    // Within a question of several lines, the keys move the cursor.
    const beyond = key === 'ArrowUp' ? value.slice(0, selectionStart) : value.slice(selectionEnd);
    const index = (this.#index ?? 0) + (key === 'ArrowUp' ? -1 : 1);
    if (beyond.includes('\n') || index < 0 || index > questions.length) {
      return undefined;
    }
    this.#index = index;
    this.#recalled = questions[index] ?? '';
    return this.#recalled;
  }
}
