// Reads PDF files, hostile ones too, in a real process.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import type {
  PdfAnswer,
  PdfRequest,
} from '../../../../../src/features/attachments/node/pdf/pdfMessages';
import { PdfReader } from '../../../../../src/features/attachments/node/pdf/pdfReader';
import { startProcess } from '../../../../../src/platform/node/workerProcess';
import { WorkerRequests } from '../../../../../src/platform/node/workerRequests';
import { ManualClock } from '../../../../support/manualClock';
import {
  chinesePdf,
  hostilePdfs,
  slowPdf,
  streamBombs,
  stringBomb,
} from '../../../../support/pdf/hostilePdfs';
import { encryptedPdf, pdfOf, pdfWithoutText } from '../../../../support/pdf/pdfWriter';
import { propertyRuns } from '../../../../support/propertyRuns';
import { projectRoot } from '../../../../support/toolchain';
import { until } from '../../../../support/until';

describe('PdfReader', () => {
  let folder = '';
  let script = '';
  let reader: PdfReader;
  /** One process for many files: starting one for each, as PdfReader does, takes longer than the tests. */
  let worker: WorkerRequests<PdfRequest, PdfAnswer>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-pdf-'));
    script = join(folder, 'pdfProcess.js');
    const source = join(projectRoot, 'src/features/attachments/node/pdf');
    await build({
      entryPoints: [join(source, 'pdfProcess.ts'), join(source, 'pdfWorker.ts')],
      outdir: folder,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    const cMaps = join(projectRoot, 'node_modules', 'pdfjs-dist', 'cmaps');
    await cp(cMaps, join(folder, 'cmaps'), { recursive: true });
    worker = new WorkerRequests({
      start: startProcess(script),
      clock: new ManualClock(),
      timeoutMs: 1,
    });
  });
  beforeEach(() => {
    // Its time stands still: on a busy machine, what needs too much memory would take too long first.
    reader = new PdfReader(script, new ManualClock());
  });
  after(async () => {
    worker.dispose();
    await rm(folder, { recursive: true });
  });

  const readInWorker = (bytes: Uint8Array) =>
    worker.ask({ bytes, maxPages: 100, maxLength: 1_000_000 });

  it('reads the text of each page, line by line', async () => {
    const pages = ['One\nTwo', '', 'ä€ 你好'];
    for (const isCompressed of [false, true]) {
      assert.deepEqual(await reader.read(pdfOf(pages, { isCompressed })), { pages, pageCount: 3 });
    }
  });

  it('reads Chinese in a font without a map to Unicode', async () => {
    const result = await reader.read(chinesePdf('UniGB-UCS2-H'));
    assert.deepEqual(result, { pages: ['你好'], pageCount: 1 });
  });

  it('reads the first 100 pages of a long file', async () => {
    const result = await reader.read(pdfOf(Array.from({ length: 340 }, (_, index) => `p${index}`)));
    assert.ok(typeof result === 'object');
    assert.deepEqual(
      [result.pages.length, result.pages.at(-1), result.pageCount],
      [100, 'p99', 340],
    );
  });

  it('reads no page that would make the text longer than 1 MB', async () => {
    const page = `${'x'.repeat(99)}\n`.repeat(3_000).trimEnd();
    const result = await reader.read(pdfOf([page, page, page, page], { isCompressed: true }));
    assert.ok(typeof result === 'object');
    assert.deepEqual([result.pages.length, result.pageCount], [3, 4]);
  });

  it('says why a file has no text', async () => {
    assert.equal(await reader.read(encryptedPdf()), 'password');
    for (const [file, result] of [
      [pdfWithoutText(), 'noText'],
      [Buffer.from('Just words.'), 'notPdf'],
      [new Uint8Array(), 'notPdf'],
      [Buffer.from('%PDF-1.7\nno objects'), 'damaged'],
    ] as const) {
      assert.deepEqual(await readInWorker(file), { result });
    }
  });

  for (const [name, [file, expected]] of Object.entries(hostilePdfs)) {
    it(`is not harmed by ${name}`, async () => {
      const answer = await readInWorker(file);
      const result = typeof answer === 'string' ? answer : answer.result;
      assert.deepEqual(typeof result === 'string' ? result : result.pages, expected);
    });
  }

  it('refuses a file with streams that unpack to more than its memory', async () => {
    for (const bomb of streamBombs) assert.equal(await reader.read(bomb()), 'tooMuchMemory');
  });

  it('refuses a file with a string that unpacks to more than its memory', async () => {
    assert.equal(await reader.read(stringBomb()), 'tooMuchMemory');
  });

  it('ends its process when a file takes too long, and reads the next one', async () => {
    const clock = new ManualClock();
    const limited = new PdfReader(script, clock);
    const slow = limited.read(slowPdf());
    const next = limited.read(pdfOf(['next']));
    await until(() => clock.pendingTimers === 1);
    clock.advance(20_000);
    assert.equal(await slow, 'timeout');
    assert.deepEqual(await next, { pages: ['next'], pageCount: 1 });
    assert.equal(clock.pendingTimers, 0);
  });

  it('has a process that ends with the extension host, whatever it is doing', async () => {
    const process = fork(script, { serialization: 'advanced' });
    const limits = { maxPages: 100, maxLength: 1_000 };
    process.send({ number: 1, content: { bytes: pdfOf(['first']), ...limits } });
    await once(process, 'message');
    process.send({ number: 2, content: { bytes: slowPdf(), ...limits } });
    const exit = once(process, 'exit');
    process.disconnect();
    assert.deepEqual(await exit, [0, null]);
  });

  it('reads a file that it has read before without a process', async () => {
    const copy = join(folder, 'copy.js');
    await cp(script, copy);
    const other = new PdfReader(copy, new ManualClock());
    const first = await other.read(pdfOf(['again']));
    await rm(copy);
    assert.deepEqual(first, { pages: ['again'], pageCount: 1 });
    assert.deepEqual(await other.read(pdfOf(['again'])), first);
    assert.equal(await other.read(pdfOf(['another'])), 'unreadable');
  });

  it('has a result for any damage', async () => {
    const file = pdfOf(['one\ntwo', 'three']);
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 20 }),
        fc.nat(file.length),
        async (changes, length) => {
          const damaged = Buffer.from(file.subarray(0, Math.max(length, 9)));
          for (const [at, byte] of changes) {
            damaged[at % damaged.length] = byte;
          }
          assert.notEqual(await readInWorker(damaged), 'failed');
        },
      ),
      { numRuns: propertyRuns(5) },
    );
  });
});
