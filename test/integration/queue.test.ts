// Questions that are queued while an answer runs: sent through the same checks as typed ones, and saved on disk.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AnswerGate } from '../referenceGateway/answers/answerGate';
import { startGateway, type Gateway } from '../referenceGateway/server';
import {
  lastAnswer,
  newChat,
  questionsTo,
  savedDraft,
  setUserSetting,
  typeDraft,
  until,
} from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

describe('the queue of questions', () => {
  withGateway({ model: 'gated', isNewPerTest: true });
  let other: Gateway;
  let gate: AnswerGate;

  before(async () => {
    other = await startGateway();
    gate = gateway.gate('gated');
  });
  after(() => other.close());
  beforeEach(async () => {
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

  const queuePauses = () => until('the queue to pause', () => queue().isPaused);
  const asks = (count: number) =>
    until(`${count} questions to be asked`, () => asked().length === count);

  it('sends the next question after each complete answer, with the complete history', async () => {
    assert.deepEqual([queued(), portico.viewState().draft], [['Two?', 'Three?'], '']);
    await gate.finish();
    await asks(2);
    await gate.sendText('Second answer.');
    await gate.finish();
    await asks(3);
    await gate.sendText('Third answer.');
    await gate.finish();
    await until('the answer to end', () => lastAnswer(portico).state === 'complete');
    assert.deepEqual(queue(), { questions: [], isPaused: false });
    const bodies = questionsTo(gateway).map(
      ({ json }) => json as { messages: { content: string }[] },
    );
    assert.deepEqual(
      bodies.map(({ messages }) => messages.length),
      [1, 3, 5],
    );
    assert.equal(bodies.at(-1)?.messages.at(-1)?.content, 'Three?');
  });

  it('takes a question once, although Enter was pressed twice', async () => {
    await typeDraft(portico, 'Four?');
    await portico.run({ type: 'enqueue', text: 'Four?', sendId: 'page-1' });
    assert.deepEqual(portico.viewState().lastSent, { text: 'Four?', sendId: 'page-1' });
    await portico.run({ type: 'enqueue', text: 'Four?', sendId: 'page-2' });
    assert.deepEqual(queued(), ['Two?', 'Three?', 'Four?']);
    await portico.run({ type: 'ask', text: 'Four?', sendId: 'page-3' });
    assert.equal(portico.viewState().draft, '');
  });

  it('pauses after Stop, until the user sends the next question', async () => {
    await vscode.commands.executeCommand('portico.stop');
    await queuePauses();
    assert.deepEqual(asked(), ['One?']);
    await portico.run({ type: 'sendNext' });
    await asks(2);
    await until('one question in the queue', () => queued().join() === 'Three?');
  });

  it('pauses after an interrupted answer, and continues once Retry has a complete one', async () => {
    await gate.cut();
    await queuePauses();
    assert.equal(lastAnswer(portico).state, 'interrupted');
    await portico.run({
      type: 'runNoticeAction',
      messageId: lastAnswer(portico).id,
      action: 'retry',
    });
    await gate.sendText('Complete.');
    await gate.finish();
    await asks(2);
  });

  it('asks before it sends to another gateway, and sends nothing once the question was changed', async () => {
    await setUserSetting('baseUrl', other.baseUrl);
    await gate.finish();
    await until('the prompt', () => portico.viewState().gatewayChangePrompt !== undefined);
    await queuePauses();
    assert.deepEqual(asked(), ['One?']);
    const [first, second] = queue().questions;
    await typeDraft(portico, 'Typed meanwhile');
    assert.notEqual(portico.viewState().gatewayChangePrompt, undefined);
    await portico.run({ type: 'editQueueItem', id: first?.id ?? '', action: 'remove' });
    assert.equal(portico.viewState().gatewayChangePrompt, undefined);
    await portico.run({ type: 'answerGatewayChange', answer: 'send' });
    assert.deepEqual(asked(), ['One?']);
    await portico.run({ type: 'sendNext' });
    await until('the prompt again', () => portico.viewState().gatewayChangePrompt !== undefined);
    await portico.run({ type: 'answerGatewayChange', answer: 'send' });
    await asks(2);
    assert.equal(asked().at(-1), second?.text);
    await until('the question to be sent', () => questionsTo(other).length > 0);
    assert.equal(portico.viewState().draft, 'Typed meanwhile');
    await typeDraft(portico, '');
  });

  it('opens the missing setup step, and pauses', async () => {
    await setUserSetting('baseUrl', '');
    await gate.finish();
    await until('the answer to end', () => lastAnswer(portico).state === 'complete');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await until('the queue to pause', async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return queue().isPaused;
    });
    assert.deepEqual([asked(), queued()], [['One?'], ['Two?', 'Three?']]);
  });

  it('stays with its chat and on disk, while the draft moves into a new chat', async () => {
    const { id } = portico.conversation();
    await typeDraft(portico, 'Half a question');
    await newChat();
    assert.deepEqual(queue(), { questions: [], isPaused: false });
    assert.equal(portico.viewState().draft, 'Half a question');
    await until('the queue on disk', async () => {
      const saved = await savedDraft(id);
      const texts = saved?.queue.map((question) => question.text);
      return saved?.text === '' && texts?.join() === 'Two?,Three?';
    });
    await typeDraft(portico, '');
    await portico.open(id);
    assert.deepEqual([queued(), queue().isPaused], [['Two?', 'Three?'], false]);
  });

  it('continues in the background, and pauses there too', async () => {
    const { id } = portico.conversation();
    await newChat();
    await gate.finish();
    await gate.sendText('Second answer.');
    await gate.cut();
    await until(
      'the end of the background answer',
      () => portico.viewState().backgroundChats?.isFinished === true,
    );
    await portico.open(id);
    assert.deepEqual([asked(), queued(), queue().isPaused], [['One?', 'Two?'], ['Three?'], true]);
  });
});
