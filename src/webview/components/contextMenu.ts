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
      const hasSelection = document.getSelection()?.isCollapsed === false;
      document.body.dataset['vscodeContext'] = JSON.stringify({
        hasSelection,
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
