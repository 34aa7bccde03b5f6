// The blocks of an answer that can still grow.
import type { CodeBlock } from './code/codeBlock';
import type { InlineText } from './inline/inlineText';
import type { MathBlock } from './math/mathBlock';
import type { Sections } from './sections';
import type { TableView } from './tableView';

export interface OpenContainer {
  readonly kind: 'container';
  readonly element: Element;
  readonly children: Sections;
  /** Its blocks get their direction from its first letter. Otherwise each of them has a direction of its own. */
  readonly hasDirection: boolean;
  readonly list?: { readonly start: number | undefined; count: number };
  /** The list of footnotes that is its last child. */
  footnotes?: HTMLElement | undefined;
}

export interface OpenText {
  readonly kind: 'text';
  element: HTMLElement;
  text: InlineText;
}

export type OpenBlock =
  | OpenContainer
  | OpenText
  | { readonly kind: 'code'; readonly code: CodeBlock }
  | { readonly kind: 'math'; readonly math: MathBlock }
  | { readonly kind: 'raw'; readonly element: HTMLElement }
  | { readonly kind: 'table'; readonly table: TableView }
  | { readonly kind: 'rule' };

/** The outermost block with text decides about the direction: in blocks within it, `auto` would not see its text. */
export function addBlock(parent: OpenContainer, element: HTMLElement): void {
  if (!parent.hasDirection) {
    element.dir = 'auto';
  }
  parent.children.add(element);
}
