// Functions and classes of a file, as VS Code's language servers name them. Here a syntax tree stands in for the server.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from './packages';

/** Lines from 0, `end` is exclusive. */
export interface Outlined {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What the measure uses of web-tree-sitter. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly hasError: boolean;
  readonly startPosition: { readonly row: number; readonly column: number };
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

/** The languages whose functions and classes the measure knows, and their grammars. */
const outlinedLanguages: Readonly<Record<string, string>> = {
  TypeScript: 'tsx',
  JavaScript: 'javascript',
  Python: 'python',
  Java: 'java',
  'C++': 'cpp',
};

const definition =
  /^(?:(?:async_|generator_)?(?:function|method|constructor|class|interface|enum|struct|record)_(?:declaration|definition|specifier)|abstract_class_declaration|namespace_definition)$/u;

export type Outline = (text: string, language: string) => readonly Outlined[];

/** Parses a text with a grammar and shows the tree. */
export type Parse = (text: string, grammar: string, see: (root: SyntaxNode) => void) => void;

export async function loadParser(grammars: Iterable<string>): Promise<Parse> {
  const folder = join(packageFolder('@vscode/tree-sitter-wasm'), 'wasm');
  const { Parser, Language } = createRequire(__filename)(
    join(folder, 'tree-sitter.js'),
  ) as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  const loaded = new Map<string, unknown>();
  for (const grammar of grammars) {
    loaded.set(grammar, await Language.load(join(folder, `tree-sitter-${grammar}.wasm`)));
  }
  return (text, grammar, see) => {
    parser.setLanguage(loaded.get(grammar));
    const tree = parser.parse(text);
    see(tree.rootNode);
    tree.delete();
  };
}

export async function loadOutline(): Promise<Outline> {
  const parse = await loadParser(Object.values(outlinedLanguages));
  return (text, language) => {
    const grammar = outlinedLanguages[language];
    const symbols: Outlined[] = [];
    if (grammar !== undefined) parse(text, grammar, (root) => collect(root, symbols));
    return symbols;
  };
}

function collect(node: SyntaxNode, symbols: Outlined[], outer = node): void {
  if (definition.test(node.type)) {
    const name = nameOf(node);
    if (name) {
      symbols.push({
        name,
        start: outer.startPosition.row,
        end: outer.endPosition.row + 1,
      });
    }
  } else if (node.type === 'variable_declarator') {
    // `const name = () => …` is a function to every language server.
    const value = node.childForFieldName('value');
    const name = nameOf(node);
    if (name && value && /function|arrow|class/u.test(value.type)) {
      symbols.push({ name, start: node.startPosition.row, end: node.endPosition.row + 1 });
    }
  }
  // `export` and decorators are part of what a server reports.
  const wraps = /^(?:export_statement|decorated_definition|template_declaration)$/u.test(node.type);
  for (const child of node.namedChildren) collect(child, symbols, wraps ? node : child);
}

/** C++ has the name in its declarator. */
function nameOf(node: SyntaxNode): string | undefined {
  let named = node.childForFieldName('name') ?? node.childForFieldName('declarator');
  for (let inner = named; inner; inner = inner.childForFieldName('declarator')) named = inner;
  return named?.text.split('::').at(-1);
}
