// The least that any renderer of Portico's output has to do: its finished DOM, made again bit by bit without parsing.
import type { Renderer } from '../../support/markdown/renderer';

/** A finished answer, and how many of its characters each UTF-16 unit of the source makes on average. */
export interface FinishedAnswer {
  readonly root: HTMLElement;
  readonly charactersPerUnit: number;
}

/** @param sourceLength Of the Markdown, in UTF-16 units. */
export function finishedAnswer(root: HTMLElement, sourceLength: number): FinishedAnswer {
  return { root, charactersPerUnit: (root.textContent ?? '').length / sourceLength };
}

/** Copies the finished answer into `root` in document order; each update copies as large a share as it is of the source. */
export function finishedDom(
  root: HTMLElement,
  { root: finished, charactersPerUnit }: FinishedAnswer,
): Renderer {
  root.className = finished.className;
  const walker = document.createTreeWalker(finished);
  /** By original. */
  const copies = new Map<Node, Node>([[finished, root]]);
  let characters = 0;
  let text: { readonly copy: Text; rest: string } | undefined;
  const copyNext = (): boolean => {
    const original = walker.nextNode();
    const parent = original?.parentNode;
    if (!original || !parent) {
      return false;
    }
    const copy = original instanceof Text ? new Text() : original.cloneNode(false);
    copies.set(original, copy);
    copies.get(parent)?.appendChild(copy);
    text = copy instanceof Text ? { copy, rest: original.nodeValue ?? '' } : undefined;
    return true;
  };
  return {
    append: (added) => {
      characters += added.length * charactersPerUnit;
      while (characters >= 1) {
        if (text === undefined || text.rest === '') {
          if (!copyNext()) {
            return;
          }
          continue;
        }
        const length = Math.min(Math.floor(characters), text.rest.length);
        text.copy.appendData(text.rest.slice(0, length));
        text.rest = text.rest.slice(length);
        characters -= length;
      }
    },
    finish: () => undefined,
  };
}
