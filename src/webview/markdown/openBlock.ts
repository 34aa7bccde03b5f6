// What is known of the first block that is not finished, and of the part of it that is.
import type { Token } from 'markdown-it';
import type { Block } from './fromTokens';
import type { MarkdownNode } from './nodes';
import type { References } from './parser';

type Kind = 'list' | 'table' | 'blockquote' | 'paragraph';

/** The part of the first open block that is finished. */
export interface Frozen {
  readonly kind: Kind;
  /** Offset in the source after the finished part. */
  readonly end: number;
  /** Put before the rest, it makes the rest parse as what it is. */
  readonly prefix: string;
  /** How many link definitions were known when the first part was finished. */
  readonly definitions: number;
}

export interface OpenBlock {
  readonly block: Block;
  readonly node: MarkdownNode;
  readonly dom: Node;
  /** What was parsed. */
  readonly piece: string;
  /** Whether the last line of `piece` is still being written. */
  readonly lineBegun: boolean;
  /** The prefix that `piece` starts with. */
  readonly prefix: string;
  readonly references: References;
}

export interface FrozenPart {
  readonly kind: Kind;
  /** Offset in the piece after the part. */
  readonly end: number;
  readonly prefix: string;
  readonly tokens: readonly Token[];
  /** What is left to be patched. */
  readonly rest: MarkdownNode;
}
