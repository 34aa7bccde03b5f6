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

/** A ring without VS Code sets up a browser only. */
const browserSchema = v.object({ browser: v.string() });
const codeServerSchema = v.object({ node: v.string(), codeServer: v.string() });

/** @throws when no browser is set up. */
export const browserPath = (): string => readPaths(browserSchema).browser;

/** @throws when no VS Code is set up. */
export const codeServerPaths = (): v.InferOutput<typeof codeServerSchema> =>
  readPaths(codeServerSchema);

/** Reads what test/setup/toolchain.mjs wrote. */
function readPaths<T>(schema: v.GenericSchema<unknown, T>): T {
  try {
    const file = join(projectRoot, '.cache', 'toolchain.json');
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error('A browser or VS Code is missing: start the tests through `npm test`.', {
      cause,
    });
  }
}
