// The paths of VS Code and the browser that the setup has installed: no test installs or searches anything itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The project's root folder. */
export const projectRoot = join(__dirname, '..', '..');

/** The folder of screenshots and results; git ignores it. */
export const resultsFolder = join(projectRoot, 'test-results');

/** The package that end-to-end tests install; `npm test` builds it. */
export const packagedExtension = join(projectRoot, '.cache', 'portico.vsix');

const schema = v.object({ node: v.string(), browser: v.string(), codeServer: v.string() });

export type Toolchain = v.InferOutput<typeof schema>;

/**
 * The paths that test/setup/toolchain.mjs wrote.
 * @throws when the setup of a browser and VS Code has not run.
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
