// OpenBlocks: the stack of open blocks, with which CommonMark's algorithm compares each line. It reports to the
// sink which blocks open and close, and which lists are loose.
import type { Block, BlockSink, ContainerBlock } from './blocks';
import type { Leaf } from './leaves/leaf';

/**
 * How deep containers nest; deeper markers are text. A list with its items counts once. The view needs up to 4 elements
 * per container, and browsers treat trees that are some hundred elements deep badly.
 */
const maxDepth = 32;

export type OpenContainer =
  | { readonly kind: 'quote' | 'details' }
  | { readonly kind: 'list'; readonly marker: string; isLoose: boolean }
  /** `indent`: the columns before the content. `isEmpty`: a blank line ends it. */
  | { readonly kind: 'item' | 'footnote'; readonly indent: number; isEmpty: boolean };

export class OpenBlocks {
  readonly #sink: BlockSink;
  readonly containers: OpenContainer[] = [];
  leaf: Leaf | undefined;
  /** How many containers the present line continues. */
  matched = 0;
  /** The place of the innermost quote whose marker the line before had (-1 without any), if that line was blank. */
  #blankIn: number | undefined;

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  get allMatched(): boolean {
    return this.matched === this.containers.length;
  }

  /** The innermost container that the present line continues. */
  get innermost(): OpenContainer | undefined {
    return this.containers[this.matched - 1];
  }

  /** Whether another container may be opened. */
  get canNest(): boolean {
    const matched = this.containers.slice(0, this.matched);
    return matched.filter(({ kind }) => kind !== 'list').length < maxDepth;
  }

  /** Closes what the present line does not continue. */
  closeUnmatched(): void {
    if (!this.allMatched) {
      this.closeLeaf();
    }
    while (!this.allMatched) {
      this.containers.pop();
      this.#sink.close();
    }
  }

  /** Prepares for a block at this place: closes what it ends, and spaces the list apart if a blank line is before it. */
  #prepare(child: 'item' | 'other'): void {
    this.closeUnmatched();
    this.closeLeaf();
    if (this.innermost?.kind === 'list' && child === 'other') {
      this.matched -= 1;
      this.closeUnmatched();
    }
    const parent = this.innermost;
    if (parent?.kind === 'item') {
      parent.isEmpty = false;
      this.#loosen(this.matched - 2);
    } else if (parent?.kind === 'list') {
      this.#loosen(this.matched - 1);
    }
  }

  openContainer(block: ContainerBlock, container: OpenContainer): void {
    this.#prepare(container.kind === 'item' ? 'item' : 'other');
    this.#sink.open(block);
    this.containers.push(container);
    this.matched = this.containers.length;
    this.#blankIn = undefined;
  }

  openLeaf(create: (sink: BlockSink) => Leaf): void {
    this.#prepare('other');
    this.leaf = create(this.#sink);
  }

  /** Adds a block that is complete. */
  addLeaf(block: Block, text = ''): void {
    this.#prepare('other');
    this.#sink.open(block);
    if (text !== '') {
      this.#sink.append(text);
    }
    this.#sink.close();
  }

  closeLeaf(): void {
    const { leaf } = this;
    if (leaf !== undefined && (leaf.kind !== 'paragraph' || leaf.settle())) {
      this.#sink.close();
    }
    this.leaf = undefined;
  }

  /** Replaces the open paragraph: `write` emits what it becomes, and returns the leaf that is open then. */
  replaceParagraph(write: (sink: BlockSink) => Leaf | undefined): void {
    this.leaf = write(this.#sink);
  }

  /** Ends a line. `isBlank`: it separates blocks. */
  endLine(isBlank: boolean): void {
    this.#blankIn = isBlank
      ? this.containers.slice(0, this.matched).findLastIndex(({ kind }) => kind === 'quote')
      : undefined;
  }

  closeAll(): void {
    this.matched = 0;
    this.closeLeaf();
    this.closeUnmatched();
  }

  #loosen(index: number): void {
    const list = this.containers[index];
    if (
      list?.kind === 'list' &&
      !list.isLoose &&
      this.#blankIn !== undefined &&
      index > this.#blankIn
    ) {
      list.isLoose = true;
      this.#sink.loosen(index);
    }
  }
}
