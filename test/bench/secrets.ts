// Time to scan a text for secrets, beside one pass over its characters.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextScanner } from '../../src/features/secrets/node/scanText';
import { projectRoot } from '../support/toolchain';
import { compare, type Figure } from './figure';

const size = 1_000_000;
const rounds = 15;

/** Code, styles, a lock file and documents: an equal share of each. */
const sources = [
  'node_modules/openai/client.js',
  'node_modules/react-dom/cjs/react-dom-client.development.js',
  'node_modules/highlight.js/styles/github.css',
  'package-lock.json',
  'docs/architecture.md',
  'src/conversation/node/session/chatSession.ts',
];

function ordinaryText(): string {
  const share = Math.ceil(size / sources.length);
  return sources
    .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
    .map((text) => text.repeat(Math.ceil(share / text.length)).slice(0, share))
    .join('');
}

function onePass(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum = (sum + text.charCodeAt(index)) | 0;
  }
  return sum;
}

function ms(task: () => unknown): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

/** The least of several rounds, the two in turn: what else the machine does only adds to the time. */
export function measureSecrets(): readonly Figure[] {
  const scanner = new TextScanner(['sk-0123456789abcdef'], String);
  const lines = ordinaryText();
  return [
    { name: 'in many lines', text: lines },
    { name: 'in one line', text: lines.replaceAll(/\s+/gu, ' ') },
  ].flatMap(({ name, text }) => {
    let [scan, pass] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round += 1) {
      pass = Math.min(
        pass,
        ms(() => onePass(text)),
      );
      scan = Math.min(
        scan,
        ms(() => scanner.scan(text)),
      );
    }
    return compare({
      name: `scan of ${(text.length / 1e6).toPrecision(2)} MB ${name} for secrets`,
      value: scan,
      yardstick: 'one pass over its characters',
      yardstickValue: pass,
      limit: 5,
    });
  });
}
