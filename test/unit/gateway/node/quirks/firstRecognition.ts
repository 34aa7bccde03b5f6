// Measures, in a worker with an engine of its own, the first recognition of a message.
import { parentPort, workerData } from 'node:worker_threads';
import type { AttemptedCompletion } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { recognizeQuirk } from '../../../../../src/gateway/node/quirks/recognizeQuirk';

/** The unit is microseconds of CPU time. */
export interface FirstRecognition {
  /** Compiling a regular expression of a fixed size. */
  readonly yardstick: number;
  readonly first: number;
}

function cpuTime(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}

const attempt: AttemptedCompletion = {
  request: { purpose: 'chat', apiFormat: 'chat', model: 'm', messages: [], stream: true },
  body: {},
  appliedQuirks: [],
  isChangedBy: () => true,
};
const compile = (round: number): boolean =>
  new RegExp(
    Array.from({ length: 200 }, (_, word) => `(?:a${round}|b${word}){0,3} end${word}`).join('|'),
  ).test('nothing of it');
compile(0);
const result: FirstRecognition = {
  yardstick: Math.min(...[1, 2, 3, 4, 5].map((round) => cpuTime(() => compile(round)))),
  first: cpuTime(() => recognizeQuirk({ message: String(workerData) }, 400, attempt)),
};
parentPort?.postMessage(result);
