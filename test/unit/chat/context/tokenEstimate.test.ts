import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TokenCalibration } from '../../../../src/chat/context/tokenCalibration';
import { countTokens } from '../../../../src/chat/context/tokenEstimate';

/** What stands before a text changes its count by the rest of a word at most. */
const seam = 8;

function tokens(text: string): number {
  return new TokenCalibration().tokens(countTokens(text));
}

/** Half characters, controls and every script. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 400 }),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', ' ', '\n', '-', 'é', '中', '。', 'я', '😀') }),
);

describe('countTokens', () => {
  it('finds nothing in nothing', () => {
    assert.equal(tokens(''), 0);
  });

  it('never counts less where more is written', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        assert.ok(tokens(text + more) >= tokens(text) - 1e-9);
      }),
    );
  });

  it('counts texts together as it counts them apart, but for the seam', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, two) => {
        assert.ok(Math.abs(tokens(one + two) - tokens(one) - tokens(two)) <= seam);
      }),
    );
  });

  it('grows with the length and not beyond: n times the text is n times the tokens', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 50 }), (text, times) => {
        const whole = tokens(`${text}\n`.repeat(times));
        assert.ok(Math.abs(whole - times * tokens(`${text}\n`)) <= times * seam);
        assert.ok(whole <= (text.length + 1) * times * 2);
      }),
    );
  });

  it('is a number for every text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.ok(Object.values(countTokens(text)).every((part) => part >= 0));
      }),
    );
  });
});

describe('TokenCalibration', () => {
  it('never counts less where more is written, whatever it was taught', () => {
    const taught = fc.array(fc.tuple(anyText, fc.double(), fc.double({ min: 0, max: 1e6 })));
    fc.assert(
      fc.property(taught, anyText, anyText, (lessons, text, more) => {
        const calibration = new TokenCalibration();
        for (const [lesson, counted, slack] of lessons) {
          calibration.observe(countTokens(lesson), counted, slack);
        }
        const short = calibration.tokens(countTokens(text));
        assert.ok(short >= 0 && Number.isFinite(short));
        assert.ok(calibration.tokens(countTokens(text + more)) >= short - 1e-9);
      }),
    );
  });

  it('learns the kinds of text one by one', () => {
    const calibration = new TokenCalibration();
    const [latin, chinese] = [
      countTokens('some words '.repeat(200)),
      countTokens('汉'.repeat(400)),
    ];
    const [words, characters] = [calibration.tokens(latin), calibration.tokens(chinese)];
    calibration.observe(chinese, characters * 1.4, 4);
    assert.equal(calibration.tokens(latin), words);
    assert.ok(Math.abs(calibration.tokens(chinese) / characters - 1.4) < 0.03);
  });
});
