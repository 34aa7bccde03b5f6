// The errors that language servers report after Accept, and “Ask to fix”.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  attachmentsOf,
  sentQuestion,
  writeWorkspaceFile,
} from '../attachments/support/attachments';
import { openDocument } from '../support/editors';
import { holdTimers, type HeldTimers } from '../support/holdTimers';
import { getAnswer, lastAnswer, newChat, questionsTo, typeDraft } from '../support/portico';
import { gateway, portico } from '../support/withGateway';
import {
  apply,
  askAbout,
  block,
  notifications,
  replace,
  runOnAnswer,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

const shown = (id = lastAnswer(portico).id): string | undefined =>
  portico.viewState().newErrors?.[id];
const fix = () => portico.run({ type: 'fixErrors', messageId: lastAnswer(portico).id });
const accept = () => vscode.commands.executeCommand('portico.acceptChanges');

describe('Errors after Accept', () => {
  withApply();

  const content = 'one\ntwo\nthree\nfour\n';
  const edit = replace('three', 'more\nthird');
  let server: vscode.DiagnosticCollection;
  let pauses: HeldTimers;
  beforeEach(async () => {
    await newChat();
    server = vscode.languages.createDiagnosticCollection('test');
    // The second in which servers are quiet, and the 15 after Accept.
    pauses = holdTimers((ms) => ms === 1_000 || ms === 15_000);
  });
  afterEach(async () => {
    pauses.dispose();
    server.dispose();
    await typeDraft(portico, '');
  });

  const error = (line: number, message: string): vscode.Diagnostic => {
    const one = new vscode.Diagnostic(new vscode.Range(line - 1, 0, line - 1, 1), message);
    return Object.assign(one, { source: 'test', code: 7 });
  };
  /** VS Code tells of it later. */
  const report = async (uri: vscode.Uri, ...errors: readonly vscode.Diagnostic[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((one) => one.toString() === uri.toString())) {
        resolve();
      }
    });
    server.set(uri, errors);
    await promise;
    listening.dispose();
  };
  const old = error(4, 'old');
  const acceptIn = async (name: string, more: readonly string[] = []): Promise<void> => {
    await writeWorkspaceFile(`applied/${name}`, content);
    for (const other of more) {
      await vscode.window.showTextDocument(
        await openDocument(await writeWorkspaceFile(`applied/${other}`, content)),
        { preview: false },
      );
      server.set(uriOf(other), [old]);
    }
    server.set(uriOf(name), [old]);
    await askAbout(name, content, block(`text applied/${name}`, edit));
    await apply();
    await accept();
    assert.equal(await textOf(uriOf(name)), content.replace('three', 'more\nthird'));
  };

  it('are shown once the server is quiet, and Undo takes them away', async () => {
    await acceptIn('a.errs');
    const sent = questionsTo(gateway).length;
    await report(uriOf('a.errs'), error(5, 'old'), error(3, 'new'));
    assert.equal(shown(), undefined);
    pauses.fire();
    assert.equal(shown(), '1 new error: applied/a.errs:3');
    await report(uriOf('a.errs'), error(5, 'old'), error(3, 'new'), error(1, 'late'));
    pauses.fire();
    assert.equal(shown(), '2 new errors: applied/a.errs:1, applied/a.errs:3');
    await runOnAnswer('undoApplied');
    assert.equal(shown(), undefined);
    assert.equal(questionsTo(gateway).length, sent);
  });

  it('are put into the message box above what the user has typed', async () => {
    await acceptIn('b.errs');
    await report(uriOf('b.errs'), error(5, 'old'), error(3, 'new'));
    pauses.fire();
    await typeDraft(portico, 'mine');
    const sent = questionsTo(gateway).length;
    await fix();
    assert.equal(questionsTo(gateway).length, sent);
    const { draft } = portico.viewState();
    assert.match(
      draft,
      /^Fix these errors:\n\n```\napplied\/b\.errs:3:1 error 7 \(test\): new\n```\s+mine$/u,
    );
    await getAnswer(portico, draft);
    assert.match(sentQuestion(), /more\nthird/u);
  });

  it('of several files are put into the message box once, with the files', async () => {
    await acceptIn('c.errs', ['d.errs']);
    await report(uriOf('d.errs'), old, error(1, 'in the other file'));
    await report(uriOf('c.errs'), error(5, 'old'), error(3, 'new'));
    pauses.fire();
    assert.equal(shown(), '2 new errors: applied/c.errs:3, applied/d.errs:1');
    const sent = questionsTo(gateway).length;
    await fix();
    await fix();
    assert.equal(questionsTo(gateway).length, sent);
    const { draft } = portico.viewState();
    assert.match(draft, /^Fix these errors:\n\n```\napplied\/[cd].errs:.*\n.*in the other file/u);
    assert.deepEqual(
      attachmentsOf(portico)
        .map(({ name }) => name)
        .toSorted(),
      ['applied/c.errs', 'applied/d.errs'],
    );
    await getAnswer(portico, draft);
  });

  it('in a file that may hold secrets or is ignored are never asked about', async () => {
    await writeWorkspaceFile('applied/.gitignore', 'ignored.errs\n');
    const names = ['.env', 'ignored.errs'];
    await acceptIn('e.errs', names);
    for (const name of names) {
      await report(uriOf(name), old, error(1, 'elsewhere'));
    }
    pauses.fire();
    assert.match(shown() ?? '', /^2 new errors: /u);
    await fix();
    assert.equal(portico.viewState().draft, '');
    assert.deepEqual(attachmentsOf(portico), []);
    assert.match(notifications.messages.at(-1) ?? '', /may hold secrets or are ignored/u);
    await report(uriOf('e.errs'), error(5, 'old'), error(3, 'new'));
    pauses.fire();
    await fix();
    await getAnswer(portico, portico.viewState().draft);
    assert.match(sentQuestion(), /Fix these errors/u);
    assert.doesNotMatch(sentQuestion(), /elsewhere|\.env|ignored\.errs/u);
  });
});
