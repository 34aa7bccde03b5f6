// Paths, files and commands that a hostile repository or page may make a model write.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { drop, workspaceFolder } from '../attachments/support/attachments';
import { answerAfter, getAnswer, lastAnswer, until } from '../support/portico';
import { answerQuickPicks } from '../support/quickInputs';
import { portico } from '../support/withGateway';
import {
  answerWith,
  apply,
  askAbout,
  askFor,
  attachFile,
  block,
  clickButton,
  diff,
  notifications,
  proposedText,
  replace,
  runOnBlock,
  runOnBlocks,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

/** The processes of ripgrep that search a folder, where there is `/proc`. */
async function searchesOf(searched: string): Promise<readonly string[]> {
  const ids = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    ids.map(async (id) => {
      const [program, folder] = await Promise.all(
        ['exe', 'cwd'].map((link) => readlink(join('/proc', id, link)).catch(() => '')),
      );
      return basename(program ?? '') === 'rg' && folder === searched ? [id] : [];
    }),
  );
  return found.flat();
}

describe('Apply, of hostile answers', () => {
  withApply();

  const folder = (): string => join(workspaceFolder(), 'applied');
  const outside = (): string => join(dirname(workspaceFolder()), 'outside-apply');

  beforeEach(async () => {
    for (const path of [folder(), outside()]) {
      await rm(path, { recursive: true, force: true });
    }
    await mkdir(join(folder(), '.git', 'hooks'), { recursive: true });
    await mkdir(join(folder(), 'real'));
    await mkdir(outside());
    await writeFile(join(outside(), 'notes.txt'), 'outside\n');
    await writeFile(join(folder(), '.git', 'hooks', 'pre-commit'), 'hook\n');
    await symlink(outside(), join(folder(), 'out'));
    await symlink(join(outside(), 'notes.txt'), join(folder(), 'notes.txt'));
    await symlink(join(outside(), 'created.txt'), join(folder(), 'dangling.txt'));
    await symlink(join(folder(), '.git', 'hooks'), join(folder(), 'hooks'));
    await symlink(join(folder(), '.git', 'hooks', 'pre-commit'), join(folder(), 'check.sh'));
    await symlink(join(folder(), 'real'), join(folder(), 'linked'));
  });
  after(() => rm(outside(), { recursive: true, force: true }));

  /** All files with their texts. */
  const snapshot = async (): Promise<readonly string[]> => {
    const all: string[] = [];
    for (const root of [dirname(folder()), outside()]) {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        all.push(entry.isFile() ? `${path}: ${await readFile(path, 'utf8')}` : path);
      }
    }
    return all.toSorted();
  };
  /** Documents that have a path on disk: an untitled one with such a path would be saved there. */
  const changedDocuments = (): readonly string[] =>
    vscode.workspace.textDocuments
      .filter(({ isDirty, uri }) => isDirty && uri.path.includes('/'))
      .map(({ uri }) => uri.toString());
  const newFileDiff = (path: string): string =>
    block('diff', '--- /dev/null', `+++ ${path}`, '@@ -0,0 +1 @@', '+hostile');
  const editOf = (path: string, line: string): string =>
    block('diff', `--- ${path}`, `+++ ${path}`, '@@ -1 +1 @@', `-${line}`, '+hostile');

  it('gives a new file no name that leads elsewhere', async () => {
    const before = await snapshot();
    const paths = [
      '../outside-apply/created.txt',
      'b/../../outside-apply/created.txt',
      '..\\outside-apply\\created.txt',
      join(outside(), 'created.txt'),
      '.git/hooks/created',
      'applied/.git/hooks/created',
      'applied/.GIT/hooks/created',
      'applied/.git./hooks/created',
      'applied/GIT~1/hooks/created',
      'applied/out/created.txt',
      'applied/out/deeper/created.txt',
      'applied/dangling.txt',
      'applied/hooks/created',
      'applied/linked/../../../outside-apply/created.txt',
      'applied/created.txt:stream',
      'applied/con.txt',
      '.vscode/tasks.json',
      '.github/workflows/created.yml',
      'applied/.env',
      'applied/package.json',
    ];
    await askFor(paths.map(newFileDiff).join('\n\n'));
    for (const [index, path] of paths.entries()) {
      await apply(index);
      await runOnBlock('newFile', index);
      assert.deepEqual(changedDocuments(), [], path);
      assert.equal(diff(), undefined, path);
    }
    assert.deepEqual(await snapshot(), before);
  });

  it('gives a new file its name in a linked folder of the workspace', async () => {
    await askFor(newFileDiff('b/applied/linked/fresh.ts'));
    await apply();
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'untitled');
    assert.equal(document?.uri.fsPath, join(folder(), 'linked', 'fresh.ts'));
    assert.equal(document?.getText().trim(), 'hostile');
  });

  it('changes no file outside, behind a link, or of Git', async () => {
    const before = await snapshot();
    const files: readonly (readonly [string, string])[] = [
      ['../outside-apply/notes.txt', 'outside'],
      [join(outside(), 'notes.txt'), 'outside'],
      ['applied/notes.txt', 'outside'],
      ['applied/out/notes.txt', 'outside'],
      ['applied/.git/hooks/pre-commit', 'hook'],
      ['applied/hooks/pre-commit', 'hook'],
      ['applied/check.sh', 'hook'],
      ['pre-commit', 'hook'],
      ['notes.txt', 'outside'],
    ];
    // The user attached them, so that the model has seen them.
    for (const path of ['notes.txt', 'check.sh', '.git/hooks/pre-commit']) {
      await drop(portico, join(folder(), path));
    }
    await drop(portico, join(outside(), 'notes.txt'));
    await askFor(files.map(([path, line]) => editOf(path, line)).join('\n\n'));
    // Two files have this name; the user chooses.
    const picks = answerQuickPicks('notes.txt');
    for (const [index, [path]] of files.entries()) {
      await apply(index);
      assert.equal(diff(), undefined, path);
      await runOnBlocks([index]);
      const { blocks = [] } = portico.viewState().placements?.[lastAnswer(portico).id] ?? {};
      const header = blocks.find(({ block: shown }) => shown === index);
      assert.match(header?.text ?? '', /can't be placed/u, path);
    }
    picks.dispose();
    assert.equal(picks.rows.length, 3);
    assert.deepEqual(changedDocuments(), []);
    assert.deepEqual(await snapshot(), before);
  });

  it('asks by its name before it changes a file that programs run', async () => {
    const content = '{\n  "name": "a"\n}\n';
    const code = block('json applied/package.json', replace('  "name": "a"', '  "name": "b"'));
    await askAbout('package.json', content, code);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.deepEqual(notifications.messages, ['Change applied/package.json?']);
    assert.equal(await textOf(uriOf('package.json')), content);
    assert.ok(diff(), 'the diff stays');
    clickButton('Accept');
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(await textOf(uriOf('package.json')), content.replace('"a"', '"b"'));
  });

  it('writes nothing into a file that became a link after the diff was shown', async () => {
    const code = block('ts applied/late.txt', replace('outside', 'hostile'));
    await askAbout('late.txt', 'outside\n', code);
    await apply();
    assert.equal(await proposedText(), 'hostile\n');
    const before = await textOf(uriOf('late.txt'));
    await rm(uriOf('late.txt').fsPath);
    await symlink(join(outside(), 'notes.txt'), uriOf('late.txt').fsPath);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.match(notifications.messages.join(), /leads out of the workspace/u);
    assert.equal(await textOf(uriOf('late.txt')), before);
    assert.equal(await readFile(join(outside(), 'notes.txt'), 'utf8'), 'outside\n');
  });

  it('runs nothing in the terminal', async () => {
    const typed: string[] = [];
    const terminal = vscode.window.createTerminal({
      name: 'records',
      pty: {
        onDidWrite: new vscode.EventEmitter<string>().event,
        open: () => {},
        close: () => {},
        handleInput: (data: string) => typed.push(data),
      },
    });
    terminal.show();
    await until('the terminal', () => vscode.window.activeTerminal === terminal);
    const copied = [
      'first\nsecond',
      'echo a\rtouch b',
      'echo \u001B[A\u001B[31m',
      'echo a\u0007',
      'echo \u0085touch b',
      'echo a\u2028touch b',
      'echo \u202Eb',
      'echo a\u200Bb',
      'echo \u{E0041}',
      'echo a\tb',
    ];
    const commands = [...copied, 'npm test'];
    await askFor(commands.map((code) => block('sh', code)).join('\n\n'));
    for (const [index, code] of copied.entries()) {
      await vscode.env.clipboard.writeText('');
      await runOnBlock('sendToTerminal', index);
      // A lone CR ends a line of Markdown, too.
      assert.equal(await vscode.env.clipboard.readText(), code.replace('\r', '\n'));
    }
    await runOnBlock('sendToTerminal', copied.length);
    await until('the line', () => typed.join('').includes('npm test'));
    terminal.dispose();
    assert.equal(typed.join(''), 'npm test');
    assert.equal(notifications.messages.length, copied.length);
  });

  it('searches the disk neither for each block nor behind links', async () => {
    await symlink('/proc/self', join(folder(), 'self'));
    const names = Array.from({ length: 300 }, (_, index) => `gone/missing${index}.ts`);
    await askFor(names.map((name) => block(`ts ${name}`, 'a();')).join('\n\n'));
    const located = runOnBlocks(names.map((_, index) => index));
    assert.equal((await getAnswer(portico, 'And now?')).state, 'complete');
    await located;
    assert.deepEqual(await searchesOf(workspaceFolder()), []);
  });

  it('keeps a masked key in the file', async () => {
    const key = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    const content = `const a = 1;\nconst key = '${key}';\nconst b = 2;\nconst c = 3;\n`;
    await attachFile('masked.ts', content);
    let asked: string[] = [];
    const placeholder = (): string => /\[[^\]\n]+ removed\]/u.exec(asked.join())?.[0] ?? '';
    const answerOf = (): string =>
      block(
        'ts applied/masked.ts',
        replace(
          `const a = 1;\nconst key = '${placeholder()}';\nconst b = 2;`,
          `const a = 10;\nexport const key = '${placeholder()}';\nconst b = 20;`,
        ),
      );
    await answerAfter(portico, async () => {
      const asking = portico.ask('Change it.');
      await until(
        'the question about secrets',
        () => portico.viewState().secretsPrompt !== undefined,
      );
      await portico.run({ type: 'answerSecrets', answer: 'mask' }, portico.conversation().id);
      await asking;
    });
    asked = portico
      .conversation()
      .messages.flatMap((one) => (one.kind === 'question' ? (one.attachments ?? []) : []))
      .flatMap(({ text }) => text ?? []);
    assert.notEqual(placeholder(), '', asked.join());
    assert.ok(!asked.join().includes(key));
    await answerWith(answerOf(), () => portico.ask('Change it.'));
    await apply();
    const wanted = content
      .replace('const a = 1;', 'const a = 10;')
      .replace('const key', 'export const key')
      .replace('const b = 2;', 'const b = 20;');
    assert.equal(await proposedText(), wanted);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(await textOf(uriOf('masked.ts')), wanted);
  });
});
