import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  areRunsFolded,
  foldCodePoint,
  normalizeText,
} from '../../../../../../src/features/history/node/search/fold';
import { findMatches, parseQuery } from '../../../../../../src/features/history/node/search/terms';
import { naiveFinds, searchText } from '../../../../../support/naiveSearch';
import { propertyRuns } from '../../../../../support/propertyRuns';

function matchesIn(text: string, query: string): readonly string[] {
  const normalized = normalizeText(text);
  return findMatches(normalized, parseQuery(query)).map(({ start, end }) =>
    normalized.slice(start, end),
  );
}

describe('findMatches', () => {
  for (const [text, query, expected] of [
    ['Résumé of the CAFÉ', 'cafe resume', ['Résumé', 'CAFÉ']],
    ['Die Straße führt weit', 'STRASSE fuhrt', ['Straße', 'führt']],
    ['decomposed e\u0301te\u0301', 'été', ['été']],
    ['Ο Οδυσσεύς', 'οδυσσευσ', ['Οδυσσεύς']],
    ['keepDays and keep_days', 'keep', ['keep', 'keep']],
    ['only the beginnings of words', 'ginnings', []],
    ['使用中文搜索很方便', '搜索', ['搜索']],
    ['使用中文搜索很方便', '文', ['文']],
    ['検索できるようにする', 'できる', ['できる']],
    ['ﾊﾟｿｺﾝを買う', 'パソコン', ['パソコン']],
    ['대화기록을 찾는다', '기록', ['기록']],
    ['ค้นหาประวัติการสนทนา', 'ประวัติ', ['ประวัติ']],
    ['GPT模型 is new', 'gpt模型', ['GPT', '模型']],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full', ['ＦＵＬＬ']],
    ['a\u00adb soft hyphen', 'ab', ['a\u00adb']],
    ['हिन्दी में लिखा', 'हिन्', ['हिन्']],
    ['Привет, МИР', 'мир', ['МИР']],
    ['the ﬁrst one', 'first', ['ﬁrst']],
    ['康熙⼀部', '一部', ['⼀部']],
    ['㈱を㍿と書く', '株式会社', ['㍿']],
    ['会\u200d话 of 会话', '会话', ['会\u200d话', '会话']],
    ['✅\ufe0f 会话、会话', '会话', ['会话', '会话']],
    ['=> {}', '=>', []],
  ] as const) {
    it(`finds ${JSON.stringify(expected)} for “${query}” in “${text}”`, () =>
      assert.deepEqual(matchesIn(text, query), expected));
  }

  it('finds what a naive search finds, in any mixture of scripts', () => {
    fc.assert(
      fc.property(searchText, searchText, (text, query) => {
        const terms = parseQuery(query);
        const foundTerms = new Set(findMatches(normalizeText(text), terms).map(({ term }) => term));
        assert.equal(
          terms.length > 0 && foundTerms.size === terms.length,
          naiveFinds([text], query),
        );
      }),
      { numRuns: propertyRuns(750) },
    );
  });

  it('searches the unfolded text only if folding changes no run', () => {
    for (let codePoint = 0; codePoint < 0xe1000; codePoint += codePoint === 0x32400 ? 0xadc00 : 1) {
      const letter = normalizeText(String.fromCodePoint(codePoint));
      const { kind, text } = foldCodePoint(letter.codePointAt(0) ?? 0);
      if (kind === 'mark' || (kind === 'run' && text !== letter)) {
        assert.equal(areRunsFolded(`会${letter}话`), false, codePoint.toString(16));
      }
    }
    assert.ok(areRunsFolded('会话，（搜索）……ＡＢ① Ünïcode ✅\ufe0f、検索できる 대화기록'));
  });

  it('finds every word of a text in that text, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const terms = parseQuery(text);
        const foundTerms = new Set<number>();
        for (const { term, start, end } of findMatches(normalizeText(text), terms)) {
          assert.ok(start < end && end <= normalizeText(text).length);
          foundTerms.add(term);
        }
        assert.equal(foundTerms.size, terms.length);
      }),
      { numRuns: propertyRuns(750) },
    );
  });
});
