// How the page and the scripts that it loads on first use are built, for the product and for tests of its parts.
const { join } = require('node:path');

const scripts = join(__dirname, 'src', 'webview', 'scripts');

/**
 * Replaces a package by a smaller one of ours.
 * @type {import('esbuild').Plugin}
 */
const smallPackages = {
  name: 'small-packages',
  setup(build) {
    build.onResolve({ filter: /^entities$/ }, () => ({
      path: join(__dirname, 'src', 'webview', 'markdown', 'commonEntities.ts'),
    }));
  },
};

/**
 * @param {string} entry the script of the page
 * @returns {import('esbuild').BuildOptions}
 */
const webviewOptions = (entry) => ({
  entryPoints: {
    webview: entry,
    highlighter: join(scripts, 'highlighter.ts'),
    math: join(scripts, 'math.ts'),
    entities: join(scripts, 'entities.ts'),
  },
  bundle: true,
  plugins: [smallPackages],
  outdir: 'dist',
  platform: 'browser',
  format: 'iife',
  target: 'chrome128',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
  legalComments: 'none',
});

module.exports = { webviewOptions };
