// Import of a large file: how fast it is split into chats, and how long one step blocks the extension host.
import { JsonSplitter } from '../../src/features/transfer/node/import/jsonSplitter';
import { cpuMsOf, parseYardstickMs } from './blocking';
import { compare, type Figure } from './figure';

/** In UTF-16 code units, as a file is read. */
const chunkLength = 65_536;
const fileLength = 100_000_000;

export function measureImport(): readonly Figure[] {
  const text = 'x "quoted" \\ line\n'.repeat(3_000);
  const element = `${JSON.stringify({ text, more: [{}, []] })},\n`;
  const splitter = new JsonSplitter(new Set());
  const times: number[] = [];
  let bareParse = 0;
  let unread = '[';
  while (times.length * chunkLength < fileLength) {
    unread += element;
    bareParse += cpuMsOf(() => JSON.parse(element.slice(0, -2)));
    while (unread.length >= chunkLength) {
      const chunk = unread.slice(0, chunkLength);
      times.push(cpuMsOf(() => Array.from(splitter.push(chunk))));
      unread = unread.slice(chunkLength);
    }
  }
  return [
    ...compare({
      name: 'import: 100 MB split into chats',
      value: times.reduce((sum, time) => sum + time, 0),
      yardstick: 'JSON.parse of each chat',
      yardstickValue: bareParse,
      limit: 6,
    }),
    ...compare({
      name: 'import: longest block',
      value: Math.max(...times),
      yardstick: 'JSON.parse of 1 MB',
      yardstickValue: parseYardstickMs(),
      limit: 8,
    }),
  ];
}
