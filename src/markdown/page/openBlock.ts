// The blocks of an answer that can still grow.
import type { CodeBlock } from './code/codeBlock';
import type { CodeLines } from './code/codeLines';
import type { InlineText } from './inline/inlineText';
import type { MathBlockView } from './math/mathBlockView';
import type { Sections } from './sections';
import type { TableView } from './tableView';

export interface ContainerView {
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
  | ContainerView
  | OpenText
  | { readonly kind: 'code'; readonly code: CodeBlock }
  | { readonly kind: 'math'; readonly math: MathBlockView }
  | { readonly kind: 'raw'; readonly element: HTMLElement; readonly lines: CodeLines }
  | { readonly kind: 'table'; readonly element: Element; readonly table: TableView }
  | { readonly kind: 'rule' };
