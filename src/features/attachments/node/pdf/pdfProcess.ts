// The process that reads a PDF file: a file that makes pdf.js take all memory ends this process and not the extension
// host. pdf.js runs in a thread of it, so that the process notices at any time that the extension host is gone.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { failedExitCode } from '../../../../platform/node/workerProcess';
import { isOutOfMemory } from '../../../../platform/node/workerThread';

/** Slow growth ends the thread, one large step the process. */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 } as const;

const thread = new Worker(join(__dirname, 'pdfWorker.js'), { resourceLimits });
thread.on('message', (answer: object) => process.send?.(answer));
thread.on('error', (error) => process.exit(isOutOfMemory(error) ? 0 : failedExitCode));
process.on('message', (request: object) => thread.postMessage(request));
process.on('disconnect', () => process.exit());
