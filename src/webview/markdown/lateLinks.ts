// A link definition may come after the blocks that use it: those are shown once more when all has come.
import { finishCode } from './codeBlock';
import { nodesFromTokens } from './fromTokens';
import { createDom } from './nodes';
import { parseBlocks, type References } from './parser';

interface FinishedBlock {
  readonly dom: ChildNode;
  /** Its place in the source. */
  readonly start: number;
  readonly end: number;
  /** How many link definitions were known when it was parsed. */
  readonly definitions: number;
}

export class LateLinks {
  /** Finished blocks that a later definition may change. */
  #blocks: FinishedBlock[] = [];

  add(block: FinishedBlock): void {
    this.#blocks.push(block);
  }

  clear(): void {
    this.#blocks = [];
  }

  /** Puts the links into the blocks that were finished before their definitions came. */
  link(source: string, references: References): void {
    const definitions = Object.keys(references).length;
    for (const { dom, start, end, definitions: known } of this.#blocks) {
      if (known < definitions) {
        const { tokens } = parseBlocks(source.slice(start, end), references);
        const [node] = nodesFromTokens(tokens);
        const linked = node === undefined ? undefined : createDom(node);
        if (linked !== undefined && outline(linked) !== outline(dom)) {
          dom.replaceWith(linked);
          if (linked instanceof Element) {
            finishCode(linked);
          }
        }
      }
    }
    this.clear();
  }
}

/** What links change in a block. */
function outline(dom: Node): string {
  const links =
    dom instanceof Element ? [...dom.querySelectorAll('a')].map((link) => link.href) : [];
  return [dom.textContent, ...links].join('\n');
}
