// The script `math.js`: KaTeX, as a function that builds MathML elements from TeX, never from markup.
import { formulaTree } from './formulaTree';
import { mathElement } from './mathElement';

/**
 * Builds the `math` element of a formula.
 * @throws when the formula is not valid TeX or exceeds the limits
 */
export type BuildFormula = (tex: string, isDisplayed: boolean) => Element;

globalThis.porticoBuildFormula = (tex, isDisplayed) => mathElement(formulaTree(tex, isDisplayed));
