// InlineContext: what the inline text of an answer shares: the link definitions and footnotes to which it refers, and the
// budget of its formulas.
import { omitUndefined } from '../../../base/omitUndefined';
import { FormulaBudget } from '../math/formulaBudget';
import { nodesFromTokens, type FootnoteNumber } from './fromTokens';
import { text as textNode, type InlineNode } from './nodes';
import {
  normalizeLabel,
  parseInline,
  type Citation,
  type InlineEnvironment,
  type References,
} from './parser';

/** Matches the beginning or the end of any inline markup. Text without a match needs no parser. */
const markup = /[\\`*_~[<&$@]|:\/\/|www\.| \n/i;

export function hasMarkup(text: string): boolean {
  return markup.test(text);
}

const maxPlainTextLength = 1_000;

/** Whether a block with this text needs one text node only, whatever definitions there are. */
export function isPlainText(text: string): boolean {
  return text.length <= maxPlainTextLength && !hasMarkup(text);
}

export class InlineContext {
  readonly formulas = new FormulaBudget();
  #references: References | undefined;
  readonly #footnotes = new Set<string>();
  readonly #citations = new Map<string, Citation>();
  /** Footnotes that the text refers to, in the order of their first references. */
  readonly #numbers = new Map<string, number>();
  /** Labels of link definitions, and of footnotes with a `^` before them, in their order. */
  readonly #labels = new Map<string, number>();

  /** What is defined so far. */
  get environment(): InlineEnvironment {
    return omitUndefined({
      references: this.#references,
      footnotes: this.#footnotes,
      citations: this.#citations,
    });
  }

  /** The number of definitions so far. */
  get definitionCount(): number {
    return this.#labels.size;
  }

  /** The first definition of a label wins. */
  defineLink(label: string, href: string, title: string): void {
    const normalized = normalizeLabel(label);
    if (!this.#labels.has(normalized)) {
      this.#references ??= {};
      this.#references[normalized] = { href, title };
      this.#labels.set(normalized, this.#labels.size);
    }
  }

  /** A definition in the text wins. */
  defineCitation(number: number, citation: Citation): void {
    const label = String(number);
    if (!this.#labels.has(label)) {
      this.#citations.set(label, citation);
      this.#labels.set(label, this.#labels.size);
      this.#labels.set(normalizeLabel(`ref_${label}`), this.#labels.size);
    }
  }

  /** Returns the normalized label, or undefined if there is such a footnote already. */
  defineFootnote(label: string): string | undefined {
    const normalized = normalizeLabel(label);
    if (this.#footnotes.has(normalized)) {
      return undefined;
    }
    this.#footnotes.add(normalized);
    this.#labels.set(`^${normalized}`, this.#labels.size);
    return normalized;
  }

  /** Whether the text can refer to a definition that came after the first `count` ones. */
  usesLaterDefinition(text: string, count: number): boolean {
    if (count === this.#labels.size) {
      return false;
    }
    for (const [, label = ''] of text.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/gs)) {
      const isFootnote = label.startsWith('^');
      const key = isFootnote ? `^${normalizeLabel(label.slice(1))}` : normalizeLabel(label);
      if ((this.#labels.get(key) ?? -1) >= count) {
        return true;
      }
    }
    return false;
  }

  /** The nodes of text that is complete. */
  parse(text: string): readonly InlineNode[] {
    return this.#nodes(text, (label) => this.#footnoteNumber(label), this.formulas);
  }

  /** The nodes of text that may grow: references to new footnotes do not count yet for the numbers of others. */
  preview(text: string): readonly InlineNode[] {
    return this.#nodes(
      text,
      (label) => this.#numbers.get(label) ?? this.#numbers.size + 1,
      this.formulas.copy(),
    );
  }

  /** Undefined for a footnote without references. */
  numberOf(label: string): number | undefined {
    return this.#numbers.get(label);
  }

  /** Numbers the footnotes again, in the order of their labels. */
  renumber(labels: Iterable<string>): void {
    this.#numbers.clear();
    for (const label of labels) this.#footnoteNumber(label);
  }

  #footnoteNumber(label: string): number {
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1;
    this.#numbers.set(label, number);
    return number;
  }

  #nodes(
    text: string,
    footnoteNumber: FootnoteNumber,
    formulas: FormulaBudget,
  ): readonly InlineNode[] {
    if (!hasMarkup(text)) {
      return text === '' ? [] : [textNode(text)];
    }
    const tokens = parseInline(text, this.environment);
    return nodesFromTokens(tokens, footnoteNumber, formulas, this.#citations);
  }
}
