// The script `highlighter.js`: highlight.js with its grammars, as a function that returns tokens, never HTML.
import type { Emitter, HighlightResult } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import { languages } from './languages';

export type HighlightToken =
  | { readonly kind: 'open'; readonly scope: string }
  | { readonly kind: 'close' }
  | { readonly kind: 'text'; readonly text: string };

export interface HighlightedCode {
  /** highlight.js's name of the language, which aliases share. */
  readonly language: string;
  readonly tokens: readonly HighlightToken[];
  /** Whether no comment, string or other construct is open at the end: the code after it can be read on its own. */
  readonly isSelfContained: boolean;
}

/** Undefined for an unknown language. */
export type HighlightCode = (language: string, code: string) => HighlightedCode | undefined;

/** Records highlight.js's tokens instead of writing HTML. */
class TokenRecorder implements Emitter {
  readonly tokens: HighlightToken[] = [];

  addText(text: string): void {
    if (text !== '') {
      this.tokens.push({ kind: 'text', text });
    }
  }

  startScope(scope: string): void {
    this.tokens.push({ kind: 'open', scope });
  }

  endScope(): void {
    this.tokens.push({ kind: 'close' });
  }

  /** highlight.js opens the scopes of modes through `openNode`, which its types lack, and others through `startScope`. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenRecorder) {
      // Not spread: a call has a maximum number of arguments.
      for (const token of emitter.tokens) {
        this.tokens.push(token);
      }
    }
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}

const highlighter = hljs.newInstance();
highlighter.configure({ __emitter: TokenRecorder });
for (const [name, { grammar, aliases = [] }] of Object.entries(languages)) {
  highlighter.registerLanguage(name, grammar);
  highlighter.registerAliases([...aliases], { languageName: name });
}

globalThis.porticoHighlightCode = (language, code) => {
  const { name } = highlighter.getLanguage(language) ?? {};
  if (name === undefined) {
    return undefined;
  }
  const result = highlighter.highlight(code, { language, ignoreIllegals: true });
  const { _emitter: emitter } = result;
  return emitter instanceof TokenRecorder
    ? { language: name, tokens: emitter.tokens, isSelfContained: isAtRoot(result) }
    : undefined;
};

/** highlight.js derives the mode that is open at the end from its parent; the language itself has none. */
function isAtRoot({ _top: mode }: HighlightResult): boolean {
  return mode === undefined || !('parent' in mode) || mode.parent === undefined;
}
