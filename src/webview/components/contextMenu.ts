// The context menu of the page. VS Code reads the data of the elements around the pointer; package.json has the items.

/** For text fields: VS Code's own items. */
export const textFieldMenu = JSON.stringify({ preventDefaultContextMenuItems: false });

/** For a message: `when` clauses read the section, the commands get the ID. */
export function messageMenu(webviewSection: 'question' | 'answer', messageId: string): string {
  return JSON.stringify({ webviewSection, messageId, preventDefaultContextMenuItems: true });
}

/** Outside of text fields, Cut and Paste do nothing, and Copy only copies selected text. */
export function listenToContextMenu(): void {
  document.addEventListener(
    'contextmenu',
    () => {
      // The command gets the text: while the menu closes, VS Code's own Copy may find another element with the focus.
      const selectedText = document.getSelection()?.toString() ?? '';
      document.body.dataset['vscodeContext'] = JSON.stringify({
        hasSelection: selectedText !== '',
        selectedText,
        preventDefaultContextMenuItems: true,
      });
    },
    true,
  );
}

/** Opens the box for editing a question. */
export function editQuestion(messageId: string): void {
  const article = document.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
  article?.querySelector<HTMLElement>('.codicon-edit')?.click();
}
