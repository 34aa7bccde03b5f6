// How many functions, members, keys, imports and cases of real files the named things lack, compared with syntax trees.
// Usage: node test/setup/run.mjs test/bench/apply/things.ts [--show] [folder or file…]; without folders, those of the measure's packages and this repository.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { namedThings } from '../../../src/features/apply/common/namedThings';
import type { NamedThing } from '../../../src/features/apply/common/namedThings';
import { projectRoot } from '../../support/toolchain';
import { loadParser } from './outline';
import type { SyntaxNode } from './outline';
import { fetchPackages, packageFolder, sources } from './packages';

/** The nodes that have a name, of each grammar. */
const nodeTypes: Readonly<Record<string, RegExp>> = {
  javascript:
    /^(?:function|generator_function|class|method)_(?:declaration|definition)$|^field_definition$|^pair$|^import_specifier$|^switch_(?:case|default)$/u,
  tsx: /^(?:(?:abstract_)?class|interface|enum|type_alias|function|generator_function)_declaration$|^method_(?:definition|signature)$|^(?:public_field_definition|property_signature|pair|import_specifier|switch_case|switch_default|enum_assignment)$/u,
  python: /^(?:function|class)_definition$|^(?:pair|case_clause|decorator)$/u,
  java: /^(?:class|interface|enum|record|method|constructor|field|import|annotation_type)_declaration$|^(?:enum_constant|switch_label|marker_annotation)$/u,
  cpp: /^(?:function_definition|field_declaration|enumerator|case_statement|preproc_include|namespace_definition)$|^(?:class|struct|enum)_specifier$/u,
  go: /^(?:function|method)_declaration$|^(?:type_spec|field_declaration|method_elem|keyed_element|import_spec|expression_case|type_case)$/u,
  rust: /^(?:function|struct|enum|impl|trait|mod|const|static|type)_item$|^(?:field_declaration|enum_variant|match_arm|field_initializer|attribute_item|use_declaration)$/u,
  ruby: /^(?:method|singleton_method|class|module|when|pair)$/u,
  php: /^(?:class|interface|trait|method|function|property)_(?:declaration|definition)$|^(?:namespace_use_clause|array_element_initializer|case_statement)$/u,
  css: /^(?:rule_set|declaration|media_statement|import_statement)$/u,
  'c-sharp':
    /^(?:class|interface|enum|struct|record|method|constructor|property|field|namespace|enum_member)_declaration$|^(?:using_directive|attribute_list)$/u,
  bash: /^(?:function_definition|case_item)$/u,
};

const grammars: Readonly<Record<string, string>> = {
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascript',
  '.ts': 'typescript',
  '.tsx': 'tsx',
  '.py': 'python',
  '.java': 'java',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.h': 'cpp',
  '.hpp': 'cpp',
  '.go': 'go',
  '.rs': 'rust',
  '.rb': 'ruby',
  '.php': 'php',
  '.css': 'css',
  '.cs': 'c-sharp',
  '.sh': 'bash',
};

/** The line of the name: decorators and comments come before it. */
function nameRow(node: SyntaxNode): number {
  const fields = ['name', 'key', 'pattern', 'declarator'];
  const [named = node] = fields.flatMap((field) => node.childForFieldName(field) ?? []);
  return named.startPosition.row;
}

interface Count {
  files: number;
  unread: number;
  nodes: number;
  missed: number;
  wrongEnd: number;
  invented: number;
  things: number;
}

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isSymbolicLink() || /^(?:\.git|\.cache|dist|results)$/u.test(entry.name)) continue;
    yield* filesIn(join(path, entry.name));
  }
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const isShown = words.includes('--show');
  const folders = words.filter((word) => !word.startsWith('--'));
  if (folders.length === 0) {
    await fetchPackages();
    folders.push(
      join(projectRoot, 'src'),
      join(projectRoot, 'test'),
      ...Object.entries(sources).map(([name, versions]) =>
        packageFolder(name, Object.keys(versions)[0]),
      ),
    );
  }
  const parse = await loadParser(new Set(Object.values(grammars)));
  const counts = new Map<string, Count>();
  for (const file of folders.flatMap((folder) => Array.from(filesIn(folder)))) {
    const grammar = grammars[extname(file)];
    const text = grammar === undefined ? '' : readFileSync(file, 'utf8');
    // Bundles have lines that nobody reads.
    if (
      grammar === undefined ||
      text.length > 500_000 ||
      text.split('\n').some((line) => line.length > 2_000)
    )
      continue;
    const lines = text.split(/\r?\n/u);
    const count = counts.get(extname(file)) ?? {
      files: 0,
      unread: 0,
      nodes: 0,
      missed: 0,
      wrongEnd: 0,
      invented: 0,
      things: 0,
    };
    counts.set(extname(file), count);
    const things = namedThings(lines, extname(file).slice(1));
    parse(text, grammar, (root) => {
      if (root.hasError) return;
      count.files += 1;
      if (things === undefined) {
        count.unread += 1;
        if (isShown) console.log(`${file}: not read`);
        return;
      }
      compare(
        root,
        things,
        nodeTypes[grammar === 'typescript' ? 'tsx' : grammar] ?? /^$/u,
        count,
        lines,
        (said) => {
          if (isShown) console.log(`${file}:${said}`);
        },
      );
    });
  }
  console.table(Object.fromEntries(counts));
}

function compare(
  root: SyntaxNode,
  things: readonly NamedThing[],
  types: RegExp,
  count: Count,
  lines: readonly string[],
  say: (text: string) => void,
): void {
  const byRow = new Map<number, NamedThing[]>();
  for (const thing of things) byRow.set(thing.start, [...(byRow.get(thing.start) ?? []), thing]);
  count.things += things.length;
  const seen = new Set<number>();
  const visit = (node: SyntaxNode): void => {
    for (const child of node.namedChildren) visit(child);
    if (!types.test(node.type)) return;
    // The names of an import over several lines are things, its head is none.
    const isOneLine = node.startPosition.row === node.endPosition.row;
    if (node.type === 'use_declaration' && !isOneLine) return;
    const row = nameRow(node);
    seen.add(row);
    // What stands on one line with other code of its bracket is left out.
    const before = (lines[node.startPosition.row] ?? '').slice(0, node.startPosition.column).trim();
    const isMember =
      /pair|element|specifier|attribute|enumerator|initializer|clause|annotation/u.test(node.type);
    if (before !== '' && (isMember || /[{(,;]$/u.test(before) || byRow.has(node.startPosition.row)))
      return;
    count.nodes += 1;
    const found = byRow.get(row);
    if (found === undefined) {
      count.missed += 1;
      say(`${row + 1}: missed ${node.type}: ${lines[row]?.trim()}`);
    } else if (
      /definition|declaration|_item$|^method|class/u.test(node.type) &&
      !found.some(
        ({ end }) =>
          Math.abs(end - 1 - node.endPosition.row) <= (node.endPosition.column === 0 ? 1 : 0),
      )
    ) {
      count.wrongEnd += 1;
      say(
        `${row + 1}: ends ${found.map(({ end }) => end).join()}, not ${node.endPosition.row + 1}: ${lines[row]?.trim()}`,
      );
    }
  };
  visit(root);
  for (const { start, kind, name } of things) {
    if (
      kind === 'definition' &&
      !seen.has(start) &&
      !/^(?:export )?(?:const|let|var)\b/u.test(lines[start]?.trim() ?? '')
    ) {
      count.invented += 1;
      if (process.argv.includes('--invented'))
        say(`${start + 1}: no ${kind} ${name}: ${lines[start]?.trim()}`);
    }
  }
}

void main();
