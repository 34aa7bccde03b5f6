// “Show request”: the request of an answer as it was sent, in an editor and as a curl command.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { offers } from './support/editors';
import { recordNotifications } from './support/notifications';
import { getAnswer, questionsTo, setUserSetting, until } from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-what-was-sent-90ab';
const secret = 'hunter2-of-a-header';

describe('the request of an answer', () => {
  withGateway({ apiKey: key, model: 'echo', isNewPerTest: true });

  beforeEach(() => setUserSetting('headers', { [gateway.origin]: { 'X-Team': secret } }));
  afterEach(async () => {
    await setUserSetting('headers', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  function shownText(): string {
    return vscode.window.activeTextEditor?.document.getText() ?? '';
  }

  async function lenses(): Promise<readonly vscode.Command[]> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const isOurs = (): boolean => true;
    const found = await offers<vscode.CodeLens>(isOurs, 'vscode.executeCodeLensProvider', uri);
    return found.map(({ command }) => command);
  }

  it('is shown byte for byte and read-only, with method, URL and masked headers above it', async () => {
    const { id } = await getAnswer(portico, 'Grüße, “世界” \u{1F600}\n\'"\\');
    await portico.execute({ type: 'showSentRequest', messageId: id });
    await showRaw();
    const received = questionsTo(gateway).at(-1);
    assert.equal(shownText(), received?.body);
    const titles = (await lenses()).map(({ title }) => title);
    assert.ok(titles.includes(`POST ${gateway.baseUrl}/chat/completions`), titles.join('\n'));
    assert.ok(titles.includes('authorization: Bearer $PORTICO_API_KEY'), titles.join('\n'));
    assert.ok(titles.includes('x-team: [hidden]'), titles.join('\n'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'portico-sent');
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(shownText(), received?.body);
  });

  it('names the fields that come from the settings, and holds them', async () => {
    await setUserSetting('models', {
      'e*': { parameters: { top_p: 0.5, seed: 1, stream_options: null } },
      echo: { parameters: { seed: 2, chat_template_kwargs: { enable_thinking: false } } },
    });
    try {
      const { id } = await getAnswer(portico, 'Hello?');
      await portico.execute({ type: 'showSentRequest', messageId: id });
      const body = JSON.parse(shownText()) as Record<string, unknown>;
      assert.deepEqual([body['top_p'], body['seed']], [0.5, 2]);
      assert.deepEqual(body['chat_template_kwargs'], { enable_thinking: false });
      assert.ok(!('stream_options' in body));
      const titles = (await lenses()).map(({ title }) => title);
      for (const title of [
        'From portico.models: top_p, seed, chat_template_kwargs.enable_thinking',
        'Removed by portico.models: stream_options',
      ]) {
        assert.ok(titles.includes(title), titles.join('\n'));
      }
    } finally {
      await setUserSetting('models', undefined);
    }
  });

  /** Follows the lens of the formatted request. */
  async function showRaw(): Promise<void> {
    const formatted = shownText();
    const raw = (await lenses()).find(({ title }) => title === 'Show Raw');
    assert.ok(raw);
    await vscode.commands.executeCommand(raw.command, ...(raw.arguments ?? []));
    await until('the raw text', () => shownText() !== formatted);
  }

  it('is shown formatted, raw on request', async () => {
    const { id } = await getAnswer(portico, 'Hello?');
    await portico.execute({ type: 'showSentRequest', messageId: id });
    const formatted = shownText();
    await showRaw();
    assert.equal(formatted, JSON.stringify(JSON.parse(shownText()), undefined, 2));
    assert.ok(!(await lenses()).some(({ title }) => title === 'Show Raw'));
  });

  it('is copied as curl without the key and the values of extra headers', async () => {
    const { id } = await getAnswer(portico, 'Hello?');
    const notifications = recordNotifications();
    await portico.execute({ type: 'copyAsCurl', messageId: id });
    notifications.dispose();
    const command = await vscode.env.clipboard.readText();
    const received = questionsTo(gateway).at(-1);
    assert.ok(command.startsWith('curl '), command);
    assert.ok(command.includes(`'${received?.body}'`), command);
    assert.ok(command.includes(`'authorization: Bearer '"$PORTICO_API_KEY"`), command);
    assert.ok(command.includes(`'x-team: [hidden]'`), command);
    for (const hidden of [key, secret]) {
      assert.ok(!command.includes(hidden));
      assert.ok(!JSON.stringify(portico.viewState()).includes(hidden));
    }
  });

  it('is offered in the usage of the answer, and is not sent to the view', async () => {
    const { id } = await getAnswer(portico, 'Hello?');
    const { usage } = portico.viewState();
    assert.deepEqual(usage.answers[id]?.request, { isAvailable: true, text: 'Show request' });
    assert.ok(!JSON.stringify(portico.viewState()).includes('"stream'));
  });

  it('is reported as unavailable after a restart', async () => {
    const notifications = recordNotifications();
    await portico.execute({ type: 'showSentRequest', messageId: 'an-answer-of-yesterday' });
    await portico.execute({ type: 'copyAsCurl', messageId: 'an-answer-of-yesterday' });
    notifications.dispose();
    assert.equal(notifications.messages.length, 2);
    assert.match(notifications.messages[0] ?? '', /no longer available/u);
    const uri = vscode.Uri.parse('portico-sent:/an-answer-of-yesterday/0/sent.json');
    const restored = await vscode.workspace.openTextDocument(uri);
    assert.match(restored.getText(), /no longer available/u);
  });
});
