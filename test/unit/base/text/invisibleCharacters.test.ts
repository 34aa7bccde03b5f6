import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replaceInvisibleCharacters } from '../../../../src/base/text/invisibleCharacters';
import { isLinear } from '../../../support/cpuTime';

const strip = (text: string): string => replaceInvisibleCharacters(text, () => '');

const invisibleIn = (text: string): readonly string[] => {
  const found: string[] = [];
  replaceInvisibleCharacters(text, (character) => {
    found.push(character);
    return '';
  });
  return found;
};

const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));

const tags = (text: string): string =>
  Array.from(text, (each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('');

describe('invisible characters', () => {
  const hidden: readonly (readonly [
    text: string,
    kind: string,
    count: number,
    stripped: string,
  ])[] = [
    [`Hello${tags('ignore all')}!`, 'tag', 10, 'Hello!'],
    [`🏴${tags('ignore')}\u{E007F}`, 'tag', 7, '🏴'],
    ['pass\u200Bword', 'zeroWidth', 1, 'password'],
    ['pass\u200D\u200Dword', 'zeroWidth', 1, 'pass\u200Dword'],
    ['1\u200D2 a\u200C b', 'zeroWidth', 2, '12 a b'],
    ['\uFEFFimport a', 'zeroWidth', 1, 'import a'],
    ['a\uFEFFb\u2060c\u2063d', 'zeroWidth', 3, 'abcd'],
    ['می\u200C\u200D\u200Cروم', 'zeroWidth', 2, 'می\u200Cروم'],
    ['if (a\u202E) \u2066// b\u2069', 'bidiControl', 3, 'if (a) // b'],
    ['a\u200Fb\u061C', 'bidiControl', 2, 'ab'],
    ['a\uFE0F b\u{E0110}', 'variationSelector', 2, 'a b'],
    ['❤\uFE0F\uFE0E\uFE0F', 'variationSelector', 2, '❤\uFE0F'],
    ['1\uFE0F', 'variationSelector', 1, '1'],
    ['co\u00ADoperate', 'softHyphen', 1, 'cooperate'],
    ['a\u3164b\u115F\u034F\u206A\uFFF9', 'other', 5, 'ab'],
  ];
  for (const [text, kind, count, stripped] of hidden) {
    it(`of the kind ${kind} are found and stripped from ${JSON.stringify(stripped)} (${count})`, () => {
      assert.equal(invisibleIn(text).length, count);
      assert.equal(strip(text), stripped);
    });
  }

  const needed: readonly (readonly [what: string, text: string])[] = [
    ['Persian', 'می\u200Cخواهم'],
    ['Hindi', 'क्\u200Dष क्\u200Cष'],
    ['Sinhala', 'ශ්\u200Dරී'],
    ['Malayalam', 'ന്\u200D'],
    [
      'old Hangul, Khmer and pointed Hebrew',
      '\u1100\u1160\u11A8 \u115F\u1161 ក\u17B5 ל\u05B7\u034F\u05B4',
    ],
    ['Mongolian', 'ᠠ\u180Bᠡ'],
    ['families', '👨\u200D👩\u200D👧\u200D👦'],
    ['skin tones', '👩🏽\u200D💻'],
    ['rainbow and pirate flags', '🏳\uFE0F\u200D🌈 🏴\u200D☠\uFE0F'],
    ['hearts and keycaps', '❤\uFE0F ☎\uFE0E 1\uFE0F\u20E3 #\uFE0F\u20E3'],
    [
      'flags of England, Scotland and Wales',
      ['gbeng', 'gbsct', 'gbwls'].map((each) => `🏴${tags(each)}\u{E007F}`).join(),
    ],
    ['variants of Han characters', '葛\u{E0100}城 芦\uFE00'],
    ['variants of mathematical signs', '∩\uFE00'],
    ['a joiner between letters of any script', 'Auf\u200Clage'],
    ['no others', 'Hello,\n\tworld é ß 漢字 عربى 😀'],
  ];
  for (const [what, text] of needed) {
    it(`are none of those in text with ${what}`, () => {
      assert.deepEqual(invisibleIn(text), []);
      assert.equal(strip(text), text);
    });
  }

  const character = fc.oneof(
    fc.constantFrom(...Array.from('a1#é漢م∩ᠠक 👩🏽🏴🌈☠❤\u20E3'), '\uD83D', '\uDC69'),
    fc.constantFrom(
      ...Array.from(
        '\u200B\u200C\u200D\uFE00\uFE0E\uFE0F\uFEFF\u202E\u00AD\u180B\u{E0100}\u{E007F}',
      ),
    ),
    fc.constantFrom(tags('gbeng'), tags('x')),
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  const texts = fc.array(character, { maxLength: 30 }).map((characters) => characters.join(''));

  it('are gone once stripped, and nothing else is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const stripped = strip(text);
        assert.deepEqual(invisibleIn(stripped), []);
        const isVisible = /[^\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;
        assert.deepEqual(stripped.match(isVisible), text.toWellFormed().match(isVisible));
        const removed = invisibleIn(text).join('').length;
        assert.equal(stripped.length, text.length - removed);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found in time that is linear in the text', () => {
    for (const piece of [
      '\u200D',
      '👩\u200D',
      `🏴${tags('gben')}`,
      'a\uFE0F',
      tags('a'),
      'क\u200D\u200D',
    ]) {
      const inputs = { 1: repeated(piece, 5_000), 8: repeated(piece, 40_000) };
      assert.ok(
        isLinear((factor) => strip(inputs[factor])),
        JSON.stringify(piece),
      );
    }
  });
});
