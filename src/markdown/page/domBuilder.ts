// DomBuilder: builds the DOM of an answer from the blocks that `BlockReader` emits while the text grows. Finished blocks
// are never changed or moved before the end of the answer.
import { assertNever } from '../../base/assertNever';
import type { Block, BlockSink, LinkDefinition } from '../common/blocks';
import { CodeBlock } from './code/codeBlock';
import { CodeLines } from './code/codeLines';
import {
  alertElement,
  detailsElement,
  headingElement,
  itemElement,
  listElement,
} from './containers';
import { Footnotes } from './footnotes';
import { InlineContext, isPlainText } from './inline/inlineContext';
import { InlineText } from './inline/inlineText';
import { LateReferences } from './inline/lateReferences';
import type { Citation } from './inline/parser';
import { MathBlockView } from './math/formula';
import { Sections, type SectionClass } from './sections';
import { TableView } from './tableView';
import { TextDirection } from './textDirection';

/** Containers that nest more deeply have no sections: these would double the depth of the document. */
const maxSectionDepth = 12;

/** Containers that nest more deeply are not indented: there would be no width for their text. */
const maxIndentedDepth = 12;

/** A text with fewer headings needs no list of them. */
const minOutlined = 4;

/** A block that contains blocks and can still grow. */
interface ContainerView {
  readonly kind: 'container';
  readonly element: Element;
  readonly children: Sections;
  /** Whether its first letter decides the direction of all its blocks. Otherwise each block has its own direction. */
  readonly hasDirection: boolean;
  readonly list?: { readonly start: number | undefined; count: number };
  /** The list of footnotes that is its last child. */
  footnotes?: HTMLElement | undefined;
}

interface OpenText {
  readonly kind: 'text';
  element: HTMLElement;
  text: InlineText;
}

type OpenBlock =
  | ContainerView
  | OpenText
  | { readonly kind: 'code'; readonly code: CodeBlock }
  | { readonly kind: 'math'; readonly math: MathBlockView }
  | { readonly kind: 'raw'; readonly element: HTMLElement; readonly lines: CodeLines }
  | { readonly kind: 'table'; readonly element: Element; readonly table: TableView }
  | { readonly kind: 'rule' };

export class DomBuilder implements BlockSink {
  readonly #context = new InlineContext();
  readonly #footnotes: Footnotes;
  readonly #lateReferences = new LateReferences(this.#context);
  readonly #direction = new TextDirection();
  readonly #root: ContainerView;
  readonly #foldsCode: boolean;
  readonly #open: OpenBlock[] = [];
  /** The root, and the open blocks that contain blocks. */
  readonly #containers: ContainerView[];
  #codeBlockCount: number;
  #headingCount = 0;
  #lastText: OpenText | undefined;

  /**
   * @param foldsCode long code blocks are folded
   * @param firstCodeBlock the number of the first code block
   */
  constructor(root: Element, foldsCode: boolean, firstCodeBlock: number) {
    this.#foldsCode = foldsCode;
    this.#codeBlockCount = firstCodeBlock;
    this.#footnotes = new Footnotes(root, this.#context);
    const children = new Sections(root, 'section');
    this.#root = { kind: 'container', element: root, children, hasDirection: false };
    this.#containers = [this.#root];
  }

  open(block: Block): void {
    const parent = this.#container();
    if (block.type !== 'footnote') {
      parent.footnotes = undefined;
    }
    const open = this.#create(block, parent);
    this.#open.push(open);
    if (open.kind === 'container') {
      this.#containers.push(open);
    }
  }

  append(text: string): void {
    this.#direction.noteText(text);
    const open = this.#open.at(-1);
    switch (open?.kind) {
      case 'text':
        open.text.append(text);
        break;
      case 'code':
        open.code.append(text);
        break;
      case 'math':
        open.math.append(text);
        break;
      case 'raw':
        open.lines.append(text);
        break;
      default:
        break;
    }
  }

  row(cells: readonly string[]): void {
    const open = this.#open.at(-1);
    if (open?.kind === 'table') {
      this.#noteCells(cells);
      open.table.addRow(cells);
    }
  }

  toHeading(level: 1 | 2): void {
    const open = this.#open.at(-1);
    if (open?.kind === 'text') {
      const heading = headingElement(level);
      heading.dir = open.element.dir;
      open.element.replaceWith(heading);
      open.element = heading;
      open.text.moveTo(heading);
      this.#countHeading();
    }
  }

  takeLastLine(): void {
    const open = this.#open.at(-1);
    if (open?.kind === 'text' && !open.text.takeLastLine()) {
      this.#container().children.removeLast(open.element);
    }
  }

  loosen(depth: number): void {
    const list = this.#open[depth];
    if (list?.kind === 'container') {
      list.element.classList.add('loose');
    }
  }

  close(): void {
    const open = this.#open.pop();
    switch (open?.kind) {
      case 'container':
        this.#containers.pop();
        break;
      case 'text':
        open.text.finish();
        this.#lateReferences.add(open.text);
        break;
      case 'code':
        open.code.finish();
        break;
      case 'math':
        open.math.finish(this.#context.formulas);
        break;
      default:
        break;
    }
    if (open !== undefined && 'element' in open) {
      this.#direction.close(open.element);
    }
  }

  define({ label, href, title }: LinkDefinition): void {
    this.#context.defineLink(label, href, title);
  }

  /** Shows all text that was appended. */
  update(): void {
    const open = this.#open.at(-1);
    if (open?.kind === 'text') {
      open.text.update();
    } else if (open?.kind === 'code') {
      open.code.update();
    }
  }

  /** The element for text that belongs to no block yet: that of the open block, or of the open container. */
  get openElement(): Element {
    const open = this.#open.at(-1);
    return open?.kind === 'text' ? open.element : this.#container().element;
  }

  /** The paragraph or heading that was added last, unless another block has followed it. */
  get lastTextElement(): HTMLElement | undefined {
    return this.#lastText?.element;
  }

  /** Completes what depends on definitions that came late, in steps of a few ms. To be called once all blocks are closed. */
  *finish(citations: ReadonlyMap<number, Citation>): Generator<void, void> {
    for (const [number, citation] of citations) {
      this.#context.defineCitation(number, citation);
    }
    yield* this.#lateReferences.resolve();
    yield* this.#footnotes.finish();
  }

  #container(): ContainerView {
    return this.#containers.at(-1) ?? this.#root;
  }

  /** Shows text that is complete. */
  #showInline(element: HTMLElement, content: string): void {
    if (isPlainText(content)) {
      element.textContent = content;
      return;
    }
    const text = new InlineText(element, this.#context);
    text.append(content);
    text.finish();
    this.#lateReferences.add(text);
  }

  #create(block: Block, parent: ContainerView): OpenBlock {
    this.#lastText = undefined;
    switch (block.type) {
      case 'paragraph':
        return this.#openText(parent, document.createElement('p'));
      case 'heading':
        this.#countHeading();
        return this.#openText(parent, headingElement(block.level));
      case 'code': {
        const code = new CodeBlock(block.info, this.#codeBlockCount, this.#foldsCode);
        this.#codeBlockCount += 1;
        parent.children.add(code.element);
        return { kind: 'code', code };
      }
      case 'html': {
        const element = document.createElement('p');
        element.className = 'raw-html';
        this.#addBlock(parent, element);
        return { kind: 'raw', element, lines: new CodeLines(element) };
      }
      case 'math': {
        const math = new MathBlockView();
        parent.children.add(math.element);
        return { kind: 'math', math };
      }
      case 'rule':
        parent.children.add(document.createElement('hr'));
        return { kind: 'rule' };
      case 'table': {
        const table = new TableView(block, (cell, content) => this.#showInline(cell, content));
        this.#addBlock(parent, table.element);
        this.#noteCells(block.header);
        return { kind: 'table', element: table.element, table };
      }
      case 'quote':
        return this.#openContainer(parent, this.#limitIndent(document.createElement('blockquote')));
      case 'alert':
        return this.#openContainer(parent, alertElement(block.kind));
      case 'details': {
        const element = detailsElement((summary) => this.#showInline(summary, block.summary));
        return { ...this.#openContainer(parent, element), hasDirection: false };
      }
      case 'list': {
        const element = this.#limitIndent(listElement(block.start));
        return {
          ...this.#openContainer(parent, element, 'list-section'),
          list: { start: block.start, count: 0 },
        };
      }
      case 'item': {
        const { list } = parent;
        const item = itemElement(block.task, parent.element, list?.start, list?.count ?? 0);
        if (list !== undefined) {
          list.count += 1;
        }
        return this.#openContainer(parent, item);
      }
      case 'footnote': {
        const element = this.#footnotes.open(block.label);
        if (parent.footnotes === undefined) {
          parent.footnotes = this.#footnotes.newList();
          parent.children.add(parent.footnotes);
        }
        parent.footnotes.append(element);
        const children = this.#sections(element);
        return { kind: 'container', element, children, hasDirection: true };
      }
      default:
        return assertNever(block);
    }
  }

  /** Adds a block, which has a direction of its own unless the container has one. */
  #addBlock(parent: ContainerView, element: HTMLElement): void {
    if (!parent.hasDirection) {
      this.#direction.open(element);
    }
    parent.children.add(element);
  }

  /** Styles offer the list of the headings where the root has this class. */
  #countHeading(): void {
    this.#headingCount += 1;
    if (this.#headingCount === minOutlined) {
      this.#root.element.classList.add('outlined');
    }
  }

  #noteCells(cells: readonly string[]): void {
    for (const cell of cells) {
      this.#direction.noteText(cell);
    }
  }

  #openText(parent: ContainerView, element: HTMLElement): OpenText {
    this.#addBlock(parent, element);
    this.#lastText = { kind: 'text', element, text: new InlineText(element, this.#context) };
    return this.#lastText;
  }

  #openContainer(
    parent: ContainerView,
    element: HTMLElement,
    sections?: SectionClass,
  ): ContainerView {
    this.#addBlock(parent, element);
    const children = this.#sections(element, sections);
    return { kind: 'container', element, children, hasDirection: true };
  }

  #limitIndent(element: HTMLElement): HTMLElement {
    element.classList.toggle('not-indented', this.#open.length >= maxIndentedDepth);
    return element;
  }

  #sections(element: Element, className: SectionClass = 'section inner-section'): Sections {
    return new Sections(element, className, this.#open.length < maxSectionDepth);
  }
}
