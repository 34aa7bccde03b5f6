// The script `math.js`: KaTeX, as a function that builds MathML elements from TeX, never from markup.
import { __renderToDomTree as buildTree } from 'katex';
import { mathElement } from './mathElement';

/**
 * Builds the `math` element of a formula.
 * @throws when the formula is not valid TeX or exceeds the limits
 */
export type BuildFormula = (tex: string, isDisplayed: boolean) => Element;

/** Macro expansions per formula. */
const maxExpand = 500;

/** Sizes of more than this many em are reduced. */
const maxSize = 20;

globalThis.porticoBuildFormula = (tex, isDisplayed) =>
  mathElement(
    buildTree(tex, {
      output: 'mathml',
      displayMode: isDisplayed,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand,
      maxSize,
    }),
  );
