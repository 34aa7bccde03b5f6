import assert from 'node:assert/strict';
import { BlockReader } from '../../src/markdown/common/blockReader';
import { EventSink, piecesOf } from '../support/markdown/blockEvents';
import { hostilePrefixes, hostileText, hostileUnits } from '../support/markdown/hostileLines';

/** In characters. Linear work takes 4 times as long for the second length, quadratic work 16 times. */
const lengths = [50_000, 200_000] as const;
const maxRatio = 10;
/** In ms. Shorter times cannot be measured. */
const minTime = 20;

/** The CPU time of reading `text` in pieces of 4 characters, in ms. */
function readingTime(text: string): number {
  const pieces = piecesOf(text, 4);
  const start = process.cpuUsage();
  const reader = new BlockReader(new EventSink(), { extensions: true });
  for (const piece of pieces) {
    reader.append(piece);
  }
  reader.end();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe('BlockReader', function () {
  this.timeout(600_000);

  for (const prefix of hostilePrefixes) {
    it(`takes at most ${maxRatio} times as long for 4 times as much hostile text after ${JSON.stringify(prefix)}`, () => {
      for (const unit of hostileUnits) {
        const [short, long] = lengths.map((length) => hostileText(prefix, unit, length));
        const ratio = (): number =>
          readingTime(long ?? '') / Math.max(readingTime(short ?? ''), minTime);
        const ratios = [ratio()];
        while (Math.min(...ratios) > maxRatio && ratios.length < 5) {
          ratios.push(ratio());
        }
        assert.ok(Math.min(...ratios) <= maxRatio, `${JSON.stringify(unit)}: ${ratios.join(', ')}`);
      }
    });
  }
});
