// Questions that are queued while an answer runs, through the same doors as typed ones, and kept on disk.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Gate } from '../referenceGateway/answers/answerGate';
import { type Gateway, startGateway } from '../referenceGateway/server';
import {
  activatePortico,
  lastAnswer,
  newChat,
  questionsTo,
  savedDraft,
  setUserSetting,
  typeDraft,
  until,
} from './support/portico';

type Portico = Awaited<ReturnType<typeof activatePortico>>;

describe('the queue of questions', () => {
  let portico: Portico;
  let gateway: Gateway;
  let other: Gateway;
  let gate: Gate;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    other = await startGateway();
    gate = gateway.gate('gated');
  });
  after(async () => {
    await Promise.all([gateway.close(), other.close()]);
  });
  beforeEach(async () => {
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await newChat();
    gateway.clearRequests();
    await portico.run({ type: 'ask', text: 'One?' });
    await gate.sendText('First answer.');
    for (const text of ['Two?', 'Three?']) {
      await typeDraft(portico, text);
      await portico.run({ type: 'enqueue', text });
    }
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('portico.stop');
    await portico.run({ type: 'clearQueue' });
  });

  const queue = () => portico.viewState().queue;
  const queued = () => queue().questions.map(({ text }) => text);
  const asked = () =>
    portico
      .conversation()
      .messages.flatMap((message) => (message.kind === 'question' ? [message.text] : []));

  async function idle(): Promise<void> {
    await until('the queue waits', () => queue().isPaused);
  }

  it('goes on by itself after each answer that ends well, with the whole history', async () => {
    assert.deepEqual([queued(), portico.viewState().draft], [['Two?', 'Three?'], '']);
    await gate.finish();
    await until('the second is asked', () => asked().length === 2);
    await gate.sendText('Second answer.');
    await gate.finish();
    await until('the third is asked', () => asked().length === 3);
    await gate.sendText('Third answer.');
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.deepEqual(queue(), { questions: [], waits: false });
    const bodies = questionsTo(gateway).map(
      ({ json }) => json as { messages: { content: string }[] },
    );
    assert.deepEqual(
      bodies.map(({ messages }) => messages.length),
      [1, 3, 5],
    );
    assert.equal(bodies.at(-1)?.messages.at(-1)?.content, 'Three?');
  });

  it('waits after Stop, until the reader sends the next', async () => {
    await vscode.commands.executeCommand('portico.stop');
    await idle();
    assert.deepEqual(asked(), ['One?']);
    await portico.run({ type: 'sendNext' });
    await until('it is asked', () => asked().length === 2);
    assert.deepEqual(queued(), ['Three?']);
  });

  it('waits after an answer that was cut off, and goes on once Retry ends well', async () => {
    await gate.cut();
    await idle();
    assert.equal(lastAnswer(portico).state, 'interrupted');
    await portico.run({
      type: 'runNoticeAction',
      messageId: lastAnswer(portico).id,
      action: 'retry',
    });
    await gate.sendText('Whole.');
    await gate.finish();
    await until('the second is asked', () => asked().length === 2);
  });

  it('is asked about before it goes to another gateway, and not sent once it was changed', async () => {
    await setUserSetting('baseUrl', other.baseUrl);
    await gate.finish();
    await until('the question', () => portico.viewState().gatewayChangePrompt !== undefined);
    await idle();
    assert.deepEqual(asked(), ['One?']);
    const [first, second] = queue().questions;
    await typeDraft(portico, 'Typed meanwhile');
    assert.notEqual(portico.viewState().gatewayChangePrompt, undefined);
    await portico.run({ type: 'editQueueItem', id: first?.id ?? '', action: 'remove' });
    assert.equal(portico.viewState().gatewayChangePrompt, undefined);
    await portico.run({ type: 'answerGatewayChange', answer: 'send' });
    assert.deepEqual(asked(), ['One?']);
    await portico.run({ type: 'sendNext' });
    await until('it is asked again', () => portico.viewState().gatewayChangePrompt !== undefined);
    await portico.run({ type: 'answerGatewayChange', answer: 'send' });
    await until('it is asked', () => asked().length === 2);
    assert.equal(asked().at(-1), second?.text);
    await until('it is sent', () => questionsTo(other).length > 0);
    assert.equal(portico.viewState().draft, 'Typed meanwhile');
    await typeDraft(portico, '');
  });

  it('opens the step that is missing, and waits', async () => {
    await setUserSetting('baseUrl', '');
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await until('the queue waits', async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return queue().isPaused;
    });
    assert.deepEqual([asked(), queued()], [['One?'], ['Two?', 'Three?']]);
  });

  it('stays with its chat, on disk, while the text in the box goes along into a new one', async () => {
    const { id } = portico.conversation();
    await typeDraft(portico, 'Half a question');
    await newChat();
    assert.deepEqual(queue(), { questions: [], waits: false });
    assert.equal(portico.viewState().draft, 'Half a question');
    await until('it is on disk', async () => {
      const kept = await savedDraft(id);
      const words = kept?.queue.map((question) => question.text);
      return kept?.text === '' && words?.join() === 'Two?,Three?';
    });
    await typeDraft(portico, '');
    await portico.open(id);
    assert.deepEqual([queued(), queue().isPaused], [['Two?', 'Three?'], false]);
  });

  it('goes on behind a new chat, and waits there as well', async () => {
    const { id } = portico.conversation();
    await newChat();
    await gate.finish();
    await gate.sendText('Second answer.');
    await gate.cut();
    await until('its end is told', () => portico.viewState().backgroundChats?.isFinished === true);
    await portico.open(id);
    assert.deepEqual([asked(), queued(), queue().isPaused], [['One?', 'Two?'], ['Three?'], true]);
  });
});
