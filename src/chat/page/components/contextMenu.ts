// The context menu of the page. VS Code reads `data-vscode-context` of the element under the pointer and its ancestors;
// package.json declares the items.

/** Text fields have VS Code's own items. */
export const textFieldMenu = JSON.stringify({ preventDefaultContextMenuItems: false });

/** The `when` clauses read a message's section and whether it has context; the commands receive its ID. */
export function messageMenu(
  webviewSection: 'question' | 'answer',
  messageId: string,
  hasContext = false,
): string {
  return JSON.stringify({
    webviewSection,
    messageId,
    ...(hasContext && { hasContext }),
    preventDefaultContextMenuItems: true,
  });
}

/** Outside of text fields the menu has no Cut and Paste, and Copy only where text is selected. */
export function listenToContextMenu(): void {
  document.addEventListener(
    'contextmenu',
    () => {
      // Our own Copy command receives the text: VS Code's copies from the focused element, which may be another one while
      // the menu closes.
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
  article?.querySelector<HTMLElement>('[data-action=edit]')?.click();
}
