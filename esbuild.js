// Builds host and webview: `node esbuild.js [--production] [--watch]`. Writes dist/meta.json for the size table.
const esbuild = require('esbuild');
const fs = require('node:fs');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  metafile: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  logLevel: 'warning',
  outdir: 'dist',
};

/** @type {import('esbuild').BuildOptions} */
const host = { ...common, platform: 'node', format: 'cjs', target: 'node22' };

/**
 * A package of its own file: the extension loads it on first use and not when it is activated.
 * @param {readonly string[]} names
 * @returns {import('esbuild').Plugin}
 */
const loadedOnFirstUse = (names) => ({
  name: 'loaded-on-first-use',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({
      path: `./${path}.js`,
      external: true,
    }));
  },
});

const lazyPackages = ['openai', 'markdown-it'];

/** @type {import('esbuild').BuildOptions[]} */
const builds = [
  {
    ...host,
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    plugins: [loadedOnFirstUse(lazyPackages)],
  },
  { ...host, entryPoints: Object.fromEntries(lazyPackages.map((name) => [name, name])) },
  {
    ...common,
    entryPoints: { webview: 'src/webview/main.tsx' },
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  },
];

async function main() {
  fs.rmSync('dist', { recursive: true, force: true });
  if (watch) {
    const contexts = await Promise.all(builds.map((options) => esbuild.context(options)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  const metafiles = results.map(({ metafile }) => metafile);
  fs.writeFileSync(
    'dist/meta.json',
    JSON.stringify({
      inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
      outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
    }),
  );
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
