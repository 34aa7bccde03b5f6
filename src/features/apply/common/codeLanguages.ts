// What Apply knows of languages, by family: how comments and strings begin and end, and how what has a name begins.
import { closers, lexisOf, type Lexis, type Quoted } from './codeScanner';
import { shellLanguage } from './shellLanguages';
import type { ThingKind } from './thingTree';

/**
 * What stands in a pair of brackets: `top` is the text itself, `type` the members of a class and the like, `enum` members
 * with commas between, `object` keys with values, `list` elements, `cases` the arms of a `match`; nothing in `none` has a
 * name.
 */
export type Context = 'top' | 'type' | 'enum' | 'block' | 'object' | 'list' | 'cases' | 'none';

/** What begins so in one of these contexts has the name of the group `name` or `attribute`, and belongs to that of `owner`. */
type Row = readonly [contexts: readonly Context[], kind: ThingKind, pattern: RegExp];

export interface Language {
  readonly lexis: Lexis;
  readonly rows: readonly Row[];
  /** The context of an open bracket, by the code before it; the first row that matches, else `none`. */
  readonly brackets: readonly (readonly [Context, RegExp])[];
  /** Outside of brackets, lines that are indented more belong to the one before. */
  readonly isIndented?: boolean;
  /** Such lines close what begins with the same indentation. */
  readonly closer?: RegExp;
  /** Such lines belong to it though they are not indented more: `rescue`. */
  readonly middle?: RegExp;
  /** Lines of a class that are not indented more than it; they end what is before them in it. */
  readonly label?: RegExp;
  /** A statement does not end with its line, only with a separator or bracket. */
  readonly needsSeparators?: boolean;
  /** Says of an indented language what a statement with a name has in it. */
  readonly inner?: (text: string) => Context;
  /** A line that ends all before it, however it is indented: `[section]`, `FROM`. */
  readonly section?: RegExp;
  readonly imports?: readonly RegExp[];
  readonly hasPreprocessor?: boolean;
  readonly isJson?: boolean;
  /** The language has several functions with one name: what of a parameter tells which of them it is. */
  readonly overloadBy?: (parameter: string) => string;
  /** A closing bracket without an opening one is text. */
  readonly isLenient?: boolean;
}

/** `int count` has its name last; C++ may have none. */
const typeBefore = (parameter: string): string => parameter.replace(/\s[\w$]+$/u, '');
const typeBehind = (parameter: string): string => parameter.replace(/^[^:]*:/u, '');
const labelAndType = (parameter: string): string => parameter.replace(/^(\w+)(?:\s+\w+)?\s*:/u, '$1:');

const comment = (open: string, close = ''): Quoted => ({ open, close, kind: 'comment', isRaw: true });
const slashes = comment(String.raw`\/\/`);
const hash = comment('#');
const block: Quoted = { ...comment(String.raw`\/\*`, '*/'), isLong: true };
const nestedBlock: Quoted = { ...block, nested: () => '/*' };
const quote = (open: string, more: Partial<Quoted> = {}): Quoted => ({ open, close: (text) => text.slice(-1), kind: 'string', ...more });
const triple = (mark: string, more: Partial<Quoted> = {}): Quoted => quote(mark.repeat(3), { close: mark.repeat(3), isLong: true, ...more });
const character = quote(String.raw`'(?=(?:[^\\']|\\.[^']{0,8})')`, { close: "'" });
const regex: Quoted = { open: String.raw`\/`, close: '/', kind: 'regex' };
const heredoc = (open: string): Quoted => ({ open, close: (text) => /\w+/u.exec(text)?.[0] ?? '', kind: 'heredoc' });
/** Ruby's `%w[a b]`, `%r{x}`. */
const percent = quote(String.raw`%[qQwWiIr]?[[{(<|!](?=\S|$)`, { close: (text) => closers[text.slice(-1)] ?? text.slice(-1), nested: (text) => (closers[text.slice(-1)] === undefined ? '' : text.slice(-1)), isLong: true });

const quotedText = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
/** An expression without blanks; NAME and STRING stand for what they say. */
function re(source: string): RegExp {
  return new RegExp(source.replaceAll('STRING', `(?:${quotedText}|\`[^\`]*\`)`).replaceAll('NAME', String.raw`[\p{L}_$][\p{L}\p{N}_$]*`), 'u');
}
const name = (source: string): string => `(?<name>${source})`;

/** A label of `switch`, in languages without arrows there. */
const caseLabel = re(`^${name('case\\s(?:STRING|::|[^\'"`:])+|default\\s*')}:(?!:)`);

const jsWords = '(?:(?:export|default|declare|abstract|async|const(?=\\s+enum))\\s+)*';
const js: Language = {
  lexis: lexisOf([slashes, block, quote("'"), quote('"'), quote('`', { isLong: true, hole: '${' }), regex]),
  imports: [/^(?:import|export)\s*(?:type\s+)?(?<names>[^'"]*?)\bfrom\s*['"](?<module>[^'"]*)/u, /^import\s*['"](?<module>[^'"]*)/u, /^import\s+(?<names>\w+)\s*=\s*require\(\s*['"](?<module>[^'"]*)/u, /^export\s*(?:type\s*)?\{(?<names>[^'"]*)\}/u, /^(?:const|let|var)\s+(?<names>\{[^{}]*\}|[\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\(\s*['"](?<module>[^'"]*)['"]\)(?:;|$)/u],
  brackets: [
    ['enum', re(`^${jsWords}enum\\b.*[{]$`)],
    ['type', re(`^${jsWords}(?:class|interface|namespace|module|global)\\b.*[{]$`)],
    ['type', re(`^@|^${jsWords}type\\b.*[=&|]\\s*[{]$`)],
    ['none', /[\w$)\]]\[$|\($|\S=\{$/u],
    ['block', /^(?:case\b.*|default\s*):\s*\{$/u],
    ['list', /\[$/u],
    ['type', re(`\\bclass\\b[^(){}]*[{]$`)],
    ['object', /(?:^|[:=<|&,([?+]|[=(,]\s*<[^<>]*>|\b(?:return|default|yield|await|in|of|extends|satisfies|as|const|let|var|readonly)|\.\.\.)\s*\{$/u],
    ['block', /\{$/u],
  ],
  rows: [
    [['top', 'block', 'type'], 'case', caseLabel],
    [['top', 'block', 'type', 'none'], 'decorator', /^(?<name>@[\w.$]+)\s*(?:\((?:.*\)|[^)]*))?$/u],
    [['top', 'block', 'type'], 'definition', re(`^${jsWords}(?:function\\b\\s*\\*?|class\\b|interface\\b|enum\\b|namespace\\b|module\\b|type\\b(?=\\s+NAME))\\s*${name('NAME(?:\\.NAME)*|STRING')}`)],
    [['top'], 'definition', re(`^${jsWords}(?:const|let|var|using)\\s+${name('NAME|[{[].*?[}\\]]')}`)],
    [['block'], 'definition', re(`^(?:const|let|var)\\s+${name('NAME')}(?:\\s*:[^=]*)?\\s*=\\s*(?:async\\b\\s*)?(?:function\\b|class\\b|(?:<[^=]*>\\s*)?(?:\\(.*\\)|NAME)\\s*(?::.*)?=>)`)],
    [['top'], 'definition', re(`^(?:module\\.)?exports\\.${name('NAME')}\\s*=(?!=)`)],
    [['top'], 'definition', re(`^${name('NAME(?:\\.NAME)+')}\\s*=(?!=)`)],
    [['top'], 'definition', /^export\s+(?<name>default)\b/u],
    [['top', 'block'], 'definition', re(`^(?:await\\s+|void\\s+)?${name('NAME(?:\\.NAME)*\\(\\s*STRING')}(?=\\s*,.*(?:=>|\\bfunction\\b|,$))`)],
    [['type'], 'member', re(`^(?:@[\\w.]+(?:\\([^()]*\\))?\\s+)*(?:(?:public|private|protected|readonly|declare|abstract|override|async|accessor|export)\\s+)*(?:const\\s+)?(?:\\*\\s*)?${name('(?:(?:static|get|set|async|readonly|override)\\s+)*\\*?(?:#?NAME|STRING|\\d+|\\[[^\\]]*\\])|\\(\\)|(?=\\()')}\\s*[?!]?\\s*(?=[:(<=;,{]|$)`)],
    [['object'], 'key', re(`^(?:(?:async|readonly)\\s+)?(?:\\*\\s*)?${name('(?:(?:get|set)\\s+(?=[^\\s:(,]))?(?:NAME|STRING|\\d+|\\[[^\\]]*\\]|[-\\w$]+(?=:))')}\\s*(?=[?]?[:,(=;<]|$)`)],
  ],
};

// A run of blanks is read in one way only: `(?!\s)`. Read in several, it would take quadratic time.
const javaWords = '(?:@[\\w.]+(?:\\([^()]*\\))?\\s+(?!\\s)|\\[[^\\]]*\\]\\s*(?!\\s))*(?:(?:public|private|protected|internal|static|final|abstract|sealed|non-sealed|synchronized|native|default|transient|volatile|strictfp|override|virtual|async|partial|readonly|extern|unsafe|new|const|open|data|inner|companion|inline|suspend|operator|infix|lateinit|tailrec|expect|actual|annotation|value|required|event|ref|fun(?=\\s+interface)|enum(?=\\s+class)|fileprivate|indirect|mutating|convenience|dynamic|lazy|weak|optional|external|vararg)(?:\\(set\\))?\\s+)*';
const notMethod = '(?!(?:if|for|while|switch|catch|return|throw|else|do|try|new|using|lock|foreach|assert)\\b)';
const java: Language = {
  overloadBy: typeBefore,
  lexis: lexisOf([slashes, block, triple('"'), quote('[$]?@"|@[$]"', { isRaw: true, isLong: true }), quote('"'), character]),
  imports: [/^import\s+(?:static\s+)?(?<names>[\w.$]+)\s*;?$/u, /^import\s+(?:static\s+)?(?<module>[\w.$*]+)/u, /^(?:global\s+)?using\s+(?<names>\w+\s*=\s*[^;]+)/u, /^(?:global\s+)?using\s+(?:static\s+)?(?<module>[\w.]+)\s*;$/u],
  brackets: [
    ['enum', re(`^${javaWords}enum\\s+[\\p{L}_$].*[{]$`)],
    ['type', re(`^${javaWords}(?:class|interface|record|@interface|struct|namespace)\\s+[\\p{L}_$].*[{]$`)],
    ['type', /\bnew\s+[\w.<>,?][\w.<>,\s?]*\(.*\)\s*\{$/u],
    ['list', /(?:[=(,:]|\]|^)\s*\{$/u],
    ['block', /\{$/u],
  ],
  rows: [
    [['top', 'type', 'block', 'none'], 'decorator', /^(?<name>@(?!interface\b)[\w.]+)\s*(?:\((?:.*\)|[^)]*))?$|^(?<attribute>\[.*\])$/u],
    [['block'], 'case', re(`^${name('case\\s(?:STRING|[^\'"`:-]|-(?!>))+|default\\s*')}(?::|->)`)],
    [['top', 'type', 'block'], 'definition', re(`^${javaWords}(?:class|interface|enum|record|@interface|struct|namespace)\\s+${name('NAME(?:\\.NAME)*')}(?!\\s*=)`)],
    [['top'], 'definition', /^package\s+(?<name>[\w.]+)/u],
    [['type'], 'member', re(`^${javaWords}${notMethod}(?:[^=(;{}]+[\\s\\].>?])?${name('NAME')}\\s*(?:<[\\w,\\s]*>\\s*)?\\(`)],
    [['type'], 'member', re(`^${javaWords}${notMethod}[^=(;{}]+[\\s>\\]?]${name('NAME')}\\s*(?=[=;,{]|$)`)],
    [['type'], 'member', re(`^${name('static|NAME')}\\s*(?=[({,;=]|$)`)],
    [['object'], 'key', re(`^${name('NAME|\\[.*?\\]')}\\s*=`)],
  ],
};

const go: Language = {
  lexis: lexisOf([slashes, block, quote('`', { isLong: true, isRaw: true }), quote('"'), character]),
  imports: [/^import\b\s*\(?(?<names>[^()]*)\)?/u],
  brackets: [
    ['type', /^(?:type|var|const)\s*\($|\b(?:struct|interface)\s*\{$/u],
    ['block', /^(?:func|if|for|switch|select|else|go|defer|case|default)\b|\bfunc\b[^{}]*\{$|\belse\s*\{$/u],
    ['object', /\{$/u],
  ],
  rows: [
    [['block'], 'case', /^(?<name>case\s.*|default)\s*:$/u],
    [['top'], 'definition', re(`^func\\s+(?:\\(\\s*(?:\\w+\\s+)?\\*?(?<owner>\\w+)\\b[^)]*\\)\\s*)?${name('NAME')}`)],
    [['top', 'block'], 'definition', re(`^type\\s+${name('NAME')}`)],
    [['top'], 'definition', re(`^(?:var|const|package)\\s+${name('NAME')}`)],
    [['type'], 'member', re(`^\\*?${name('NAME(?:\\.NAME)?')}`)],
    [['object'], 'key', re(`^${name('STRING|[^:,(){}\'"`]+')}\\s*:(?!=)`)],
  ],
};

const rustWords = '(?:pub(?:\\([^)]*\\))?\\s+)?(?:(?:default|const(?=\\s+(?:fn|unsafe|async|extern))|async|unsafe|extern(?:\\s*"[^"]*")?)\\s+)*';
const rust: Language = {
  lexis: lexisOf([slashes, nestedBlock, quote(String.raw`\bb?r#*"`, { close: (open) => `"${'#'.repeat(open.length - open.indexOf('r') - 2)}`, isRaw: true, isLong: true }), quote('"', { isLong: true }), character]),
  imports: [/^(?:pub(?:\([^)]*\))?\s+)?use\s+(?<module>[^{};*]*?)(?:::)?\{(?<names>[^;]*)/u, /^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\s+(?<names>[^;{}]*);?$/u],
  brackets: [
    ['none', /^#!?\[$/u],
    ['list', /\[$/u],
    ['cases', /\bmatch\b[^{]*\{$/u],
    ['enum', re(`^${rustWords}(?:struct|enum|union)\\b.*[{]$`)],
    ['type', re(`^${rustWords}(?:trait|impl|mod|extern)\\b.*[{]$`)],
    ['block', re(`^${rustWords}(?:fn|if|for|while|loop)\\b.*[{]$|(?:=>|[|]|\\)|->.*|\\b(?:else|unsafe|loop|async|move|try)|\\b(?:if|while|for)\\b[^{}]*|!)\\s*[{]$`)],
    ['object', /[\w>]\s*\{$/u],
  ],
  rows: [
    [['top', 'type', 'block', 'object', 'list', 'cases', 'none'], 'decorator', /^(?<name>#!?\[.*?\]?)$/u],
    [['cases'], 'case', /^(?<name>.+?)\s*=>/u],
    [['top', 'type', 'block'], 'definition', re(`^${rustWords}(?:fn|struct|enum|trait|union|mod|type|macro_rules!)\\s+${name('(?:r#)?NAME')}`)],
    [['top', 'type', 'block'], 'definition', re(`^${rustWords}(?:const|static)\\s+(?:mut\\s+)?${name('NAME')}`)],
    [['top', 'type', 'block'], 'definition', /^(?:unsafe\s+)?(?<name>impl\b.*?)\s*(?:\{|\bwhere\b|$)/u],
    [['type'], 'member', re(`^(?:pub(?:\\([^)]*\\))?\\s+)?${name('NAME')}\\s*(?=[:({,=]|$)`)],
    [['object'], 'key', re(`^${name('NAME')}\\s*(?=:(?!:)|,|$)`)],
  ],
};

const python: Language = {
  lexis: lexisOf([hash, triple('"'), triple("'"), quote("'"), quote('"')]),
  isIndented: true,
  imports: [/^from\s+(?<module>\S+)\s+import\s+(?<names>[^;]+)/u, /^import\s+(?<heads>[^;]+)/u],
  inner: (text) => (/^class\b/u.test(text) ? 'type' : 'block'),
  brackets: [
    ['none', /[\w)\]]\s*\[$|^(?:from|(?:async\s+)?(?:def|class)|del|assert|if|elif|while|for|with)\b[^:]*\($/u],
    ['object', /[\w)\]]\s*\($/u],
    ['list', /[[(]$/u],
    ['object', /\{$/u],
  ],
  rows: [
    [['top', 'type', 'block'], 'decorator', /^(?<name>@[\w.]+)/u],
    [['top', 'type', 'block'], 'definition', re(`^(?:async\\s+)?(?:def|class)\\s+${name('NAME')}`)],
    [['block', 'top'], 'case', /^(?<name>case\s.*):$/u],
    [['top'], 'definition', re(`^${name('NAME')}\\s*(?::[^=]*)?=(?!=)`)],
    [['type'], 'member', re(`^${name('NAME')}\\s*(?::(?!=)|=(?!=))`)],
    [['object'], 'key', re(`^${name('NAME')}\\s*=(?!=)`)],
    [['object'], 'key', re(`^(?:[rbuf]{0,2})${name('STRING|[^:({\\[]*[^:({\\[\\s]')}\\s*:(?!=)`)],
  ],
};

const cWords = '(?:(?:inline|static|const|extern|constexpr|consteval|friend|virtual|explicit|typedef|volatile|mutable|__attribute__\\s*\\(\\([^()]*\\)\\)|\\[\\[[^\\]]*\\]\\]|export)\\s+)*';
const cType = `^(?:template\\s*<.*>\\s*)?${cWords}(?:class|struct|union|enum(?:\\s+(?:class|struct))?|namespace|concept)\\s+(?:[A-Z_0-9]+(?:\\(.*?\\))?\\s+|(?:alignas|__\\w+)\\(.*?\\)\\s+|\\[\\[.*?\\]\\]\\s*)?`;
const c: Language = {
  lexis: lexisOf([slashes, block, quote(String.raw`\bu?8?R"[^()\s"]{0,16}\(`, { close: (open) => `)${open.slice(open.indexOf('"') + 1, -1)}"`, isRaw: true, isLong: true }), quote('"'), character]),
  hasPreprocessor: true,
  imports: [/^@import\s+(?<module>[^;]*)/u],
  brackets: [
    ['object', /(?:[=(,@]|\breturn|\])\s*\{$/u],
    ['enum', /^(?:typedef\s+)?(?:static\s+|const\s+)*enum\b[^()]*\{$|^typedef\s+NS_(?:ENUM|OPTIONS)\(.*\)\s*\{$/u],
    ['type', re(`${cType}(?:[\\w:]+(?:<.*>)?)?\\s*(?:final\\s*)?(?::(?!:)[^()]*)?[{]$`)],
    ['type', /^(?:inline\s+)?namespace\b.*\{$|^extern\s*"C(?:\+\+)?"\s*\{$|^(?:typedef\s+)?(?:static\s+|const\s+)*(?:struct|union)\s*\{$/u],
    ['block', /\{$/u],
  ],
  rows: [
    [['block'], 'case', caseLabel],
    [['top', 'type', 'block'], 'definition', re(`${cType}${name('[\\w:]+(?:<[^{]*>)?')}(?=\\s*(?:final\\s*)?(?:[{;]|:(?!:)|=|$))`)],
    [['top', 'type'], 'definition', /^(?:inline\s+)?(?<name>namespace)\s*\{/u],
    [['top', 'type'], 'definition', /^(?:typedef\b.*?|using\s+)(?<name>\w+)(?:\s*=.*|\s*)?;?$/u],
    [['top'], 'definition', /^(?<name>[A-Z][A-Z0-9_]*\(.*\))\s*\{?$/u],
    [['top'], 'definition', /^[-+]\s*\(.*?\)\s*(?<name>[^;{]+?)\s*(?:[;{]|$)|^(?<attribute>@(?:property|synthesize|dynamic)\b.*?)\s*;?$/u],
    [['top', 'type'], 'member', re(`^(?:template\\s*<.*?>\\s*)?(?!(?:if|for|while|switch|return|else|do|using|typedef|throw|delete|new)\\b)(?:\\[\\[.*?\\]\\]\\s*(?![\\s\\]]))?[^=(){};]*?(?<![\\w:>,])${name('~?(?:[\\w:<>,]*::)?(?:operator\\b[^(]*(?:\\(\\))?|~?\\w+(?:<[^()]*>)?)')}\\s*\\(`)],
    [['top', 'type'], 'member', re(`^(?!(?:return|using|typedef|goto|public|private|protected)\\b)[\\w:<>*&,\\s]+[\\s*&>]${name('(?:\\w+::)*\\w+')}\\s*(?:\\[[^\\]]*\\]|:\\s*\\d+)*\\s*(?:=|;|\\{.*\\};?$)`)],
    [['type'], 'member', /^(?<name>\w+)\s*(?:=|,|$)/u],
    [['object'], 'key', /^(?<name>\.\w+|\[.*?\])\s*=|^(?<attribute>@?"(?:[^"\\]|\\.)*")\s*:/u],
    [['top'], 'definition', /^@(?:interface|implementation|protocol)\s+(?<name>\w+(?:\s*\(\w*\))?)/u],
  ],
};

const css: Language = {
  lexis: lexisOf([block, quote("'"), quote('"')]),
  needsSeparators: true,
  imports: [/^@(?:import|use|forward)\s+(?:\([^)]*\)\s*)?(?:url\()?['"]?(?<module>[^'");]*)/u],
  brackets: [
    ['block', /\{$/u],
    ['object', /^\$[\w-]+\s*:\s*\($/u],
  ],
  rows: [
    [['top', 'block'], 'selector', /^(?<name>(?:[^{#]|#\{[^}]*\}|#(?!\{))*?)\s*\{/u],
    [['top', 'block'], 'key', /^(?<name>[-$@]?[-\w]+)\s*:(?!.*\{$).*(?:;|$)/u],
    [['top', 'block'], 'key', /^(?<name>[@.].*?)\s*;$/u],
    [['object'], 'key', /^(?<name>['"\w-]+)\s*:/u],
  ],
};

const json: Language = {
  lexis: js.lexis,
  isJson: true,
  brackets: [
    ['list', /\[$/u],
    ['object', /\{$/u],
  ],
  rows: [[['object'], 'key', /^(?<name>"(?:[^"\\]|\\.)*")\s*:/u]],
};

const kotlin: Language = {
  ...java,
  overloadBy: typeBehind,
  lexis: lexisOf([slashes, nestedBlock, triple('"', { isRaw: true, hole: '${' }), quote('"', { hole: '${' }), character]),
  imports: [/^import\s+(?<names>[\w.]+\w(?:\s+as\s+\w+)?)\s*$/u, /^import\s+(?<module>[\w.*]+)/u],
  brackets: [
    ['enum', re(`^${javaWords}(?:enum\\s+)?(?:class|interface|object)\\b.*\\($|^${javaWords}enum\\s+class\\b.*[{]$|^constructor\\s*\\($`)],
    ['type', re(`^${javaWords}(?:class|interface|object)\\b.*[{]$`)],
    ['type', /\bobject\s*(?::[^{}]*)?\{$/u],
    ['cases', /\bwhen\b[^{}]*\{$/u],
    ['block', /\{$/u],
  ],
  rows: [
    [['top', 'type', 'block', 'none'], 'decorator', /^(?<name>@[\w.:]+)\s*(?:\((?:.*\)|[^)]*))?$/u],
    [['cases'], 'case', /^(?<name>.+?)\s*->/u],
    [['top', 'type', 'block'], 'definition', re(`^${javaWords}fun\\s+(?:<[^(]*>\\s*)?(?:(?<owner>[\\w.]+)(?:<[^(]*>)?\\??\\.)?${name('NAME|`[^`]+`')}`)],
    [['top', 'type', 'block'], 'definition', re(`^${javaWords}(?:class|interface|object|typealias)\\s+${name('NAME')}`)],
    [['type'], 'definition', /^(?<name>companion object|init|constructor)\b/u],
    [['top', 'type'], 'member', re(`^${javaWords}(?:val|var)\\s+(?:<[^(]*>\\s*)?(?:[\\w.<>?]+\\.)?${name('NAME')}`)],
    [['top'], 'definition', /^package\s+(?<name>[\w.]+)/u],
    [['type'], 'member', re(`^${name('NAME')}\\s*(?=[({,;:]|$)`)],
  ],
};

const swift: Language = {
  overloadBy: labelAndType,
  lexis: lexisOf([slashes, nestedBlock, quote('(?<!#)#+"', { close: (open) => `"${'#'.repeat(open.length - 1)}`, isRaw: true }), triple('"'), quote('"', { hole: '\\(' })]),
  hasPreprocessor: true,
  imports: [/^(?:@\w+\s+)*import\s+(?:(?:class|struct|func|enum|protocol|var|let|typealias)\s+)?(?<module>[\w.]+)$/u],
  brackets: [
    ['list', /\[$/u],
    ['type', re(`^${javaWords}(?:class|struct|enum|protocol|extension|actor)\\b[^=]*[{]$`)],
    ['block', /\{$/u],
  ],
  rows: [
    [['top', 'type', 'block'], 'decorator', /^(?<name>@[\w.]+)\s*(?:\((?:.*\)|[^)]*))?$/u],
    [['block'], 'case', /^(?<name>case\s+\S.*|default)\s*:$/u],
    [['block'], 'case', /^(?<name>case\s+[^:\s][^:]*|default)\s*:/u],
    [['top', 'type', 'block'], 'definition', re(`^${javaWords}(?:class\\s+|static\\s+)?func\\s+${name('[^\\s(<]+')}`)],
    [['top', 'type', 'block'], 'definition', re(`^${javaWords}(?:class|struct|enum|protocol|extension|actor|typealias|associatedtype)\\s+(?!(?:func|var|let)\\b)${name('[\\w.]+')}`)],
    [['type'], 'definition', re(`^${javaWords}${name('(?:init|deinit|subscript)\\b[?!]?')}`)],
    [['top', 'type'], 'member', re(`^${javaWords}(?:class\\s+)?(?:var|let)\\s+${name('\\w+')}`)],
    [['type'], 'member', re(`^${javaWords}case\\s+${name('\\w+')}`)],
    [['list'], 'key', re(`^${name('STRING|\\.?\\w+')}\\s*:`)],
  ],
};

const php: Language = {
  lexis: lexisOf([slashes, comment('#(?!\\[)'), block, quote("'", { isLong: true }), quote('"', { isLong: true }), heredoc(String.raw`<<<\s*["']?\w+["']?`)]),
  imports: [/^use\s+(?:function\s+|const\s+)?(?<module>[\w\\]+)\\\{(?<names>[^}]*)\}/u, /^use\s+(?:function\s+|const\s+)?(?<names>[\w\\]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w\\]+)*)\s*;/u, /^(?:require|include)(?:_once)?\b[\s(]*(?<module>[^\s;(][^;]*);/u],
  brackets: [
    ['none', /^#\[$/u],
    ['object', /\[$|\barray\s*\($/u],
    ['object', /\bmatch\s*\(.*\)\s*\{$/u],
    ['type', /^(?:<\?php\s+)?(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\b[^=(]*\{$|\bnew\s+class\b.*\{$/u],
    ['block', /\{$/u],
  ],
  rows: [
    [['top', 'type', 'block'], 'decorator', /^(?<name>#\[.*?\]?)$/u],
    [['block'], 'case', caseLabel],
    [['top', 'block', 'type'], 'definition', re(`^(?:<\\?php\\s+)?(?:(?:abstract|final|readonly|public|private|protected|static)\\s+)*(?:function|class|interface|trait|enum|namespace)\\s+&?${name('[\\w\\\\]+')}`)],
    [['top', 'type'], 'member', re(`^(?:(?:public|private|protected|static|readonly|final|var|const|case|use)\\s+)+(?:[\\w?|\\\\]+\\s+)?${name('\\$?[\\w\\\\]+')}`)],
    [['top'], 'definition', /^(?<name>\$\w+)\s*=(?!=)/u],
    [['object'], 'key', re(`^${name('STRING|[^\'"=(]+?')}\\s*=>`)],
  ],
};

const ruby: Language = {
  lexis: lexisOf([hash, { open: '^=begin\\b', close: '=end', kind: 'comment', isLong: true, isRaw: true }, quote("'", { isLong: true }), quote('"', { isLong: true, hole: '#{' }), quote('`', { isLong: true, hole: '#{' }), percent, heredoc(String.raw`<<[~-]?(?:[A-Z]\w*|'\w+'|"\w+")`), { ...regex, open: String.raw`\/(?![\s=])` }]),
  isIndented: true,
  closer: /^(?:end\b|[\]})])/u,
  middle: /^(?:else|elsif|rescue|ensure|in|then|when)\b/u,
  label: /^(?:private|public|protected)$/u,
  inner: (text) => (/^(?:class|module)\b/u.test(text) ? 'type' : /\bdo$/u.test(text) ? 'top' : 'block'),
  imports: [/^(?:require|require_relative|load|autoload)[\s(]+['"]?(?<module>[^'")]*)/u],
  brackets: [
    ['none', /^(?:def|if|unless|while|until|elsif)\b[^{[]*\($/u],
    ['list', /\[$/u],
    ['object', /(?:^|[=(,:>|&]|\breturn|\w\()\s*\{$|\($/u],
  ],
  rows: [
    [['top', 'type', 'block'], 'definition', /^(?:(?:private|public|protected|private_class_method|module_function)\s+)?def\s+(?<name>(?:self\.|[\w@]+\.)?(?:\w+[?!=]?(?=[\s(;]|$)|[^\s(\w]+|`))/u],
    [['top', 'type', 'block'], 'definition', /^(?:class|module)\s+(?<name><<\s*\w+|[\w:]+)/u],
    [['top', 'type', 'block'], 'case', /^(?<name>(?:when|in)\s.*?)(?:\s+then\b.*)?$/u],
    [['top', 'type'], 'definition', /^(?<name>[A-Z]\w*)\s*(?:\|\|)?=(?![=~])/u],
    [['top', 'type', 'block'], 'definition', re(`^(?:RSpec\\.)?${name('[a-z]\\w*[\\s(]+(?:STRING|:\\w+\\b|[A-Z][\\w:]*(?![\\w:]))')}.*(?:\\bdo(?:\\s*[|].*[|])?|[{])$`)],
    [['type'], 'member', /^(?<name>@{0,2}[a-z_]\w*)\s*(?:\|\|)?=(?![=~])/u],
    [['top', 'type'], 'member', /^(?<name>(?:attr_\w+|include|extend|prepend|alias|alias_method|delegate|has_many|belongs_to|has_one|validates?|scope|gem|source|before_action|after_action)\b\s+[:'"]?[\w./:@-]+)/u],
    [['object', 'list'], 'key', re(`^${name('STRING|:?[\\w?!]+')}(?::(?!:)|\\s*=>)`)],
  ],
};

const lua: Language = {
  lexis: lexisOf([{ ...comment(String.raw`--\[=*\[`), close: (open) => open.slice(2).replaceAll('[', ']'), isLong: true }, comment('--'), quote(String.raw`\[=*\[`, { close: (open) => open.replaceAll('[', ']'), isLong: true, isRaw: true }), quote("'"), quote('"')]),
  isIndented: true,
  closer: /^(?:end\b|[\]})])/u,
  imports: [/^local\s+(?<names>\w+)\s*=\s*require\s*\(?\s*['"](?<module>[^'"]*)['"]\s*\)?$/u, /^require\s*\(?\s*['"](?<module>[^'"]*)/u],
  brackets: [['object', /\{$/u]],
  rows: [
    [['top', 'block'], 'definition', /^(?:local\s+)?function\s+(?<name>[\w.:]+)/u],
    [['top', 'block'], 'definition', /^(?:local\s+)?(?<name>[\w.]+)\s*=\s*function\b/u],
    [['top'], 'definition', /^(?:local\s+)?(?<name>[\w.]+)\s*(?:<\w+>\s*)?=(?!=)/u],
    [['object'], 'key', /^(?<name>\w+|\[.*?\])\s*=(?!=)/u],
  ],
};

const shellWord = String.raw`(?:[-\w*?.$@/:+[\]]|"[^"]*"|'[^']*'|\\.)+`;
const shell: Language = {
  lexis: lexisOf([comment('(?<!\\S)#'), { open: String.raw`\\.|[$][{][^}"]*[}]?`, close: '', kind: 'text' }, quote("'", { isLong: true, isRaw: true }), quote('"', { isLong: true, hole: '$(' }), heredoc(String.raw`<<-?\s*\\?(?:\w+|'\w+'|"\w+")`)], '[()]'),
  isIndented: true,
  isLenient: true,
  closer: /^(?:\}|fi\b|done\b|esac\b)/u,
  imports: [/^(?:source|\.)\s+(?<module>\S.*)$/u],
  brackets: [],
  rows: [
    [['top', 'block'], 'definition', /^(?:function\s+(?<name>[\w:.-]+)|(?<attribute>[\w:.-]+)\s*\(\s*\))/u],
    [['top'], 'definition', /^(?:(?:export|readonly|local|declare|typeset)\s+(?:-\w+\s+)*)?(?<name>\w+)\+?=/u],
    [['top'], 'definition', /^(?<name>alias\s+[\w.-]+)=/u],
    [['top', 'block'], 'case', re(`^\\(?${name(`${shellWord}(?: *\\| *${shellWord})*`)}\\)(?!\\))`)],
  ],
};

const toml: Language = {
  lexis: lexisOf([hash, triple('"'), triple("'", { isRaw: true }), quote("'", { isRaw: true }), quote('"')]),
  isIndented: true,
  section: /^\[/u,
  brackets: [['list', /\[$/u]],
  rows: [
    [['top'], 'element', /^(?<name>\[\[.*\]\])/u],
    [['top'], 'key', /^(?<name>\[.*\])$/u],
    [['top'], 'key', re(`^${name('(?:STRING|[\\w.-])+')}\\s*=`)],
  ],
};
const ini: Language = {
  ...toml,
  lexis: lexisOf([comment('^\\s*[#;]')], '(?!)'),
  rows: [
    [['top'], 'key', /^(?<name>\[.*\])/u],
    [['top'], 'key', /^(?<name>[^=:\s][^=:]*?)\s*(?:[=:]|$)/u],
  ],
};
const hashComments = lexisOf([hash], '(?!)');
const dockerfile: Language = {
  lexis: hashComments,
  isIndented: true,
  section: /^FROM\b/iu,
  inner: () => 'top',
  brackets: [],
  rows: [
    [['top'], 'definition', /^FROM\s+(?:\S+\s+AS\s+)?(?<name>\S+)/iu],
    [['top'], 'key', /^(?:ENV|ARG|LABEL)\s+(?<name>[\w.-]+)/iu],
    [['top'], 'element', /^(?<name>[A-Z]+\s.*[^\s\\])/u],
  ],
};
const makefile: Language = {
  lexis: hashComments,
  isIndented: true,
  imports: [/^-?include\s+(?<module>.*)/u],
  brackets: [],
  rows: [
    [['top'], 'key', /^(?:export\s+|override\s+)*(?<name>[\w.-]+)\s*(?:[:?+!]|::)?=/u],
    [['top'], 'definition', /^(?<name>[^\s:=#][^:=#]*?)\s*::?(?!=)/u],
  ],
};

const csharp: Language = {
  ...java,
  hasPreprocessor: true,
  brackets: [['object', /\bnew\b[^{}]*\{$/u], ...java.brackets],
};

/** The keys are the extensions of files, or their whole names. */
export const languages: ReadonlyMap<string, Language> = new Map(
  (
    [
      [js, 'ts tsx js jsx mjs cjs mts cts'],
      [java, 'java'],
      [kotlin, 'kt kts'],
      [csharp, 'cs'],
      [go, 'go'],
      [rust, 'rs'],
      [c, 'c m mm'],
      [{ ...c, overloadBy: typeBefore }, 'cc cpp cxx h hh hpp'],
      [swift, 'swift'],
      [php, 'php'],
      [python, 'py'],
      [ruby, 'rb'],
      [lua, 'lua'],
      [shell, 'sh bash'],
      [css, 'css'],
      [{ ...css, lexis: lexisOf([block, comment(String.raw`(?<!:)\/\/`), quote("'"), quote('"')]) }, 'scss less'],
      [json, 'json jsonc'],
      [toml, 'toml'],
      [ini, 'ini'],
      [dockerfile, 'dockerfile'],
      [makefile, 'makefile'],
    ] as const
  ).flatMap(([language, extensions]) => extensions.split(' ').map((one): readonly [string, Language] => [one, language])),
);

const fenceNames: Readonly<Record<string, string>> = {
  javascript: 'js',
  typescript: 'ts',
  python: 'py',
  python3: 'py',
  ruby: 'rb',
  rust: 'rs',
  golang: 'go',
  kotlin: 'kt',
  csharp: 'cs',
  'c#': 'cs',
  'c++': 'cpp',
  objectivec: 'm',
};

/** Whether a fence names another language than that of a file, not only another dialect; false where one is not known. */
export function isOtherLanguage(fence: string, extension: string): boolean {
  const word = fence.toLowerCase();
  const [inFence, inFile] = [shellLanguage.test(word) ? 'sh' : (fenceNames[word] ?? word), extension].map((one) => languages.get(one)?.brackets);
  return inFence !== undefined && inFile !== undefined && inFence !== inFile;
}
