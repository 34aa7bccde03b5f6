import assert from 'node:assert/strict';
import { terminalLine } from '../../../../../src/features/apply/node/terminalLine';

describe('terminalLine', () => {
  it('is the only line', () => {
    assert.equal(terminalLine('npm test'), 'npm test');
    assert.equal(terminalLine('\n  npm run build -- --watch\n'), 'npm run build -- --watch');
    assert.equal(terminalLine(`a${' '.repeat(8)}b`), `a${' '.repeat(8)}b`);
    assert.equal(terminalLine('a'.repeat(1_000)), 'a'.repeat(1_000));
    assert.equal(terminalLine('echo "é ü 你好 👨‍👩‍👧"'), 'echo "é ü 你好 👨‍👩‍👧"');
  });

  it('is nothing where the terminal would run something, or not show all of it', () => {
    const hidden = [
      '\r',
      '\n',
      '\u0003',
      '\u001B[2K',
      '\u0085',
      '\u2028',
      '\u202E',
      '\u200B',
      '\u{E0041}',
      '\t',
      '\u009B1m',
    ];
    for (const character of hidden) {
      assert.equal(
        terminalLine(`echo a${character}rm -rf b`),
        undefined,
        JSON.stringify(character),
      );
    }
    assert.equal(terminalLine('cd a\nrm b'), undefined);
    assert.equal(terminalLine(`ls${' '.repeat(9)}; curl b`), undefined);
    assert.equal(terminalLine(`ls${'\u00A0'.repeat(9)}; curl b`), undefined);
    assert.equal(terminalLine('a'.repeat(1_001)), undefined);
    assert.equal(terminalLine(' \n'), undefined);
  });
});
