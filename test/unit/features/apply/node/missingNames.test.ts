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
});
