import assert from 'node:assert/strict';
import { ErrorWatch, type ErrorsOfFile } from '../../../../../src/features/apply/node/errorWatch';
import { lineChange } from '../../../../../src/features/apply/node/lineChange';
import type { FoundError } from '../../../../../src/features/apply/node/newErrors';
import { ManualClock } from '../../../../support/manualClock';

describe('errors after a change', () => {
  let clock: ManualClock;
  let watch: ErrorWatch<FoundError>;
  let shown: string[];
  const reported = new Map<string, readonly FoundError[]>();

  const textOf = (files: readonly ErrorsOfFile<FoundError>[]): string =>
    files
      .map(({ uri, errors, areNew }) =>
        areNew
          ? `new: ${errors.map(({ line }) => `${uri}:${line}`).join()}`
          : `${uri} has ${errors.length}`,
      )
      .join(' ');
  beforeEach(() => {
    clock = new ManualClock();
    shown = [];
    reported.clear();
    watch = new ErrorWatch({
      clock,
      errorsOf: (uri) => reported.get(uri) ?? [],
      show: (found) =>
        shown.push([...found].map(([id, files]) => `${id} ${textOf(files)}`).join('; ')),
    });
  });
  afterEach(() => watch.dispose());

  const error = (line: number, source = 'ts', message = `wrong ${line}`): FoundError => ({
    line,
    message,
    code: '1',
    source,
    text: `text ${line}`,
  });
  const report = (uri: string, ...errors: readonly FoundError[]): void => {
    reported.set(uri, errors);
    watch.didReport([uri]);
  };
  const change = (uri: string, line: number): void =>
    watch.didChange(uri, [
      lineChange({
        range: { start: { line, character: 0 }, end: { line, character: 1 } },
        text: 'x',
      }),
    ]);
  const accept = (uri = 'a', line = 5, id = 'A'): Promise<boolean> =>
    watch.accept(id, uri, async () => {
      change(uri, line);
      return true;
    });
  const openLong = (...uris: readonly string[]): void => {
    uris.forEach((uri) => watch.didOpen(uri));
    clock.advance(5_000);
  };
  const quiet = (): string | undefined => {
    clock.advance(1_000);
    return shown.at(-1);
  };

  it('are new in the changed file and in open ones, and old where they were before', async () => {
    openLong('a', 'b', 'c');
    report('a', error(1));
    report('c', error(2));
    await accept();
    report('a', error(1), error(5));
    report('b', error(3));
    report('closed', error(9));
    assert.equal(quiet(), 'A new: a:5 new: b:3');
  });

  it('are shown once the servers are quiet', async () => {
    openLong('a');
    await accept();
    clock.advance(3_000);
    report('a', error(5));
    clock.advance(900);
    report('a', error(5), error(6));
    clock.advance(900);
    assert.deepEqual(shown, []);
    assert.equal(quiet(), 'A new: a:5,a:6');
  });

  it('are shown after 15 seconds at most', async () => {
    openLong('a');
    await accept();
    for (let tenths = 5; tenths < 150; tenths += 5) {
      clock.advance(500);
      report('a', error(5));
      assert.deepEqual(shown, []);
    }
    clock.advance(500);
    assert.deepEqual(shown, ['A new: a:5']);
  });

  it('are found later, too, and taken away when they are gone', async () => {
    openLong('a');
    await accept();
    clock.advance(20_000);
    report('a', error(5));
    assert.equal(quiet(), 'A new: a:5');
    report('a');
    assert.equal(quiet(), '');
    report('a', error(5));
    assert.equal(quiet(), 'A new: a:5');
  });

  it('are not called new where nobody knows those before', async () => {
    watch.didOpen('a');
    clock.advance(4_999);
    await accept();
    report('a', error(1), error(5));
    assert.equal(quiet(), 'A a has 2');
    // A file that was opened since the first change of the answer.
    openLong('b');
    report('b', error(3));
    await accept('b');
    report('b', error(3), error(5));
    assert.equal(quiet(), 'A a has 2 b has 2');
  });

  it('are known after the first report of their program, not of another one', async () => {
    watch.didOpen('a');
    report('a', error(1));
    await accept();
    report('a', error(1), error(5));
    assert.equal(quiet(), 'A new: a:5');
    report('a', error(1), error(5), error(2, 'lint'));
    assert.equal(quiet(), 'A a has 2');
  });

  it('are not known of a text that was just changed', async () => {
    openLong('a');
    change('a', 1);
    await accept();
    report('a', error(5));
    assert.equal(quiet(), 'A a has 1');
  });

  it('of what the user or another answer changes later are not blamed on the answer', async () => {
    openLong('a', 'b');
    await accept();
    report('a', error(5));
    change('a', 8);
    report('a', error(5), error(8));
    report('b', error(3));
    assert.equal(quiet(), 'A new: a:5');
    await accept('b', 1, 'B');
    report('b', error(1), error(3));
    report('a', error(5), error(8), error(9));
    assert.match(quiet() ?? '', /^A new: a:5; B/u);
    // Nor on a later change of the same answer.
    await accept('a', 20);
    report('a', error(5), error(8), error(9), error(20), error(30));
    assert.match(quiet() ?? '', /^A new: a:5,a:20,a:30; B/u);
  });

  it('are those of the lines that were written, wherever the user moves them before the first report', async () => {
    openLong('a');
    await accept();
    const start = { line: 2, character: 0 };
    watch.didChange('a', [lineChange({ range: { start, end: start }, text: 'x\n' })]);
    report('a', error(2), error(6));
    assert.equal(quiet(), 'A new: a:6');
  });

  it('are distinguished from those of a user who types before the first report', async () => {
    openLong('a', 'b');
    await accept();
    change('a', 8);
    report('a', error(5), error(8));
    report('b', error(3));
    assert.equal(quiet(), 'A new: a:5');
    // A new name of the user can break the answer's lines, too.
    report('a', error(5), error(8), error(5, 'ts', 'other'));
    assert.equal(quiet(), 'A new: a:5');
    await accept('b', 1, 'B');
    change('b', 1);
    report('b', error(1));
    assert.equal(quiet(), 'A new: a:5');
  });

  it('go with Undo, and a change that was not written brings none', async () => {
    openLong('a');
    await accept();
    report('a', error(5));
    assert.equal(quiet(), 'A new: a:5');
    watch.forget('A');
    assert.equal(shown.at(-1), '');
    assert.equal(await watch.accept('B', 'a', async () => false), false);
    report('a', error(6));
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(watch.found('B'), []);
  });
});
