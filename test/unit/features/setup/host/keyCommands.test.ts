import assert from 'node:assert/strict';
import {
  KeyCommands,
  type KeyCommandsDeps,
} from '../../../../../src/features/setup/host/keyCommands';
import type { KeyCommandResult } from '../../../../../src/features/setup/node/runKeyCommand';
import { normalizeKey } from '../../../../../src/gateway/node/apiKey';

const origin = 'https://gateway.example';

describe('KeyCommands', () => {
  let command: readonly string[] | undefined;
  let results: (KeyCommandResult | Promise<KeyCommandResult>)[];
  let runs: (readonly string[])[];
  let log: string[];
  let isAllowed: boolean;
  let commands: KeyCommands;

  beforeEach(() => {
    command = ['op', 'read', 'key'];
    results = [];
    runs = [];
    log = [];
    isAllowed = true;
    const deps: KeyCommandsDeps = {
      commandFor: (wanted) => (wanted === origin ? command : undefined),
      isAllowed: async () => isAllowed,
      run: async (args) => {
        runs.push(args);
        return (await results.shift()) ?? { ok: true, output: `sk-number-${runs.length}\n` };
      },
      normalizeKey,
      onRun: (...line) => log.push(line.join(' ')),
    };
    commands = new KeyCommands(deps);
  });

  async function key(): Promise<unknown> {
    const result = await commands.keyFor(origin);
    return 'kind' in result ? result : result.current;
  }

  it('runs once, and remembers the key', async () => {
    assert.equal(await key(), 'sk-number-1');
    assert.equal(await key(), 'sk-number-1');
    assert.deepEqual(runs, [['op', 'read', 'key']]);
  });

  it('runs one program at a time for several questions', async () => {
    const printed = Promise.withResolvers<KeyCommandResult>();
    results.push(printed.promise);
    const keys = [key(), key(), key()];
    printed.resolve({ ok: true, output: 'sk-shared' });
    assert.deepEqual(await Promise.all(keys), ['sk-shared', 'sk-shared', 'sk-shared']);
    assert.equal(runs.length, 1);
  });

  it('runs again when the argument list has changed', async () => {
    await key();
    command = ['op', 'read', 'other'];
    assert.equal(await key(), 'sk-number-2');
  });

  it('tries a command that no setting has, whose key then serves the first question', async () => {
    const tried = ['lite', 'auth', 'print-token'];
    assert.equal(await commands.tryCommand(origin, tried), 'sk-number-1');
    assert.equal(await key(), 'sk-number-2', 'not before it is saved');
    assert.equal(await commands.tryCommand(origin, tried), 'sk-number-3');
    command = tried;
    assert.equal(await key(), 'sk-number-3');
  });

  it('replaces a rejected key once per question', async () => {
    const question = await commands.keyFor(origin);
    assert.ok(!('kind' in question));
    assert.equal(await question.replace('sk-number-1'), 'sk-number-2');
    assert.equal(question.current, 'sk-number-2');
    assert.equal(await question.replace('sk-number-2'), undefined);
    assert.equal(runs.length, 2);
    // The next question does not begin with a key that is known to be rejected.
    assert.equal(await key(), 'sk-number-3');
  });

  it('uses the key that another question has renewed meanwhile', async () => {
    const [first, second] = [await commands.keyFor(origin), await commands.keyFor(origin)];
    assert.ok(!('kind' in first) && !('kind' in second));
    await first.replace('sk-number-1');
    assert.equal(await second.replace('sk-number-1'), 'sk-number-2');
    assert.equal(runs.length, 2);
  });

  it('has no other key if the program prints the rejected one again', async () => {
    results.push({ ok: true, output: 'sk-same' }, { ok: true, output: 'sk-same' });
    const question = await commands.keyFor(origin);
    assert.ok(!('kind' in question));
    assert.equal(await question.replace('sk-same'), undefined);
  });

  it('does not run without consent, and asks again the next time', async () => {
    isAllowed = false;
    assert.deepEqual(await key(), {
      kind: 'keyCommandFailed',
      host: 'gateway.example',
      keyCommandProblem: 'declined',
    });
    assert.deepEqual(runs, []);
    isAllowed = true;
    assert.equal(await key(), 'sk-number-1');
  });

  it('uses only a key in memory for what the user did not ask for', async () => {
    const failure = await commands.keyFor(origin, false);
    assert.ok('kind' in failure);
    assert.deepEqual(runs, []);
    await key();
    const automatic = await commands.keyFor(origin, false);
    assert.ok(!('kind' in automatic));
    assert.equal(automatic.current, 'sk-number-1');
    assert.equal(await automatic.replace('sk-number-1'), undefined);
    assert.equal(runs.length, 1);
  });

  it('reports a failure by its exit code, and never what was printed', async () => {
    results.push({ ok: false, problem: 'exitCode', exitCode: 3 });
    assert.deepEqual(await key(), {
      kind: 'keyCommandFailed',
      host: 'gateway.example',
      keyCommandProblem: 'exitCode',
      exitCode: 3,
    });
    for (const output of ['', ' \n', 'Signed in.\nsk-secret', 'sk-\u00e9', 'sk-a sk-b', '\0']) {
      results.push({ ok: true, output });
      assert.deepEqual(await key(), {
        kind: 'keyCommandFailed',
        host: 'gateway.example',
        keyCommandProblem: 'noKey',
      });
    }
    assert.doesNotMatch(log.join('\n'), /sk-|Signed/);
    assert.match(log[0] ?? '', /exit code 3/);
  });

  it('does not run a command that is too long to be shown', async () => {
    command = ['op', 'x'.repeat(3_000)];
    const failure = await commands.keyFor(origin);
    assert.equal('kind' in failure && failure.keyCommandProblem, 'tooLong');
    assert.deepEqual(runs, []);
  });
});
