// The texts of the host, the page and package.json: `npm run l10n` can export them, and they are written alike.
// The export reads calls of `l10n.t` with a string literal.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, englishTexts, updatedTranslation } from '../setup/l10n.mjs';
import { projectRoot } from '../support/toolchain';

const folder = join(projectRoot, 'src');

/** `l10n` must come from VS Code or from its package for other processes, or from who has it. */
const imports =
  /import type \{ Localization \} from|import \{[^}]*\bl10n\b[^}]*\} from 'vscode'|import \* as (?:vscode|l10n) from '(?:vscode|@vscode\/l10n)'/u;

describe('texts for translation', () => {
  for (const name of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const source = readFileSync(join(folder, name), 'utf8');
    const calls = source.match(/\bl10n\.t\(/gu) ?? [];
    if (calls.length > 0) {
      it(`can be exported from ${name}`, () => {
        assert.match(source, imports);
        assert.equal(source.match(call)?.length, calls.length, 'each text is one literal');
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

const { code, manifest } = englishTexts();
/** Without code in backticks. */
const allTexts = [...Object.values(code), ...Object.values(manifest)].map((text) =>
  text.replaceAll(/`[^`]*`/gu, ''),
);

const rules = [
  ['use straight apostrophes', /[‘’]/u],
  ['use curly quotes', /"/u],
  ['use contractions', /\b(?:cannot|(?:could|do|does|did|is|are|was|were|will) not)\b/iu],
] as const;

describe('texts of the user interface', () => {
  for (const [title, violation] of rules) {
    it(title, () => {
      assert.deepEqual(
        allTexts.filter((text) => violation.test(text)),
        [],
      );
    });
  }

  for (const name of ['l10n/bundle.l10n.zh-cn.json', 'package.nls.zh-cn.json']) {
    it(`address the user as 您: ${name}`, () => {
      assert.doesNotMatch(readFileSync(join(projectRoot, name), 'utf8'), /你/u);
    });
  }
});

describe('npm run l10n', () => {
  it('keeps the translation of a changed text with a mark, adds new texts, and removes old ones', () => {
    const english = ['Set the key first.', 'Open the log now', 'Retry'];
    const translated = {
      'Set the API key first.': '请先设置 API 密钥。',
      'Open the log': 'CHECK: 打开日志',
      'Nothing like it': '没有',
      Retry: '重试',
    };
    assert.deepEqual(
      updatedTranslation(Object.fromEntries(english.map((text) => [text, text])), translated),
      {
        'Set the key first.': 'CHECK: 请先设置 API 密钥。',
        'Open the log now': 'CHECK: 打开日志',
        Retry: '重试',
      },
    );
    assert.deepEqual(updatedTranslation({ Stop: 'Stop' }, translated), { Stop: '' });
  });
});
