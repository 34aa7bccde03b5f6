// The gateway's tables say where each error can be looked up, and ever fewer rows cannot say it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/toolchain';

/** May only fall: a new row comes with an address, and whoever finds one for an old row lowers the number. */
const unverifiedRows = 94;

const gateway = join(projectRoot, 'src/gateway');
const tables = readdirSync(gateway, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(gateway, file), 'utf8'))
  .join('\n');
const seen = [...tables.matchAll(/^ +seen:\s+'(.*)',$/gmu)].map(([, value = '']) => value);

describe('What the rows of the gateway’s tables say', () => {
  it('can be looked up, but for the number of rows that is written here', () => {
    assert.equal(seen.filter((value) => value === 'unverified').length, unverifiedRows);
  });

  it('can be read at the address: an issue or a file, not only a repository', () => {
    const unspecific = seen.filter(
      (value) =>
        value.startsWith('https://github.com/') &&
        !/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:(?:issues|pull|discussions)\/\d+|blob\/.+)$/u.test(
          value,
        ),
    );
    assert.deepEqual(unspecific, []);
  });
});
