// The browser for tests: the one that is chosen, else Chromium from npm, which a bare Debian can run, else the system's.
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
import { Refusal, runLogged } from './processes.mjs';
import { requireSystem, startsUp, systemBrowser } from './requirements.mjs';

const CHROMIUM = '153.0.0';
const FONTS = '2.37.3';
const browserFolder = join(cache, `browser-${CHROMIUM}`);
const bundledBrowser = join(browserFolder, 'chromium.sh');

/** @sparticuz/chromium is built for this one alone. */
export const npmHasBrowser = `${process.platform}-${process.arch}` === 'linux-x64';

/**
 * The browser to use: PORTICO_CHROME, else the one in .cache where npm has one for this platform (a page opens in half the
 * time that a whole Chromium takes, and is the same everywhere), else the system's; undefined when there is none yet.
 */
export function findBrowser() {
  const chosen = process.env.PORTICO_CHROME;
  if (chosen) {
    if (!startsUp(chosen)) {
      throw new Refusal(
        `PORTICO_CHROME names ${chosen}, which does not start as a Chrome or Chromium.`,
      );
    }
    return chosen;
  }
  if (!npmHasBrowser) return systemBrowser();
  return isInstalled(browserFolder) ? bundledBrowser : undefined;
}

/** Chromium's headless shell with the libraries (NSS, NSPR, expat) and fonts that a bare Debian has not. */
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
      // Chromium looks for its software renderer beside itself.
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
    // The system's own libraries come first: the bundled ones want glibc 2.34.
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
