// Builds extension and webview: `node esbuild.js [--production] [--watch]`. Without --watch it also writes
// dist/meta.json, which names what is bundled, and the licenses of these packages.
const esbuild = require('esbuild');
const fs = require('node:fs');
const { basename, dirname, join, sep } = require('node:path');
const { webviewOptions } = require('./esbuild.webview');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

const BUILD_STARTED = '[watch] build started';
const BUILD_FINISHED = '[watch] build finished';

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  metafile: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  // While watching, `watchReport` prints the messages.
  logLevel: watch ? 'silent' : 'warning',
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

/** The keys are the names that the source imports. This entry of `openai` lacks other vendors' clients and helpers. */
const lazyPackages = { openai: 'openai/client' };

/**
 * Replaces the resources of the SDK that Portico does not use with empty classes: they are half of its size, and
 * each client creates all of them.
 * @type {import('esbuild').Plugin}
 */
const withoutUnusedResources = {
  name: 'without-unused-resources',
  setup(build) {
    build.onLoad({ filter: /[\\/]openai[\\/]resources[\\/].*\.mjs$/ }, ({ path }) => {
      const source = fs.readFileSync(path, 'utf8');
      const isUsed = /[\\/]resources[\\/](?:chat|responses)[\\/]/.test(path);
      const names = [...source.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      // The other files only export again what is in these.
      const contents =
        isUsed || names.length === 0
          ? source
          : names.map((name) => `export class ${name} {}`).join('\n');
      return { contents };
    });
  },
};

/**
 * secretlint's rules without polyfills and lodash, which are most of its package: they serve lists of secrets that the
 * user allows, and Portico passes none.
 * @type {import('esbuild').Plugin}
 */
const withoutAllowLists = {
  name: 'without-allow-lists',
  setup(build) {
    const filter = /[\\/]secretlint-rule-preset-recommend[\\/]module[\\/]index\.js$/;
    build.onLoad({ filter }, ({ path }) => {
      const polyfills = /^var commonjsGlobal = .*^var regexpStringMatcherExports = .*?;$/ms;
      const source = fs.readFileSync(path, 'utf8');
      if (!polyfills.test(source)) throw new Error(`No polyfills found in ${path}.`);
      const replacement = 'const regexpStringMatcherExports = { matchPatterns: () => [] };';
      return { contents: source.replace(polyfills, replacement) };
    });
  },
};

/**
 * The tables of what gateways say without what only tests and readers need of their rows: they are half of the tables.
 * @type {import('esbuild').Plugin}
 */
const withoutSamples = {
  name: 'without-samples',
  setup(build) {
    build.onLoad({ filter: /[\\/]signatures[\\/]\w+\.ts$/ }, ({ path }) => {
      const source = fs.readFileSync(path, 'utf8');
      // Line breaks stay, for the source map.
      const contents = source.replace(/^ +(?:gateway|seen|sample):\s+(['"]).*\1,$/gm, (row) =>
        row.replace(/./g, ''),
      );
      return { contents, loader: 'ts' };
    });
  },
};

/** @type {import('esbuild').BuildOptions[]} */
const builds = [
  {
    ...host,
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    plugins: [loadedOnFirstUse(Object.keys(lazyPackages)), withoutSamples],
  },
  { ...host, entryPoints: { historyWorker: 'src/features/history/node/historyWorker.ts' } },
  { ...host, entryPoints: { placeWorker: 'src/features/apply/node/placeWorker.ts' } },
  {
    ...host,
    entryPoints: { secretScanWorker: 'src/features/secrets/node/secretScanWorker.ts' },
    plugins: [withoutAllowLists],
  },
  {
    ...host,
    entryPoints: {
      pdfProcess: 'src/features/attachments/node/pdf/pdfProcess.ts',
      pdfWorker: 'src/features/attachments/node/pdf/pdfWorker.ts',
    },
  },
  { ...host, entryPoints: lazyPackages, plugins: [withoutUnusedResources] },
  { ...common, ...webviewOptions('src/webview.ts') },
];

/** The CMaps that the PDF standard names (ISO 32000-1, 9.7.5.2), and those that map their characters to Unicode. */
const standardCMaps = [
  /^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2\.bcmap$/,
  /^Uni(?:GB|CNS|JIS|KS)-(?:UCS2|UTF16)(?:-HW)?-[HV]\.bcmap$/,
  /^(?:(?:GB|GBpc|GBK|GBKp|CNS|KSC)-)?EUC-[HV]\.bcmap$/,
  /^(?:GBK2K|B5pc|HKscs-B5|ETen-B5|ETenms-B5|KSCms-UHC|KSCms-UHC-HW)-[HV]\.bcmap$/,
  /^(?:(?:90ms|90msp|Add|Ext)-RKSJ-[HV]|(?:83pv|90pv)-RKSJ-H|KSCpc-EUC-H|[HV])\.bcmap$/,
];

/** Without them, pdf.js finds no text in many files in Chinese, Japanese and Korean. */
function copyCMaps() {
  const folder = join('node_modules', 'pdfjs-dist', 'cmaps');
  fs.mkdirSync('dist/cmaps', { recursive: true });
  for (const name of fs.readdirSync(folder)) {
    if (standardCMaps.some((pattern) => pattern.test(name))) {
      fs.copyFileSync(join(folder, name), join('dist', 'cmaps', name));
    }
  }
}

/** Packages that the bundled ones contain without their licenses: all have the MIT license. */
const containedPackages = {
  'pdfjs-dist': [
    {
      name: 'core-js',
      holder: '2013–2025 Denis Pushkarev (zloirock.ru), 2025–2026 CoreJS Company (core-js.io)',
    },
  ],
};

/**
 * The licenses of all bundled packages, and of what they contain themselves.
 * @param {readonly string[]} inputs files as esbuild's metafile names them
 * @throws when a package has no license
 */
function thirdPartyNotices(inputs) {
  const folders = inputs.flatMap(
    (input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [],
  );
  const sections = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version, license, author } = JSON.parse(
      fs.readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(basename(file)))
      .toSorted()
      .toSorted((a, b) => a.split(sep).length - b.split(sep).length);
    if (files.length === 0 && license === 'MIT' && typeof author === 'string') {
      return [`${name} ${version} (${license})`, mitLicense(author)].join('\n\n');
    }
    if (files.length === 0) throw new Error(`${name} has no license.`);
    const texts = files.map((file) => {
      const part = dirname(file) === '.' ? '' : `${dirname(file)}:\n\n`;
      return part + fs.readFileSync(join(folder, file), 'utf8').trim();
    });
    const contained = (containedPackages[name] ?? []).map(
      (part) => `${part.name}:\n\n${mitLicense(part.holder)}`,
    );
    return [`${name} ${version} (${license})`, ...texts, ...contained].join('\n\n');
  });
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${['Portico holds parts of these packages.', ...sections].join(line)}\n`;
}

/** The license of a package that names it but does not contain its text; ours has the same text. */
function mitLicense(holder) {
  const own = fs.readFileSync('LICENSE', 'utf8').trim();
  return own.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`);
}

/**
 * Prints the lines that the task `watch` in .vscode/tasks.json waits for, and all messages between them: F5 starts at
 * the last line and has to know of errors by then. Builds that overlap count as one.
 * @param {Set<import('esbuild').BuildOptions>} running the builds that have not finished; at first all of them
 * @param {import('esbuild').BuildOptions} options
 * @returns {import('esbuild').Plugin}
 */
const watchReport = (running, options) => ({
  name: 'watch-report',
  setup(build) {
    build.onStart(() => {
      if (running.size === 0) console.log(BUILD_STARTED);
      running.add(options);
    });
    build.onEnd(async ({ errors, warnings }) => {
      const messages = [
        ...(await esbuild.formatMessages(errors, { kind: 'error' })),
        ...(await esbuild.formatMessages(warnings, { kind: 'warning' })),
      ];
      for (const message of messages) console.log(message);
      running.delete(options);
      if (running.size === 0) console.log(BUILD_FINISHED);
    });
  },
});

async function watchAll() {
  const running = new Set(builds);
  const contexts = await Promise.all(
    builds.map((options) => {
      const plugins = [...(options.plugins ?? []), watchReport(running, options)];
      return esbuild.context({ ...options, plugins });
    }),
  );
  console.log(BUILD_STARTED);
  await Promise.all(contexts.map((context) => context.watch()));
}

async function main() {
  fs.rmSync('dist', { recursive: true, force: true });
  copyCMaps();
  if (watch) return watchAll();
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  const metafiles = results.map(({ metafile }) => metafile);
  const inputs = Object.assign({}, ...metafiles.map((metafile) => metafile.inputs));
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  fs.writeFileSync('dist/meta.json', JSON.stringify({ inputs, outputs }));
  fs.writeFileSync('dist/THIRD_PARTY_NOTICES.txt', thirdPartyNotices(Object.keys(inputs)));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
