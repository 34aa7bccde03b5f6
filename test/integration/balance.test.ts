// Show Balance: what is asked and when, and what is shown.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models/demoModels';
import { getAnswer, newChat, setUserSetting, until } from './support/portico';
import { recordQuickPicks, type QuickPickRecorder } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-balance-5Rt2';

describe('the balance', () => {
  // A list without prices, as new-api's.
  const models = demoModels.map(({ record: _record, ...model }) => model);
  withGateway({ apiKey: key, models, model: 'demo-fast', tokensPerSecond: Infinity });

  let picks: QuickPickRecorder;

  before(async () => {
    gateway.answerWith('/api/usage/token/', {
      code: true,
      data: { total_granted: 1_500_000, total_used: 260_000, total_available: 1_240_000 },
    });
    gateway.answerWith('/api/status', { success: true, data: { quota_per_unit: 500_000 } });
    gateway.answerWith('/api/pricing', {
      data: [
        {
          model_name: 'demo-fast',
          quota_type: 0,
          model_ratio: 1.25,
          completion_ratio: 4,
          enable_groups: ['default'],
        },
      ],
      group_ratio: { default: 1 },
    });
    await vscode.commands.executeCommand('portico.refreshModels');
  });
  beforeEach(async () => {
    picks = recordQuickPicks();
    await newChat();
    gateway.clearRequests();
  });
  afterEach(() => picks.dispose());

  const paths = (): readonly string[] =>
    gateway.requests.map(({ method, path }) => `${method} ${path}`);

  async function showBalance(): Promise<readonly string[]> {
    const before = picks.pickers.length;
    const shown = vscode.commands.executeCommand('portico.showBalance');
    await until('the list', () => picks.pickers.length > before);
    await until(
      'the balance',
      () => picks.pickers.at(-1)?.busy === false && picks.rows().length > 1,
    );
    const rows = picks.rows();
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await shown;
    return rows;
  }

  it('is asked for at the address of software that names itself, in quota units of which a dollar has 500,000', async () => {
    const rows = await showBalance();
    assert.match(rows[0] ?? '', /\$2\.48 left/u);
    assert.match(rows[1] ?? '', /\$0\.52 of \$3\.00 used/u);
    assert.deepEqual(paths().toSorted(), ['GET /api/status', 'GET /api/usage/token/']);
    await until('the line in the chat view', () =>
      /\$2\.48 left/u.test(portico.viewState().balance ?? ''),
    );
  });

  it('sends nothing of its own in a day of chats', async () => {
    for (const text of ['One?', 'Two?', 'Three?', 'Four?', 'Five?']) {
      await getAnswer(portico, text);
      await newChat();
    }
    assert.deepEqual([...new Set(paths())], ['POST /v1/chat/completions']);
    assert.equal(paths().length, 5);
  });

  it('is asked for after answers where the setting says so, once a minute', async () => {
    await setUserSetting('balance.refresh', 'afterAnswers');
    try {
      await getAnswer(portico, 'One?');
      await until('the balance', () => paths().includes('GET /api/status'));
      await getAnswer(portico, 'Two?');
      await getAnswer(portico, 'Three?');
      assert.equal(paths().filter((path) => path === 'GET /api/usage/token/').length, 1);
    } finally {
      await setUserSetting('balance.refresh', undefined);
    }
  });

  it('costs of answers are those of the gateway’s price list, and are added up for today', async () => {
    const { id } = await getAnswer(portico, 'One?');
    const { answers, total } = portico.viewState().usage;
    const row = (label: string): string | undefined =>
      answers[id]?.rows.find((one) => one.label === label)?.value;
    assert.equal(row('Price'), "$2.5/$10 per 1M · the gateway's price list");
    assert.match(row('Cost') ?? '', /^\$[\d.]+ \(estimated\)$/u);
    assert.ok(total.some(({ label }) => label === 'Today, all requests'));
  });

  describe('of software that does not name itself', () => {
    let server: Server;
    const asked: string[] = [];

    before(async () => {
      server = createServer((request, response) => {
        asked.push(request.url ?? '');
        const isBalance = request.url === '/key/info';
        response.writeHead(isBalance ? 200 : 404, { 'Content-Type': 'application/json' });
        response.end(
          isBalance
            ? JSON.stringify({ info: { spend: 3.25, max_budget: 10 } })
            : JSON.stringify({ detail: 'Not Found' }),
        );
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port }: AddressInfo = Object(server.address());
      await setUserSetting('baseUrl', `http://127.0.0.1:${port}/v1`);
    });
    after(async () => {
      await setUserSetting('baseUrl', gateway.baseUrl);
      server.close();
      server.closeAllConnections();
    });

    it('is asked for as what the user picks, once', async () => {
      const shown = vscode.commands.executeCommand('portico.showBalance');
      await until('the list of software', () => picks.rows().length === 5);
      const balanceRequests = (): readonly string[] =>
        asked.filter((path) => path !== '/v1/models');
      assert.deepEqual(balanceRequests(), []);
      assert.match(
        picks.rows().join('\n'),
        /One API.*billing\/subscription[^]*LiteLLM.*\/key\/info/u,
      );
      await picks.accept('Sub2API');
      await until('the failure', () => /No balance was found/u.test(picks.rows()[0] ?? ''));
      await picks.accept('LiteLLM');
      await until('the balance', () => /\$6\.75 left/u.test(picks.rows()[0] ?? ''));
      assert.deepEqual(balanceRequests(), ['/v1/usage', '/key/info']);
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      await shown;
      asked.length = 0;
      const rows = await showBalance();
      assert.match(rows[0] ?? '', /\$6\.75 left/u);
      assert.match(rows.at(-1) ?? '', /\/key\/info/u, 'its source');
      assert.deepEqual(asked, ['/key/info']);
    });
  });
});
