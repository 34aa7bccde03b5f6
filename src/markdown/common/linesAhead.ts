// Blocks whose kind depends on later lines: display formulas (`$$ … $$` and `\[ … \]` that begin a line and end one, and
// contain no blank line), and `<details>` with its summary on the same line or on the next.
import type { Place } from './line';

/** The lines that are held because the kind of block that begins in the first depends on the others. */
export interface LinesAhead {
  readonly type: AheadType;
  /** Where the block begins in the first line, and how many containers the lines must continue. */
  readonly place: Place;
  readonly matched: number;
  readonly lines: string[];
  /** Their text, without the markers of the containers. */
  source: string;
}

export type AheadType = 'math' | 'details';

/** What the text from the start of the block on is. Only more text decides about what is undecided. */
type Found = { readonly content: string } | 'none' | 'undecided';

/** `complete`: the last line of `source` is. */
export const readAhead: Readonly<Record<AheadType, (source: string, complete: boolean) => Found>> =
  { math: readFormula, details: readDetails };

/** Longer text is not a formula: this limits how much text is undecided. */
const maxFormulaLength = 2000;
const delimiterLength = 2;

/** Escaped characters do not delimit, and a formula does not contain another opening. */
const dollars = String.raw`\$\$(?!\$)((?:[^\\$]|\\[^[]|\$(?!\$))*)`;
const brackets = String.raw`\\\[((?:[^\\$]|\\[^[\]]|\$(?!\$))*)`;
const openFormula = new RegExp(String.raw`^(?:${dollars}|${brackets})\\?$`, 'u');
const formula = new RegExp(String.raw`^(?:${dollars}\$\$|${brackets}\\\])[ \t]*$`, 'u');

function readFormula(source: string, complete: boolean): Found {
  if (source.length > delimiterLength + maxFormulaLength) {
    return 'none';
  }
  if (source.length < delimiterLength) {
    return complete ? 'none' : 'undecided';
  }
  const match = formula.exec(source);
  if (match === null) {
    return openFormula.test(source) ? 'undecided' : 'none';
  }
  if (!complete) {
    return 'undecided';
  }
  const content = (match[1] ?? match[2] ?? '').trim();
  return content === '' ? 'none' : { content };
}

function readDetails(source: string, complete: boolean): Found {
  const [start, isOnNextLine] = /^<details>[ \t]*(\n[ \t]*)?/u.exec(source) ?? [];
  if (start === undefined) {
    return !complete && '<details>'.startsWith(source) ? 'undecided' : 'none';
  }
  const summary = source.slice(start.length);
  if (complete) {
    const content = /^<summary>(.*)<\/summary>[ \t]*$/u.exec(summary)?.[1]?.trim();
    if (content !== undefined) {
      return { content: boldAsMarkdown(content) };
    }
    return summary === '' && isOnNextLine === undefined ? 'undecided' : 'none';
  }
  return summary.startsWith('<summary>') || '<summary>'.startsWith(summary) ? 'undecided' : 'none';
}

/** Models often write the summary in `<b>` or `<strong>`, which the inline parser does not know. */
function boldAsMarkdown(summary: string): string {
  return summary.replace(/^<(b|strong)>\s*([^<>]*[^<>\s])\s*<\/\1>$/iu, '**$2**');
}
