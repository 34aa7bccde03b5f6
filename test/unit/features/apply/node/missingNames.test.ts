import assert from 'node:assert/strict';
import { blocksThatLack } from '../../../../../src/features/apply/node/missingNames';

describe('a block that uses a name which code without a place declares', () => {
  for (const [declared, used, name] of [
    ['import logging', 'logging.info("=" * 3)', 'logging'],
    ["import { one, two as other } from './two';", 'other();', 'other'],
    ["import { one as other } from './one';", 'one();', undefined],
    ['from store import (read, write)', 'write(rows)', 'write'],
    ['self.rng = Random()', 'return self.rng.choice(tiers)', 'rng'],
    ['+const total = 1;', 'show(total);', 'total'],
    ['const total = 1;', 'const total = sum(rows);', undefined],
  ] as const) {
    const outcome = name === undefined ? 'is written' : `is left out for ${name}`;
    it(`${outcome}: ${used} after ${declared}`, () => {
      const changes = [{ start: 0, end: 0, lines: [used], block: 4 }];
      const lacking = blocksThatLack([{ path: 'a.py', now: 'start()\n', changes }], [declared]);
      assert.equal(lacking.get(4), name);
    });
  }

  for (const [extension, line, lacks] of [
    ['ts', 'const one = short(1);', true],
    ['ts', 'const all = [...short];', true],
    ['ts', 'const one = text.short(1);', false],
    ['go', 'one := short(1)', false],
    ['cpp', 'one = text->short(1);', false],
  ] as const) {
    it(`is ${lacks ? 'left out' : 'written'} if only another file declares it, too: ${line}`, () => {
      const texts = { [`a.${extension}`]: line, 'b.ts': 'export const short = (n) => n;' };
      const files = Object.entries(texts).map(([path, one], block) => ({
        path,
        now: 'start();\n',
        changes: [{ start: 0, end: 0, lines: [one], block }],
      }));
      const lacking = blocksThatLack(files, ['+const short = (n) => n;']);
      assert.deepEqual([...lacking], lacks ? [[0, 'short']] : []);
    });
  }

  for (const [path, line] of [
    ['a.html', '<div id="track" class="track"></div>'],
    ['a.css', '#track { color: red; }'],
  ] as const) {
    it(`is no style sheet or page: ${line}`, () => {
      const changes = [{ start: 0, end: 0, lines: [line], block: 0 }];
      const lacking = blocksThatLack([{ path, now: '', changes }], ['const track = 1;']);
      assert.deepEqual([...lacking], []);
    });
  }
});
