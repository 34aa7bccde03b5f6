// The texts of the host, the page and package.json: `npm run l10n` can export them, and they are written alike.
// The export reads calls of `l10n.t` with a string literal.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/toolchain';

const folder = join(projectRoot, 'src');

/** `l10n` must come from VS Code or from its package for other processes. */
const imports =
  /import \{[^}]*\bl10n\b[^}]*\} from 'vscode'|import \* as (?:vscode|l10n) from '(?:vscode|@vscode\/l10n)'/u;

describe('texts for translation', () => {
  for (const name of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const source = readFileSync(join(folder, name), 'utf8');
    const calls = source.match(/\bl10n\.t\(\s*./gu) ?? [];
    if (calls.length > 0) {
      it(`can be exported from ${name}`, () => {
        assert.match(source, imports);
        assert.deepEqual(
          calls.filter((call) => !/['"]$/u.test(call)),
          [],
        );
      });
    }
  }
});

describe('the page', () => {
  /** Text between tags, and attributes that are shown or spoken. */
  const literal =
    />\s*[^<>{}=;()]*[a-z]{2}[^<>{}=;()]*<\/|\b(?:aria-label|title|placeholder|alt)="[^"]*[a-z]/giu;

  it('has no text that is not for translation', () => {
    const found = globSync('**/page/**/*.tsx', { cwd: folder }).flatMap((name) =>
      (readFileSync(join(folder, name), 'utf8').match(literal) ?? []).map(
        (text) => `${name}: ${text}`,
      ),
    );
    assert.deepEqual(found, []);
  });
});

/** By place: the text of each `l10n.t` call and each entry of package.nls.json, without code in backticks. */
function allTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const source = readFileSync(join(folder, name), 'utf8');
    for (const { 2: text = '', index } of source.matchAll(/\bl10n\.t\(\s*(['"])(.*?)\1[,)\n]/gu)) {
      texts.set(`${name}:${source.slice(0, index).split('\n').length}`, text);
    }
  }
  const entries: unknown = JSON.parse(readFileSync(join(projectRoot, 'package.nls.json'), 'utf8'));
  for (const [name, text] of Object.entries(entries ?? {})) {
    texts.set(name, String(text).replaceAll(/`[^`]*`/gu, ''));
  }
  return texts;
}

const rules = [
  ['use straight apostrophes', /[‘’]/u],
  ['use curly quotes', /"/u],
  ['use contractions', /\b(?:cannot|(?:could|do|does|did|is|are|was|were|will) not)\b/iu],
] as const;

describe('texts of the user interface', () => {
  for (const [title, violation] of rules) {
    it(title, () => {
      assert.deepEqual(
        [...allTexts()].filter(([, text]) => violation.test(text)),
        [],
      );
    });
  }
});
