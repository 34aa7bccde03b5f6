// Link definitions that come after the blocks that use them: these blocks are rendered again at the end.
import { finishCodeBlocks } from './code/codeBlock';
import { nodesFromTokens } from './fromTokens';
import { createDom } from './nodes';
import { parseBlocks, type References } from './parser';

/** A finished block that can contain links. */
export interface LinkBlock {
  readonly dom: ChildNode;
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  /** Number of link definitions that were known when the block was parsed; -1 where one of them was not finished. */
  readonly definitions: number;
}

/** Renders the blocks again that were finished before all definitions were known. */
export function applyLateDefinitions(
  blocks: readonly LinkBlock[],
  source: string,
  references: References,
): void {
  const count = Object.keys(references).length;
  for (const { dom, start, end, definitions } of blocks) {
    if (definitions < count) {
      const [node] = nodesFromTokens(parseBlocks(source.slice(start, end), references).tokens);
      const replacement = node === undefined ? undefined : createDom(node);
      if (replacement !== undefined && linkSignature(replacement) !== linkSignature(dom)) {
        dom.replaceWith(replacement);
        if (replacement instanceof Element) {
          finishCodeBlocks(replacement);
        }
      }
    }
  }
}

/** Everything in a block that link definitions change. */
function linkSignature(dom: Node): string {
  const links =
    dom instanceof Element
      ? [...dom.querySelectorAll('a')].flatMap((link) => [link.href, link.title])
      : [];
  return [dom.textContent, ...links].join('\n');
}
