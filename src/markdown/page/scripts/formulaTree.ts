// Reads TeX to KaTeX's tree of MathML, within limits on what is built.
import { __renderToDomTree as buildTree } from 'katex';

/** Macro expansions per formula. */
const maxExpand = 500;

/** Sizes of more than this many em are reduced. */
const maxSize = 20;

/** A formula of more nodes would keep the view busy: a page full of signs has some 1,500. */
const maxNodes = 5_000;

/** How many nodes take as long as a cell: the browser measures all cells of a column. */
const nodesPerCell = 10;

/**
 * Macros that repeat their argument make a million nodes of a few hundred characters, for which KaTeX itself takes
 * seconds. `maxExpand` counts how often they are used, not what they make. No answer needs macros of its own.
 */
// prettier-ignore
const definitions = [
  'def', 'edef', 'gdef', 'xdef', 'let', 'futurelet', 'newcommand', 'renewcommand', 'providecommand', 'global', 'long',
];
const macros = Object.fromEntries(
  definitions.map((name) => [
    `\\${name}`,
    () => {
      throw new TypeError('The formula defines a macro.');
    },
  ]),
);

/** @throws when the formula is not valid TeX, defines macros or exceeds the limits */
export function formulaTree(tex: string, isDisplayed: boolean): unknown {
  const tree = buildTree(tex, {
    output: 'mathml',
    displayMode: isDisplayed,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
    maxExpand,
    maxSize,
    macros,
  });
  let count = 0;
  const unread: unknown[] = [tree];
  for (let node = unread.pop(); node !== undefined; node = unread.pop()) {
    count +=
      typeof node === 'object' && node !== null && 'type' in node && node.type === 'mtd'
        ? nodesPerCell
        : 1;
    if (count > maxNodes) {
      throw new RangeError('The formula has too many parts.');
    }
    unread.push(...childrenOf(node));
  }
  return tree;
}

export function childrenOf(node: unknown): readonly unknown[] {
  return typeof node === 'object' &&
    node !== null &&
    'children' in node &&
    Array.isArray(node.children)
    ? node.children
    : [];
}
