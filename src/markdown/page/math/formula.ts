// Shows formulas. Until KaTeX is loaded, and where it fails, their source is shown.
import { renderSoon } from '../renderQueue';
import type { BuildFormula } from '../scripts/math';
import { loadMath } from '../scripts/pageScripts';
import type { FormulaBudget } from './formulaBudget';

export interface Formula {
  /** TeX without delimiters. */
  readonly tex: string;
  readonly isDisplayed: boolean;
  /** The text with its delimiters. */
  readonly source: string;
}

/** Longer formulas are shown as their source. */
const maxLength = 4_000;

const maxCached = 300;

/** Built elements by source, if there is one: a formula in a growing paragraph is shown again and again. */
const cache = new Map<string, Element | undefined>();

let build: BuildFormula | undefined;
let isLoading = false;
const awaiting: (() => void)[] = [];

export function createFormula(formula: Formula): HTMLElement {
  const element = document.createElement('span');
  element.className = formula.isDisplayed ? 'math math-display' : 'math';
  element.textContent = formula.source;
  showFormula(element, formula);
  return element;
}

/** Shows the formula in an element that holds its source, now or once KaTeX is loaded. */
function showFormula(element: HTMLElement, formula: Formula): void {
  if (build !== undefined) {
    show(element, formula, build);
    return;
  }
  awaiting.push(() => renderSoon(() => build && show(element, formula, build)));
  if (!isLoading) {
    isLoading = true;
    loadMath().then((loaded) => {
      build = loaded;
      for (const start of awaiting.splice(0)) {
        start();
      }
    }, reportError);
  }
}

function show(element: HTMLElement, { tex, isDisplayed, source }: Formula, using: BuildFormula) {
  if (element.textContent !== source || tex.length > maxLength) {
    return;
  }
  const key = `${isDisplayed}${tex}`;
  let math = cache.get(key);
  if (!cache.has(key)) {
    try {
      math = using(tex, isDisplayed);
    } catch {
      // KaTeX does not know this TeX, or it is too large.
    }
    cache.set(key, math);
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) {
      cache.delete(oldest);
    }
  }
  if (math !== undefined) {
    element.replaceChildren(math.cloneNode(true));
    element.title = tex;
  }
}

/** A display formula that grows. Its source is shown until it is complete. */
export class MathBlockView {
  readonly element = document.createElement('div');
  #tex = '';

  constructor() {
    this.element.className = 'math-block';
    // A wide formula scrolls; focus lets the keyboard do that.
    this.element.tabIndex = 0;
  }

  append(added: string): void {
    this.#tex += added;
    if (this.element.lastChild instanceof Text) {
      this.element.lastChild.appendData(added);
    } else {
      this.element.append(`$$\n${added}`);
    }
  }

  finish(budget: FormulaBudget): void {
    this.append('\n$$');
    const tex = this.#tex.slice(0, -3);
    if (budget.take(tex)) {
      showFormula(this.element, { tex, isDisplayed: true, source: `$$\n${tex}\n$$` });
    }
  }
}
