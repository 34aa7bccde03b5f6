// Bundles the integration tests as CommonJS, which the extension host of any VS Code can load.
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './toolchain';

const testsFolder = join(projectRoot, 'test', 'integration');
const outFolder = join(projectRoot, '.cache', 'integration');

export interface HostBundle {
  /** The module for `extensionTestsPath`. */
  readonly runner: string;
  /** The bundled test files by their path below test/integration ("commands.test.ts"). */
  readonly tests: ReadonlyMap<string, string>;
}

/** Bundles every test/integration/**\/*.test.ts and the runner into .cache/integration. */
export async function bundleHostTests(): Promise<HostBundle> {
  const sources = readdirSync(testsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .toSorted();
  rmSync(outFolder, { recursive: true, force: true });
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [
      { in: join(projectRoot, 'test', 'support', 'hostRunner.ts'), out: 'index' },
      ...sources.map((path) => ({ in: join(testsFolder, path), out: outName(path) })),
    ],
    outdir: outFolder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return {
    runner: join(outFolder, 'index.js'),
    tests: new Map(
      sources.map((path) => [relative('.', path), join(outFolder, `${outName(path)}.js`)]),
    ),
  };
}

const outName = (path: string): string => join('tests', path.replace(/\.ts$/, ''));
