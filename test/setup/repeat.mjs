// `npm run test:repeat`: runs rings many times, to find tests that fail only now and then.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { cache } from './install.mjs';
import { SetupError, startGuarded } from './processes.mjs';
import { defaultRings, inLanes, rings, runRing } from './rings.mjs';

const USAGE = 'Usage: npm run test:repeat -- <times> [ring…] [--load <busy processes>]';
const logs = join(cache, 'results', 'repeat');

/**
 * Reads the words after `npm run test:repeat --`.
 * @param {readonly string[]} words
 * @returns {{ times: number, names: readonly string[], load: number }}
 * @throws {SetupError} when they are invalid.
 */
export function readRepeatArguments(words) {
  let parsed;
  try {
    parsed = parseArgs({
      args: words,
      options: { load: { type: 'string', default: '0' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new SetupError(`${error.message.split('. ')[0]}.\n${USAGE}`);
  }
  const [times, ...names] = parsed.positionals;
  const { load } = parsed.values;
  if (!/^[1-9]\d*$/.test(times ?? '') || !/^\d+$/.test(load)) throw new SetupError(USAGE);
  const unknown = names.find((name) => !Object.hasOwn(rings, name));
  if (unknown !== undefined) {
    throw new SetupError(
      `There is no ring "${unknown}", only ${Object.keys(rings).join(', ')}.\n${USAGE}`,
    );
  }
  return {
    times: Number(times),
    names: names.length === 0 ? defaultRings : names,
    load: Number(load),
  };
}

/**
 * Runs the rings `times` times, in lanes as `npm test` does. Prints the figure of each run and the names of what failed;
 * the full output of each ring is in .cache/results/repeat.
 * @param {string} node the project's Node
 * @param {{ times: number, names: readonly string[], load: number }} options `load`: processes that keep a core busy
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function repeat(node, { times, names, load }) {
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const busy = Array.from({ length: load }, () => startGuarded(node, ['-e', 'for (;;);']));
  const sum = { passed: 0, failed: 0 };
  const countByTitle = new Map();
  for (let time = 1; time <= times; time += 1) {
    console.log(`\nRun ${time} of ${times}${load > 0 ? `, load ${load}` : ''}`);
    await inLanes(names, async (ring) => {
      const startedAt = Date.now();
      const log = join(logs, `${time}-${ring}.log`);
      const { passed, failed, failures } = await runRing(node, ring, {
        write: (text) => appendFileSync(log, text),
      });
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      console.log(`  ${ring}: ${passed} passed, ${failed} failed (${seconds} s)`);
      for (const { title } of failures) {
        console.log(`    ✘ ${title}`);
        countByTitle.set(title, (countByTitle.get(title) ?? 0) + 1);
      }
      if (failed > 0) console.log(`    Log: ${relative(process.cwd(), log)}`);
      sum.passed += passed;
      sum.failed += failed;
    });
  }
  await Promise.all(busy.map((running) => running.stop()));
  if (countByTitle.size > 0) console.log('\nFailed:');
  for (const [title, count] of countByTitle) console.log(`  ${count} × ${title}`);
  return sum;
}
