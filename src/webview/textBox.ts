// What every text box of the view does alike.

/** Breaks the line at the cursor. */
export function breakLine(box: HTMLTextAreaElement): void {
  // Unlike a changed value, an inserted text can be undone; it also tells the box's listener.
  if (!document.execCommand('insertText', false, '\n')) {
    box.setRangeText('\n', box.selectionStart, box.selectionEnd, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
