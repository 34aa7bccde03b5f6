// What the pieces of highlighted code are. highlight.js has one `keyword`; VS Code's grammars tell keywords apart, and
// themes color them differently.

/** highlight.js's scopes, with more words for some. A token `a.b` is an `a`, too. */
export const codeTokens = [
  'comment',
  'doctag',
  'quote',
  'keyword',
  'keyword.declaration',
  'keyword.import',
  'keyword.modifier',
  'keyword.operator',
  'call',
  'built_in',
  'built_in.type',
  'literal',
  'selector-tag',
  'selector-class',
  'selector-id',
  'selector-pseudo',
  'meta',
  'string',
  'string.doc',
  'string.import',
  'regexp',
  'char',
  'subst',
  'link',
  'number',
  'symbol',
  'bullet',
  'title',
  'title.class',
  'name',
  'section',
  'type',
  'attr',
  'attribute',
  'property',
  'parameter',
  'variable',
  'variable.constant',
  'variable.language',
  'tag',
  'emphasis',
  'strong',
  'code',
  'addition',
  'deletion',
] as const;

export type CodeToken = (typeof codeTokens)[number];

/** highlight.js marks lists of parameters as a whole; only their words are tokens. */
export type CodeScope = CodeToken | 'params';

const scopes = new Map<string, CodeScope>(
  [...codeTokens, 'params' as const].map((scope) => [scope, scope]),
);

type Words = Partial<Record<CodeToken, string>>;

/** The words of every language that is not in `languageWords`. */
const commonWords: Words = {
  'keyword.declaration':
    'class def delegate enum fn fun func function get impl interface let mod namespace package record set struct template trait type typedef typename val var',
  'keyword.import': 'import include package require use using',
  'keyword.modifier':
    'abstract async const explicit extends final implements inline internal mut native open override partial private protected pub public readonly ref sealed static synchronized throws unsafe virtual volatile',
  'keyword.operator': 'as delete instanceof is new nameof not sizeof typeof',
  'variable.language': 'self Self super this',
};

const jsWords: Words = {
  'keyword.declaration':
    'async class const constructor enum function get interface let module namespace set type var',
  'keyword.import': 'export from import',
  'keyword.modifier':
    'abstract accessor declare extends implements override private protected public readonly static',
  'keyword.operator': 'delete in infer instanceof is keyof new of satisfies typeof void',
  'built_in.type':
    'any bigint boolean never number object Promise string symbol undefined unknown void',
};

/** Words that VS Code's grammars name more exactly than highlight.js does; keys are highlight.js's names of languages. */
const languageWords: Readonly<Record<string, Words>> = {
  TypeScript: jsWords,
  JavaScript: jsWords,
  Python: {
    'keyword.declaration': 'async class def global lambda nonlocal',
    'keyword.import': 'from import',
    'keyword.operator': 'and in is not or',
    'built_in.type':
      'bool bytearray bytes classmethod complex dict float frozenset int list memoryview object property set slice staticmethod str super tuple type',
  },
  Go: {
    'keyword.declaration': 'chan const func interface map package struct type var',
    'keyword.import': 'import',
  },
  JSON: { literal: 'false null true' },
};

function tokensByWord(words: Words): ReadonlyMap<string, CodeToken> {
  return new Map(
    codeTokens.flatMap((token) =>
      (words[token]?.split(' ') ?? []).map((word): [string, CodeToken] => [word, token]),
    ),
  );
}

const commonTokens = tokensByWord(commonWords);
const languageTokens = new Map(
  Object.entries(languageWords).map(([language, words]) => [language, tokensByWord(words)]),
);

/** The scopes of which the words decide; in all others they are any text. */
const wordScopes: ReadonlySet<string> = new Set(['built_in', 'keyword', 'title.function', 'type']);

const anyWord = /[\p{L}_$][\p{L}\d_$]*/gu;
/** Rather than a constant, which is all capitals. */
const typeName = /^[A-Z](?:[A-Z\d_]*[a-z]|$)/u;

/** Languages in which VS Code's grammars mark words that highlight.js does not. */
const withVariables = new Set(['TypeScript', 'JavaScript', 'Go', 'C', 'C#', 'C++', 'Rust']);
const withTypes = new Set(['C#', 'C++', 'Java', 'Rust']);
const withCalls = new Set([...withVariables, 'Java', 'Python']);

/** `title.class` for `title.class.inherited`. */
function knownScope(name: string): CodeScope | undefined {
  const end = name.lastIndexOf('.');
  return scopes.get(name) ?? (end < 0 ? undefined : knownScope(name.slice(0, end)));
}

export interface CodePiece {
  readonly text: string;
  /** Absent if it is what is around. */
  readonly token: CodeToken | undefined;
}

/** Follows the scopes and texts of a piece of code. */
export class CodeTokenizer {
  readonly #words: ReadonlyMap<string, CodeToken>;
  readonly #isJs: boolean;
  /** What other words are. */
  readonly #variable: CodeToken | undefined;
  /** The last keyword, which decides about some of the words after it. */
  #keyword = '';

  /** @param language highlight.js's name of it */
  constructor(private readonly language: string) {
    this.#words = languageTokens.get(language) ?? commonTokens;
    this.#isJs = languageWords[language] === jsWords;
    this.#variable = withVariables.has(language) ? 'variable' : undefined;
  }

  /**
   * @param name of a scope of highlight.js
   * @param text what is at its beginning
   * @param within the scope that it is in
   */
  scope(name: string, text: string, within: CodeScope | undefined): CodeScope | undefined {
    const before = this.#keyword;
    if (name === 'keyword') {
      if (this.#isJs && before === 'import' && text === 'type') return 'keyword';
      this.#keyword = text;
      if (before === 'for' && text === 'in') return 'keyword';
    }
    if (this.#isJs && name === 'title.class') {
      // `new Map()` is a call, `import { Map }` a variable.
      if (before === 'new') return 'title';
      if (before === 'import') return 'variable';
    }
    // C#'s `class Name` is marked so.
    if (name === 'title' && /^(?:class|enum|interface|namespace|record|struct)$/u.test(before)) {
      return 'title.class';
    }
    if (name === 'attr' && within === 'params') return 'parameter';
    if (name === 'string' && before === 'import' && this.language === 'Go') return 'string.import';
    if (name === 'string' && /^\w?(?:"""|''')/u.test(text)) return 'string.doc';
    return (wordScopes.has(name) ? this.#words.get(text) : undefined) ?? knownScope(name);
  }

  /** Divides text that is in this scope and in none within it. */
  *pieces(text: string, within: CodeScope | undefined): Generator<CodePiece> {
    const equals = text.indexOf('=');
    const isConstants = this.#isJs && this.#keyword === 'const';
    const constantsEnd = isConstants ? (equals < 0 ? text.length : equals) : 0;
    let end = 0;
    if (within === undefined || within === 'params' || within === 'subst') {
      for (const { 0: word, index } of text.matchAll(anyWord)) {
        const isCall = text[index + word.length] === '(';
        const token =
          this.#unmarked(word, isCall, within) ??
          (index < constantsEnd ? 'variable.constant' : this.#variable);
        if (token !== undefined) {
          if (index > end) yield { text: text.slice(end, index), token: undefined };
          yield { text: word, token };
          end = index + word.length;
        }
      }
    }
    if (end < text.length) yield { text: text.slice(end), token: undefined };
    if (isConstants && equals >= 0) this.#keyword = '';
  }

  #unmarked(word: string, isCall: boolean, within: CodeScope | undefined): CodeToken | undefined {
    if (isCall && withCalls.has(this.language)) return 'call';
    if (typeName.test(word) && withTypes.has(this.language)) return 'title.class';
    return within === 'params' ? 'parameter' : undefined;
  }
}
