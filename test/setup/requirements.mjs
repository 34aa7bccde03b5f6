// Finds what the system lacks, and the command that installs it, before any long step starts.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './processes.mjs';

const MINIMUM_NODE = [20, 19];

/** The full path of an executable on PATH, or undefined. */
export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // It is not in this folder.
    }
  }
  return undefined;
}

/** @throws {SetupError} on Windows, on musl and below Node 20.19. */
export function checkPlatform() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
    throw new SetupError(
      `Node.js ${process.versions.node} is too old to set Portico up: install ${MINIMUM_NODE.join('.')} or newer.`,
    );
  }
  if (process.platform === 'win32') {
    throw new SetupError(
      'On Windows, Portico is built and tested inside WSL: install it with `wsl --install`, clone the repository there and run this again.',
    );
  }
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new SetupError(
      `Portico's tool chain runs on Linux and macOS, not on ${process.platform}.`,
    );
  }
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) {
    throw new SetupError(
      'This Linux has no glibc (Alpine, for example): VS Code and the browser need it. Use a Debian, Ubuntu or Fedora image.',
    );
  }
}

const packageNames = {
  python3: { apt: 'python3', dnf: 'python3', pacman: 'python', zypper: 'python3' },
  make: { apt: 'make', dnf: 'make', pacman: 'make', zypper: 'make' },
  'g++': { apt: 'g++', dnf: 'gcc-c++', pacman: 'gcc', zypper: 'gcc-c++' },
  tar: { apt: 'tar', dnf: 'tar', pacman: 'tar', zypper: 'tar' },
  chromium: { apt: 'chromium', dnf: 'chromium', pacman: 'chromium', zypper: 'chromium' },
};

const managers = [
  { program: 'apt-get', key: 'apt', install: ['install', '-y', '--no-install-recommends'] },
  { program: 'dnf', key: 'dnf', install: ['install', '-y'] },
  { program: 'pacman', key: 'pacman', install: ['-S', '--needed'] },
  { program: 'zypper', key: 'zypper', install: ['install', '-y'] },
];

/** @param {readonly (keyof typeof packageNames)[]} missing */
function remedy(missing) {
  if (process.platform === 'darwin') {
    const commands = [];
    if (missing.some((name) => name !== 'chromium')) commands.push('xcode-select --install');
    if (missing.includes('chromium')) commands.push('brew install --cask google-chrome');
    return { text: commands.join(' && '), run: undefined };
  }
  const manager = managers.find(({ program }) => onPath(program) !== undefined);
  if (manager === undefined) {
    return { text: `your system's packages for: ${missing.join(', ')}`, run: undefined };
  }
  const names = missing.map((name) => packageNames[name][manager.key]);
  const words = [manager.program, ...manager.install, ...names];
  const root = process.getuid?.() === 0;
  const update = manager.key === 'apt' ? ['apt-get', 'update'] : undefined;
  const lines = [...(update === undefined ? [] : [update]), words];
  return {
    text: lines.map((line) => `${root ? '' : 'sudo '}${line.join(' ')}`).join(' && '),
    // Only a CI machine is changed without asking, and only with apt.
    run: root && manager.key === 'apt' && process.env.CI === 'true' ? lines : undefined,
  };
}

/** What is missing to compile a native module. Each program is started: a version manager's shim may lead nowhere. */
export function missingCompiler() {
  const works = (program) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
  const missing = ['python3', 'make'].filter((name) => !works(name));
  if (!works('g++') && !works('c++')) missing.push('g++');
  // On macOS /usr/bin/make and g++ are stubs that open a dialog until the command line tools are there.
  if (process.platform === 'darwin' && spawnSync('xcode-select', ['-p']).status !== 0) {
    return [...new Set([...missing, 'g++'])];
  }
  return missing;
}

/**
 * @param {readonly { name: string, why: string }[]} missing
 * @throws {SetupError} that names what is missing, except on CI as root with apt: there it is installed
 */
export function requireSystem(missing) {
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ name }) => name))];
  const { text, run } = remedy(names);
  const list = missing.map(({ name, why }) => `  ${name}: ${why}`).join('\n');
  if (run === undefined) {
    throw new SetupError(
      `This machine lacks:\n${list}\nInstall it with\n  ${text}\nand run this again.`,
    );
  }
  console.log(`This CI machine lacks:\n${list}\nInstalling it: ${text}`);
  for (const [program, ...args] of run) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (spawnSync(program, args, { stdio: 'inherit', env }).status !== 0) {
      throw new SetupError(`\`${program} ${args.join(' ')}\` failed; see its lines above.`);
    }
  }
}

/** The system's Chrome or Chromium, or undefined. Ubuntu's snap is skipped: it cannot read hidden folders. */
export function systemBrowser() {
  const candidates =
    process.platform === 'darwin'
      ? [
          '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
          '/Applications/Chromium.app/Contents/MacOS/Chromium',
          `${process.env.HOME}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
        ]
      : ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'].map(onPath);
  return candidates.find(
    (file) =>
      file !== undefined && existsSync(file) && !file.startsWith('/snap/') && startsUp(file),
  );
}

/** The oldest Chromium that the workbench and the chat view are tested with. */
const MINIMUM_CHROMIUM = 120;

/** Whether a browser starts and is new enough; false when a library is missing. */
export function startsUp(file) {
  const answer = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  const major = /(\d+)\.\d+\.\d+/.exec(answer.stdout ?? '')?.[1];
  return answer.status === 0 && major !== undefined && Number(major) >= MINIMUM_CHROMIUM;
}
