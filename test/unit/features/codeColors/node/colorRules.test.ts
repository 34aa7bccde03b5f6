import assert from 'node:assert/strict';
import { codeStyles } from '../../../../../src/features/codeColors/node/codeScopes';
import { parseRules, styleFinder } from '../../../../../src/features/codeColors/node/colorRules';

type Rules = Readonly<Record<string, string>>;

/** @param rules colors by scope selector */
function colorIn(rules: Rules, scopes: string): string | undefined {
  const parsed = parseRules(
    Object.entries(rules).map(([scope, foreground]) => ({ scope, settings: { foreground } })),
  );
  return styleFinder(parsed)(scopes.split(' ')).color;
}

describe('color rules', () => {
  const rows: readonly (readonly [string, Rules, string | undefined])[] = [
    ['a.b.c', { 'a.b': '#222', a: '#111' }, '#222'],
    ['a.b', { 'a.b.c': '#333', a: '#111' }, '#111'],
    ['a.bc', { 'a.b': '#222' }, undefined],
    ['x a', { 'x a': '#222', a: '#111' }, '#222'],
    ['x y a', { 'x a': '#222', 'y a': '#333', 'x.z a': '#444' }, '#333'],
    ['x y a', { 'x > a': '#222', a: '#111' }, '#111'],
    ['x y a', { 'y > a': '#222', a: '#111' }, '#222'],
    ['x a', { 'x a': '#222', 'x b, x a': '#333' }, '#333'],
    // What no rule colors is as what is around it.
    ['x a', { x: '#222' }, '#222'],
  ];
  for (const [scopes, rules, color] of rows) {
    it(`give “${scopes}” ${String(color)} of ${JSON.stringify(rules)}`, () => {
      assert.equal(colorIn(rules, scopes), color);
    });
  }

  it('give one property without changing the others', () => {
    const rules = parseRules([
      { scope: 'a', settings: { foreground: '#111', fontStyle: 'italic bold' } },
      { scope: ['a.b'], settings: { fontStyle: 'strikethrough' } },
    ]);
    assert.deepEqual(styleFinder(rules)(['a.b']), {
      color: '#111',
      fontStyle: { isItalic: false, isBold: false, lines: ['line-through'] },
    });
  });

  it('leave out what is not a color', () => {
    const values = ['red', '#12', '#12345', '#fff;}*{color:red', 'url(x)', 7, '#fff '];
    for (const foreground of values) {
      const rules = parseRules([{ scope: 'a', settings: { foreground } }, 'rule', { scope: 1 }]);
      assert.equal(styleFinder(rules)(['a']).color, undefined, String(foreground));
    }
    for (const foreground of ['#fff', '#FFFa', '#abcdef', '#abcdef01']) {
      assert.equal(colorIn({ a: foreground }, 'a'), foreground);
    }
  });

  it('are sent for one language only where it differs', () => {
    const rules = parseRules([
      { scope: 'string', settings: { foreground: '#111' } },
      { scope: 'string.quoted.double.go', settings: { foreground: '#222' } },
    ]);
    const strings = codeStyles(rules).filter(({ token }) => token === 'string');
    assert.deepEqual(
      strings.map(({ language, color }) => [language, color]),
      [
        [undefined, '#111'],
        ['Go', '#222'],
      ],
    );
  });
});
