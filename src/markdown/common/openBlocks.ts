// OpenBlocks: the stack of open blocks, with which CommonMark's algorithm compares each line. It reports to the
// sink which blocks open and close, and which lists are loose.
import type { BlockSink, ContainerBlock } from './blocks';
import type { Leaf } from './leaves/leaf';

/**
 * How deep containers nest; deeper markers are text. A list with its items counts once. The view needs up to 4 elements
 * per container, and browsers treat trees that are some hundred elements deep badly.
 */
const maxDepth = 32;

export type OpenContainer =
  | { readonly kind: 'quote' | 'details' | 'footnote' }
  | { readonly kind: 'list'; readonly marker: string; isLoose: boolean }
  /** `indent`: the columns before the content. */
  | { readonly kind: 'item'; readonly indent: number; isEmpty: boolean };

export class OpenBlocks {
  readonly #sink: BlockSink;
  readonly #containers: OpenContainer[] = [];
  #leaf: Leaf | undefined;
  /** How many containers the present line continues. */
  #matched = 0;
  /** The innermost container whose marker the line before had, if that line was blank. */
  #blankIn: number | undefined;

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  get containers(): readonly OpenContainer[] {
    return this.#containers;
  }

  get leaf(): Leaf | undefined {
    return this.#leaf;
  }

  get matched(): number {
    return this.#matched;
  }

  set matched(count: number) {
    this.#matched = count;
  }

  get allMatched(): boolean {
    return this.#matched === this.#containers.length;
  }

  /** The innermost container that the present line continues. */
  get innermost(): OpenContainer | undefined {
    return this.#containers[this.#matched - 1];
  }

  /** Whether another container may be opened. */
  get canNest(): boolean {
    let depth = 0;
    for (let index = 0; index < this.#matched; index += 1) {
      depth += this.#containers[index]?.kind === 'list' ? 0 : 1;
    }
    return depth < maxDepth;
  }

  /** Closes what the present line does not continue. */
  closeUnmatched(): void {
    if (!this.allMatched) {
      this.closeLeaf();
    }
    while (!this.allMatched) {
      this.#containers.pop();
      this.#sink.close();
    }
  }

  /** Closes the container at `index` and all in it. */
  closeFrom(index: number): void {
    this.#matched = index;
    this.closeUnmatched();
  }

  /** Prepares for a block at this place: closes what it ends, and spaces the list apart if a blank line is before it. */
  prepare(child: 'item' | 'other'): void {
    this.closeUnmatched();
    this.closeLeaf();
    if (this.innermost?.kind === 'list' && child === 'other') {
      this.#matched -= 1;
      this.closeUnmatched();
    }
    const parent = this.innermost;
    if (parent?.kind === 'item') {
      parent.isEmpty = false;
      this.#loosen(this.#matched - 2);
    } else if (parent?.kind === 'list') {
      this.#loosen(this.#matched - 1);
    }
  }

  openContainer(block: ContainerBlock, container: OpenContainer): void {
    this.prepare(container.kind === 'item' ? 'item' : 'other');
    this.#sink.open(block);
    this.#containers.push(container);
    this.#matched = this.#containers.length;
    this.#blankIn = undefined;
  }

  openLeaf<T extends Leaf>(create: (sink: BlockSink) => T): T {
    this.prepare('other');
    const leaf = create(this.#sink);
    this.#leaf = leaf;
    return leaf;
  }

  closeLeaf(): void {
    this.#leaf?.close();
    this.#leaf = undefined;
  }

  /** Replaces the open paragraph: `write` emits what it becomes, and returns the leaf that is open then. */
  replaceParagraph(write: (sink: BlockSink) => Leaf | undefined): void {
    this.#leaf = write(this.#sink);
  }

  /** Ends a line. `isBlank`: it separates blocks. */
  endLine(isBlank: boolean): void {
    this.#blankIn = isBlank ? this.#innermostQuote() : undefined;
  }

  closeAll(): void {
    this.#matched = 0;
    this.closeLeaf();
    this.closeUnmatched();
  }

  /** The place of the innermost quote that the present line continues, -1 if there is none. */
  #innermostQuote(): number {
    let index = this.#matched - 1;
    while (index >= 0 && this.#containers[index]?.kind !== 'quote') {
      index -= 1;
    }
    return index;
  }

  #loosen(index: number): void {
    const list = this.#containers[index];
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
