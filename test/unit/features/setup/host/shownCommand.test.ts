import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownCommand } from '../../../../../src/features/setup/host/shownCommand';

describe('shownCommand', () => {
  it('shows every argument, and what cannot be seen as an escape', () => {
    assert.equal(
      shownCommand(['op', 'a b', '', '"', '\u202e\u200b', '\n', '\u{e0041}']),
      String.raw`"op" "a b" "" "\"" "\u202e\u200b" "\n" "\udb40\udc41"`,
    );
  });

  it('shows what looks like a quote, or would change how the rest looks, as an escape', () => {
    for (const [arg, shown] of [
      ['a” It is set', String.raw`"a\u201d It is set"`],
      ['＂″ʺ״', String.raw`"\uff02\u2033\u02ba\u05f4"`],
      ['a   b', String.raw`"a \u0020\u0020b"`],
      [' \u3000a\u2003', String.raw`" \u3000a\u2003"`],
      ['\u0338a', String.raw`"\u0338a"`],
      ['שלום', String.raw`"\u05e9\u05dc\u05d5\u05dd"`],
      ['/home/josé/Müller', '"/home/josé/Müller"'],
      ['/home/日本/鍵', '"/home/日本/鍵"'],
    ] as const) {
      assert.equal(shownCommand([arg]), shown);
    }
  });

  it('shows one quoted word for each argument, which reads as the argument', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '" "',
          '\\" \\"',
          '\n\nWhat it prints is sent to nobody.\n\n',
          '\u2028',
          '      ',
          '”',
          '\u202e',
          '\uD800',
          'x',
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { minLength: 1 }),
        (args) => {
          const shown = shownCommand(args);
          const words = [...shown.matchAll(/(?:^| )("(?:[^"\\]|\\.)*")(?= |$)/gu)];
          assert.equal(words.map(([word]) => word).join(''), shown);
          assert.deepEqual(
            words.map(([, word = '']) => JSON.parse(word)),
            args,
          );
          assert.doesNotMatch(shown, /[\n\r]|\s\s/u);
        },
      ),
    );
  });
});
