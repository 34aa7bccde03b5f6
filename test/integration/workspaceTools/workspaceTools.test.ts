// The model reads the workspace by itself: the switch, the five tools in all API formats, and what never leaves.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Answer } from '../../../src/conversation/common/conversation';
import { apiFormats } from '../../../src/gateway/common/apiFormat';
import { callingModel, type ModelCall } from '../../referenceGateway/models/callingModel';
import { noToolsText, toolModels } from '../../referenceGateway/models/toolModels';
import { proposedText, textOf } from '../apply/support/applySteps';
import { workspaceFolder, writeWorkspaceFile } from '../attachments/support/attachments';
import {
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from '../support/portico';
import { gateway, portico, withGateway } from '../support/withGateway';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const privateKey = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(6)}-----END PRIVATE KEY-----`;

describe('Reading the workspace', () => {
  withGateway({ isNewPerTest: true });

  let rounds: readonly (readonly ModelCall[])[] = [];
  let finalText = 'Done.';
  /** Called before the model answers. */
  let onAsked = (): void => {};

  before(async () => {
    gateway.addModel(
      callingModel(
        'calls-tools',
        () => {
          onAsked();
          return rounds;
        },
        () => finalText,
      ),
    );
    const refusing = toolModels.find(({ id }) => id === 'tools-refused');
    if (refusing !== undefined) gateway.addModel(refusing);
    await writeWorkspaceFile(
      'reading/src/limiter.ts',
      `// A limiter.\nexport class Limiter {\n  token = '${token}';\n}\n`,
    );
    await writeWorkspaceFile(
      'reading/src/key.ts',
      `export const key = \`${privateKey}\`;\nexport const end = 1;\n`,
    );
    await writeWorkspaceFile('reading/.env', 'PASSWORD=hunter2-hunter2\n');
    await writeWorkspaceFile('reading/.gitignore', 'ignored/\n');
    await writeWorkspaceFile('reading/ignored/secret.ts', 'export const ignored = "needle";\n');
    await writeWorkspaceFile(
      'reading/long.txt',
      Array.from({ length: 900 }, (_, index) => `line ${index + 1}`).join('\n'),
    );
  });
  beforeEach(() => vscode.commands.executeCommand('portico.selectModel', 'calls-tools'));
  afterEach(() => setUserSetting('models', undefined));
  after(() => rm(join(workspaceFolder(), 'reading'), { recursive: true, force: true }));

  const command = (isOn: boolean) =>
    portico.run({ type: 'switchWorkspaceAccess', isOn }, portico.conversation().id);

  async function allow(): Promise<void> {
    await until('the switch', () => portico.viewState().workspaceAccess !== undefined);
    await command(true);
    assert.match(portico.viewState().workspaceAccess?.question ?? '', /\.gitignore/u);
    await portico.run(
      { type: 'answerWorkspaceAccess', isAllowed: true },
      portico.conversation().id,
    );
    assert.equal(portico.viewState().workspaceAccess?.isOn, true);
  }

  async function ask(...calls: readonly (readonly ModelCall[])[]): Promise<Answer> {
    rounds = calls;
    return getAnswer(portico, 'What is there?');
  }

  function results(answer: Answer): readonly string[] {
    return (answer.rounds ?? []).flatMap(({ runs }) =>
      runs.map(({ result }) => result?.text ?? ''),
    );
  }

  /** Everything that has left for the gateway. */
  function sent(): string {
    return questionsTo(gateway)
      .map(({ body }) => body)
      .join('\n');
  }

  const read = (path: string, more: object = {}): ModelCall => ({
    name: 'read_file',
    input: { path, ...more },
  });
  const search = (pattern: string, glob?: string): ModelCall => ({
    name: 'search_text',
    input: { pattern, ...(glob !== undefined && { glob }) },
  });

  it('sends no tools without the switch, and none once it is off again', async () => {
    const answer = await ask([read('reading/src/limiter.ts')]);
    assert.equal(answer.text, 'Done.');
    assert.equal(answer.rounds, undefined);
    assert.doesNotMatch(sent(), /"tools"/u);
    await allow();
    await command(false);
    await ask([read('reading/src/limiter.ts')]);
    assert.doesNotMatch(sent(), /"tools"/u);
  });

  for (const apiFormat of apiFormats) {
    it(`reads files with its tools: ${apiFormat}`, async () => {
      await setUserSetting('models', { 'calls-tools': { apiFormat } });
      await allow();
      const answer = await ask(
        [
          { name: 'list_files', input: { glob: 'reading/**/*.ts' } },
          search('class \\w+', 'reading/**'),
        ],
        [read('reading/src/limiter.ts', { from: 2, to: 3 })],
        [read('reading/src/limiter.ts', { from: 2, to: 2 }), { name: 'list_problems', input: {} }],
      );
      assert.equal(answer.state, 'complete');
      assert.equal(answer.text, 'Done.');
      const [files, matches, lines, again] = results(answer);
      assert.match(files ?? '', /reading\/src\/key\.ts\nreading\/src\/limiter\.ts\n/u);
      assert.match(matches ?? '', /reading\/src\/limiter\.ts:2: export class Limiter \{/u);
      assert.match(
        lines ?? '',
        /lines 2-3, of 4\)\n```ts\nexport class Limiter \{\n {2}token = '\[GitHub token removed\]';\n```$/u,
      );
      assert.match(again ?? '', /reading\/src\/limiter\.ts:2: see above/u);
      assert.equal(questionsTo(gateway).length, 4);
      assert.equal(sent().includes(token), false);
    });
  }

  it('reads nothing that is ignored, suggests secrets, or is elsewhere, and opens no pipe', async () => {
    const outside = join(tmpdir(), `portico-outside-${process.pid}`);
    await mkdir(outside, { recursive: true });
    await writeFile(join(outside, 'notes.txt'), 'needle outside\n');
    const folder = join(workspaceFolder(), 'reading');
    await symlink(outside, join(folder, 'linked'));
    await symlink(join(outside, 'notes.txt'), join(folder, 'linked.txt'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
    await allow();
    const paths = [
      'reading/.env',
      'reading/ignored/secret.ts',
      'reading/linked/notes.txt',
      'reading/linked.txt',
      'reading/pipe.txt',
      'reading/../../outside/notes.txt',
      '../notes.txt',
      join(outside, 'notes.txt'),
      `file://${outside}/notes.txt`,
      'READING/SRC/../.ENV',
      '\\\\server\\share\\notes.txt',
      '//server/share/notes.txt',
      'reading\\.env',
      'C:\\Windows\\win.ini',
      'CON',
      '/dev/zero',
      'reading/src',
      '',
    ];
    const answer = await ask(
      paths.slice(0, 18).map((path) => read(path)),
      [search('needle|hunter2'), { name: 'list_files', input: { glob: 'reading/**' } }],
    );
    const texts = results(answer);
    for (const [index, path] of paths.entries()) {
      assert.match(texts[index] ?? '', /There is no such file|can't be read as text/u, path);
    }
    assert.match(texts[paths.length] ?? '', /Nothing matches/u);
    assert.doesNotMatch(texts[paths.length + 1] ?? '', /linked|\.env|ignored\/|pipe/u);
    assert.doesNotMatch(sent(), /needle outside|hunter2-|ignored = /u);
    await rm(outside, { recursive: true });
  });

  it('masks secrets also where a search or a range has a line of one only', async () => {
    await allow();
    const answer = await ask([
      search('MIIEv'),
      read('reading/src/key.ts', { from: 3, to: 4 }),
      search('ghp_'),
    ]);
    assert.equal(results(answer).join('\n').includes('MIIEvQ'), false);
    assert.doesNotMatch(sent(), /MIIEvQ/u);
    assert.equal(sent().includes(token), false);
  });

  it('finds a file by its absolute path, and with the name of its folder', async () => {
    await allow();
    const path = join(workspaceFolder(), 'reading', 'src', 'limiter.ts');
    const written = [path, `C:${path}`, `${basename(workspaceFolder())}/reading/src/limiter.ts:3`];
    const answer = await ask(written.map((one) => read(one)));
    for (const [index, text] of results(answer).entries()) {
      assert.match(text, index === 0 ? /class Limiter/u : /limiter\.ts.*see above/u);
    }
  });

  const itOnPosix = process.platform === 'win32' ? it.skip : it;

  itOnPosix('reads no other file that a name with a line break seems to list', async () => {
    const folder = workspaceFolder();
    const outside = `outside-${process.pid}.txt`;
    await writeFile(join(folder, '..', outside), 'needle outside\n');
    await writeWorkspaceFile(`x\n../${outside}`, 'needle\n');
    await writeWorkspaceFile('x\nreading/ignored/secret.ts', 'needle\n');
    await allow();
    const paths = [`../${outside}`, 'reading/ignored/secret.ts'];
    const answer = await ask([...paths.map((path) => read(path)), search('needle')]);
    for (const text of results(answer).slice(0, paths.length)) {
      assert.match(text, /There is no such file/u);
    }
    assert.doesNotMatch(sent(), /needle outside|ignored = /u);
    await rm(join(folder, '..', outside));
    await rm(join(folder, 'x\n..'), { recursive: true });
    await rm(join(folder, 'x\nreading'), { recursive: true });
  });

  it('reads nothing that Git itself keeps, even where the Explorer shows it', async () => {
    await writeWorkspaceFile('reading/.git/config', 'needle\n');
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('exclude', { '**/.git': false }, true);
    await allow();
    const answer = await ask([
      read('reading/.git/config'),
      search('needle'),
      { name: 'list_files', input: { glob: '**/config' } },
    ]);
    await settings.update('exclude', undefined, true);
    await rm(join(workspaceFolder(), 'reading/.git'), { recursive: true });
    assert.match(results(answer)[0] ?? '', /There is no such file/u);
    assert.match(results(answer)[1] ?? '', /^Nothing matches/u);
    assert.equal(results(answer)[2], 'No file matches.');
  });

  it('reads nothing that a .gitignore above the folder excludes', async () => {
    const above = join(workspaceFolder(), '..', '.gitignore');
    await writeFile(above, 'ignored-above.txt\n');
    await writeWorkspaceFile('reading/ignored-above.txt', 'needle above\n');
    await allow();
    const answer = await ask([read('reading/ignored-above.txt'), search('needle above')]);
    // Such a rule would leave nothing to read.
    await writeFile(above, '*\n');
    const all = await ask([search('class Limiter')]);
    await rm(above);
    assert.match(results(answer)[0] ?? '', /There is no such file/u);
    assert.match(results(answer)[1] ?? '', /Nothing matches/u);
    assert.match(results(all)[0] ?? '', /limiter\.ts:2/u);
  });

  it('reads nothing while ripgrep cannot apply the ignore rules', async () => {
    const settings = vscode.workspace.getConfiguration('search');
    await settings.update('exclude', { '{': true }, true);
    await allow();
    const answer = await ask([read('reading/ignored/secret.ts'), search('needle')]);
    await settings.update('exclude', undefined, true);
    assert.match(results(answer)[0] ?? '', /no file may be read/u);
    assert.doesNotMatch(sent(), /ignored = /u);
  });

  it('shows no line of a private key that a problem is about', async () => {
    const uri = vscode.Uri.file(join(workspaceFolder(), 'reading/src/key.ts'));
    await vscode.workspace.openTextDocument(uri);
    const problems = vscode.languages.createDiagnosticCollection('spelling');
    problems.set(uri, [new vscode.Diagnostic(new vscode.Range(2, 0, 2, 5), 'Unknown word')]);
    await allow();
    const answer = await ask([{ name: 'list_problems', input: {} }]);
    problems.dispose();
    assert.match(results(answer)[0] ?? '', /reading\/src\/key\.ts:3:1 error: Unknown word/u);
    assert.doesNotMatch(sent(), /MIIEvQ/u);
  });

  it('masks a secret that has an invisible character', async () => {
    const split = `${token.slice(0, 10)}\u200B${token.slice(10)}`;
    await writeWorkspaceFile('reading/split.txt', `See ${split}\n`);
    await allow();
    const answer = await ask([read('reading/split.txt'), search('See ghp')]);
    assert.match(results(answer)[0] ?? '', /See \[GitHub token removed\]/u);
    assert.match(results(answer)[1] ?? '', /^Nothing matches/u);
    assert.equal(sent().includes(token), false);
  });

  it('finds lines by what it shows of them, whatever secret or unsaved text is there', async () => {
    const path = await writeWorkspaceFile(
      'reading/shown/unsaved.ts',
      `const old = '${token}';\r\n`,
    );
    const document = await vscode.workspace.openTextDocument(path);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 1, 0), 'const fresh = 1;\n');
    await vscode.workspace.applyEdit(edit);
    await writeWorkspaceFile('reading/shown/crlf.ts', `const crlf = '${token}';\r\nlast();\r\n`);
    await allow();
    const within = 'reading/shown/*';
    const patterns = ['ghp_[a-m]|[^a-m]_', 'const \\w+ = .*', "'\\b|crlf =", 'old', ';$'];
    const answer = await ask(patterns.map((pattern) => search(pattern, within)));
    const shown = "reading/shown/crlf.ts:1: const crlf = '[GitHub token removed]';";
    const [secret, declared, asserted, old, ends] = results(answer);
    assert.match(secret ?? '', /^Nothing matches/u);
    const fresh = 'reading/shown/unsaved.ts:1: const fresh = 1;';
    assert.equal(declared, `Matches\n\`\`\`\n${shown}\n${fresh}\n\`\`\``);
    assert.equal(asserted, `Matches\n\`\`\`\n${shown}\n\`\`\``);
    assert.match(old ?? '', /^Nothing matches/u);
    const all = [shown, 'reading/shown/crlf.ts:2: last();', fresh].join('\n');
    assert.equal(ends, `Matches\n\`\`\`\n${all}\n\`\`\``);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('searches a pattern that is no regular expression as text', async () => {
    await allow();
    const answer = await ask([search("token = '(", 'reading/**'), search('[needle', 'reading/**')]);
    for (const text of results(answer)) assert.match(text, /^Nothing matches/u);
    await writeWorkspaceFile('reading/bracket.txt', 'a [needle\n');
    const again = await ask([search('[needle', 'reading/**')]);
    assert.match(results(again)[0] ?? '', /bracket\.txt:1: a \[needle/u);
  });

  it('reads long files in parts, and says how many lines there are', async () => {
    await allow();
    const answer = await ask([
      read('reading/long.txt'),
      read('reading/long.txt', { from: 890, to: 5_000 }),
    ]);
    const [first, last] = results(answer);
    assert.match(first ?? '', /lines 1-500, of 900\).*\nline 500\n```$/su);
    assert.match(last ?? '', /lines 890-900, of 900\).*\nline 900\n```$/su);
  });

  it('reads of a file with long lines what fits, and shows no line that it has not read', async () => {
    await writeWorkspaceFile('reading/app.min.js', `start();\n${'f();'.repeat(200_000)}\n`);
    await writeWorkspaceFile('reading/wide.txt', `${'w'.repeat(999)}\n`.repeat(400));
    await writeWorkspaceFile(
      'reading/huge.log',
      `${'h'.repeat(99)}\n`.repeat(20_000) + 'at the end\n',
    );
    await allow();
    const answer = await ask([
      read('reading/app.min.js'),
      read('reading/app.min.js', { from: 2 }),
      read('reading/wide.txt', { from: 2 }),
      read('reading/huge.log', { from: 19_000 }),
      search('at the end', 'reading/*.log'),
    ]);
    const [start, rest, wide, huge, matches] = results(answer);
    assert.match(start ?? '', /line 1, of 2\)\n```js\nstart\(\);\n```$/u);
    assert.equal(rest, 'Line 2 is too long to be read. Use search_text.');
    assert.match(wide ?? '', /lines 2-51, of 400\)/u);
    assert.match(huge ?? '', /^Only the first \d+ lines can be read\.$/u);
    assert.equal(matches, 'Nothing matches. Of files above 1 MB, only the beginning is searched.');
  });

  it('is not read any more once the user turns the switch off', async () => {
    await allow();
    onAsked = () => {
      if (questionsTo(gateway).length === 2) void command(false);
    };
    const answer = await ask(
      [read('reading/long.txt')],
      [read('reading/src/limiter.ts')],
      [read('reading/src/limiter.ts')],
    );
    onAsked = () => {};
    assert.match(results(answer)[0] ?? '', /line 500/u);
    assert.equal(results(answer)[1], 'The user does not allow it any more.');
    assert.doesNotMatch(sent(), /class Limiter/u);
    assert.equal(answer.text, 'Done.');
  });

  it('runs no program that a configuration of ripgrep names', async () => {
    const program = await writeWorkspaceFile(
      'reading/pre.sh',
      '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
    );
    await chmod(program, 0o755);
    const config = await writeWorkspaceFile('reading/ripgreprc', `--pre=${program}\n`);
    process.env['RIPGREP_CONFIG_PATH'] = config;
    await allow();
    const answer = await ask([search('class Limiter')]);
    delete process.env['RIPGREP_CONFIG_PATH'];
    assert.match(results(answer)[0] ?? '', /limiter\.ts:2/u);
    const ran = await vscode.workspace.fs.stat(vscode.Uri.file(join(dirname(program), 'ran'))).then(
      () => true,
      () => false,
    );
    assert.equal(ran, false);
  });

  it('pauses after 20 calls; then the model reads on, or answers', async () => {
    await allow();
    const many = Array.from({ length: 25 }, (_, index) =>
      index === 0 ? read('reading/long.txt') : search(`line ${index}$`, 'reading/long.txt'),
    );
    const paused = await ask(many, [read('reading/long.txt', { from: 10, to: 80 })]);
    assert.equal(paused.state, 'stopped');
    assert.equal(paused.outcome?.pausedAt, 'calls');
    assert.equal(results(paused).filter((text) => text !== '').length, 20);
    const notice = portico.viewState().notices[paused.id];
    assert.deepEqual(
      notice?.actions.map(({ label }) => label),
      ['Continue reading', 'Answer now'],
    );
    assert.equal(questionsTo(gateway).length, 1);
    await portico.run(
      { type: 'runNoticeAction', messageId: paused.id, action: 'continueReading' },
      portico.conversation().id,
    );
    await until('the answer', () => {
      const answer = portico.conversation().messages.at(-1);
      return answer?.kind === 'answer' && answer.state === 'complete';
    });
    assert.equal(questionsTo(gateway).length, 3);
    assert.match(results(lastAnswer(portico)).at(-1) ?? '', /long\.txt:10-80: see above/u);
  });

  it('has its cost, as long as a price is known', async () => {
    const price = { input: 1, output: 1, currency: 'USD' };
    await setUserSetting('models', { 'calls-tools': { price } });
    await allow();
    const { id } = await ask([read('reading/long.txt')]);
    const cost = () => portico.viewState().usage.costs?.[id];
    await until('the cost', () => /^est\. \$0\.\d*[1-9]/u.test(cost() ?? ''));
    await setUserSetting('models', undefined);
    await until('no cost', () => cost() === '');
  });

  it('finds symbols by the language extensions, and problems, in files that may be read only', async () => {
    const folder = join(workspaceFolder(), 'reading');
    const at = (path: string, line: number): vscode.Location =>
      new vscode.Location(vscode.Uri.file(path), new vscode.Position(line, 0));
    // No language extension knows anything of a text file.
    const definition = at(join(folder, 'long.txt'), 6);
    await writeWorkspaceFile('reading/uses.txt', 'Seventh\n'.repeat(60));
    const places = [
      ...['src/limiter.ts', '.env', '../../lib.ts'].map((path) => at(join(folder, path), 1)),
      ...Array.from({ length: 60 }, (_, index) => at(join(folder, 'uses.txt'), index)),
    ];
    const problems = vscode.languages.createDiagnosticCollection('reading');
    const problem = (message: string): readonly vscode.Diagnostic[] => [
      new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message),
    ];
    problems.set(definition.uri, problem('It limits nothing.'));
    problems.set(vscode.Uri.file(join(folder, 'ignored/secret.ts')), problem('The needle.'));
    const registered = vscode.Disposable.from(
      problems,
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: () => [
          new vscode.SymbolInformation('Seventh', vscode.SymbolKind.Class, '', definition),
        ],
      }),
      vscode.languages.registerReferenceProvider(
        { pattern: '**/long.txt' },
        { provideReferences: () => places },
      ),
    );
    await allow();
    const answer = await ask([
      { name: 'find_symbol', input: { name: 'Seventh' } },
      { name: 'list_problems', input: {} },
    ]);
    registered.dispose();
    const [symbols, listed] = results(answer);
    const shown = (symbols ?? '').split('\n');
    assert.deepEqual(
      [...shown.slice(0, 5), ...shown.slice(-2)],
      [
        'Symbols (outside the workspace: 2, omitted: 12)',
        '```',
        'definition of Seventh reading/long.txt:7: line 7',
        'reference reading/src/limiter.ts:2: export class Limiter {',
        'reference reading/uses.txt:1: Seventh',
        'reference reading/uses.txt:48: Seventh',
        '```',
      ],
    );
    assert.match(listed ?? '', /It limits nothing\./u);
    assert.doesNotMatch(sent(), /The needle/u);
  });

  it('gives Apply what was read as its base, and the secrets back', async () => {
    const content = `// A limiter.\nexport class Limiter {\n  token = '${token}';\n}\n`;
    finalText =
      "```ts reading/src/limiter.ts\n// A limiter.\nexport class Limiter {\n  token = '[GitHub token removed]';\n  limit = 1;\n}\n```";
    await allow();
    const answer = await ask([read('reading/src/limiter.ts')]);
    finalText = 'Done.';
    const path = await writeWorkspaceFile('reading/src/limiter.ts', `// My own line.\n${content}`);
    const uri = vscode.Uri.file(path);
    await until('the new text', async () => (await textOf(uri)).startsWith('// My own line.'));
    await portico.run({ type: 'applyCode', messageId: answer.id, block: 0 });
    assert.equal(
      await proposedText(),
      `// My own line.\n${content.replace('}', '  limit = 1;\n}')}`,
    );
    await portico.run({ type: 'rejectProposals' });
    await writeWorkspaceFile('reading/src/limiter.ts', content);
  });

  it('is said to be impossible once the model has refused tools', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'tools-refused');
    await allow();
    const answer = await ask([]);
    assert.equal(answer.text, noToolsText);
    await until('the problem', () =>
      /doesn't support tools/u.test(portico.viewState().workspaceAccess?.problem ?? ''),
    );
  });

  it('is off in a new chat and in a fork', async () => {
    await allow();
    const answer = await ask([]);
    await portico.run({ type: 'fork', messageId: answer.id }, portico.conversation().id);
    await until('the fork', () => portico.viewState().workspaceAccess?.isOn === false);
    await newChat();
    assert.equal(portico.viewState().workspaceAccess?.isOn, false);
  });
});
