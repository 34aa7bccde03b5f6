// The definitions of a file and what they hold. A syntax tree stands in for the language server that names functions and
// classes, and tells the measure which lines an answer can leave out; Apply's own reading could not find its own misses.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from './packages';

/** Lines from 0, `end` is exclusive. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

export interface Member extends LineRange {
  readonly name: string;
  /** The first line of the comments and decorators above. */
  readonly lead: number;
}

export interface Outlined extends Member {
  /** How many definitions or keys it is in. */
  readonly depth: number;
  /** What it holds, each on lines of its own, all with different names. */
  readonly members: readonly Member[];
}

export interface Outline {
  readonly definitions: readonly Outlined[];
  /** The outermost keys of a configuration file. */
  readonly keys: readonly Outlined[];
  readonly imports: readonly LineRange[];
}

export type ReadOutline = (text: string, language: string) => Outline;

/** What the measure uses of web-tree-sitter. */
interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly hasError: boolean;
  readonly startPosition: { readonly row: number };
  readonly endPosition: { readonly row: number; readonly column: number };
  readonly namedChildren: readonly SyntaxNode[];
  childForFieldName(name: string): SyntaxNode | null;
}
interface TreeSitter {
  readonly Parser: {
    new (): {
      setLanguage(language: unknown): void;
      parse(text: string): { readonly rootNode: SyntaxNode; delete(): void };
    };
    init(): Promise<void>;
  };
  readonly Language: { load(file: string): Promise<unknown> };
}

const vscodeGrammars = '@vscode/tree-sitter-wasm';
const inVscode = (name: string): string =>
  join(packageFolder(vscodeGrammars), 'wasm', `tree-sitter-${name}.wasm`);
const ofPackage = (name: string): string =>
  join(packageFolder(name), `${name.split('/').at(-1)}.wasm`);

const grammars = (): Readonly<Record<string, string>> => ({
  TypeScript: inVscode('tsx'),
  JavaScript: inVscode('javascript'),
  Python: inVscode('python'),
  Java: inVscode('java'),
  'C++': inVscode('cpp'),
  'C#': inVscode('c-sharp'),
  Go: inVscode('go'),
  Rust: inVscode('rust'),
  Ruby: inVscode('ruby'),
  PHP: inVscode('php'),
  Bash: inVscode('bash'),
  CSS: inVscode('css'),
  Lua: ofPackage('@tree-sitter-grammars/tree-sitter-lua'),
  YAML: ofPackage('@tree-sitter-grammars/tree-sitter-yaml'),
  TOML: ofPackage('@tree-sitter-grammars/tree-sitter-toml'),
  JSON: ofPackage('tree-sitter-json'),
});

const definition =
  /^(?:(?:async_|generator_)?(?:function|method|constructor|class|interface|enum|struct|record|trait|impl|mod|namespace|abstract_class|type_alias|property)_(?:declaration|definition|specifier|item|signature)|type_spec|singleton_method|class|module|method|rule_set)$/u;
const container =
  /^(?:abstract_)?(?:class|interface|enum|struct|record|trait|impl|mod|type|namespace|module|rule_set|variable|pair|block_mapping|table)/u;
const key = /^(?:pair|block_mapping_pair|table)$/u;
const configurations = new Set(['JSON', 'YAML', 'TOML']);
const beside = /comment|decorator|attribute_item/u;
const imports =
  /^(?:import_(?:statement|declaration|from_statement)|use_declaration|namespace_use_declaration|using_directive|preproc_include|package_(?:clause|declaration))$/u;
/** What has no name of its own. */
const unnamed =
  /^(?:access_specifier|preproc|pass|spread|ERROR|call$|string|parent|rest_|empty|base_|identifier$|static_block|class_static)/u;

const aboveDefinition =
  /^\s*(?:\/\/|\/?\*|#(?!include|define|if|end|el|pragma|!)|--|@\w+(?:\(.*\))?$)/u;

export async function loadOutline(): Promise<ReadOutline> {
  const folder = join(packageFolder(vscodeGrammars), 'wasm');
  const { Parser, Language } = createRequire(__filename)(
    join(folder, 'tree-sitter.js'),
  ) as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  const loaded = new Map<string, unknown>();
  for (const [language, file] of Object.entries(grammars())) {
    loaded.set(language, await Language.load(file));
  }
  return (text, language) => {
    const grammar = loaded.get(language);
    if (grammar === undefined) return { definitions: [], keys: [], imports: [] };
    parser.setLanguage(grammar);
    const tree = parser.parse(text);
    const lines = text.split('\n');
    const found: { definitions: Outlined[]; keys: Outlined[]; imports: LineRange[] } = {
      definitions: [],
      keys: [],
      imports: tree.rootNode.namedChildren
        .filter(({ type, text: code }) => imports.test(type) || /^require\b/u.test(code))
        .map(rangeOf),
    };
    collect(tree.rootNode, 0);
    tree.delete();
    return found;

    function collect(node: SyntaxNode, depth: number, outer = node): void {
      const isValue =
        node.type === 'variable_declarator' &&
        /function|arrow|class|object/u.test(node.childForFieldName('value')?.type ?? '');
      const isKey = configurations.has(language) && key.test(node.type);
      const name = nameOf(node);
      const isNamed = name !== undefined && (definition.test(node.type) || isValue || isKey);
      if (isNamed) {
        const isOwn = isValue && !/^\w+_declaration$/u.test(outer.type);
        const range = rangeOf(isOwn ? node : outer);
        const lead = leadOf(range.start, lines);
        (isKey ? found.keys : found.definitions).push({
          ...range,
          name,
          lead,
          depth,
          members: membersOf(node, lines),
        });
      }
      // `export` and decorators are part of what a server reports.
      const wraps =
        /^(?:export_statement|decorated_definition|template_declaration|type_declaration|lexical_declaration)$/u.test(
          node.type,
        ) && node.namedChildren.filter(({ type }) => !beside.test(type)).length === 1;
      for (const child of node.namedChildren) {
        collect(
          child,
          isNamed ? depth + 1 : depth,
          wraps ? (outer === node ? node : outer) : child,
        );
      }
    }
  };
}

function rangeOf({ startPosition, endPosition }: SyntaxNode): LineRange {
  const isBefore = endPosition.column === 0 && endPosition.row > startPosition.row;
  return { start: startPosition.row, end: endPosition.row + (isBefore ? 0 : 1) };
}

/** Comments and decorators stand directly above. */
function leadOf(start: number, lines: readonly string[]): number {
  let lead = start;
  while (aboveDefinition.test(lines[lead - 1] ?? '')) lead -= 1;
  return lead;
}

function membersOf(node: SyntaxNode, lines: readonly string[]): readonly Member[] {
  if (!container.test(node.type)) return [];
  const own = rangeOf(node);
  let body = ['body', 'value', 'type']
    .map((field) => node.childForFieldName(field))
    .find((field) => field !== null);
  body ??= node.namedChildren.find(({ type }) => type === 'block') ?? node;
  while (body.namedChildren.length === 1 && !isMember(body.namedChildren[0]!)) {
    body = body.namedChildren[0]!;
  }
  const nodes = body.namedChildren.filter(({ type }) => !beside.test(type));
  const members = nodes.flatMap((child, at): readonly Member[] => {
    const range = rangeOf(child);
    const [before, after] = [nodes[at - 1], nodes[at + 1]];
    const isApart =
      range.start > own.start &&
      (before === undefined || rangeOf(before).end <= range.start) &&
      (after === undefined || rangeOf(after).start >= range.end) &&
      (range.end < own.end || /^\s*[^\s\])}]/u.test(lines[own.end - 1] ?? ''));
    const isDocumentation = child.type === 'expression_statement' && /^["']/u.test(child.text);
    const name = isDocumentation
      ? undefined
      : (nameOf(child) ?? /^[\w.$"'-]+(?=\s*[:=({;,?]|$)/u.exec(child.text.trim())?.[0]);
    return isApart && name !== undefined && isMember(child)
      ? [{ ...range, name, lead: leadOf(range.start, lines) }]
      : [];
  });
  return members.filter(({ name }) => members.filter((other) => other.name === name).length === 1);
}

const bodies = /_list$|^(?:block|body|object|array|(?:block|flow)_(?:node|mapping|sequence))$/u;

function isMember({ type, hasError }: SyntaxNode): boolean {
  return !unnamed.test(type) && !bodies.test(type) && !hasError;
}

/** C++ has the name in its declarator. */
function nameOf(node: SyntaxNode): string | undefined {
  if (node.type === 'rule_set' || node.type === 'table') {
    return node.namedChildren[0]?.text;
  }
  let named = ['name', 'key', 'declarator', 'type', 'definition']
    .map((field) => node.childForFieldName(field))
    .find((field) => field !== null);
  for (
    let inner: SyntaxNode | null | undefined = named;
    inner;
    inner = inner.childForFieldName('declarator')
  ) {
    named = inner;
  }
  return named?.type.endsWith('_definition') === true
    ? nameOf(named)
    : named?.text.split('::').at(-1);
}
