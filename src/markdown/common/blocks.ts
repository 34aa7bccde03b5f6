// The blocks of Markdown, as `BlockReader` emits them while the text grows.

/** How the cells of a table's column are aligned. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

/** The kinds of GitHub's alerts. */
export type AlertKind = 'note' | 'tip' | 'important' | 'warning' | 'caution';

/** A block that contains blocks. */
export type ContainerBlock =
  | { readonly type: 'quote' }
  | { readonly type: 'alert'; readonly kind: AlertKind }
  | { readonly type: 'list'; readonly start: number | undefined }
  /** `task`: the state of its check box, if it begins with one. */
  | { readonly type: 'item'; readonly task: 'open' | 'done' | undefined }
  | { readonly type: 'footnote'; readonly label: string }
  /** `summary` is Markdown inline text; '' if there is none. */
  | { readonly type: 'details'; readonly summary: string };

/** A block that contains text. */
type LeafBlock =
  | { readonly type: 'paragraph' }
  | { readonly type: 'heading'; readonly level: number }
  /** `info`: a fence's info string with escapes and entities decoded; '' for indented code. */
  | { readonly type: 'code'; readonly info: string }
  /** Raw HTML, which is shown as text. */
  | { readonly type: 'html' }
  /** A display formula; its text is TeX without the delimiters. */
  | { readonly type: 'math' }
  | { readonly type: 'rule' };

/** Its rows are emitted by `row`. */
export interface TableBlock {
  readonly type: 'table';
  readonly alignments: readonly Alignment[];
  /** Inline Markdown, one text per column. */
  readonly header: readonly string[];
}

export type Block = ContainerBlock | LeafBlock | TableBlock;

/** A link reference definition. Its target is unescaped, and not checked against the link policy. */
export interface LinkDefinition {
  /** The label as written: it must be normalized before it is compared. */
  readonly label: string;
  readonly href: string;
  readonly title: string;
}

/**
 * Receives the blocks of growing text. Calls refer to the innermost open block. What was emitted is never taken back,
 * with two exceptions that only concern the open paragraph: `toHeading` and `takeLastLine`.
 */
export interface BlockSink {
  open(block: Block): void;
  /**
   * Text of the open leaf, without the markers of its containers. Lines are separated by '\n'; the line break is
   * emitted with the line after it. A paragraph's lines have no indentation. Spaces at the end of a line are emitted
   * with the next line (two of them are a hard break), and never at the end of the paragraph.
   */
  append(text: string): void;
  /** A complete row of the open table, one inline text per column of its header. */
  row(cells: readonly string[]): void;
  /** The open paragraph is a heading: an underline follows it. */
  toHeading(level: 1 | 2): void;
  /**
   * The last line of the open paragraph is the header of a table, which is emitted next: it must disappear from the
   * paragraph, with the line break before it. Without other lines, the paragraph itself must disappear. `close`
   * follows in either case.
   */
  takeLastLine(): void;
  /** The open list at this place among the open blocks (0 is the outermost) is loose: its items are spaced apart. */
  loosen(depth: number): void;
  close(): void;
  define(definition: LinkDefinition): void;
}
