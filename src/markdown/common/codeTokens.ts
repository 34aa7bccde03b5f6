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

const jsWords: Words = {
  'keyword.declaration':
    'const let var function class interface type enum namespace module async constructor get set',
  'keyword.import': 'export from import',
  'keyword.modifier':
    'abstract accessor declare extends implements override private protected public readonly static',
  'keyword.operator': 'delete in infer instanceof is keyof new of satisfies typeof void',
};

/** By highlight.js's name of the language: words that are not just `keyword`, `built_in`, … for VS Code's grammars. */
const languageWords: Readonly<Record<string, Words>> = {
  TypeScript: {
    ...jsWords,
    'built_in.type':
      'any bigint boolean never number object Promise string symbol undefined unknown void',
  },
  JavaScript: jsWords,
  Python: {
    'keyword.declaration': 'async class def global lambda nonlocal',
    'keyword.import': 'from import',
    'keyword.operator': 'and in is not or',
    'built_in.type':
      'bool bytearray bytes classmethod complex dict float frozenset int list memoryview object property set slice staticmethod str super tuple type',
  },
  // VS Code's grammar has keyword.control for statements, and keyword.var, keyword.func, … for the rest.
  Go: {
    'keyword.declaration': 'chan const func interface map package struct type var',
    'keyword.import': 'import',
  },
  JSON: { literal: 'true false null' },
  Java: {
    'keyword.declaration': 'class enum interface record var',
    'keyword.modifier':
      'abstract extends final implements native private protected public sealed static synchronized transient volatile',
    'keyword.operator': 'instanceof',
  },
  'C#': {
    'keyword.declaration': 'class delegate enum interface namespace record struct var',
    'keyword.modifier':
      'abstract async const internal override partial private protected public readonly sealed static virtual',
    'keyword.operator': 'as is new nameof sizeof typeof',
  },
  Rust: {
    'keyword.declaration': 'const crate dyn enum fn impl let mod struct trait type',
    'keyword.modifier': 'mut pub ref static unsafe',
    'keyword.operator': 'as',
  },
};

const wordTokens = new Map(
  Object.entries(languageWords).map(([language, words]) => [
    language,
    new Map(
      codeTokens.flatMap((token) =>
        (words[token]?.split(' ') ?? []).map((word): [string, CodeToken] => [word, token]),
      ),
    ),
  ]),
);

/** The scopes of which the words decide; in all others they are any text. */
const wordScopes: ReadonlySet<string> = new Set(['keyword', 'built_in', 'title.function']);

const call = /[\p{L}_][\p{L}\d_]*(?=\()/gu;
const callOrVariable = /[\p{L}_$][\p{L}\d_$]*/gu;

/** By language: words that highlight.js does not mark, and VS Code's grammars do. */
const unmarkedWords: Readonly<Record<string, RegExp>> = {
  TypeScript: callOrVariable,
  JavaScript: callOrVariable,
  Go: callOrVariable,
  Python: call,
  Java: call,
  C: call,
  'C++': call,
  'C#': call,
  Rust: call,
};

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
  readonly #words: ReadonlyMap<string, CodeToken> | undefined;
  readonly #unmarked: RegExp | undefined;
  readonly #isJs: boolean;
  /** The last keyword, which decides about some of the words after it. */
  #keyword = '';

  /** @param language highlight.js's name of it */
  constructor(language: string) {
    this.#words = wordTokens.get(language);
    this.#unmarked = unmarkedWords[language];
    this.#isJs =
      languageWords[language]?.['keyword.declaration'] === jsWords['keyword.declaration'];
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
    if (name === 'attr' && within === 'params') return 'parameter';
    if (name === 'string' && /^\w?(?:"""|''')/u.test(text)) return 'string.doc';
    return (wordScopes.has(name) ? this.#words?.get(text) : undefined) ?? knownScope(name);
  }

  /** Divides text that is in this scope and in none within it. */
  *pieces(text: string, within: CodeScope | undefined): Generator<CodePiece> {
    const words = within === 'params' ? callOrVariable : this.#unmarked;
    let end = 0;
    if (
      words !== undefined &&
      (within === undefined || within === 'params' || within === 'subst')
    ) {
      for (const { 0: word, index } of text.matchAll(words)) {
        if (index > end) yield { text: text.slice(end, index), token: undefined };
        end = index + word.length;
        yield { text: word, token: this.#wordToken(text, index, end, within) };
      }
    }
    if (end < text.length) yield { text: text.slice(end), token: undefined };
    // The declaration of a constant ends there.
    if (this.#keyword === 'const' && text.includes('=')) this.#keyword = '';
  }

  #wordToken(text: string, start: number, end: number, within: CodeScope | undefined): CodeToken {
    if (text[end] === '(') return 'call';
    if (within === 'params') return 'parameter';
    return this.#isJs && this.#keyword === 'const' && !text.slice(0, start).includes('=')
      ? 'variable.constant'
      : 'variable';
  }
}
