import assert from 'node:assert/strict';
import { IgnoreRules, IgnoreTree } from '../../../../../src/features/attachments/node/ignoreRules';

function ignored(
  rules: Readonly<Record<string, string>>,
  paths: readonly string[],
): readonly string[] {
  const byFolder = Object.entries(rules).map(
    ([folder, text]) => [folder, new IgnoreRules(text)] as const,
  );
  const tree = new IgnoreTree(new Map(byFolder));
  return paths.filter((path) => tree.isIgnored(path));
}

/** As `git check-ignore` answers. */
const examples: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['a', ['a', 'b/a', 'a/b', 'b/a/c'], ['ab', 'b']],
  ['/a', ['a', 'a/b'], ['b/a']],
  ['a/', ['a/b', 'b/a/c'], ['a', 'b/a']],
  ['a/b', ['a/b', 'a/b/c'], ['c/a/b']],
  ['*.log', ['x.log', 'a/x.log', '.log'], ['x.log.txt']],
  ['a*b?c', ['axxbyc', 'abyc'], ['abc', 'a/bxc']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['b', 'x/a/b']],
  ['**/b', ['b', 'a/b', 'a/x/b'], ['a/bc']],
  ['a/**', ['a/b', 'a/x/y'], ['a', 'b/a/c']],
  ['[ab].ts', ['a.ts', 'b.ts'], ['c.ts', '[ab].ts']],
  ['[!ab].ts', ['c.ts'], ['a.ts']],
  ['[a-c]x', ['bx'], ['dx', '-x']],
  [String.raw`\#a`, ['#a'], ['a']],
  [String.raw`\!a`, ['!a'], ['a']],
  [String.raw`a\*`, ['a*'], ['ab']],
  ['# comment\n\n  \nx', ['x'], ['# comment', 'comment']],
  ['a \r\nb', ['a', 'b'], ['a ']],
  [String.raw`a\ `, ['a '], ['a']],
  ['*.log\n!keep.log', ['x.log'], ['keep.log', 'a/keep.log']],
  ['a/\n!a/b', ['a/b'], []],
  ['{a,b}', ['{a,b}'], ['a', 'b']],
  ['[z-a]', [], ['z', 'a', '[z-a]']],
  ['/', [], ['a']],
  ['!', [], ['a']],
];

describe('IgnoreRules', () => {
  for (const [rules, matching, others] of examples) {
    it(`reads ${JSON.stringify(rules)}`, () => {
      assert.deepEqual(ignored({ '': rules }, [...matching, ...others]), matching);
    });
  }

  it('lets the nearest file decide, but nothing returns from an ignored folder', () => {
    const rules = { '': '*.log\nout/', a: '!b.log\n/c', out: '!x' };
    assert.deepEqual(ignored(rules, ['a/b.log', 'a/c', 'c', 'a/d.log', 'out/x', 'a/out/x']), [
      'a/c',
      'a/d.log',
      'out/x',
      'a/out/x',
    ]);
  });

  it('takes no time for rules that are slow in regular expressions', () => {
    const rules = new IgnoreRules(
      `${'*a'.repeat(60)}b\n${'**/a/'.repeat(60)}b\n${'?*'.repeat(60)}b`,
    );
    const started = process.cpuUsage().user;
    rules.isIgnored('a'.repeat(250), false);
    rules.isIgnored('a/'.repeat(200), false);
    assert.ok((process.cpuUsage().user - started) / 1_000 < 500);
  });
});
