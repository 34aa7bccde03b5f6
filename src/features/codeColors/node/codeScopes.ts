// The TextMate scopes that VS Code's grammars give to what highlight.js calls a token, as far as themes care.
import { isDeepStrictEqual } from 'node:util';
import { codeTokens, type CodeToken } from '../../../markdown/common/codeTokens';
import type { CodeStyle } from '../common/codeColorsView';
import { styleFinder, type ColorRule } from './colorRules';

/** The outermost scope first, without the root scope and the language at the end. */
const scopes: Readonly<Record<CodeToken, string>> = {
  comment: 'comment.line',
  doctag: 'comment.block.documentation storage.type.class.jsdoc',
  quote: 'markup.quote',
  keyword: 'keyword.control',
  'keyword.declaration': 'storage.type',
  'keyword.import': 'keyword.other.import',
  'keyword.modifier': 'storage.modifier',
  'keyword.operator': 'keyword.operator.expression',
  call: 'entity.name.function',
  built_in: 'support.function',
  'built_in.type': 'support.type',
  literal: 'constant.language',
  'selector-tag': 'entity.name.tag',
  'selector-class': 'entity.other.attribute-name.class',
  'selector-id': 'entity.other.attribute-name.id',
  'selector-pseudo': 'entity.other.attribute-name.pseudo-class',
  meta: 'keyword.control.directive',
  string: 'string.quoted.double',
  'string.doc': 'string.quoted.docstring.multi',
  'string.import': 'string.quoted.double',
  regexp: 'string.regexp',
  char: 'string.quoted.double constant.character.escape',
  subst: 'meta.embedded',
  link: 'markup.underline.link',
  number: 'constant.numeric',
  symbol: 'constant.other.symbol',
  bullet: 'punctuation.definition.list.begin',
  title: 'entity.name.function',
  'title.class': 'entity.name.type.class',
  name: 'entity.name.tag',
  section: 'markup.heading entity.name.section',
  type: 'entity.name.type',
  attr: 'entity.other.attribute-name',
  attribute: 'support.type.property-name',
  property: 'variable.other.property',
  parameter: 'variable.parameter',
  variable: 'variable.other.readwrite',
  'variable.constant': 'variable.other.constant',
  'variable.language': 'variable.language',
  tag: 'punctuation.definition.tag',
  emphasis: 'markup.italic',
  strong: 'markup.bold',
  code: 'markup.inline.raw',
  addition: 'markup.inserted',
  deletion: 'markup.deleted',
};

interface LanguageScopes {
  /** The end of all scopes. */
  readonly suffix: string;
  /** `source` with the suffix, unless it is named. */
  readonly root?: string;
  readonly scopes?: Partial<Record<CodeToken, string>>;
}

const js: LanguageScopes['scopes'] = {
  'keyword.declaration': 'meta.var.expr storage.type',
  'keyword.import': 'keyword.control.import',
  'built_in.type': 'support.type.primitive',
  'title.class': 'entity.name.type',
  attr: 'meta.object.member meta.object-literal.key',
  meta: 'meta.decorator entity.name.function',
  subst: 'string.template meta.template.expression',
  'variable.language': 'variable.language.this',
};
const cFamily: LanguageScopes['scopes'] = { type: 'storage.type.built-in.primitive' };
const css: LanguageScopes['scopes'] = {
  built_in: 'support.function.misc',
  attribute: 'meta.property-name support.type.property-name',
  number: 'meta.property-value constant.numeric',
  variable: 'variable',
};

/** What differs from the scopes above; keys are highlight.js's names of languages. */
const languages: Readonly<Record<string, LanguageScopes>> = {
  TypeScript: { suffix: '.ts', scopes: js },
  JavaScript: { suffix: '.js', scopes: js },
  Python: {
    suffix: '.python',
    scopes: {
      'keyword.declaration': 'storage.type.function',
      'keyword.import': 'keyword.control.import',
      'keyword.operator': 'keyword.operator.logical',
      call: 'meta.function-call meta.function-call.generic',
      built_in: 'support.function.builtin',
      meta: 'meta.function.decorator entity.name.function.decorator',
      string: 'string.quoted.single',
      subst: 'meta.fstring',
      parameter: 'meta.function.parameters variable.parameter.function.language',
      'variable.language': 'variable.language.special.self',
    },
  },
  Go: {
    suffix: '.go',
    scopes: {
      'keyword.declaration': 'keyword.function',
      'keyword.import': 'keyword.control.import',
      call: 'entity.name.function.support',
      built_in: 'entity.name.function.support.builtin',
      'string.import': 'string.quoted.double entity.name.import',
      type: 'storage.type.string',
      variable: 'variable.other',
    },
  },
  JSON: {
    suffix: '.json',
    scopes: {
      attr: 'meta.structure.dictionary string support.type.property-name',
      string: 'meta.structure.dictionary meta.structure.dictionary.value string.quoted.double',
    },
  },
  Java: {
    suffix: '.java',
    scopes: {
      'keyword.declaration': 'storage.modifier',
      built_in: 'variable.language',
      meta: 'storage.type.annotation',
      'title.class': 'storage.type',
      type: 'storage.type.primitive',
    },
  },
  'C#': {
    suffix: '.cs',
    scopes: { 'keyword.declaration': 'storage.type.class', built_in: 'keyword.type' },
  },
  C: { suffix: '.c', scopes: cFamily },
  'C++': { suffix: '.cpp', scopes: cFamily },
  Rust: { suffix: '.rust', scopes: { 'keyword.declaration': 'keyword.other' } },
  PHP: { suffix: '.php', scopes: { variable: 'variable.other' } },
  Ruby: { suffix: '.ruby' },
  Bash: { suffix: '.shell', scopes: { built_in: 'support.function.builtin' } },
  SQL: { suffix: '.sql', scopes: { keyword: 'keyword.other.DML', type: 'storage.type' } },
  CSS: { suffix: '.css', scopes: css },
  SCSS: { suffix: '.scss', scopes: css },
  Less: { suffix: '.less', scopes: css },
  'HTML, XML': { suffix: '.html', root: 'text.html.derivative' },
  YAML: { suffix: '.yaml', scopes: { attr: 'string entity.name.tag', string: 'string.quoted' } },
  Markdown: { suffix: '.markdown', root: 'text.html.markdown' },
};

/** The styles of all tokens; of those in one language only what differs. */
export function codeStyles(rules: readonly ColorRule[]): readonly CodeStyle[] {
  const styleOf = styleFinder(rules);
  const styleIn = (token: CodeToken, { suffix, root, scopes: own }: LanguageScopes): CodeStyle => {
    const names = (own?.[token] ?? scopes[token]).split(' ').map((name) => name + suffix);
    return { token, ...styleOf([root ?? `source${suffix}`, ...names]) };
  };
  return codeTokens.flatMap((token) => {
    const style = styleIn(token, { suffix: '' });
    return Object.entries(languages).reduce(
      (styles, [language, names]) => {
        const own = styleIn(token, names);
        return isDeepStrictEqual(own, style)
          ? styles
          : styles.concat(Object.assign(own, { language }));
      },
      [style],
    );
  });
}
