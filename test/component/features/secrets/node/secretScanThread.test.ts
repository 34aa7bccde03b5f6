import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SecretScanThread } from '../../../../../src/features/secrets/node/secretScanThread';
import { systemClock } from '../../../../../src/platform/node/systemClock';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { ManualClock } from '../../../../support/manualClock';
import { randomCharacters } from '../../../../support/secrets/randomCharacters';
import { projectRoot } from '../../../../support/toolchain';
import { until } from '../../../../support/until';

const never = new AbortController().signal;
const complete = { findings: [], isIncomplete: false };
const incomplete = { findings: [], isIncomplete: true };

describe('SecretScanThread', () => {
  let folder = '';
  let script = '';
  const token = `ghp_${randomCharacters(36, 'abcdefghijklm0123456789', seededRandom(2))}`;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-secrets-'));
    script = join(folder, 'worker.cjs');
    await build({
      entryPoints: [join(projectRoot, 'src/features/secrets/node/secretScanWorker.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'warning',
    });
  });

  after(() => rm(folder, { recursive: true }));

  it('says in which text a secret is, on which line, and nothing more than its first characters', async () => {
    const thread = new SecretScanThread(script, systemClock);
    const { findings, isIncomplete } = await thread.scan(['Why?', `a\nb = ${token}`], [], never);
    thread.dispose();
    assert.deepEqual(
      [findings.length, findings[0]?.textIndex, findings[0]?.line, isIncomplete],
      [1, 1, 2, false],
    );
    assert.equal(JSON.stringify(findings).includes(token), false);
    assert.match(findings[0]?.digest ?? '', /^[0-9a-f]{64}$/);
  });

  it('answers several scans at once, each with its own findings', async () => {
    const thread = new SecretScanThread(script, systemClock);
    const [one, two, three] = await Promise.all([
      thread.scan([token], [], never),
      thread.scan(['Why?'], [], never),
      thread.scan(['known-key-of-mine'], ['known-key-of-mine'], never),
    ]);
    thread.dispose();
    assert.deepEqual(
      [one?.findings.length, two, three?.findings[0]?.rule],
      [1, complete, 'API key of this gateway'],
    );
  });

  it('starts no thread for a text without letters', async () => {
    const thread = new SecretScanThread(join(folder, 'missing.cjs'), systemClock);
    assert.deepEqual(await thread.scan(['', ' \n'], [], never), complete);
  });

  it('is incomplete, and scans again, after a scan that takes too long', async () => {
    const blocked = join(folder, 'blocked.cjs');
    await writeFile(
      blocked,
      `require('node:worker_threads').parentPort.on('message', ({ number, content }) => {
        if (content.texts[0] === 'block') for (;;);
        require('node:worker_threads').parentPort.postMessage({ number, content: [] });
      });`,
    );
    const clock = new ManualClock();
    const thread = new SecretScanThread(blocked, clock);
    const scan = thread.scan(['block'], [], never);
    assert.equal(clock.pendingTimers, 0, 'the start of the thread is not part of the limit');
    await until(() => clock.pendingTimers === 1);
    clock.advance(5_000);
    assert.deepEqual(await scan, incomplete);
    assert.deepEqual(await thread.scan(['next'], [], never), complete);
    thread.dispose();
  });

  it('is incomplete when the thread fails, is ended or the question is canceled', async () => {
    const failing = new SecretScanThread(join(folder, 'missing.cjs'), systemClock);
    assert.deepEqual(await failing.scan(['Why?'], [], never), incomplete);
    const thread = new SecretScanThread(script, systemClock);
    const abort = new AbortController();
    const canceled = thread.scan(['Why?'], [], abort.signal);
    abort.abort();
    assert.deepEqual(await canceled, incomplete);
    const ended = thread.scan(['Why?'], [], never);
    thread.dispose();
    assert.deepEqual(await ended, incomplete);
  });
});
