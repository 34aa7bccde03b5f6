// Appends text to an element, to its last text node if possible: the browser lays out adjacent text nodes one by one.

export function appendText(parent: Node, text: string): void {
  if (parent.lastChild instanceof Text) {
    parent.lastChild.appendData(text);
  } else if (text !== '') {
    parent.appendChild(document.createTextNode(text));
  }
}
