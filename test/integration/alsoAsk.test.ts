// Several models that are asked the same question: in their own formats, each with its own end, and none is lost.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import * as vscode from 'vscode';
import { shownAnswers } from '../../src/conversation/common/answerGroups';
import { isRunning, type Answer } from '../../src/conversation/common/conversation';
import {
  getAnswer,
  lastAnswer,
  questionsTo,
  setUserSetting,
  storageFolder,
  typeDraft,
  until,
} from './support/portico';
import { answerQuickPicks } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

describe('several models that are asked the same question', () => {
  withGateway({ model: 'echo', isNewPerTest: true, tokensPerSecond: Infinity });

  const answers = (): readonly Answer[] => shownAnswers(portico.conversation());
  const byModel = (wanted: string): Answer =>
    answers().findLast(({ model }) => model === wanted) ?? assert.fail(states().join());
  const isIn = (wanted: string, state: string): boolean =>
    answers().findLast(({ model }) => model === wanted)?.state === state;
  const states = (): readonly string[] => answers().map(({ model, state }) => `${model} ${state}`);
  const alsoAsk = (...models: readonly string[]) =>
    vscode.commands.executeCommand<readonly string[]>('portico.alsoAsk', models);
  const allEnd = () =>
    until('all answers to end', () => answers().every(({ state }) => !isRunning(state)));

  it('each get it in the format that their record has', async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
    await getAnswer(portico, 'Which one?');
    const asked = ['demo-responses', 'demo-claude', 'demo-gemini'];
    assert.deepEqual(await alsoAsk(...asked), asked);
    await until('three more answers', () => answers().length === 4);
    await allEnd();
    assert.deepEqual(
      answers().map(({ model, state, outcome }) => [model, state, outcome?.apiFormat]),
      [
        ['echo', 'complete', 'chat'],
        ['demo-responses', 'complete', 'responses'],
        ['demo-claude', 'complete', 'messages'],
        ['demo-gemini', 'complete', 'generateContent'],
      ],
    );
    assert.equal(questionsTo(gateway).length, 4);
    for (const { json } of questionsTo(gateway)) {
      assert.match(JSON.stringify(json), /"Which one\?"/u);
    }
    assert.equal(portico.conversation().model, 'echo');
    for (const { id } of answers()) {
      assert.ok(portico.viewState().usage.answers[id], 'its usage is shown');
    }
  });

  it('each get it from a gateway that was not written for Portico', async () => {
    const mock = new LLMock({ port: 0 });
    await mock.start();
    try {
      const formats = { 'model-a': 'chat', 'model-b': 'responses', 'model-c': 'messages' };
      for (const model of Object.keys(formats)) mock.on({ model }, { content: `I am ${model}.` });
      const settings = Object.entries(formats).map(([id, apiFormat]) => [id, { apiFormat }]);
      await setUserSetting('models', Object.fromEntries(settings));
      await setUserSetting('baseUrl', `${mock.url}/v1`);
      await vscode.commands.executeCommand('portico.selectModel', 'model-a');
      await getAnswer(portico, 'Who are you?');
      await alsoAsk('model-b', 'model-c');
      await until('two more answers', () => answers().length === 3);
      await allEnd();
      assert.deepEqual(
        answers().map(({ text, outcome }) => [text, outcome?.apiFormat]),
        Object.entries(formats).map(([model, format]) => [`I am ${model}.`, format]),
      );
    } finally {
      await mock.stop();
      await setUserSetting('models', undefined);
    }
  });

  it('fail, stop and complete each for itself, survive a reload, and the queue waits', async () => {
    const gate = gateway.gate('gated');
    await getAnswer(portico, 'Which one?');
    gateway.takeOffline('demo-fast');
    await alsoAsk('gated', 'demo-fast', 'prompt-progress');
    await gate.sendText('Some');
    await until('the failure', () => isIn('demo-fast', 'failed'));
    gateway.bringOnline('demo-fast');
    assert.equal(portico.viewState().notices[byModel('demo-fast').id]?.severity, 'error');
    await typeDraft(portico, 'Next?');
    await portico.run({ type: 'enqueue', text: 'Next?' });
    await portico.run({
      type: 'runNoticeAction',
      messageId: byModel('demo-fast').id,
      action: 'retry',
    });
    await until('the second attempt', () => isIn('demo-fast', 'complete'));
    await until('the third one', () => isIn('prompt-progress', 'complete'));
    assert.equal(portico.viewState().queue.questions.length, 1, 'one of them still writes');
    const stopped = byModel('gated').id;
    await portico.run({ type: 'stop', messageId: stopped });
    await until('the queue to wait after Stop', () => portico.viewState().queue.isPaused);
    await portico.run({ type: 'sendNext' });
    await until('the queued question', () => portico.conversation().messages.length === 4);
    await allEnd();
    const before = states();
    portico.reopen();
    assert.deepEqual(states(), before);
    assert.ok(before.includes('gated stopped'), before.join());
    assert.equal(byModel('gated').text, 'Some');
  });

  it('are all stopped, and the queue waits, although the chosen one is complete', async () => {
    await getAnswer(portico, 'Which one?');
    gateway.gate('gated');
    await alsoAsk('gated');
    await until('the second answer', () => isIn('gated', 'waiting'));
    await typeDraft(portico, 'Next?');
    await portico.run({ type: 'enqueue', text: 'Next?' });
    await portico.run({ type: 'stop' });
    await until('the queue to wait', () => portico.viewState().queue.isPaused);
    assert.deepEqual(states(), ['echo complete', 'gated stopped']);
  });

  it('are picked with check boxes, and one of them is continued from', async () => {
    // It is further down the list than the model picker's rows reach.
    await getAnswer(portico, 'Which one?');
    const picks = answerQuickPicks('prompt-progress');
    try {
      await portico.run({ type: 'pickModelsToAlsoAsk', messageId: lastAnswer(portico).id });
    } finally {
      picks.dispose();
    }
    await until('the answer', () => answers().length === 2);
    await allEnd();
    assert.deepEqual(states(), ['echo complete', 'prompt-progress complete']);
    await portico.run({ type: 'chooseVersion', messageId: byModel('prompt-progress').id });
    assert.equal(lastAnswer(portico).model, 'prompt-progress');
    await getAnswer(portico, 'And now?');
    const { messages } = questionsTo(gateway).at(-1)!.json as {
      readonly messages: readonly { readonly content: string }[];
    };
    assert.equal(messages[1]?.content, byModel('prompt-progress').text);
    assert.equal(byModel('prompt-progress').isAlsoAsked, true);
  });

  it('are all in an exported file', async () => {
    await getAnswer(portico, 'Which one?');
    await alsoAsk('demo-fast');
    await until('the answer', () => answers().length === 2);
    await allEnd();
    const uri = vscode.Uri.file(join(storageFolder(), '..', 'several.json'));
    await vscode.commands.executeCommand('portico.exportChat', { format: 'json', uri });
    const exported = await readFile(uri.fsPath, 'utf8');
    assert.match(exported, /"isAlsoAsked": ?true/u);
  });
});
