// Tells tests where set-up put the real VS Code and the browser, so that no test installs or looks for anything itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The project's root folder. */
export const projectRoot = join(__dirname, '..', '..');

/** Where tests leave screenshots and results; git ignores it. */
export const resultsFolder = join(projectRoot, 'test-results');

/** The package that the end-to-end tests install, as `npm test` built it. */
export const packagedExtension = join(projectRoot, '.cache', 'portico.vsix');

const schema = v.object({ node: v.string(), browser: v.string(), codeServer: v.string() });

export type Toolchain = v.InferOutput<typeof schema>;

/**
 * The paths that test/setup/toolchain.mjs wrote.
 * @throws when set-up has not run for a browser and VS Code.
 */
export function readToolchain(): Toolchain {
  try {
    const file = join(projectRoot, '.cache', 'toolchain.json');
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error('No browser or VS Code is set up here: start the tests through `npm test`.', {
      cause,
    });
  }
}
