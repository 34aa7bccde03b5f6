import assert from 'node:assert/strict';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { resolveProgram } from '../../../../../src/features/setup/node/resolveProgram';
import {
  runKeyCommand,
  type KeyCommandOptions,
  type KeyCommandResult,
} from '../../../../../src/features/setup/node/runKeyCommand';
import { eventually } from '../../../../support/eventually';

describe('runKeyCommand', () => {
  let folder: string;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'portico-key-command-')));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  function options(overrides: Partial<KeyCommandOptions> = {}): KeyCommandOptions {
    return {
      homeFolder: folder,
      workspaceFolders: [],
      platform: process.platform,
      environment: process.env,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      ...overrides,
    };
  }

  function runScript(
    script: string,
    overrides?: Partial<KeyCommandOptions>,
    ...args: readonly string[]
  ): Promise<KeyCommandResult> {
    return runKeyCommand([process.execPath, '-e', script, ...args], options(overrides));
  }

  async function isRunning(pidFile: string): Promise<boolean> {
    try {
      process.kill(Number(await readFile(join(folder, pidFile), 'utf8')), 0);
      return true;
    } catch {
      return false;
    }
  }

  it('returns what the program prints', async () => {
    assert.deepEqual(await runScript('console.log("sk-key")'), { ok: true, output: 'sk-key\n' });
  });

  it('passes arguments without a shell', async () => {
    const args = ['$HOME', '`id`', 'a b', '; exit 3', '"', "'", '*'];
    const printed = await runScript(
      'process.stdout.write(JSON.stringify(process.argv.slice(1)))',
      {},
      ...args,
    );
    assert.deepEqual(printed, { ok: true, output: JSON.stringify(args) });
  });

  it('runs in the home folder, with standard input closed', async () => {
    const script = 'process.stdin.on("end", () => console.log(process.cwd())).on("data", () => {})';
    assert.deepEqual(await runScript(script), { ok: true, output: `${folder}\n` });
  });

  it('reports the exit code and nothing that was printed', async () => {
    const script = 'console.log("sk-secret"); console.error("sk-secret"); process.exitCode = 7';
    assert.deepEqual(await runScript(script), { ok: false, problem: 'exitCode', exitCode: 7 });
  });

  it('reports a program that a signal ended', async () => {
    assert.deepEqual(await runScript('process.kill(process.pid, "SIGTERM")'), {
      ok: false,
      problem: 'killed',
    });
  });

  it('accepts 16 kB and no more', async () => {
    const full = await runScript('process.stdout.write("a".repeat(16 * 1024))');
    assert.equal(full.ok && full.output.length, 16 * 1024);
    const endless = 'const go = () => process.stdout.write("a".repeat(1024), go); go()';
    assert.deepEqual(await runScript(endless), { ok: false, problem: 'tooMuchOutput' });
  });

  it('ends the program when the time is over', async () => {
    const result = await runScript('setInterval(() => {}, 1000)', { timeoutMs: 1 });
    assert.deepEqual(result, { ok: false, problem: 'timedOut' });
  });

  it('does not wait for a background process that holds the output open', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      require('node:fs').writeFileSync('background.pid', String(child.pid));
      process.stdout.write('sk-key', () => process.exit(0));`;
    assert.deepEqual(await runScript(script), { ok: true, output: 'sk-key' });
    await eventually(
      'the background process to end',
      async () => !(await isRunning('background.pid')),
    );
  });

  it('ends the whole process tree when the window closes', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      require('node:fs').writeFileSync('tree.pid', String(child.pid));
      setInterval(() => {}, 1000);`;
    const closing = new AbortController();
    const running = runScript(script, { signal: closing.signal });
    await eventually('the child of the program to run', () => isRunning('tree.pid'));
    closing.abort();
    assert.deepEqual(await running, { ok: false, problem: 'canceled' });
    await eventually('the child of the program to end', async () => !(await isRunning('tree.pid')));
  });

  it('ends what the program has started in sessions of their own', async () => {
    const idle = 'setInterval(() => {}, 1000);';
    const start = (pidFile: string, script: string): string => `
      const child = require('node:child_process').spawn(
        process.execPath, ['-e', ${JSON.stringify(script)}], { detached: true, stdio: 'ignore' });
      require('node:fs').writeFileSync('${pidFile}', String(child.pid));
      ${idle}`;
    const closing = new AbortController();
    const running = runScript(start('session.pid', start('inner.pid', idle)), {
      signal: closing.signal,
    });
    await eventually('the inner session', () => isRunning('inner.pid'));
    closing.abort();
    assert.deepEqual(await running, { ok: false, problem: 'canceled' });
    for (const pidFile of process.platform === 'linux' ? ['session.pid', 'inner.pid'] : []) {
      await eventually(`the end of ${pidFile}`, async () => !(await isRunning(pidFile)));
    }
  });

  it('reports a program that does not exist or cannot be executed', async () => {
    const file = join(folder, 'no-program');
    await writeFile(file, 'text');
    for (const program of ['no-such-program-of-portico', join(folder, 'missing'), file, folder]) {
      assert.deepEqual(await runKeyCommand([program], options()), {
        ok: false,
        problem: 'notFound',
      });
    }
  });

  describe('resolveProgram', () => {
    async function program(...path: readonly string[]): Promise<string> {
      const file = join(folder, ...path);
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, '');
      await chmod(file, 0o755);
      return file;
    }

    it('finds a bare name on PATH only, in absolute folders outside of the workspace', async () => {
      await program('tool');
      await program('workspace', 'bin', 'tool');
      const onPath = await program('bin', 'tool');
      const find = (...path: readonly string[]): ReturnType<typeof resolveProgram> =>
        resolveProgram(
          'tool',
          options({
            homeFolder: join(folder, 'home'),
            workspaceFolders: [join(folder, 'workspace')],
            environment: { PATH: path.join(delimiter) },
          }),
        );
      assert.deepEqual(await find('', '.', 'bin', join(folder, 'workspace', 'bin')), {
        ok: false,
        problem: 'notFound',
      });
      assert.deepEqual(await find('.', join(folder, 'workspace', 'bin'), join(folder, 'bin')), {
        ok: true,
        path: onPath,
      });
    });

    it('finds no bare name in the workspace behind links, whichever side has the link', async () => {
      await program('linked', 'bin', 'tool');
      await symlink(join(folder, 'linked'), join(folder, 'opened'));
      await symlink(join(folder, 'linked', 'bin'), join(folder, 'link'));
      await mkdir(join(folder, 'own'));
      await symlink(join(folder, 'linked', 'bin', 'tool'), join(folder, 'own', 'tool'));
      for (const workspace of ['linked', 'opened']) {
        for (const onPath of ['link', 'own', join('opened', 'bin'), join('linked', 'bin')]) {
          const found = await resolveProgram(
            'tool',
            options({
              homeFolder: join(folder, 'home'),
              workspaceFolders: [join(folder, workspace)],
              environment: { PATH: join(folder, onPath) },
            }),
          );
          assert.deepEqual(found, { ok: false, problem: 'notFound' }, `${workspace}, ${onPath}`);
        }
      }
    });

    it('finds programs below a home folder that is open as the workspace', async () => {
      const path = await program('bin', 'tool');
      const found = await resolveProgram(
        'tool',
        options({ workspaceFolders: [folder], environment: { PATH: join(folder, 'bin') } }),
      );
      assert.deepEqual(found, { ok: true, path });
    });

    it('starts relative paths from the home folder', async () => {
      const path = await program('scripts', 'key');
      const environment = { PATH: '' };
      assert.deepEqual(await resolveProgram('./scripts/key', options({ environment })), {
        ok: true,
        path,
      });
    });

    it('refuses batch files on Windows, also where a name stands for one', async () => {
      for (const name of ['key.cmd', 'key.BAT', 'key.bat. ', 'C:\\tools\\key.cmd']) {
        const found = await resolveProgram(name, options({ platform: 'win32', environment: {} }));
        assert.deepEqual(found, { ok: false, problem: 'batchFile' }, name);
      }
    });
  });
});
