// One chat with one gateway: drafts, keys, streaming, Stop and Continue.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { versionsOf } from '../../src/conversation/common/versions';
import { startGateway, type Gateway } from '../referenceGateway/server';
import {
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  savedDraft,
  setUserSetting,
  typeDraft,
  until,
} from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-integration-4f1d';

describe('a chat with the gateway', () => {
  withGateway({ apiKey: key, model: 'echo', isNewPerTest: true });
  let other: Gateway;

  const draft = async (id: string): Promise<string | undefined> => (await savedDraft(id))?.text;

  before(async () => {
    other = await startGateway();
  });
  after(() => other.close());
  beforeEach(() => other.clearRequests());

  it('moves the draft into a new chat, and deletes it once it is sent', async () => {
    await getAnswer(portico, 'A question?');
    const first = portico.conversation().id;
    await typeDraft(portico, 'Half a question');
    await until('the draft on disk', async () => (await draft(first)) === 'Half a question');
    await newChat();
    const second = portico.conversation().id;
    assert.notEqual(second, first);
    assert.equal(portico.viewState().draft, 'Half a question');
    await newChat();
    assert.equal(portico.conversation().id, second, 'an empty chat is used again');
    await until(
      'the draft of the new chat on disk',
      async () => (await draft(second)) === 'Half a question',
    );
    await until(
      'the draft of the old chat to be deleted',
      async () => (await draft(first)) === undefined,
    );
    await portico.run({ type: 'ask', text: 'Half a question' });
    await until('the sent draft to be deleted', async () => (await draft(second)) === undefined);
  });

  it('keeps a draft for each chat', async () => {
    await getAnswer(portico, 'A question?');
    const first = portico.conversation().id;
    await newChat();
    await getAnswer(portico, 'Another question?');
    const second = portico.conversation().id;
    await typeDraft(portico, 'Draft of the second');
    assert.equal(await portico.open(first), true);
    assert.equal(portico.viewState().draft, '');
    await typeDraft(portico, 'Draft of the first');
    await portico.open(second);
    assert.equal(portico.viewState().draft, 'Draft of the second');
    await portico.open(first);
    assert.equal(portico.viewState().draft, 'Draft of the first');
    await until('both drafts on disk', async () => {
      const [firstDraft, secondDraft] = await Promise.all([draft(first), draft(second)]);
      return firstDraft === 'Draft of the first' && secondDraft === 'Draft of the second';
    });
    await typeDraft(portico, '');
  });

  it('streams an answer with the key in the Authorization header alone', async () => {
    const answer = await getAnswer(portico, 'Are you there?');
    assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
    assert.match(answer.text, /Are you there\?/u);
    const request = questionsTo(gateway)[0];
    assert.equal(request?.headers['authorization'], `Bearer ${key}`);
    assert.ok(!request.body.includes(key));
    assert.deepEqual((request.json as { stream: unknown }).stream, true);
  });

  it('sends the complete history to a model that is chosen in mid-conversation', async () => {
    await getAnswer(portico, 'One?');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await getAnswer(portico, 'Two?');
    const request = questionsTo(gateway).at(-1)?.json as {
      model: string;
      messages: { role: string }[];
    };
    assert.equal(request.model, 'demo-fast');
    assert.deepEqual(
      request.messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  it('returns the ID that Select Model was given, and saves it as the user’s model', async () => {
    const id = await vscode.commands.executeCommand('portico.selectModel', '  my/model:x  ');
    assert.equal(id, 'my/model:x');
    assert.equal(vscode.workspace.getConfiguration('portico').get('model'), 'my/model:x');
    assert.equal(portico.conversation().model, 'my/model:x');
  });

  it('sends stream: false where streaming is off', async () => {
    await setUserSetting('stream', false);
    try {
      const answer = await getAnswer(portico, 'All at once?');
      assert.equal(answer.state, 'complete');
      const request = questionsTo(gateway).at(-1)?.json as { stream: unknown };
      assert.equal(request.stream, false);
    } finally {
      await setUserSetting('stream', undefined);
    }
  });

  it('never sends the key of one origin to another', async () => {
    await setUserSetting('baseUrl', other.baseUrl);
    await getAnswer(portico, 'Who are you?');
    assert.ok(other.requests.length > 0);
    for (const request of other.requests) {
      assert.equal(request.headers['authorization'], undefined);
      assert.ok(!JSON.stringify(request.rawHeaders).includes(key));
    }
  });

  it('reports a refused key, and Retry answers in the same place once the right key is set', async () => {
    await vscode.commands.executeCommand('portico.setApiKey', { key: 'sk-wrong-wrong-wrong' });
    const failed = await getAnswer(portico, 'Do you know me?');
    assert.equal(failed.state, 'failed');
    assert.equal(failed.outcome?.failure?.kind, 'keyRejected');
    const notice = portico.viewState().notices[failed.id];
    assert.deepEqual(
      notice?.actions.map(({ label }) => label),
      ['Set API key', 'Retry'],
    );
    await vscode.commands.executeCommand('portico.setApiKey', { key: `Bearer "${key}"\n` });
    assert.deepEqual(
      portico.viewState().notices[failed.id]?.actions.map(({ label }) => label),
      ['Retry', 'Set API key'],
    );
    assert.equal(await portico.retry(failed.id), true);
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(portico.conversation().messages.length, 2);
    assert.deepEqual(portico.viewState().notices, {});
    // The rejected attempt is no version.
    assert.equal(versionsOf(portico.viewState().conversation).size, 0);
  });

  it('stores a key for the origin in the argument, and changes no setting', async () => {
    await vscode.commands.executeCommand('portico.setApiKey', {
      baseUrl: other.baseUrl,
      key: 'sk-for-the-other-origin',
    });
    assert.equal(vscode.workspace.getConfiguration('portico').get('baseUrl'), gateway.baseUrl);
    await setUserSetting('baseUrl', other.baseUrl);
    await getAnswer(portico, 'Hello?');
    assert.equal(
      questionsTo(other).at(-1)?.headers['authorization'],
      'Bearer sk-for-the-other-origin',
    );
  });

  it('closes the connection on Stop and keeps the text', async () => {
    const gate = gateway.gate('gated');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await portico.ask('Take your time.');
    await gate.send(3);
    await until('some text', () => lastAnswer(portico).text !== '');
    await vscode.commands.executeCommand('portico.stop');
    assert.equal(lastAnswer(portico).state, 'stopped');
    assert.notEqual(lastAnswer(portico).text, '');
    const request = questionsTo(gateway).at(-1);
    await until('the gateway sees the connection close', () => request?.aborted === true);
  });

  it('continues an answer that met its length limit, as one answer in the history', async () => {
    const gate = gateway.gate('demo-fast');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await portico.ask('A story?');
    await gate.sendText('There was a king, and');
    await gate.finish('length');
    await until('the answer ends', () => lastAnswer(portico).state === 'truncated');
    const { id } = lastAnswer(portico);
    const notice = portico.viewState().notices[id];
    assert.deepEqual(
      notice?.actions.map(({ label }) => label),
      ['Continue', 'Retry', 'Open settings'],
    );
    assert.equal(await portico.continueAnswer(id), true);
    await gate.sendText('There was a king, and he slept.');
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).id, id);
    assert.equal(lastAnswer(portico).text, 'There was a king, and he slept.');
    assert.deepEqual(portico.viewState().notices, {});
    const request = questionsTo(gateway).at(-1)?.json as { messages: { content: string }[] };
    assert.equal(request.messages[1]?.content, 'There was a king, and');
  });

  it('sends the view nothing that holds the key', async () => {
    await getAnswer(portico, 'Hello?');
    await vscode.commands.executeCommand('portico.selectModel', 'fault-401-echoes-key');
    const failed = await getAnswer(portico, 'Hello again?');
    assert.equal(failed.state, 'failed');
    const sent = JSON.stringify(portico.viewState()) + JSON.stringify(portico.conversation());
    for (const form of [key, Buffer.from(key).toString('base64'), encodeURIComponent(key)]) {
      assert.ok(!sent.includes(form), form);
    }
  });
});
