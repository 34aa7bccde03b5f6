// FormulaBudget: limits how much TeX of an answer is shown as formulas. Beyond it, formulas show their source. It is
// counted before anything is built, so the answer is the same however it arrives, and before KaTeX is loaded.

/**
 * The unit is UTF-16 units of TeX, each of which makes up to 3 elements. A long answer full of derivations has some 20,000, and
 * the browser takes some ms for each 1,000.
 */
const maxCost = 70_000;

/** How many units take as long as a cell of a matrix. */
const unitsPerCell = 10;

export class FormulaBudget {
  constructor(private rest = maxCost) {}

  /** Whether a formula is shown, which follows the ones before. */
  take(tex: string): boolean {
    this.rest -= tex.length + unitsPerCell * (tex.match(/&|\\\\/gu)?.length ?? 0);
    return this.rest >= 0;
  }

  copy(): FormulaBudget {
    return new FormulaBudget(this.rest);
  }
}
