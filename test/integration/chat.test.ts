import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../referenceGateway/server';
import {
  activatePortico,
  getAnswer,
  savedDraft,
  lastAnswer,
  newChat,
  setUserSetting,
  typeDraft,
  until,
} from './support/portico';

type Portico = Awaited<ReturnType<typeof activatePortico>>;

const key = 'sk-canary-integration-4f1d';

describe('a chat with the gateway', () => {
  let portico: Portico;
  let gateway: Gateway;
  let other: Gateway;

  const draft = async (id: string): Promise<string | undefined> => (await savedDraft(id))?.text;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway({ apiKey: key });
    other = await startGateway();
  });
  after(async () => {
    await Promise.all([gateway.close(), other.close()]);
  });
  beforeEach(async () => {
    gateway.clearRequests();
    other.clearRequests();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
  });

  it('has what stands in the box go along into a new chat, and keeps none of what was sent', async () => {
    await getAnswer(portico, 'A question?');
    const first = portico.conversation().id;
    await typeDraft(portico, 'Half a question');
    await until('it is kept', async () => (await draft(first)) === 'Half a question');
    await newChat();
    const second = portico.conversation().id;
    assert.notEqual(second, first);
    assert.equal(portico.viewState().draft, 'Half a question');
    await newChat();
    assert.equal(portico.conversation().id, second, 'a chat without a question is a new one');
    await until('it is kept there', async () => (await draft(second)) === 'Half a question');
    await until('it has moved', async () => (await draft(first)) === undefined);
    await portico.run({ type: 'ask', text: 'Half a question' });
    await until('it is gone', async () => (await draft(second)) === undefined);
  });

  it('keeps each chat’s draft by itself when one goes from chat to chat', async () => {
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
    await until('both are on disk', async () => {
      const [one, two] = await Promise.all([draft(first), draft(second)]);
      return one === 'Draft of the first' && two === 'Draft of the second';
    });
    await typeDraft(portico, '');
  });

  it('streams an answer with the key in the Authorization header alone', async () => {
    const answer = await getAnswer(portico, 'Are you there?');
    assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
    assert.match(answer.text, /Are you there\?/u);
    const request = gateway.requests.find(({ method }) => method === 'POST');
    assert.equal(request?.headers['authorization'], `Bearer ${key}`);
    assert.ok(!request.body.includes(key));
    assert.deepEqual((request.json as { stream: unknown }).stream, true);
  });

  it('sends the whole history to a model chosen in mid-conversation', async () => {
    await getAnswer(portico, 'One?');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await getAnswer(portico, 'Two?');
    const request = gateway.requests.at(-1)?.json as {
      model: string;
      messages: { role: string }[];
    };
    assert.equal(request.model, 'demo-fast');
    assert.deepEqual(
      request.messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  it('returns the ID that was picked and keeps it as the user’s model', async () => {
    const id = await vscode.commands.executeCommand('portico.selectModel', '  my/model:x  ');
    assert.equal(id, 'my/model:x');
    assert.equal(vscode.workspace.getConfiguration('portico').get('model'), 'my/model:x');
    assert.equal(portico.conversation().model, 'my/model:x');
  });

  it('asks for one whole reply where streaming is off, and says so in the request', async () => {
    await setUserSetting('stream', false);
    try {
      const answer = await getAnswer(portico, 'Whole?');
      assert.equal(answer.state, 'complete');
      const request = gateway.requests.at(-1)?.json as { stream: unknown };
      assert.equal(request.stream, false);
    } finally {
      await setUserSetting('stream', undefined);
    }
  });

  it('never gives the key of one origin to another', async () => {
    await setUserSetting('baseUrl', other.baseUrl);
    await getAnswer(portico, 'Who are you?');
    assert.ok(other.requests.length > 0);
    for (const request of other.requests) {
      assert.equal(request.headers['authorization'], undefined);
      assert.ok(!JSON.stringify(request.rawHeaders).includes(key));
    }
  });

  it('tells a refused key, and Retry succeeds in the same place once the right one is given', async () => {
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
    assert.equal(await portico.retry(failed.id), true);
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(portico.conversation().messages.length, 2);
    assert.deepEqual(portico.viewState().notices, {});
  });

  it('stores a key for the origin that the argument names and changes no setting', async () => {
    await vscode.commands.executeCommand('portico.setApiKey', {
      baseUrl: other.baseUrl,
      key: 'sk-for-the-other-origin',
    });
    assert.equal(vscode.workspace.getConfiguration('portico').get('baseUrl'), gateway.baseUrl);
    await setUserSetting('baseUrl', other.baseUrl);
    await getAnswer(portico, 'Hello?');
    assert.equal(other.requests.at(-1)?.headers['authorization'], 'Bearer sk-for-the-other-origin');
  });

  it('closes the connection on Stop and keeps the text', async () => {
    const gate = gateway.gate('gated');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await portico.ask('Take your time.');
    await gate.send(3);
    await until('text has come', () => lastAnswer(portico).text !== '');
    await vscode.commands.executeCommand('portico.stop');
    assert.equal(lastAnswer(portico).state, 'stopped');
    assert.notEqual(lastAnswer(portico).text, '');
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    await until('the gateway sees the connection close', () => request?.aborted === true);
  });

  it('has an answer that met its length limit go on, as one answer in the history', async () => {
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
      ['Continue', 'Open settings', 'Retry'],
    );
    assert.equal(await portico.continueAnswer(id), true);
    await gate.sendText('a king, and he slept.');
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).id, id);
    assert.equal(lastAnswer(portico).text, 'There was a king, and he slept.');
    assert.deepEqual(portico.viewState().notices, {});
    const request = gateway.requests.at(-1)?.json as { messages: { content: string }[] };
    assert.equal(request.messages[1]?.content, 'There was a king, and');
  });

  it('tells the view nothing that holds the key', async () => {
    await getAnswer(portico, 'Hello?');
    await vscode.commands.executeCommand('portico.selectModel', 'fault-401-echoes-key');
    const failed = await getAnswer(portico, 'Hello again?');
    assert.equal(failed.state, 'failed');
    const told = JSON.stringify(portico.viewState()) + JSON.stringify(portico.conversation());
    for (const form of [key, Buffer.from(key).toString('base64'), encodeURIComponent(key)]) {
      assert.ok(!told.includes(form), form);
    }
  });
});
