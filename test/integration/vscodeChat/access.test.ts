// The consent that another extension needs, in a real VS Code.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { questionsTo, until } from '../support/portico';
import { recordQuickPicks } from '../support/quickInputs';
import { ask, findModel, rejectionOf, startAsking } from './asker';
import { setUpVscodeChat } from './setUp';

describe('access of another extension', () => {
  const setUp = setUpVscodeChat();

  it('is asked for once, naming the extension and the gateway', async () => {
    const { asker, gateway, notifications } = setUp;
    const before = notifications.messages.length;
    await ask(asker, 'echo', 'One');
    await ask(asker, 'echo', 'Two');
    const questions = notifications.messages.slice(before);
    assert.equal(questions.length, 1, questions.join('\n'));
    assert.equal(
      questions[0],
      `Allow Asker (portico-tests.asker) to use the models of ${new URL(gateway.origin).host}?`,
    );
    assert.equal(questionsTo(gateway).length, 2);
  });

  it('is one question for parallel requests, which a canceled one does not answer', async () => {
    const dialog = holdDialogs();
    const model = await findModel(setUp.asker, 'echo');
    const source = new vscode.CancellationTokenSource();
    const canceled = startAsking(model, 'One', source.token);
    const waiting = startAsking(model, 'Two');
    void waiting.catch(() => undefined);
    await until('the question', () => dialog.count > 0);
    source.cancel();
    await canceled.catch(() => undefined);
    assert.deepEqual(questionsTo(setUp.gateway), []);
    dialog.answer('Allow');
    await waiting;
    assert.equal(dialog.count, 1);
    assert.equal(questionsTo(setUp.gateway).length, 1);
  });

  it('is listed, changed and removed by Manage Extension Access', async () => {
    const { asker, gateway } = setUp;
    await ask(asker, 'echo', 'One');
    const model = await findModel(asker, 'echo');
    const pickers = recordQuickPicks();
    try {
      const managing = vscode.commands.executeCommand('portico.manageExtensionAccess');
      const { host } = new URL(gateway.origin);
      const row = (): string => pickers.rows().find((one) => one.includes(host)) ?? '';
      await until('the row', () => row() !== '');
      assert.match(row(), /Asker \(portico-tests\.asker\) \| Allowed \| /u);
      pickers.click(host);
      await until('the change', () => / \| Not allowed \| /u.test(row()));
      await until(
        'the same row to be active',
        () => pickers.pickers.at(-1)?.activeItems[0]?.detail?.includes(host) === true,
      );
      assert.equal((await rejectionOf(startAsking(model, 'Two'))).code, 'NoPermissions');
      pickers.pressButton(host, 'Remove, and ask again');
      await until('the removal', () => row() === '');
      pickers.pickers.at(-1)?.hide();
      await managing;
    } finally {
      pickers.dispose();
    }
    const before = setUp.notifications.messages.length;
    await ask(asker, 'echo', 'Three');
    assert.equal(setUp.notifications.messages.length, before + 1);
  });
});

/** Dialogs stay open until `answer` is called. A hook of `setUpVscodeChat` shows them again. */
function holdDialogs(): { readonly count: number; readonly answer: (button: string) => void } {
  const answers: ((button: string) => void)[] = [];
  const showWarningMessage = (): Promise<string> => new Promise((resolve) => answers.push(resolve));
  Object.assign(vscode.window, { showWarningMessage });
  return {
    get count() {
      return answers.length;
    },
    answer: (button) => {
      for (const resolve of answers) resolve(button);
    },
  };
}
