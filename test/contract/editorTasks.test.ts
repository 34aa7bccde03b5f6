// F5 in VS Code: launch.json and tasks.json name what exists, and `npm run watch` prints what its task waits for.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually, eventuallyEqual } from '../support/eventually';
import { projectRoot } from '../support/toolchain';

interface Pattern {
  readonly regexp: string;
  readonly file?: number;
  readonly line?: number;
  readonly message?: number;
}

interface Task {
  readonly label: string;
  readonly script: string;
  readonly problemMatcher: {
    readonly pattern: readonly Pattern[];
    readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
  };
}

interface Launch {
  readonly name: string;
  readonly preLaunchTask?: string;
  readonly program?: string;
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
const { tasks } = read('.vscode/tasks.json') as { readonly tasks: readonly Task[] };
const { configurations } = read('.vscode/launch.json') as {
  readonly configurations: readonly Launch[];
};
const { scripts } = read('package.json') as { readonly scripts: Readonly<Record<string, string>> };

describe('.vscode', () => {
  it('names tasks, scripts and programs that exist', () => {
    const labels = new Set(tasks.map(({ label }) => label));
    assert.deepEqual(
      tasks.filter(({ script }) => scripts[script] === undefined),
      [],
    );
    for (const { name, preLaunchTask, program } of configurations) {
      assert.ok(preLaunchTask === undefined || labels.has(preLaunchTask), name);
      const file = program?.replace('${workspaceFolder}', projectRoot);
      assert.ok(file === undefined || existsSync(file), name);
    }
  });
});

describe('the task “watch”, which F5 starts', () => {
  const task = tasks.find(({ label }) => label === 'watch');
  assert.ok(task);
  const { pattern, background } = task.problemMatcher;
  const begins = new RegExp(background.beginsPattern, 'u');
  const ends = new RegExp(background.endsPattern, 'u');

  let folder: string;
  let watch: ChildProcess;
  let output: string;

  /** A project with the entry points of esbuild.js and the packages of this one. */
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-watch-'));
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    for (const entry of [
      'extension.ts',
      'features/history/node/historyWorker.ts',
      'features/chatView/page/main.tsx',
    ]) {
      write(entry, 'export {};\n');
    }
    output = '';
    watch = spawn(process.execPath, [join(projectRoot, 'esbuild.js'), '--watch'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    watch.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  });
  after(async () => {
    const exited = once(watch, 'exit');
    watch.kill();
    await exited;
    rmSync(folder, { recursive: true });
  });

  function write(path: string, text: string): void {
    const file = join(folder, 'src', path);
    mkdirSync(dirname(file), { recursive: true });
    // Renamed, so that no build reads an empty file.
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  }

  const lines = (): readonly string[] => output.split('\n');
  const lastBegin = (): number => lines().findLastIndex((line) => begins.test(line));
  const isIdle = (): boolean => lines().findLastIndex((line) => ends.test(line)) > lastBegin();

  /** The errors of the last build as VS Code reads them: each pattern matches one line, in order. */
  function problems(): readonly string[] {
    const printed = lines().slice(lastBegin());
    return printed.flatMap((_, start) => {
      const matches = pattern.map(({ regexp }, index) =>
        new RegExp(regexp, 'u').exec(printed[start + index] ?? ''),
      );
      return matches.includes(null) ? [] : [fieldsOf(matches)];
    });
  }

  /** File, line and message, from whichever pattern captures each. */
  function fieldsOf(matches: readonly (RegExpExecArray | null)[]): string {
    const fields = (['file', 'line', 'message'] as const).map((name) => {
      const index = pattern.findIndex((each) => each[name] !== undefined);
      return matches[index]?.[pattern[index]?.[name] ?? 0];
    });
    return fields.join(' ');
  }

  it('prints the line that begins a build, and the one that ends it once all are done', async () => {
    await eventually('the end of the first build', isIdle);
    assert.match(lines()[0] ?? '', begins);
    assert.equal(lines().filter((line) => ends.test(line)).length, 1);
    for (const bundle of ['extension', 'historyWorker', 'webview', 'openai']) {
      assert.ok(existsSync(join(folder, 'dist', `${bundle}.js`)), bundle);
    }
  });

  it('prints an error of the source so that VS Code finds its place, before the line that ends the build', async () => {
    output = '';
    write('extension.ts', '\nlet broken = ;\n');
    await eventuallyEqual('the errors', () => isIdle() && problems(), [
      'src/extension.ts 2 Unexpected ";"',
    ]);
  });

  it('begins and ends again without errors once they are fixed', async () => {
    output = '';
    write('extension.ts', 'export const fixed = true;\n');
    await eventuallyEqual('the errors', () => isIdle() && problems(), []);
  });
});
