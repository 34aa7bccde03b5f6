// Renders growing Markdown. Finished blocks are never parsed or updated again, so the cost per update is small.
import { CodeBlock, finishCodeBlocks } from './code/codeBlock';
import { canBecomeTable, countFinishedBlocks } from './finishedBlocks';
import { continuesFrozen, freezePart, nodeAfterFrozen } from './freeze';
import { type Block, blocksAt, nodesFromTokens } from './fromTokens';
import { applyLateDefinitions, type LinkBlock } from './lateDefinitions';
import { freezeChildren, frozenCount, type MarkdownNode, patchChildren } from './nodes';
import type { Frozen, OpenBlock } from './openBlock';
import { OpenFence } from './openFence';
import { addDefinitions, lineStart, parseBlocks, type References } from './parser';

/** Finished blocks per section. Sections are laid out independently, so layout cost stays linear. */
const blocksPerSection = 16;

/** In UTF-16 units: finished parts of an open block longer than this are frozen. */
const defaultMinFreezeLength = 1_000;

interface ShownBlock {
  readonly block: Block;
  readonly node: MarkdownNode | undefined;
}

export class StreamingMarkdown {
  readonly #root: Element;
  readonly #minFreezeLength: number;
  /** The text as received. */
  #received = '';
  /** The same text with normalized line breaks. */
  #source = '';
  /** Offset in the source of the open block, the first one that is not finished. */
  #blockStart = 0;
  /** The frozen part of the open block. */
  #frozen: Frozen | undefined;
  /** Infinity after a frozen part had to be thawed: the block is then always parsed from its start. */
  #nextFreezeLength: number;
  #open: readonly MarkdownNode[] = [];
  #fence: { readonly reader: OpenFence; position: number } | undefined;
  #section: Element;
  #references: References = {};
  /** Finished blocks that later link definitions can change. */
  #linkBlocks: LinkBlock[] = [];

  /** Takes ownership of `root`. */
  constructor(root: Element, options: { readonly minFreezeLength?: number } = {}) {
    this.#root = root;
    this.#minFreezeLength = options.minFreezeLength ?? defaultMinFreezeLength;
    this.#nextFreezeLength = this.#minFreezeLength;
    this.#section = this.#newSection();
  }

  /** Renders `text`, which normally starts with the text of the call before. Otherwise renders from scratch. */
  update(text: string): void {
    // A CR at the end can be the first half of a line break.
    this.#append(text.endsWith('\r') ? text.slice(0, -1) : text);
    this.#render(false);
  }

  /** Renders the complete text and applies late link definitions. */
  finish(text: string): void {
    this.#append(text);
    this.#render(true);
    applyLateDefinitions(this.#linkBlocks.splice(0), this.#source, this.#references);
  }

  #append(text: string): void {
    if (!text.startsWith(this.#received)) {
      this.#reset();
    }
    const added = text.slice(this.#received.length);
    this.#received = text;
    this.#source += added.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  }

  #reset(): void {
    this.#root.replaceChildren();
    this.#received = '';
    this.#source = '';
    this.#startBlock(0);
    this.#open = [];
    this.#fence = undefined;
    this.#section = this.#newSection();
    this.#references = {};
    this.#linkBlocks = [];
  }

  #render(final: boolean): void {
    let hasMore = true;
    while (hasMore) {
      hasMore = this.#fence === undefined ? this.#readBlocks(final) : this.#readFence(final);
    }
  }

  /** Parses and shows the open blocks, and finishes or freezes what it can. Returns whether to read on. */
  #readBlocks(final: boolean): boolean {
    const frozen = this.#frozen;
    const from = frozen?.end ?? this.#blockStart;
    const prefix = frozen?.prefix ?? '';
    const offset = from - prefix.length;
    const { chunk, tokens, references } = this.#parse(prefix + this.#source.slice(from), final);
    const blocks = blocksAt(tokens, 0);
    const [first] = blocks;
    if (frozen !== undefined && (first === undefined || !continuesFrozen(frozen, first, chunk))) {
      this.#thaw();
      return true;
    }
    const shown = blocks.map((block, index): ShownBlock => {
      const [node] = nodesFromTokens(block.tokens);
      const before = index === 0 ? this.#open[0] : undefined;
      return frozen === undefined || before === undefined || node === undefined
        ? { block, node }
        : { block, node: nodeAfterFrozen(frozen, before, node) };
    });
    this.#show(shown.flatMap(({ node }) => (node === undefined ? [] : [node])));

    const partialLine = chunk.endsWith('\n') || final ? undefined : chunk.split('\n').length - 1;
    const finishedCount = final ? shown.length : countFinishedBlocks(blocks, chunk, partialLine);
    for (const { tokens: finished } of blocks.slice(0, finishedCount)) {
      addDefinitions(finished, references, this.#references);
    }
    const definitions = this.#finishedDefinitions(references);
    for (const { block, node } of shown.slice(0, finishedCount)) {
      const end = Math.min(offset + lineStart(chunk, block.endLine), this.#source.length);
      if (node !== undefined) {
        this.#finishNode(end, definitions);
      }
      this.#startBlock(end);
    }
    const open = shown[finishedCount];
    if (final || open === undefined) {
      return false;
    }
    if (open.block.type === 'fence') {
      return this.#openFence(open.block, chunk, offset);
    }
    if (shown.length === finishedCount + 1) {
      const unfinishedParts = partialLine === undefined ? 1 : 2;
      this.#freeze({ block: open.block, chunk, unfinishedParts, references }, offset);
    }
    return false;
  }

  /** Omits the last line if it is partial and a link definition: its address may be incomplete. */
  #parse(text: string, final: boolean) {
    const parsed = parseBlocks(text, this.#references);
    const lastLine = text.lastIndexOf('\n') + 1;
    const isDefinition = parsed.tokens.at(-1)?.type === 'reference_definition';
    if (final || lastLine === text.length || !isDefinition) {
      return { chunk: text, ...parsed };
    }
    const chunk = text.slice(0, lastLine);
    return { chunk, ...parseBlocks(chunk, this.#references) };
  }

  #show(nodes: readonly MarkdownNode[]): void {
    patchChildren(this.#section, this.#open, nodes);
    this.#open = nodes;
  }

  #openDom(): ChildNode | undefined {
    return this.#section.childNodes[frozenCount(this.#section)];
  }

  /** Finishes the first open node: later updates skip it. */
  #finishNode(end: number, definitions: number): void {
    const dom = this.#openDom();
    const source = this.#source.slice(this.#blockStart, end);
    if (dom !== undefined) {
      if (source.includes('[')) {
        const known = this.#frozen?.definitions ?? definitions;
        this.#linkBlocks.push({ dom, start: this.#blockStart, end, definitions: known });
      }
      if (dom instanceof Element) {
        if (this.#frozen?.kind === 'list') {
          dom.classList.toggle('loose', isLooseList(source));
          if (dom.classList.length === 0) {
            dom.removeAttribute('class');
          }
        }
        finishCodeBlocks(dom);
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
    this.#blockStart = start;
    this.#frozen = undefined;
    this.#nextFreezeLength = this.#minFreezeLength;
  }

  #newSection(): Element {
    const section = document.createElement('div');
    section.className = 'section';
    this.#root.append(section);
    return section;
  }

  /** Discards the frozen part, which later text has changed: the block is rendered from its start. */
  #thaw(): void {
    this.#show([]);
    this.#openDom()?.remove();
    this.#frozen = undefined;
    this.#nextFreezeLength = Infinity;
  }

  #freeze(open: Omit<OpenBlock, 'node' | 'dom' | 'prefix'>, offset: number): void {
    const { block, chunk, references } = open;
    const dom = this.#openDom();
    const [node] = this.#open;
    const length = chunk.length - lineStart(chunk, block.startLine);
    if (dom === undefined || node === undefined || length < this.#nextFreezeLength) {
      return;
    }
    const part = freezePart({ ...open, node, dom, prefix: this.#frozen?.prefix ?? '' });
    if (part === undefined) {
      this.#nextFreezeLength = length * 1.5;
      return;
    }
    addDefinitions(part.tokens, references, this.#references);
    this.#nextFreezeLength = this.#minFreezeLength;
    this.#frozen = {
      kind: part.kind,
      end: offset + part.end,
      prefix: part.prefix,
      definitions: this.#frozen?.definitions ?? this.#finishedDefinitions(references),
    };
    this.#open = [part.rest];
  }

  /** The number of definitions that a block was parsed with; -1 where one of them can still change or vanish. */
  #finishedDefinitions(parsedWith: References): number {
    const count = Object.keys(this.#references).length;
    return Object.keys(parsedWith).length > count ? -1 : count;
  }

  /** Starts to read an open fence without the parser, if possible. Returns whether it is. */
  #openFence(block: Block, chunk: string, offset: number): boolean {
    const dom = this.#openDom();
    const [token] = block.tokens;
    const codeBlock = dom instanceof Element ? CodeBlock.of(dom) : undefined;
    const opening = lineStart(chunk, block.startLine);
    const content = lineStart(chunk, block.startLine + 1);
    if (token === undefined || codeBlock === undefined || !chunk.slice(0, content).endsWith('\n')) {
      return false;
    }
    const reader = OpenFence.from(token, chunk.slice(opening, content), codeBlock);
    if (reader === undefined || canBecomeTable(block, chunk)) {
      return false;
    }
    this.#startBlock(offset + opening);
    this.#fence = { reader, position: offset + content };
    return true;
  }

  #readFence(final: boolean): boolean {
    const fence = this.#fence;
    if (fence === undefined) {
      return false;
    }
    const { end, closed } = fence.reader.read(this.#source, fence.position);
    fence.position = end;
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

function isLooseList(source: string): boolean {
  const [list] = nodesFromTokens(parseBlocks(source, {}).tokens);
  return list?.kind === 'element' && list.attributes.class === 'loose';
}
