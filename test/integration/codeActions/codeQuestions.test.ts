// Questions about code from commands and the lightbulb: what is attached, asked and sent.
import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { pixelPng } from '../../support/pixelPng';
import {
  drop,
  removeAll,
  workspaceFolder,
  writeWorkspaceFile,
} from '../attachments/support/attachments';
import { offers } from '../support/editors';
import { recordNotifications } from '../support/notifications';
import {
  answerAfter,
  getAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  typeDraft,
  until,
} from '../support/portico';
import { recordInputBoxes } from '../support/quickInputs';
import { gateway, portico, withGateway } from '../support/withGateway';
import { attachments, onlyRequest, select, workspacePath } from './support';

const code = 'one();\ntwo();\nthree();\n';

describe('questions about code', () => {
  withGateway({ model: 'echo', isNewPerTest: true });
  let problems: vscode.DiagnosticCollection;

  before(async () => {
    problems = vscode.languages.createDiagnosticCollection('test');
    await writeWorkspaceFile('code/a.fake', code);
    await writeWorkspaceFile('code/a.test.fake', 'a test\n');
  });
  afterEach(async () => {
    problems.clear();
    await typeDraft(portico, '');
    await portico.run({ type: 'clearQueue' });
    await removeAll(portico);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    problems.dispose();
    await rm(workspacePath('code'), { recursive: true });
  });

  const command = (id: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`portico.${id}`, ...args);
  const selection = 'Selection of `code/a.fake` (fake, line 2)\n```fake\ntwo();\n```';
  const addProblem = (severity = vscode.DiagnosticSeverity.Error): void => {
    const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), 'two is wrong', severity);
    problems.set(vscode.Uri.file(workspacePath('code/a.fake')), [problem]);
  };
  const codeActions = (range: vscode.Range, kind?: string) =>
    offers<vscode.CodeAction>(
      ({ title }) => title.endsWith(' with Portico'),
      'vscode.executeCodeActionProvider',
      vscode.Uri.file(workspacePath('code/a.fake')),
      range,
      kind,
    );

  it('names a chat that begins with it by the code, and no other chat', async () => {
    await newChat();
    await select('code/a.fake', 2, 2);
    await answerAfter(portico, () => command('explain'));
    assert.equal(portico.conversation().title, 'Explain a.fake:2');
    await answerAfter(portico, () => command('fix'));
    assert.equal(portico.conversation().title, 'Explain a.fake:2');
  });

  for (const [id, question] of [
    ['explain', 'Explain this code.'],
    ['fix', 'Find the mistakes in this code and fix them.'],
    ['improve', 'Improve this code without changing what it does.'],
    ['document', 'Write the documentation comments of this code.'],
    ['documentWithPortico', 'Write the documentation comments of this code.'],
  ] as const) {
    it(`${id} asks about the selection and sends what its attachment says`, async () => {
      await select('code/a.fake', 2, 2);
      await answerAfter(portico, () => command(id));
      assert.equal(await onlyRequest(gateway), `${selection}\n\n${question}`);
      assert.deepEqual([portico.viewState().draft, attachments(portico)], ['', []]);
    });
  }

  it('explain asks about the whole file where the page offers that', async () => {
    await select('code/a.fake');
    await answerAfter(portico, () => portico.run({ type: 'explainOffer', isSelection: false }));
    assert.equal(
      await onlyRequest(gateway),
      `File \`code/a.fake\` (fake)\n\`\`\`fake\n${code}\`\`\`\n\nExplain this code.`,
    );
  });

  it('writeTests attaches the test file beside it', async () => {
    await select('code/a.fake', 2, 2);
    await answerAfter(portico, () => command('writeTests'));
    assert.equal(
      await onlyRequest(gateway),
      `${selection}\n\nFile \`code/a.test.fake\` (fake)\n\`\`\`fake\na test\n\`\`\`\n\nWrite tests for this code.`,
    );
  });

  it('writeTests does not follow a test file that leads out of the workspace', async () => {
    const outside = join(dirname(workspaceFolder()), 'private.txt');
    await writeFile(outside, 'private\n');
    await writeWorkspaceFile('code/b.fake', code);
    await symlink(outside, workspacePath('code/b.test.fake'));
    await select('code/b.fake', 2, 2);
    await answerAfter(portico, () => command('writeTests'));
    await rm(outside);
    assert.match(await onlyRequest(gateway), /^Selection of `code\/b\.fake`/u);
    assert.ok(!(await onlyRequest(gateway)).includes('private'));
  });

  it('attach the symbol at the cursor if nothing is selected, or the file if there is none', async () => {
    await select('code/a.fake', 2);
    await answerAfter(portico, () => command('explain'));
    assert.match(await onlyRequest(gateway), /^File `code\/a\.fake` \(fake\)\n/u);
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { pattern: '**/*.fake' },
      {
        provideDocumentSymbols: () => {
          const range = new vscode.Range(1, 0, 2, 8);
          return [new vscode.DocumentSymbol('both', '', vscode.SymbolKind.Function, range, range)];
        },
      },
    );
    gateway.clearRequests();
    try {
      await answerAfter(portico, () => command('explain'));
    } finally {
      provider.dispose();
    }
    assert.match(
      await onlyRequest(gateway),
      /^Symbol in `code\/a\.fake` \(fake, symbol both, lines 2-3\)\n```fake\ntwo\(\);\nthree\(\);\n```\n\nExplain this code\.$/u,
    );
  });

  it('attach the problems of the selection to Fix, but no hints', async () => {
    await select('code/a.fake', 1, 3);
    addProblem();
    await answerAfter(portico, () => command('fix'));
    assert.match(
      await onlyRequest(gateway),
      /\n\nProblems in `code\/a\.fake`\n```\n2:1 error: two is wrong\n {4}two\(\);\n```\n\nFix the problems in this code\.$/u,
    );
    addProblem(vscode.DiagnosticSeverity.Hint);
    gateway.clearRequests();
    await answerAfter(portico, () => command('fix'));
    assert.match(
      await onlyRequest(gateway),
      /```\n\nFind the mistakes in this code and fix them\.$/u,
    );
  });

  it('are in the lightbulb on a selection, but not on blanks, and not without a selection', async () => {
    await select('code/a.fake', 2, 2);
    const titles = (await codeActions(new vscode.Range(1, 0, 1, 6))).map(({ title }) => title);
    assert.deepEqual(titles.toSorted(), [
      'Document with Portico',
      'Explain with Portico',
      'Improve with Portico',
      'Write Tests with Portico',
    ]);
    assert.deepEqual(await codeActions(new vscode.Range(1, 2, 1, 2)), []);
    assert.deepEqual(await codeActions(new vscode.Range(0, 6, 1, 0)), []);
    assert.deepEqual(await codeActions(new vscode.Range(1, 0, 1, 6), 'source'), []);
    // Only Edit changes code.
    const refactorings = await codeActions(new vscode.Range(1, 0, 1, 6), 'refactor');
    assert.ok(refactorings.every(({ title }) => title.startsWith('Edit ')));
  });

  it('are quick fixes on a problem, and Fix from the lightbulb asks about it', async () => {
    await select('code/a.fake', 2);
    addProblem();
    const found = await codeActions(new vscode.Range(1, 1, 1, 1));
    assert.deepEqual(
      found.map(({ title, kind }) => [title, kind?.value]),
      [
        ['Fix with Portico', 'quickfix.portico'],
        ['Explain with Portico', 'quickfix.portico'],
      ],
    );
    const fix = found[0]?.command;
    assert.ok(fix);
    const { command: fixCommand, arguments: fixArguments = [] } = fix;
    await answerAfter(portico, () => vscode.commands.executeCommand(fixCommand, ...fixArguments));
    assert.match(
      await onlyRequest(gateway),
      /two is wrong[\s\S]*Fix the problems in this code\.$/u,
    );
    addProblem(vscode.DiagnosticSeverity.Information);
    assert.deepEqual(await codeActions(new vscode.Range(1, 1, 1, 1)), []);
  });

  it('leave what the user has typed and attached in the message box', async () => {
    await typeDraft(portico, 'half a quest');
    await command('addFile', vscode.Uri.file(workspacePath('code/a.test.fake')));
    await select('code/a.fake', 2, 2);
    await answerAfter(portico, () => command('explain'));
    assert.equal(await onlyRequest(gateway), `${selection}\n\nExplain this code.`);
    assert.equal(portico.viewState().draft, 'half a quest');
    assert.deepEqual(attachments(portico), ['file code/a.test.fake']);
  });

  it('wait in the queue while an answer runs', async () => {
    const gate = gateway.gate('gated');
    await command('selectModel', 'gated');
    await portico.ask('First?');
    await gate.sendText('First answer.');
    await select('code/a.fake', 2, 2);
    await command('explain');
    const [queued] = portico.viewState().queue.questions;
    assert.equal(queued?.text, 'Explain this code.');
    assert.deepEqual(
      queued?.attachments?.map(({ name }) => name),
      ['code/a.fake:2'],
    );
    await gate.finish();
    await until('the second request', () => questionsTo(gateway).length === 2);
    await gate.finish();
  });

  it('stay in the message box while a setup step is missing, which opens', async () => {
    await setUserSetting('baseUrl', '');
    const boxes = recordInputBoxes();
    try {
      await select('code/a.fake', 2, 2);
      const asking = command('explain');
      await until('the input of the Base URL', () => boxes.boxes.length > 0);
      assert.equal(portico.viewState().draft, 'Explain this code.');
      assert.deepEqual(attachments(portico), ['selection code/a.fake:2']);
      boxes.boxes.at(-1)?.hide();
      await asking;
    } finally {
      boxes.dispose();
    }
    assert.equal(portico.viewState().draft, 'Explain this code.');
    assert.deepEqual(questionsTo(gateway), []);
  });

  it('say why nothing is asked where no editor is open', async () => {
    const notifications = recordNotifications();
    try {
      await command('explain');
      assert.deepEqual(notifications.messages, ['No editor is open.']);
    } finally {
      notifications.dispose();
    }
  });

  it('Add File attaches each selected file of a menu once, or the active one', async () => {
    const a = vscode.Uri.file(workspacePath('code/a.fake'));
    const test = vscode.Uri.file(workspacePath('code/a.test.fake'));
    await command('addFile', a, [a, test]);
    assert.deepEqual(attachments(portico), ['file code/a.fake', 'file code/a.test.fake']);
    await command('addFile', { resourceUri: a }, { resourceUri: a });
    assert.equal(attachments(portico).length, 2);
    await portico.run({
      type: 'removeAttachment',
      id: portico.viewState().attachments[0]?.id ?? '',
    });
    await select('code/a.fake', 1);
    await command('addFile');
    assert.ok(attachments(portico).includes('file code/a.fake'));
    assert.deepEqual(questionsTo(gateway), []);
  });

  it('Add Selection attaches the selection, and says so if there is none', async () => {
    await select('code/a.fake', 2, 3);
    await command('addSelection');
    assert.deepEqual(attachments(portico), ['selection code/a.fake:2-3']);
    await select('code/a.fake', 2);
    const notifications = recordNotifications();
    try {
      await command('addSelection');
      assert.deepEqual(notifications.messages, ['Nothing is selected.']);
    } finally {
      notifications.dispose();
    }
  });

  it('Add Selection in the menu of a terminal attaches its selection', async () => {
    const output = new vscode.EventEmitter<string>();
    const terminal = vscode.window.createTerminal({
      name: 'tests',
      pty: {
        onDidWrite: output.event,
        open: () => output.fire('2 tests failed\r\n'),
        close: () => {},
      },
    });
    try {
      terminal.show();
      await until('the selection of the terminal', async () => {
        await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
        const notifications = recordNotifications();
        await command('addSelection', terminal);
        notifications.dispose();
        return attachments(portico).includes('terminal Selection of tests');
      });
    } finally {
      terminal.dispose();
      output.dispose();
    }
  });

  it('Copy Question with Context copies what was sent', async () => {
    await select('code/a.fake', 2, 2);
    await answerAfter(portico, () => command('explain'));
    const [question] = portico.conversation().messages;
    await command('copyQuestionWithContext', { messageId: question?.id });
    assert.equal(await vscode.env.clipboard.readText(), `${selection}\n\nExplain this code.`);
  });

  it('Copy Question with Context names the number of images, which are not copied', async () => {
    await drop(portico, await writeWorkspaceFile('code/dot.png', pixelPng));
    await getAnswer(portico, 'What is this?');
    const [question] = portico.conversation().messages;
    await command('copyQuestionWithContext', { messageId: question?.id });
    assert.equal(
      await vscode.env.clipboard.readText(),
      "(The question also has 1 image, which isn't in this copy.)\n\nWhat is this?",
    );
  });
});
