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
  /** Whether its first letter decides the direction of all its blocks. Otherwise each block has its own direction. */
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

/**
 * Adds a block, with a direction of its own unless the container has one: the first letter of an element with `dir` is not
 * searched in descendants with `dir`.
 */
export function addBlock(parent: OpenContainer, element: HTMLElement): void {
  if (!parent.hasDirection) {
    element.dir = 'auto';
  }
  parent.children.add(element);
}
