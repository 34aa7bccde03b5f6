// How the page and the scripts that it loads on first use are built, for the product and for tests of its parts.
const { readFile } = require('node:fs/promises');
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
 * Has markdown-it assign the fields of its tokens: its build defines each of them, which takes most of the time of a
 * token.
 * @type {import('esbuild').Plugin}
 */
const assignedFields = {
  name: 'assigned-fields',
  setup(build) {
    build.onLoad({ filter: /markdown-it\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(
        /^function _defineProperty\(e, r, t\) \{\n.*?^\}/ms,
        'function _defineProperty(e, r, t) {\n\te[r] = t;\n}',
      );
      return { contents, loader: 'js' };
    });
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
  plugins: [smallPackages, assignedFields],
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
