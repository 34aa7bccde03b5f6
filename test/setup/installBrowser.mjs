// The browser for tests: PORTICO_CHROME, else Chromium from npm, which runs on a bare Debian, else the system's.
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { cache, install, isInstalled, logs, npmInstall } from './install.mjs';
import { runLogged, SetupError } from './processes.mjs';
import { requireSystem, startsUp, systemBrowser } from './requirements.mjs';

const CHROMIUM = '153.0.0';
const FONTS = '2.37.3';
const browserFolder = join(cache, `browser-${CHROMIUM}`);
const bundledBrowser = join(browserFolder, 'chromium.sh');

/** @sparticuz/chromium is built for this platform alone. */
export const npmHasBrowser = `${process.platform}-${process.arch}` === 'linux-x64';

/**
 * The browser to use: PORTICO_CHROME, else the one in .cache where npm has one for this platform (it opens a page in half
 * the time of a full Chromium, and is the same everywhere), else the system's.
 * @returns undefined when there is none yet
 * @throws {SetupError} when PORTICO_CHROME does not start
 */
export function findBrowser() {
  const chosen = process.env.PORTICO_CHROME;
  if (chosen) {
    if (!startsUp(chosen)) {
      throw new SetupError(
        `PORTICO_CHROME names ${chosen}, which does not start as a Chrome or Chromium.`,
      );
    }
    return chosen;
  }
  if (!npmHasBrowser) return systemBrowser();
  return isInstalled(browserFolder) ? bundledBrowser : undefined;
}

/** Chromium's headless shell with libraries (NSS, NSPR, expat) and fonts that a bare Debian lacks. */
export const installBrowser = () =>
  install(`A browser (Chromium ${CHROMIUM})`, browserFolder, async () => {
    await npmInstall(
      browserFolder,
      'browser',
      `@sparticuz/chromium@${CHROMIUM}`,
      `dejavu-fonts-ttf@${FONTS}`,
    );
    const modules = join(browserFolder, 'node_modules');
    const packed = join(modules, '@sparticuz', 'chromium', 'bin');
    const inflate = (name, target) =>
      pipeline(
        createReadStream(join(packed, name)),
        createBrotliDecompress(),
        createWriteStream(join(browserFolder, target)),
      );
    const unpack = async (name, folder) => {
      await inflate(`${name}.tar.br`, `${name}.tar`);
      mkdirSync(join(browserFolder, folder), { recursive: true });
      await runLogged('tar', ['-xf', `${name}.tar`, '-C', folder], {
        cwd: browserFolder,
        log: join(logs, `browser-${name}.log`),
      });
      rmSync(join(browserFolder, `${name}.tar`));
    };
    await Promise.all([
      inflate('chromium.br', 'chromium'),
      unpack('al2023', 'libraries'),
      unpack('fonts', 'fonts'),
      // Chromium looks for its software renderer in its own folder.
      unpack('swiftshader', '.'),
    ]);
    chmodSync(join(browserFolder, 'chromium'), 0o755);
    const dejavu = join(modules, 'dejavu-fonts-ttf', 'ttf');
    for (const file of readdirSync(dejavu).filter((name) =>
      /^DejaVuSans(Mono)?(-Bold)?\.ttf$/.test(name),
    )) {
      copyFileSync(join(dejavu, file), join(browserFolder, 'fonts', file));
    }
    rmSync(modules, { recursive: true });
    writeFileSync(join(browserFolder, 'fonts.conf'), fontConfiguration());
    // The system's own libraries are tried first: the bundled ones need glibc 2.34.
    for (const libraries of ['', 'export LD_LIBRARY_PATH="$here/libraries/lib"\n']) {
      const fonts = 'export FONTCONFIG_FILE="$here/fonts.conf"\n';
      writeStarter(`here=${quoted(browserFolder)}\n${fonts}${libraries}exec "$here/chromium"`);
      if (startsUp(bundledBrowser)) return;
    }
    if (systemBrowser() === undefined) {
      requireSystem([{ name: 'chromium', why: 'the browser from npm does not start here' }]);
    }
    writeStarter(`exec ${quoted(systemBrowser() ?? 'chromium')}`);
  });

function writeStarter(lines) {
  writeFileSync(bundledBrowser, `#!/bin/sh\n${lines} "$@"\n`, { mode: 0o755 });
}

function quoted(file) {
  return `'${file.replaceAll("'", `'\\''`)}'`;
}

function fontConfiguration() {
  const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const prefer = (family, font) =>
    `  <alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>\n`;
  return (
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n` +
    `  <dir>${xml(join(browserFolder, 'fonts'))}</dir>\n  <dir>/usr/share/fonts</dir>\n` +
    `  <cachedir>${xml(join(browserFolder, 'font-cache'))}</cachedir>\n` +
    prefer('sans-serif', 'Open Sans') +
    prefer('system-ui', 'Open Sans') +
    prefer('monospace', 'DejaVu Sans Mono') +
    `</fontconfig>\n`
  );
}
