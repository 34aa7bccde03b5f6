// Appends text to an element: text nodes next to each other would be laid out one by one.

export function appendText(parent: Node, text: string): void {
  if (parent.lastChild instanceof Text) {
    parent.lastChild.appendData(text);
  } else if (text !== '') {
    parent.appendChild(document.createTextNode(text));
  }
}
