// VS Code's own tokenizer, grammars and themes, from the code-server of the tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { codeServerPaths } from '../../../support/toolchain';

interface Grammar {
  tokenizeLine2(line: string, state: unknown): { tokens: Uint32Array; ruleStack: unknown };
}

interface Registry {
  setTheme(theme: { readonly settings: readonly unknown[] }): void;
  getColorMap(): readonly string[];
  loadGrammar(scope: string): Promise<Grammar>;
}

const vscode = join(codeServerPaths().codeServer, '..', '..', '..', 'lib', 'vscode');
const grammarOf: Readonly<Record<string, readonly [scope: string, file: string]>> = {
  typescript: ['source.ts', 'typescript-basics/syntaxes/TypeScript.tmLanguage.json'],
  python: ['source.python', 'python/syntaxes/MagicPython.tmLanguage.json'],
  go: ['source.go', 'go/syntaxes/go.tmLanguage.json'],
  json: ['source.json', 'json/syntaxes/JSON.tmLanguage.json'],
};

export const themeFile = (path: string): string => join(vscode, 'extensions', path);

export function highlight(language: string, code: string) {
  const highlighted = globalThis.porticoHighlightCode?.(language, code);
  assert.ok(highlighted);
  return highlighted;
}

/** The editor's color of each character, such as `#RRGGBB`; undefined for its foreground. */
export async function editorColors(
  language: string,
  code: string,
  theme: string,
): Promise<readonly (string | undefined)[]> {
  registry ??= load();
  const textmate = await registry;
  textmate.setTheme({ settings: [{ settings: { foreground } }, ...tokenColors(theme)] });
  const grammar = await textmate.loadGrammar(grammarOf[language]?.[0] ?? '');
  const map = textmate.getColorMap();
  const colors: (string | undefined)[] = [];
  let state: unknown = null;
  for (const line of code.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine2(`${line}\n`, state);
    state = ruleStack;
    for (let index = 0; index < tokens.length; index += 2) {
      const length = (tokens[index + 2] ?? line.length + 1) - (tokens[index] ?? 0);
      // Bits of vscode-textmate's metadata.
      const color = map[((tokens[index + 1] ?? 0) & 0xff8000) >>> 15];
      colors.push(...Array.from({ length }, () => (color === foreground ? undefined : color)));
    }
  }
  return colors;
}

/** No theme has this color. */
const foreground = '#010203';

/** VS Code's own themes are JSON without comments. */
function tokenColors(theme: string): readonly unknown[] {
  const { include, tokenColors: own = [] } = JSON.parse(readFileSync(theme, 'utf8')) as {
    readonly include?: string;
    readonly tokenColors?: readonly { readonly scope?: unknown }[];
  };
  const included = include === undefined ? [] : tokenColors(join(dirname(theme), include));
  return [...included, ...own.filter(({ scope }) => scope !== undefined)];
}

let registry: Promise<Registry> | undefined;

async function load(): Promise<Registry> {
  const require = createRequire(join(vscode, 'package.json'));
  const modules = join(vscode, 'node_modules');
  const textmate = require(join(modules, 'vscode-textmate'));
  const oniguruma = require(join(modules, 'vscode-oniguruma'));
  await oniguruma.loadWASM(readFileSync(join(modules, 'vscode-oniguruma/release/onig.wasm')));
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources: readonly string[]) => new oniguruma.OnigScanner(sources),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope: string) => {
      const [, file] = Object.values(grammarOf).find(([name]) => name === scope) ?? [];
      if (file === undefined) return null;
      const path = join(vscode, 'extensions', file);
      return textmate.parseRawGrammar(readFileSync(path, 'utf8'), path);
    },
  });
}
