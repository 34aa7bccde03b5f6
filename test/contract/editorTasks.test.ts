// F5 in VS Code: launch.json and tasks.json name what exists, and what the task of F5 waits for.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/toolchain';

interface Task {
  readonly label: string;
  readonly script: string;
  readonly problemMatcher: {
    readonly background?: { readonly beginsPattern: string; readonly endsPattern: string };
  };
}

interface Launch {
  readonly name: string;
  readonly preLaunchTask?: string;
  readonly program?: string;
}

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const { tasks } = JSON.parse(read('.vscode/tasks.json')) as { readonly tasks: readonly Task[] };
const { configurations } = JSON.parse(read('.vscode/launch.json')) as {
  readonly configurations: readonly Launch[];
};
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

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

  it('waits on F5 for lines that the build prints', () => {
    const background = tasks.find(({ label }) => label === 'watch')?.problemMatcher.background;
    assert.ok(background);
    const source = read('esbuild.js');
    for (const pattern of [background.beginsPattern, background.endsPattern]) {
      const line = pattern.replaceAll(/^\^|\\|\$$/gu, '');
      assert.match(line, new RegExp(pattern, 'u'));
      assert.ok(source.includes(`'${line}'`), line);
    }
  });
});
