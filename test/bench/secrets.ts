// Time to scan a text for secrets, beside one pass over its characters.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanText } from '../../src/chat/secrets/scanText';
import { projectRoot } from '../support/toolchain';
import { compare, type Figure } from './figure';

const size = 1_000_000;
const rounds = 15;

/** Source code of this project, as often as it takes. In UTF-16 units. */
function sourceText(): string {
  const folder = join(projectRoot, 'src', 'chat', 'session');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const once = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return once.repeat(Math.ceil(size / once.length)).slice(0, size);
}

function onePass(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum = (sum * 31 + text.charCodeAt(index)) | 0;
  }
  return sum;
}

async function ms(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** The least of several rounds, the two in turn: what else the machine does only adds to the time. */
export async function measureSecrets(): Promise<readonly Figure[]> {
  const text = sourceText();
  let [scan, pass] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    pass = Math.min(pass, await ms(() => onePass(text)));
    scan = Math.min(scan, await ms(() => scanText(text, ['sk-0123456789abcdef'], String)));
  }
  return compare({
    name: 'scan of 1 MB for secrets',
    value: scan,
    yardstick: 'one pass over its characters',
    yardstickValue: pass,
    limit: 5,
  });
}
