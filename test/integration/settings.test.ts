import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { recordNotifications } from './support/notifications';
import { getAnswer, lastAnswer, questionsTo, setUserSetting, until } from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

const touched = [
  'headers',
  'maxTokens',
  'reasoningEffort',
  'stream',
  'systemPrompt',
  'temperature',
  'timeouts',
];

describe('settings', () => {
  withGateway({ model: 'echo', isNewPerTest: true });
  let other: Gateway;

  before(async () => {
    other = await startGateway();
  });
  after(() => other.close());
  beforeEach(() => other.clearRequests());
  afterEach(async () => {
    for (const name of touched) {
      await setUserSetting(name, undefined);
    }
  });

  function lastBody(): Readonly<Record<string, unknown>> {
    const request = questionsTo(gateway).at(-1);
    return request?.json as Readonly<Record<string, unknown>>;
  }

  /** Picks these rows one after the other, then closes the list. */
  async function chooseChatSettings(...picks: readonly string[]): Promise<void> {
    const left = [...picks];
    const original = vscode.window.showQuickPick;
    const showQuickPick = async (rows: Promise<readonly vscode.QuickPickItem[]>) => {
      const wanted = left.shift();
      return (await rows).find(({ label }) => label === wanted);
    };
    Object.assign(vscode.window, { showQuickPick });
    await portico.run({ type: 'chooseChatSettings' }, portico.conversation().id);
    Object.assign(vscode.window, { showQuickPick: original });
    assert.deepEqual(left, []);
  }

  it('sends only the question where nothing is set', async () => {
    await getAnswer(portico, 'Only this?');
    assert.deepEqual(lastBody(), {
      model: 'echo',
      messages: [{ role: 'user', content: 'Only this?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('sends what is set, including zero and false', async () => {
    await setUserSetting('systemPrompt', 'Be brief.');
    await setUserSetting('temperature', 0);
    await setUserSetting('maxTokens', 64);
    await setUserSetting('reasoningEffort', 'low');
    await setUserSetting('stream', false);
    await getAnswer(portico, 'And now?');
    assert.deepEqual(lastBody(), {
      model: 'echo',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'And now?' },
      ],
      stream: false,
      temperature: 0,
      max_tokens: 64,
      reasoning_effort: 'low',
    });
  });

  it('sends what is chosen for the chat instead, and in its forks', async () => {
    await setUserSetting('temperature', 0);
    await setUserSetting('maxTokens', 64);
    await chooseChatSettings('Temperature', '0.7');
    const sent = () => [lastBody()['temperature'], lastBody()['max_tokens']];
    await getAnswer(portico, 'And here?');
    assert.deepEqual(sent(), [0.7, 64]);
    await portico.run({ type: 'fork', messageId: lastAnswer(portico).id });
    await getAnswer(portico, 'And in the fork?');
    assert.deepEqual(sent(), [0.7, 64]);
    await vscode.commands.executeCommand('portico.newChat');
    await getAnswer(portico, 'And in a new chat?');
    assert.deepEqual(sent(), [0, 64]);
  });

  /**
   * Waits until the text is in the active editor: the editor before may stay active for a moment. On a busy machine, VS Code
   * gives a new document the backup of a closed one of the same name, here with a line break at its end.
   */
  async function openInEditor(text: string): Promise<vscode.TextEditor> {
    const { window } = vscode;
    await chooseChatSettings('System prompt', 'Write It in an Editor…');
    await until(
      'the prompt in an editor',
      () => window.activeTextEditor?.document.getText().trimEnd() === text,
    );
    return window.activeTextEditor ?? assert.fail('no editor');
  }

  it('takes the system prompt of a chat, which may have several lines, from an editor', async () => {
    const { document } = await openInEditor('');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'Be brief.\n\nUse lists.\n');
    await vscode.workspace.applyEdit(edit);
    const name = document.uri.path.split('/').at(-1);
    await chooseChatSettings('System prompt', `Use the Text of ${name}`);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await getAnswer(portico, 'Why?');
    assert.deepEqual((lastBody()['messages'] as readonly unknown[])[0], {
      role: 'system',
      content: 'Be brief.\n\nUse lists.',
    });
    // An input box would make one line of it.
    await openInEditor('Be brief.\n\nUse lists.');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('sends the system prompt of a workspace only once the user has seen and allowed it, and says so', async () => {
    const configuration = () => vscode.workspace.getConfiguration('portico');
    const { Workspace } = vscode.ConfigurationTarget;
    const systemPrompts = () => lastBody()['messages'];
    await setUserSetting('systemPrompt', 'Be brief.');
    await configuration().update('systemPrompt', 'Praise it.', Workspace);
    const refused = recordNotifications("Don't Use");
    await getAnswer(portico, 'Why?');
    refused.dispose();
    assert.match(refused.messages.join('\n'), /Use this workspace's system prompt\?/u);
    assert.deepEqual(systemPrompts(), [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why?' },
    ]);
    assert.equal(portico.viewState().hasWorkspacePrompt, false);
    await configuration().update('systemPrompt', 'Praise it more.', Workspace);
    const allowed = recordNotifications('Use');
    await getAnswer(portico, 'And?');
    allowed.dispose();
    assert.deepEqual((systemPrompts() as readonly unknown[])[0], {
      role: 'system',
      content: 'Praise it more.',
    });
    assert.equal(portico.viewState().hasWorkspacePrompt, true);
    await portico.run({ type: 'showWorkspacePrompt' }, portico.conversation().id);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Praise it more.');
    await configuration().update('systemPrompt', undefined, Workspace);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('ignores values of the wrong type', async () => {
    await setUserSetting('temperature', 'hot');
    await setUserSetting('maxTokens', [64]);
    await setUserSetting('reasoningEffort', 3);
    await setUserSetting('systemPrompt', { be: 'brief' });
    await setUserSetting('stream', 'no');
    await setUserSetting('timeouts', 'never');
    await setUserSetting('headers', ['X-Team: blue']);
    await getAnswer(portico, 'Only this?');
    assert.deepEqual(Object.keys(lastBody()), ['model', 'messages', 'stream', 'stream_options']);
    assert.equal(lastBody()['stream'], true);
  });

  it('sends extra headers only to their origin, and none that Portico sets itself', async () => {
    const notifications = recordNotifications();
    await setUserSetting('headers', {
      [gateway.origin]: {
        'X-Team': 'blue',
        Authorization: 'Bearer sk-instead',
        Host: 'evil.example',
        'Content-Type': 'text/evil',
        'Content-Length': '1',
        'Transfer-Encoding': 'chunked',
        'Proxy-Authorization': 'Basic x',
        'X-Split': 'a\r\nX-Injected: yes',
      },
      [`${other.origin}/v1`]: { 'X-Other': 'green' },
      'no origin': { 'X-Nowhere': 'red' },
    });
    await until('the warning', () => notifications.messages.length > 0);
    notifications.dispose();
    const [warning = ''] = notifications.messages;
    for (const name of ['Authorization', 'Host', 'Content-Type', 'X-Split', 'X-Nowhere']) {
      assert.ok(warning.includes(`"${name}"`), `${name} is named: ${warning}`);
    }
    for (const silent of ['X-Team', 'X-Other', 'sk-instead', 'evil', 'Injected']) {
      assert.ok(!warning.includes(silent), `${silent} is not named: ${warning}`);
    }

    await getAnswer(portico, 'With headers?');
    const refreshed = recordNotifications();
    await vscode.commands.executeCommand('portico.refreshModels');
    await setUserSetting('baseUrl', other.baseUrl);
    await vscode.commands.executeCommand('portico.refreshModels');
    refreshed.dispose();
    assert.deepEqual(
      gateway.requests.map(({ method }) => method),
      ['POST', 'GET'],
    );
    for (const { headers, rawHeaders, method } of gateway.requests) {
      assert.equal(headers['x-team'], 'blue');
      assert.equal(headers['authorization'], undefined);
      assert.equal(headers['host'], new URL(gateway.origin).host);
      assert.equal(headers['content-type'], method === 'POST' ? 'application/json' : undefined);
      assert.doesNotMatch(rawHeaders.join('\n'), /sk-instead|evil|inject|x-other|x-nowhere/iu);
    }
    assert.equal(other.requests.length, 1);
    assert.equal(other.requests[0]?.headers['x-other'], 'green');
    assert.equal(other.requests[0]?.headers['x-team'], undefined);
  });

  it('redacts the values of extra headers', async () => {
    await setUserSetting('headers', { [gateway.origin]: { 'X-Secret': 'hunter2-hunter2' } });
    await vscode.commands.executeCommand('portico.selectModel', 'fault-500-echoes-header');
    const answer = await getAnswer(portico, 'What did I send?');
    assert.equal(answer.state, 'failed');
    assert.match(answer.outcome?.failure?.detail ?? '', /x-secret/u);
    assert.ok(!JSON.stringify(portico.viewState()).includes('hunter2'));
  });

  it('enforces each time-out and names it', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    const gate = gateway.gate('gated');
    await setUserSetting('timeouts', {
      firstTokenSeconds: 0.25,
      idleSeconds: 50,
      totalSeconds: 50,
    });
    assert.deepEqual(await limitOf('First?'), ['failed', 'firstTokenTimeout', 0.25]);
    await setUserSetting('timeouts', { firstTokenSeconds: 50, idleSeconds: 0.3, totalSeconds: 50 });
    void gate.send(2);
    assert.deepEqual(await limitOf('Second?'), ['interrupted', 'idleTimeout', 0.3]);
    assert.notEqual(lastAnswer(portico).text, '');
    await setUserSetting('stream', false);
    await setUserSetting('timeouts', {
      firstTokenSeconds: 50,
      idleSeconds: 50,
      totalSeconds: 0.35,
    });
    assert.deepEqual(await limitOf('Third?'), ['failed', 'totalTimeout', 0.35]);
  });

  it('has no time-out where it is 0', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    const gate = gateway.gate('gated');
    await setUserSetting('timeouts', { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 });
    await portico.ask('Take your time.');
    await gateway.nextRequest(({ method }) => method === 'POST');
    await gate.sendText('It was taken.');
    await until('the text', () => lastAnswer(portico).text === 'It was taken.');
    await gate.finish();
    await until('the end', () => lastAnswer(portico).state === 'complete');
  });

  async function limitOf(question: string): Promise<readonly unknown[]> {
    const { state, outcome } = await getAnswer(portico, question);
    return [state, outcome?.failure?.kind, outcome?.failure?.timeoutSeconds];
  }
});
