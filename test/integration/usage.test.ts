// The usage of answers and chats: tokens, cost and the model that answered.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chunkIdentity, completion } from '../referenceGateway/formats/chat';
import type { JsonObject } from '../referenceGateway/http/json';
import { recordNotifications } from './support/notifications';
import { getAnswer, setUserSetting, until } from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

describe('the usage of an answer', () => {
  withGateway({ model: 'asked', isNewPerTest: true });

  before(async () => {
    addServed('asked', 'asked');
    addServed('gpt-4o', 'gpt-4o-2024-08-06');
    addServed('swapped', 'something-else');
    addServed('uncounted', 'uncounted', {});
  });
  afterEach(async () => {
    await setUserSetting('models', undefined);
    await setUserSetting('stream', undefined);
  });

  /** A model that calls itself `served`; default usage: 1,000 tokens in and 500 out. */
  function addServed(
    id: string,
    served: string,
    usage: JsonObject = { prompt_tokens: 1_000, completion_tokens: 500 },
  ): void {
    gateway.addModel({
      id,
      description: '',
      behavior: {
        kind: 'serves',
        serve: ({ exchange, question }) =>
          exchange.sendJson(
            200,
            completion(
              { ...chunkIdentity(exchange, question), model: served },
              { content: 'Yes.' },
              'stop',
              usage,
            ),
          ),
      },
    });
  }

  /** Values by label. */
  function rowsOf(id: string): Readonly<Record<string, string>> {
    const rows = portico.viewState().usage.answers[id]?.rows ?? [];
    return Object.fromEntries(rows.map(({ label, value }) => [label, value]));
  }

  function total(): Readonly<Record<string, string>> {
    const rows = portico.viewState().usage.total;
    return Object.fromEntries(rows.map(({ label, value }) => [label, value]));
  }

  it('names what is not reported once, and does not show it as 0', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'uncounted');
    const { id } = await getAnswer(portico, 'Hello?');
    assert.equal(rowsOf(id)['API format'], 'chat');
    assert.equal(
      portico.viewState().usage.answers[id]?.notReported,
      'Not reported: Cost, Tokens in, Cached, Tokens out, Reasoning, Speed.',
    );
    for (const label of ['Tokens in', 'Tokens out', 'Cost']) {
      assert.equal(rowsOf(id)[label], undefined);
      assert.equal(total()[label], undefined);
    }
    assert.equal(total()['Requests without token counts'], '1');
    for (const value of [...Object.values(rowsOf(id)), ...Object.values(total())]) {
      assert.doesNotMatch(value, /^\D?0(?:\.0+)?$/u);
    }
  });

  it('updates the cost when the prices change, and adds up the cost of all versions', async () => {
    const { id } = await getAnswer(portico, 'Hello?');
    assert.equal(rowsOf(id)['Tokens in'], '1,000');
    assert.equal(rowsOf(id)['Speed'], undefined);
    assert.equal(rowsOf(id)['Cost'], undefined);
    const price = { input: 2, output: 4, currency: 'USD' };
    await setUserSetting('models', { 'ask*': { price } });
    await until('the cost', () => rowsOf(id)['Cost'] === '$0.004 (estimated)');
    assert.equal(await portico.retry(id), true);
    await until('the cost of both versions', () => total()['Cost'] === '$0.008 (estimated)');
    assert.equal(total()['Tokens in'], '2,000');
    assert.equal(total()['Requests (including earlier versions)'], '2');
  });

  it('uses the price in the model list where the setting has none', async () => {
    const notifications = recordNotifications();
    await vscode.commands.executeCommand('portico.refreshModels');
    notifications.dispose();
    await setUserSetting('stream', false);
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    const { id, outcome } = await getAnswer(portico, 'Hello?');
    const { inputTokens = 0, outputTokens = 0 } = outcome?.usage ?? {};
    assert.ok(inputTokens > 0 && outputTokens > 0);
    const dollars = (inputTokens * 3 + outputTokens * 15) / 1_000_000;
    assert.equal(
      Number.parseFloat(rowsOf(id)['Cost']?.slice(1) ?? '').toFixed(4),
      dollars.toFixed(4),
    );
  });

  it('warns when another model answered, and not when the name is an alias', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'swapped');
    const swapped = await getAnswer(portico, 'Who are you?');
    const usage = portico.viewState().usage.answers[swapped.id];
    assert.equal(usage?.warning, 'Answered by “something-else”, not “swapped”.');
    const again = await getAnswer(portico, 'And who are you now?');
    assert.equal(portico.viewState().usage.answers[again.id]?.warning, undefined, 'said once');
    assert.equal(rowsOf(again.id)['Model in the response'], 'something-else');
    await vscode.commands.executeCommand('portico.selectModel', 'gpt-4o');
    const dated = await getAnswer(portico, 'And you?');
    assert.equal(portico.viewState().usage.answers[dated.id]?.warning, undefined);
    assert.match(
      rowsOf(dated.id)['Model in the response'] ?? '',
      /^gpt-4o-2024-08-06 \(probably an alias/u,
    );
    await vscode.commands.executeCommand('portico.selectModel', 'asked');
    const same = await getAnswer(portico, 'You?');
    assert.equal(rowsOf(same.id)['Model in the response'], 'asked');
  });

  it('warns of invalid prices in the setting, with their fields', async () => {
    const notifications = recordNotifications();
    await setUserSetting('models', {
      fine: { price: { input: 0, output: 0, currency: 'USD' } },
      'no-currency': { price: { input: 1, output: 1 } },
      misspelt: { price: { input: 1, output: 1, cached: 1, currency: 'USD' } },
    });
    await until('the warning', () => notifications.messages.length > 0);
    notifications.dispose();
    const [warning = ''] = notifications.messages;
    assert.match(warning, /portico\.models/u);
    assert.ok(warning.includes(`"no-currency" → price.currency isn't valid`), warning);
    assert.ok(warning.includes(`"misspelt" → price.cached isn't valid`), warning);
    assert.ok(!warning.includes('fine'), warning);
  });
});
