// What a formula of an answer may make the page build. A few hundred characters could make a million nodes.
import assert from 'node:assert/strict';
import { FormulaBudget } from '../../../../src/markdown/page/math/formulaBudget';
import { childrenOf, formulaTree } from '../../../../src/markdown/page/scripts/formulaTree';

const matrix = (columns: number, rows: number): string =>
  String.raw`\begin{matrix}${Array(rows).fill(Array(columns).fill('a').join('&')).join('\\\\')}\end{matrix}`;

function nodeCount(node: unknown): number {
  return childrenOf(node).reduce<number>((sum, child) => sum + nodeCount(child), 1);
}

describe('formulaTree', () => {
  const argument = 'x'.repeat(300);
  for (const [title, tex] of Object.entries({
    'that repeats its argument': String.raw`\def\a#1{#1#1#1#1#1#1#1#1#1}\a{\a{\a{${argument}}}}`,
    'with the name of one of KaTeX': String.raw`\def\frac#1{#1#1#1}\frac{\frac{x}}`,
    'for all formulas': String.raw`\gdef\a#1{#1#1}\a{x}`,
    'that is expanded at once': String.raw`\edef\a{xx}\edef\b{\a\a}\xdef\c{\b\b}\c`,
    'of LaTeX': String.raw`\newcommand{\a}[1]{#1#1#1}\a{\a{x}}`,
    'that replaces another': String.raw`\renewcommand{\vec}[1]{#1#1}\vec{\vec{x}}`,
    'unless there is one': String.raw`\providecommand\a[1]{#1#1}\a{x}`,
    'with another name': String.raw`\let\a\frac \a{1}{2}`,
    'with a prefix': String.raw`\global\long\def\a{x}\a`,
    'behind other commands': String.raw`x^{2} + {\text{$\expandafter\def\csname a\endcsname{x}$}}`,
    'by a name that is not expanded': String.raw`\noexpand\def\a#1{#1#1}\a{x}`,
  })) {
    it(`refuses a macro ${title}`, () => assert.throws(() => formulaTree(tex, true)));
  }

  it('refuses wide, long and nested matrices of many cells', () => {
    for (const [columns, rows] of [
      [901, 1],
      [1, 600],
      [30, 30],
    ] as const) {
      assert.throws(() => formulaTree(matrix(columns, rows), true), RangeError);
    }
    const cells = `\\begin{aligned}${'&'.repeat(1_900)}\\end{aligned}`;
    assert.throws(() => formulaTree(cells, true), RangeError);
    const array = `\\begin{array}{${'c'.repeat(600)}}${'&'.repeat(599)}\\end{array}`;
    assert.throws(() => formulaTree(array, false), RangeError);
    const inner = matrix(12, 12);
    assert.throws(() => formulaTree(`${inner}${inner}${inner}${inner}`, true), RangeError);
  });

  for (const [title, tex] of Object.entries({
    'a matrix of 15 rows and columns': matrix(15, 15),
    'a page of signs': 'a_1^2+'.repeat(160),
    'an equation of 40 lines': `\\begin{aligned}${'x &= y + z \\\\'.repeat(40)}\\end{aligned}`,
    'line breaks before words like commands': String.raw`\begin{matrix}a\\def\\let\\long\end{matrix}`,
    "macros of KaTeX's own": String.raw`\bra{a} \ket{b} \dots \coloneqq \tfrac12 \argmin_x \LaTeX`,
    'letters like commands': String.raw`\longrightarrow \leftarrow \deg \det`,
  })) {
    it(`reads ${title}`, () => {
      const count = nodeCount(formulaTree(tex, true));
      assert.ok(count > 3 && count < 5_000, String(count));
    });
  }
});

describe('FormulaBudget', () => {
  const shown = (tex: string, count: number): number => {
    const budget = new FormulaBudget();
    return Array.from({ length: count }, () => budget.take(tex)).filter(Boolean).length;
  };

  it('shows all formulas of an ordinary answer', () => {
    assert.equal(shown(String.raw`\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`, 1_000), 1_000);
    assert.equal(shown(matrix(4, 4), 300), 300);
  });

  it('shows few of the large ones, and none after them', () => {
    assert.ok(shown(matrix(19, 19), 1_000) < 30);
    assert.ok(shown('x'.repeat(1_000), 1_000) <= 100);
    const budget = new FormulaBudget();
    while (budget.take(matrix(19, 19)));
    assert.equal(budget.take('x'), false);
  });

  it('counts a copy on its own', () => {
    const budget = new FormulaBudget();
    const copy = budget.copy();
    while (copy.take(matrix(19, 19)));
    assert.equal(budget.take('x'), true);
  });
});
