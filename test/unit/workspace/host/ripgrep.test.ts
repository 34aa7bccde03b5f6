import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as ripgrepModule from '../../../../src/workspace/host/ripgrep';
import { vscodeTexts, withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { ripgrepLines } = withVsCodeTexts(
  () => require('../../../../src/workspace/host/ripgrep') as typeof ripgrepModule,
);

describe('ripgrepLines', () => {
  let folder: string;
  let env: typeof vscodeTexts.env;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-ripgrep-'));
    ({ env } = vscodeTexts);
    vscodeTexts.env = Object.assign({}, env, { appRoot: folder });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vscodeTexts.env = env;
  });

  function writeProgram(script: string, path = 'node_modules/@vscode/ripgrep/bin/rg'): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  const run = (signal = new AbortController().signal) =>
    ripgrepLines({ folder, args: ['--files'], signal });

  for (const modules of ['node_modules', 'node_modules.asar.unpacked']) {
    for (const path of [
      `ripgrep-universal/bin/${process.platform}-${process.arch}`,
      'ripgrep/bin',
    ]) {
      it(`finds ripgrep in ${modules}/@vscode/${path}`, async () => {
        writeProgram('echo "$@"; pwd', `${modules}/@vscode/${path}/rg`);
        assert.deepEqual(await run(), ['--no-config --no-messages --files', folder]);
      });
    }
  }

  it('returns nothing for no match, and what was printed before an error', async () => {
    writeProgram('exit 1');
    assert.deepEqual(await run(), []);
    writeProgram('echo a; echo b; printf cut; exit 2');
    assert.deepEqual(await run(), ['a', 'b']);
  });

  it('says that it failed, or is not there', async () => {
    assert.equal(await run(), undefined);
    writeProgram('exit 2');
    assert.equal(await run(), undefined);
  });

  it('ends the program at its signal', async () => {
    writeProgram('exec sleep 600');
    const abort = new AbortController();
    const running = run(abort.signal);
    abort.abort();
    await assert.rejects(running, { name: 'AbortError' });
  });
});
