// How long a large import holds up what else the extension does.
import { JsonSplitter } from '../../src/chat/transfer/import/jsonSplitter';
import type { Figure } from './figure';

const chunkSize = 65_536;
const fileSize = 100_000_000;

export function measureImport(): Promise<readonly Figure[]> {
  const text = 'x "quoted" \\ line\n'.repeat(3_000);
  const element = `${JSON.stringify({ text, more: [{}, []] })},\n`;
  const pieces = new JsonSplitter(new Set());
  const times: number[] = [];
  let rest = '[';
  while (times.length * chunkSize < fileSize) {
    rest += element;
    while (rest.length >= chunkSize) {
      const started = performance.now();
      Array.from(pieces.push(rest.slice(0, chunkSize)));
      times.push(performance.now() - started);
      rest = rest.slice(chunkSize);
    }
  }
  return Promise.resolve([
    {
      name: 'import: a chunk of 100 MB cut into its chats, longest',
      value: Math.max(...times),
      unit: 'ms',
      limit: 50,
    },
  ]);
}
