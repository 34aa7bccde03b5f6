// The colors of code beside those of VS Code's editor: its own tokenizer with its grammars and themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { codeStyles } from '../../../../src/features/codeColors/node/codeScopes';
import { readTheme } from '../../../../src/features/codeColors/node/themeFile';
import { CodeTokenizer } from '../../../../src/markdown/common/codeTokens';
import { codeSamples } from './codeSamples';
import { editorColors, highlight, themeFile } from './editorTokens';

/** The share of words that must have the editor's color, of those that highlight.js marks as one of these. */
const minimum = 0.9;
const counted = /^(?:keyword|string|comment|number|title|type|built_in)\b/u;

const themes = [
  'theme-defaults/themes/dark_modern.json',
  'theme-defaults/themes/light_modern.json',
  'theme-defaults/themes/2026-dark.json',
  'theme-defaults/themes/hc_black.json',
  'theme-defaults/themes/hc_light.json',
  'theme-monokai/themes/monokai-color-theme.json',
  'theme-solarized-light/themes/solarized-light-color-theme.json',
  'theme-abyss/themes/abyss-color-theme.json',
];

describe("code has the editor's colors", () => {
  before(() => import('../../../../src/markdown/page/scripts/highlighter'));

  for (const theme of themes) {
    it(`in ${theme}`, async () => {
      const read = async (path: string): Promise<string> => readFileSync(path, 'utf8');
      const styles = codeStyles((await readTheme(read, themeFile(theme))) ?? []);
      for (const [language, code] of Object.entries(codeSamples)) {
        const expected = await editorColors(language, code, themeFile(theme));
        const different: string[] = [];
        let count = 0;
        for (const { word, at, scope, token, name } of words(language, code)) {
          if (!counted.test(scope)) continue;
          const style =
            styles.find((one) => one.token === token && one.language === name) ??
            styles.find((one) => one.token === token && one.language === undefined);
          count += 1;
          const color = style?.color?.toUpperCase();
          if (color !== expected[at]) different.push(`${word}: ${color}, not ${expected[at]}`);
        }
        assert.ok(count > 10, `${language}: words were found`);
        assert.ok(
          different.length <= count * (1 - minimum),
          `${language}: ${different.join('; ')}`,
        );
      }
    });
  }
});

/** The words of code as the page marks them: with the scope of highlight.js and the token. */
function* words(language: string, code: string) {
  const { tokens, language: name } = highlight(language, code);
  const tokenizer = new CodeTokenizer(name);
  const scopes: string[] = [];
  const found: ReturnType<CodeTokenizer['scope']>[] = [];
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    const within = found.findLast((one) => one !== undefined);
    if (token.kind === 'open') {
      const next = tokens[index + 1];
      found.push(tokenizer.scope(token.scope, next?.kind === 'text' ? next.text : '', within));
      scopes.push(token.scope);
    } else if (token.kind === 'close') {
      found.pop();
      scopes.pop();
    } else {
      for (const piece of tokenizer.pieces(token.text, within)) {
        for (const { 0: word, index: offset } of piece.text.matchAll(/[\p{L}\d_$]+/gu)) {
          const scope = scopes.at(-1) ?? '';
          yield { word, at: at + offset, scope, token: piece.token ?? within, name };
        }
        at += piece.text.length;
      }
    }
  }
}
