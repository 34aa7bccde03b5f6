// The context window of a model: its meter, and what happens to a question that does not fit.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordNotifications } from './support/notifications';
import { answerAfter, getAnswer, questionsTo, setUserSetting, until } from './support/portico';
import { answerQuickPicks, recordInputBoxes } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

interface SentMessage {
  readonly role: string;
  readonly content: string;
}

describe('the context window', () => {
  withGateway({ model: 'demo-small', isNewPerTest: true });

  const budget = () => portico.viewState().budget;

  it('is measured by the gateway’s token counts once the model list gives its length', async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
    await until('the context length', () => budget()?.contextLength === 2000);
    assert.equal(budget()?.requestTokens, 0);
    await setUserSetting('stream', false);
    const answer = await getAnswer(portico, 'How long is a piece of string?');
    await setUserSetting('stream', undefined);
    const counted = answer.outcome?.usage?.inputTokens ?? 0;
    assert.ok(counted > 0);
    assert.ok((budget()?.requestTokens ?? 0) > counted);
  });

  it('is not guessed for a model of unknown context length', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await until('no context length', () => budget() === undefined);
    await getAnswer(portico, 'Hello?');
    assert.equal(budget(), undefined);
  });

  it('is set for a model of unknown context length by the user, in the settings', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await until('the offer', () => portico.viewState().isContextLengthUnknown === true);
    const others = { 'e*': { imageInput: false }, echo: { parameters: { top_p: 0.5 } } };
    await setUserSetting('models', others);
    const inputs = recordInputBoxes();
    try {
      const setting = portico.run({ type: 'setContextLength' });
      await until('the input box', () => inputs.boxes.length > 0);
      assert.equal(inputs.boxes[0]?.title, 'Context Length of “echo”');
      await inputs.type('128k');
      await setting;
      await until('the length', () => budget()?.contextLength === 128_000);
      assert.equal(portico.viewState().isContextLengthUnknown, false);
      const models: unknown = vscode.workspace.getConfiguration('portico').get('models');
      assert.deepEqual(models, {
        ...others,
        echo: { parameters: { top_p: 0.5 }, contextLength: 128_000 },
      });
    } finally {
      inputs.dispose();
      await setUserSetting('models', undefined);
    }
  });

  it('follows the key: each has its own model list', async () => {
    const keyed = (label: string) =>
      setUserSetting('gateways', [{ name: 'Keyed', baseUrl: gateway.baseUrl, keyLabel: label }]);
    for (const label of ['blue', 'red']) {
      const key = `sk-canary-budget-${label}`;
      await vscode.commands.executeCommand('portico.setApiKey', { key, label });
    }
    await keyed('blue');
    await vscode.commands.executeCommand('portico.refreshModels');
    await until('the length in the list of “blue”', () => budget()?.contextLength === 2000);
    await keyed('red');
    await until('no length, as “red” has no list yet', () => budget() === undefined);
    await keyed('blue');
    await until('the length in the list of “blue” again', () => budget()?.contextLength === 2000);
    await setUserSetting('gateways', undefined);
    const notifications = recordNotifications('Remove');
    const quickPicks = answerQuickPicks('“blue”');
    await vscode.commands.executeCommand('portico.removeApiKey');
    await until('“red” to be used', () => budget() === undefined);
    quickPicks.dispose();
    const last = answerQuickPicks('“red”');
    await vscode.commands.executeCommand('portico.removeApiKey');
    last.dispose();
    notifications.dispose();
  });

  describe('near its limit', () => {
    const long = 'There was once a lighthouse keeper who grew potatoes on a rock. '.repeat(25);
    let allMessages: readonly SentMessage[];

    beforeEach(async () => {
      await vscode.commands.executeCommand('portico.refreshModels');
      await until('the context length', () => budget()?.contextLength === 2000);
      for (const number of [1, 2, 3, 4]) {
        await answerAfter(portico, async () => {
          // The last one may not fit either.
          if (!(await portico.ask(`Question ${number}. ${long}`)))
            void portico.execute({ type: 'trimContext', action: 'send' });
        });
      }
      allMessages = [
        ...portico.conversation().messages.map(({ kind, text }) => ({
          role: kind === 'question' ? 'user' : 'assistant',
          content: text,
        })),
        { role: 'user', content: 'Why?' },
      ];
      gateway.clearRequests();
      assert.equal(await portico.ask('Why?'), false, JSON.stringify(budget()));
      assert.deepEqual(gateway.requests, []);
    });

    const prompt = () => portico.viewState().contextLimitPrompt;
    const sent = () =>
      questionsTo(gateway).map(({ json }) => (json as { messages: SentMessage[] }).messages);

    it('holds the question, and sends nothing when that is canceled', async () => {
      const turns = prompt()?.omittable;
      assert.ok(turns !== undefined && turns.count >= 1 && turns.count < 4);
      assert.match(turns.from, /^Question 1\. There was/u);
      void portico.execute({ type: 'trimContext', action: 'cancel' });
      assert.equal(prompt(), undefined);
      assert.deepEqual(gateway.requests, []);
      assert.equal(portico.conversation().messages.length, 8);
    });

    it('sends all messages on “Send anyway”', async () => {
      await answerAfter(portico, () => portico.execute({ type: 'trimContext', action: 'send' }));
      assert.deepEqual(sent(), [allMessages]);
    });

    it('sends all but the oldest messages on “Omit oldest messages”, now and later', async () => {
      const count = prompt()?.omittable?.count ?? 0;
      await answerAfter(portico, () => portico.execute({ type: 'trimContext', action: 'omit' }));
      assert.deepEqual(sent(), [allMessages.slice(2 * count)]);
      assert.equal(portico.conversation().messages.length, 10);
      await getAnswer(portico, 'And?');
      assert.deepEqual(sent()[1]?.slice(0, -2), allMessages.slice(2 * count));
    });

    it('sends a summary in place of the oldest messages on “Summarize oldest messages”', async () => {
      const count = prompt()?.omittable?.count ?? 0;
      await answerAfter(portico, () =>
        portico.execute({ type: 'trimContext', action: 'summarize' }),
      );
      assert.equal(portico.conversation().messages.length, 10);
      const [summarized = [], asked = []] = sent();
      assert.equal(sent().length, 2);
      assert.deepEqual(summarized.slice(0, -1), allMessages.slice(0, 2 * count));
      assert.match(summarized.at(-1)?.content ?? '', /^Summarize our conversation so far\./u);
      const summary = portico.conversation().omitted?.at(-1)?.summary;
      assert.ok(summary !== undefined && summary.text !== '');
      const [first, ...rest] = allMessages.slice(2 * count);
      assert.ok(asked[0]?.content.includes(summary.text));
      assert.ok(asked[0]?.content.endsWith(`\n\n${first?.content}`));
      assert.deepEqual(asked.slice(1), rest);
    });

    it('stops a summary with “Portico: Stop Answer”, and still holds the question', async () => {
      gateway.addModel({
        id: 'gated-small',
        description: 'The context length of demo-small, and a short answer.',
        record: { context_length: 2000 },
        behavior: {
          kind: 'answers',
          answer: () => ({ text: 'Nothing.' }),
          tokensPerSecond: Infinity,
          gated: true,
        },
      });
      await vscode.commands.executeCommand('portico.refreshModels');
      await vscode.commands.executeCommand('portico.selectModel', 'gated-small');
      await until('the context length', () => budget()?.contextLength === 2000);
      assert.equal(await portico.ask('Why?'), false);
      void portico.execute({ type: 'trimContext', action: 'summarize' });
      await until('the request for the summary', () => sent().length === 1);
      await vscode.commands.executeCommand('portico.stop');
      assert.equal(prompt()?.isSummarizing, false);
      assert.equal(portico.conversation().messages.length, 8);
      await until(
        'its connection to be closed',
        () => questionsTo(gateway).at(-1)?.aborted === true,
      );
    });

    it('reports a summary that fails, and omits no message', async () => {
      gateway.takeOffline('demo-small');
      try {
        void portico.execute({ type: 'trimContext', action: 'summarize' });
        await until('the error', () => prompt()?.summaryError !== undefined);
      } finally {
        gateway.bringOnline('demo-small');
      }
      assert.equal(portico.conversation().messages.length, 8);
      assert.equal(portico.conversation().omitted, undefined);
      await answerAfter(portico, () => portico.execute({ type: 'trimContext', action: 'send' }));
      assert.deepEqual(sent().at(-1), allMessages);
    });
  });
});
