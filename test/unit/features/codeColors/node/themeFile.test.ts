import assert from 'node:assert/strict';
import { styleFinder } from '../../../../../src/features/codeColors/node/colorRules';
import { customRules } from '../../../../../src/features/codeColors/node/customRules';
import { readTheme } from '../../../../../src/features/codeColors/node/themeFile';

const rule = (scope: string, foreground: string): string =>
  JSON.stringify({ scope, settings: { foreground } });

describe('readTheme', () => {
  const read =
    (files: Readonly<Record<string, string>>) =>
    async (path: string): Promise<string> => {
      const text = files[path];
      if (text === undefined) throw new Error(`There is no ${path}.`);
      return text;
    };

  it('reads JSON with comments, and the files that it includes before it', async () => {
    const files = {
      'themes/a.json': `\uFEFF// A theme
        { "include": "./base/b.json", /* "include": "c.json", */
          "tokenColors": [${rule('a', '#222')}, { "name": "// \\" ,]", },], }`,
      'themes/base/b.json': `{ "tokenColors": [${rule('a', '#111')}, ${rule('b', '#333')}] }`,
    };
    const rules = (await readTheme(read(files), 'themes/a.json')) ?? [];
    assert.deepEqual(
      rules.map(({ scope, color }) => [scope, color]),
      [
        ['a', '#111'],
        ['b', '#333'],
        ['a', '#222'],
      ],
    );
  });

  it("knows no rules of themes in TextMate's format", async () => {
    const files = { 'a.json': '{ "tokenColors": "./a.tmTheme" }', 'a.tmTheme': '<plist/>' };
    for (const path of Object.keys(files)) {
      assert.equal(await readTheme(read(files), path), undefined);
    }
  });
});

describe('customRules', () => {
  const settings = {
    comments: '#111111',
    textMateRules: [{ scope: 'a', settings: { foreground: '#222222' } }],
    '[Monokai*][Abyss]': { comments: { foreground: '#333333', fontStyle: 'bold' } },
    '[*Dark]': { comments: '#444444' },
    '[Red]': 7,
  };
  const comments: readonly (readonly [string, string])[] = [
    ['Light Modern', '#111111'],
    ['Monokai Dimmed', '#333333'],
    ['Abyss', '#333333'],
    ['My Dark', '#444444'],
    ['Dark Theme', '#111111'],
    ['Red', '#111111'],
  ];
  for (const [theme, color] of comments) {
    it(`colors the comments of “${theme}” with ${color}`, () => {
      const styleOf = styleFinder(customRules(settings, theme));
      assert.equal(styleOf(['comment.line']).color, color);
      assert.equal(styleOf(['a']).color, '#222222');
    });
  }
});
