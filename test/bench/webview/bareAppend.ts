// The least that any renderer has to do: appends the same text to text nodes that are grouped as blocks are.
import type { Renderer } from '../../support/markdown/renderer';

/** The product has as many: sections are laid out independently. */
const paragraphsPerSection = 16;
/** A paragraph of 100 kB would cost more than its text needs. */
const maxParagraphLength = 1_000;

/** An empty line ends a paragraph. */
export function bareAppend(root: HTMLElement): Renderer {
  root.className = 'bare';
  let section: HTMLElement | undefined;
  let paragraph: Text | undefined;
  const begin = (): Text => {
    if (section === undefined || section.childElementCount === paragraphsPerSection) {
      section = root.appendChild(document.createElement('section'));
    }
    const element = section.appendChild(document.createElement('p'));
    return element.appendChild(document.createTextNode(''));
  };
  return {
    append: (added) => {
      for (const [index, part] of added.split('\n\n').entries()) {
        if (index > 0) {
          paragraph = undefined;
        }
        for (let at = 0; at < part.length; at += maxParagraphLength) {
          if (paragraph === undefined || paragraph.length >= maxParagraphLength) {
            paragraph = begin();
          }
          paragraph.appendData(part.slice(at, at + maxParagraphLength));
        }
      }
    },
    finish: () => undefined,
  };
}
