// The open block: the first block that is not finished, and its frozen part.
import type { Token } from 'markdown-it';
import type { Block } from './fromTokens';
import type { MarkdownNode } from './nodes';
import type { References } from './parser';

type FrozenKind = 'list' | 'table' | 'blockquote' | 'paragraph';

export interface Frozen {
  readonly kind: FrozenKind;
  /** Offset in the source after the frozen part. */
  readonly end: number;
  /** Text that is put before the rest so that the rest parses in its context. */
  readonly prefix: string;
  /** Number of link definitions that were known when the first part was frozen; -1 where one was not finished. */
  readonly definitions: number;
}

export interface OpenBlock {
  readonly block: Block;
  readonly node: MarkdownNode;
  readonly dom: Node;
  /** The parsed text. */
  readonly chunk: string;
  /** Number of last parts (items, rows) that later text can change: 1, or 2 with a partial last line. */
  readonly unfinishedParts: 1 | 2;
  /** The prefix that `chunk` starts with. */
  readonly prefix: string;
  readonly references: References;
}

export interface FrozenPart {
  readonly kind: FrozenKind;
  /** Offset in `OpenBlock.chunk` after the part. */
  readonly end: number;
  readonly prefix: string;
  readonly tokens: readonly Token[];
  /** The part of the node that patches still update. */
  readonly rest: MarkdownNode;
}
