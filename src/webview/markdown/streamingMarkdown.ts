// Shows Markdown that grows: what is finished is never parsed or touched again.
import { type Block, blocksAt, nodesFromTokens } from './fromTokens';
import { CodeBlock, finishCode } from './codeBlock';
import { frozenFits, freezePart, thawedNode } from './freeze';
import { freezeChildren, frozenCount, type MarkdownNode, patchChildren } from './nodes';
import type { Frozen } from './openBlock';
import { OpenFence } from './openFence';
import { finishedBlocks, mayBecomeTable } from './finishedBlocks';
import { keepDefinitions, parseBlocks, type References } from './parser';
import { LateLinks } from './lateLinks';
import { lineStart } from './lines';

/** Finished blocks per section. A section is laid out on its own, so that layout stays linear. */
const blocksPerSection = 16;

/** An open block longer than this (UTF-16 units) is finished piece by piece. */
const freezeFrom = 1_000;

interface ShownBlock {
  readonly block: Block;
  readonly node: MarkdownNode | undefined;
}

export class StreamingMarkdown {
  readonly #root: Element;
  readonly #freezeFrom: number;
  /** The text as it came. */
  #raw = '';
  /** The same with the line ends that the parser wants. */
  #source = '';
  /** Where in the source the first block that is not finished starts. */
  #start = 0;
  /** Which part of that block is finished already. */
  #frozen: Frozen | undefined;
  /** False once a finished part turned out wrong: the block is then parsed whole. */
  #mayFreeze = true;
  #tryFreezeFrom: number;
  #open: readonly MarkdownNode[] = [];
  #fence: { readonly reader: OpenFence; readonly block: CodeBlock; read: number } | undefined;
  #section: Element;
  #references: References = {};
  readonly #lateLinks = new LateLinks();

  /** `root` belongs to this object from now on. */
  constructor(root: Element, options: { readonly freezeFrom?: number } = {}) {
    this.#root = root;
    this.#freezeFrom = options.freezeFrom ?? freezeFrom;
    this.#tryFreezeFrom = this.#freezeFrom;
    this.#section = this.#newSection();
  }

  /** Shows `text`: what was shown before, and more. Anything else starts over. */
  update(text: string): void {
    // A CR at the end may be the first half of a line end.
    this.#take(text.endsWith('\r') ? text.slice(0, -1) : text);
    this.#paint(false);
  }

  /** Shows the whole text, late link definitions too; nothing comes after. */
  finish(text: string): void {
    this.#take(text);
    this.#paint(true);
    this.#lateLinks.link(this.#source, this.#references);
  }

  #take(text: string): void {
    if (!text.startsWith(this.#raw)) {
      this.#reset();
    }
    const added = text.slice(this.#raw.length);
    this.#raw = text;
    this.#source += added.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  }

  #reset(): void {
    this.#root.replaceChildren();
    this.#raw = '';
    this.#source = '';
    this.#startBlock(0);
    this.#open = [];
    this.#fence = undefined;
    this.#section = this.#newSection();
    this.#references = {};
    this.#lateLinks.clear();
  }

  #paint(final: boolean): void {
    let more = true;
    while (more) {
      more = this.#fence === undefined ? this.#readBlocks(final) : this.#readFence(final);
    }
  }

  /** Parses what is not finished, shows it, and finishes what can be. Returns whether to go on. */
  #readBlocks(final: boolean): boolean {
    const frozen = this.#frozen;
    const from = frozen?.end ?? this.#start;
    const whole = (frozen?.prefix ?? '') + this.#source.slice(from);
    const toSource = from - (frozen?.prefix ?? '').length;
    const { piece, tokens, references } = this.#parse(whole, final);
    const blocks = blocksAt(tokens, 0);
    const [first] = blocks;
    if (frozen !== undefined && (first === undefined || !frozenFits(frozen, first, piece))) {
      this.#thaw();
      return true;
    }
    const shown = blocks.map((block, index): ShownBlock => {
      const [node] = nodesFromTokens(block.tokens);
      const before = index === 0 ? this.#open[0] : undefined;
      return frozen === undefined || before === undefined || node === undefined
        ? { block, node }
        : { block, node: thawedNode(frozen, before, node) };
    });
    this.#show(shown.flatMap(({ node }) => (node === undefined ? [] : [node])));

    const begunLine = piece.endsWith('\n') || final ? undefined : lineCount(piece) - 1;
    const done = final ? shown.length : finishedBlocks(blocks, piece, begunLine);
    const definitions = Object.keys(references).length;
    for (const { block, node } of shown.slice(0, done)) {
      const end = toSource + lineStart(piece, block.endLine);
      keepDefinitions(block.tokens, references, this.#references);
      if (node !== undefined) {
        this.#finishNode(Math.min(end, this.#source.length), definitions);
      }
      this.#startBlock(Math.min(end, this.#source.length));
    }
    const open = shown[done];
    if (final || open === undefined) {
      return false;
    }
    if (open.block.type === 'fence') {
      return this.#enterFence(open.block, piece, toSource);
    }
    if (shown.length === done + 1) {
      this.#freeze(open.block, piece, toSource, begunLine !== undefined, references);
    }
    return false;
  }

  /** A definition whose last line is still being written would link to half an address: left out. */
  #parse(whole: string, final: boolean) {
    const parsed = parseBlocks(whole, this.#references);
    const begun = whole.lastIndexOf('\n') + 1;
    if (final || begun === whole.length || parsed.tokens.at(-1)?.type !== 'reference_definition') {
      return { piece: whole, ...parsed };
    }
    const piece = whole.slice(0, begun);
    return { piece, ...parseBlocks(piece, this.#references) };
  }

  #show(nodes: readonly MarkdownNode[]): void {
    patchChildren(this.#section, this.#open, nodes);
    this.#open = nodes;
  }

  #openDom(): ChildNode | undefined {
    return this.#section.childNodes[frozenCount(this.#section)];
  }

  /** The first open node is complete and stays as it is. */
  #finishNode(end: number, definitions: number): void {
    const dom = this.#openDom();
    const source = this.#source.slice(this.#start, end);
    if (dom !== undefined) {
      if (source.includes('[')) {
        const known = this.#frozen?.definitions ?? definitions;
        this.#lateLinks.add({ dom, start: this.#start, end, definitions: known });
      }
      if (dom instanceof Element) {
        if (this.#frozen?.kind === 'list') {
          dom.classList.toggle('loose', isLooseList(source));
          if (dom.classList.length === 0) {
            dom.removeAttribute('class');
          }
        }
        finishCode(dom);
      }
    }
    this.#open = this.#open.slice(1);
    freezeChildren(this.#section, 1);
    if (frozenCount(this.#section) >= blocksPerSection) {
      const rest = [...this.#section.childNodes].slice(frozenCount(this.#section));
      this.#section = this.#newSection();
      this.#section.append(...rest);
    }
  }

  #startBlock(start: number): void {
    this.#start = start;
    this.#frozen = undefined;
    this.#mayFreeze = true;
    this.#tryFreezeFrom = this.#freezeFrom;
  }

  #newSection(): Element {
    const section = document.createElement('div');
    section.className = 'section';
    this.#root.append(section);
    return section;
  }

  /** What was taken for finished has become something else: the block is shown anew. */
  #thaw(): void {
    this.#show([]);
    this.#openDom()?.remove();
    this.#frozen = undefined;
    this.#mayFreeze = false;
  }

  #freeze(
    block: Block,
    piece: string,
    toSource: number,
    lineBegun: boolean,
    references: References,
  ): void {
    const dom = this.#openDom();
    const [node] = this.#open;
    const length = piece.length - lineStart(piece, block.startLine);
    if (
      !this.#mayFreeze ||
      dom === undefined ||
      node === undefined ||
      length < this.#tryFreezeFrom
    ) {
      return;
    }
    const prefix = this.#frozen?.prefix ?? '';
    const part = freezePart({ block, node, dom, piece, lineBegun, prefix, references });
    if (part === undefined) {
      this.#tryFreezeFrom = length * 1.5;
      return;
    }
    keepDefinitions(part.tokens, references, this.#references);
    this.#tryFreezeFrom = this.#freezeFrom;
    this.#frozen = {
      kind: part.kind,
      end: toSource + part.end,
      prefix: part.prefix,
      definitions: this.#frozen?.definitions ?? Object.keys(references).length,
    };
    this.#open = [part.rest];
  }

  /** An open fence is read without the parser from here on. Returns whether that can be done. */
  #enterFence(block: Block, piece: string, toSource: number): boolean {
    const dom = this.#openDom();
    const [token] = block.tokens;
    const codeBlock = dom instanceof Element ? CodeBlock.of(dom) : undefined;
    const opening = lineStart(piece, block.startLine);
    const content = lineStart(piece, block.startLine + 1);
    if (token === undefined || codeBlock === undefined || !piece.slice(0, content).endsWith('\n')) {
      return false;
    }
    const reader = OpenFence.from(token, piece.slice(opening, content), codeBlock);
    if (reader === undefined || mayBecomeTable(block, piece)) {
      return false;
    }
    this.#startBlock(toSource + opening);
    this.#fence = { reader, block: codeBlock, read: toSource + content };
    return true;
  }

  #readFence(final: boolean): boolean {
    const fence = this.#fence;
    if (fence === undefined) {
      return false;
    }
    const { end, closed } = fence.reader.read(this.#source, fence.read);
    fence.read = end;
    if (!closed && !final) {
      return false;
    }
    if (!closed) {
      fence.reader.finish(this.#source.slice(end));
    }
    this.#fence = undefined;
    this.#finishNode(closed ? end : this.#source.length, 0);
    this.#startBlock(closed ? end : this.#source.length);
    return closed;
  }
}

function lineCount(piece: string): number {
  return piece.split('\n').length;
}

function isLooseList(source: string): boolean {
  const [list] = nodesFromTokens(parseBlocks(source, {}).tokens);
  return list?.kind === 'element' && list.attributes.class === 'loose';
}
