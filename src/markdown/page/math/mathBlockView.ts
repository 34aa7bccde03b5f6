// MathBlockView: a display formula that grows. Its source is shown until it is complete.
import { showFormula } from './formula';

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

  finish(): void {
    this.append('\n$$');
    const tex = this.#tex.slice(0, -3);
    showFormula(this.element, { tex, isDisplayed: true, source: `$$\n${tex}\n$$` });
  }
}
