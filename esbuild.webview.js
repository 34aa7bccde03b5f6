// How the page and the scripts that it loads on first use are built, for the product and for tests of its parts.
const { readdir, readFile } = require('node:fs/promises');
const { join } = require('node:path');

const src = join(__dirname, 'src');
const markdown = join(src, 'markdown', 'page');

const icon = /^\.codicon-([a-z0-9-]+):before \{.*\}\n/gmu;

/**
 * Removes the icons that neither the page names nor an attachment or a suggestion has, which are most of codicon.css.
 * @type {import('esbuild').Plugin}
 */
const usedIcons = {
  name: 'used-icons',
  setup(build) {
    build.onLoad({ filter: /codicon\.css$/ }, async ({ path }) => {
      const names = await readdir(src, { recursive: true });
      const watchFiles = names
        .filter((name) =>
          /\bpage\b.*\.(?:tsx?|css)$|\b(?:suggestionIcons|attachmentKinds)\.ts$/u.test(name),
        )
        .map((name) => join(src, name));
      const texts = await Promise.all(watchFiles.map((file) => readFile(file, 'utf8')));
      const words = new Set(
        texts
          .join('\n')
          .match(/[a-z][a-z0-9-]*/gu)
          ?.map((word) => word.replace(/^codicon-/u, '')),
      );
      const css = await readFile(path, 'utf8');
      const kinds = await readFile(
        join(src, 'conversation', 'common', 'attachmentKinds.ts'),
        'utf8',
      );
      for (const [, name] of kinds.matchAll(/icon: '([^']*)'/gu)) {
        if (!css.includes(`.codicon-${name}:before`))
          throw new Error(`No codicon is named ${name}.`);
      }
      const contents = css.replace(icon, (rule, name) => (words.has(name) ? rule : ''));
      return { contents, loader: 'css', watchFiles };
    });
  },
};

/**
 * What the page uses of markdown-it is its parser of inline text: it has a block reader and builds DOM nodes of its own.
 * What is replaced here is half of markdown-it.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const unusedMarkdownIt = [
  // The parser of blocks.
  [/^var ParserBlock = class \{.*?^\};/ms, 'var ParserBlock = class {};'],
  // Raw HTML, which is off.
  [/^\t\["html_inline", html_inline\],\n/m, ''],
  [/^var html_blocks_default = \[.*?^var HTML_SEQUENCES = \[.*?^\];/ms, ''],
  // The renderer to HTML.
  [/^default_rules\.code_inline = .*?(?=^\/\*\*)/ms, ''],
  [/^var Renderer = class \{.*?^\};/ms, 'var Renderer = class {};'],
  // Presets, and methods to change the rules later.
  [/^\tzero: \{.*?^\};/ms, '};'],
  [
    /^\tconfigure\(presets\) \{.*?(?=^\tparseInline\()/ms,
    '\tconfigure() {\n\t\tthis.options = { ...config.default.options };\n\t}\n',
  ],
  [/^\tenable\(list, ignoreInvalid = false\) \{.*?(?=^\tgetRules\()/ms, ''],
  // What plug-ins use.
  [/^_defineProperty\(MarkdownIt, .*?\n(?=var )/ms, ''],
  [/^var utils_exports = .*?^\}\);/ms, 'var utils_exports = { normalizeReference };'],
  // The rules for typographic quotes and dashes, which are off.
  [/^\t\["replacements", replace\],\n\t\["smartquotes", smartquotes\],\n/m, ''],
  // Replaced by assignments: defining the fields takes most of the time that a token takes.
  [
    /^function _defineProperty\(e, r, t\) \{\n.*?^\}/ms,
    'function _defineProperty(e, r, t) {\n\te[r] = t;\n}',
  ],
];

/**
 * Reduces markdown-it to what the page uses: the parser of inline text.
 * @type {import('esbuild').Plugin}
 */
const inlineMarkdownIt = {
  name: 'inline-markdown-it',
  setup(build) {
    build.onLoad({ filter: /markdown-it\.mjs$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [source, replacement] of unusedMarkdownIt) {
        if (!source.test(contents)) {
          throw new Error(`esbuild.webview.js does not fit this version of markdown-it: ${source}`);
        }
        contents = contents.replace(source, () => replacement);
      }
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
    highlighter: join(markdown, 'scripts', 'highlighter.ts'),
    math: join(markdown, 'scripts', 'math.ts'),
    images: join(src, 'features', 'attachments', 'page', 'images.ts'),
  },
  bundle: true,
  plugins: [inlineMarkdownIt, usedIcons],
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
