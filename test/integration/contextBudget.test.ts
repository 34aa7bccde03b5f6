import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { isRunning } from '../../src/shared/conversation/conversation';
import {
  activatePortico,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from './support/portico';
import { answerQuickPicks } from './support/quickInputs';
import { recordNotifications } from './support/notifications';

interface Sent {
  readonly role: string;
  readonly content: string;
}

type Portico = Awaited<ReturnType<typeof activatePortico>>;

describe('the context window', () => {
  let portico: Portico;
  let gateway: Gateway;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    await setUserSetting('baseUrl', gateway.baseUrl);
  });
  after(() => gateway.close());
  beforeEach(async () => {
    gateway.clearRequests();
    await newChat();
    await vscode.commands.executeCommand('portico.selectModel', 'demo-small');
  });

  const budget = () => portico.viewState().budget;

  it('is measured once the list has told its length, and by what the gateway counts', async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
    await until('the length is known', () => budget()?.contextLength === 2000);
    assert.equal(budget()?.requestTokens, 0);
    await setUserSetting('stream', false);
    const answer = await getAnswer(portico, 'How long is a piece of string?');
    await setUserSetting('stream', undefined);
    const counted = answer.outcome?.usage?.inputTokens ?? 0;
    assert.ok(counted > 0);
    assert.ok((budget()?.requestTokens ?? 0) > counted);
  });

  it('is not guessed for a model of unknown length', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await until('no length is known', () => budget() === undefined);
    await getAnswer(portico, 'Hello?');
    assert.equal(budget(), undefined);
  });

  it('follows the key, as each has a list of its own', async () => {
    const keyed = (label: string) =>
      setUserSetting('gateways', [{ name: 'Keyed', baseUrl: gateway.baseUrl, keyLabel: label }]);
    for (const label of ['blue', 'red']) {
      const key = `sk-canary-budget-${label}`;
      await vscode.commands.executeCommand('portico.setApiKey', { key, label });
    }
    await keyed('blue');
    await vscode.commands.executeCommand('portico.refreshModels');
    await until('blue’s list tells it', () => budget()?.contextLength === 2000);
    await keyed('red');
    await until('red has no list yet', () => budget() === undefined);
    await keyed('blue');
    await until('blue’s list still tells it', () => budget()?.contextLength === 2000);
    await setUserSetting('gateways', undefined);
    const notifications = recordNotifications('Remove');
    const quickPicks = answerQuickPicks('“blue”');
    await vscode.commands.executeCommand('portico.removeApiKey');
    await until('red is used', () => budget() === undefined);
    quickPicks.dispose();
    const last = answerQuickPicks('“red”');
    await vscode.commands.executeCommand('portico.removeApiKey');
    last.dispose();
    notifications.dispose();
  });

  describe('near its limit', () => {
    const long = 'There was once a lighthouse keeper who grew potatoes on a rock. '.repeat(25);
    let whole: readonly Sent[];

    beforeEach(async () => {
      await vscode.commands.executeCommand('portico.refreshModels');
      await until('the length is known', () => budget()?.contextLength === 2000);
      for (const number of [1, 2, 3, 4]) {
        await getAnswer(portico, `Question ${number}. ${long}`);
      }
      whole = [
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

    const room = () => portico.viewState().contextLimitPrompt;
    const ended = () => until('the answer ends', () => !isRunning(lastAnswer(portico).state));
    const sent = () =>
      questionsTo(gateway).map(({ json }) => (json as { messages: Sent[] }).messages);

    it('the question waits, and nothing is sent when that is left', async () => {
      const turns = room()?.omittable;
      assert.ok(turns !== undefined && turns.count >= 1 && turns.count < 4);
      assert.match(turns.from, /^Question 1\. There was/u);
      portico.trimContext('cancel');
      assert.equal(room(), undefined);
      assert.deepEqual(gateway.requests, []);
      assert.equal(portico.conversation().messages.length, 8);
    });

    it('“Send Anyway” sends all of it', async () => {
      portico.trimContext('send');
      await ended();
      assert.deepEqual(sent(), [whole]);
    });

    it('“Omit Oldest Messages” sends all but those that it named, now and later', async () => {
      const count = room()?.omittable?.count ?? 0;
      portico.trimContext('omit');
      await ended();
      assert.deepEqual(sent(), [whole.slice(2 * count)]);
      assert.equal(portico.conversation().messages.length, 10);
      await getAnswer(portico, 'And?');
      assert.deepEqual(sent()[1]?.slice(0, -2), whole.slice(2 * count));
    });

    it('“Summarize Oldest Messages” asks once for a summary of them, and sends it in their place', async () => {
      const count = room()?.omittable?.count ?? 0;
      portico.trimContext('summarize');
      await until('the question is asked', () => portico.conversation().messages.length === 10);
      await ended();
      const [summarised = [], asked = []] = sent();
      assert.equal(sent().length, 2);
      assert.deepEqual(summarised.slice(0, -1), whole.slice(0, 2 * count));
      assert.match(summarised.at(-1)?.content ?? '', /^Summarise our conversation so far\./u);
      const summary = portico.conversation().omitted?.at(-1)?.summary;
      assert.ok(summary !== undefined && summary.text !== '');
      const [first, ...others] = whole.slice(2 * count);
      assert.ok(asked[0]?.content.includes(summary.text));
      assert.ok(asked[0]?.content.endsWith(`\n\n${first?.content}`));
      assert.deepEqual(asked.slice(1), others);
    });

    it('a summary stops with “Portico: Stop”, and its question goes on waiting', async () => {
      gateway.addModel({
        id: 'gated-small',
        about: 'As much room as demo-small, and nothing to say.',
        record: { context_length: 2000 },
        behaviour: {
          kind: 'speaks',
          speak: () => ({ text: 'Nothing.' }),
          tokensPerSecond: Infinity,
          gated: true,
        },
      });
      await vscode.commands.executeCommand('portico.refreshModels');
      await vscode.commands.executeCommand('portico.selectModel', 'gated-small');
      await until('the length is known', () => budget()?.contextLength === 2000);
      assert.equal(await portico.ask('Why?'), false);
      portico.trimContext('summarize');
      await until('the summary is asked for', () => sent().length === 1);
      await vscode.commands.executeCommand('portico.stop');
      assert.equal(room()?.isSummarizing, false);
      assert.equal(portico.conversation().messages.length, 8);
      await until('its connection is closed', () => questionsTo(gateway).at(-1)?.aborted === true);
    });

    it('a summary that fails is told, and every turn is still there', async () => {
      gateway.takeOffline('demo-small');
      try {
        portico.trimContext('summarize');
        await until('it has failed', () => room()?.summaryError !== undefined);
      } finally {
        gateway.bringBack('demo-small');
      }
      assert.equal(portico.conversation().messages.length, 8);
      assert.equal(portico.conversation().omitted, undefined);
      portico.trimContext('send');
      await ended();
      assert.deepEqual(sent().at(-1), whole);
    });
  });
});
