// `npm run l10n` can export the texts of the host and the page: it reads calls of `l10n.t` with a string literal.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/toolchain';

const folder = join(projectRoot, 'src');

/** `l10n` must come from VS Code or from its package for other processes. */
const imports =
  /import \{[^}]*\bl10n\b[^}]*\} from 'vscode'|import \* as (?:vscode|l10n) from '(?:vscode|@vscode\/l10n)'/u;

describe('texts for translation', () => {
  for (const name of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const source = readFileSync(join(folder, name), 'utf8');
    const calls = source.match(/\bl10n\.t\(\s*./gu) ?? [];
    if (calls.length > 0) {
      it(`can be exported from ${name}`, () => {
        assert.match(source, imports);
        assert.deepEqual(
          calls.filter((call) => !/['"]$/u.test(call)),
          [],
        );
      });
    }
  }
});
