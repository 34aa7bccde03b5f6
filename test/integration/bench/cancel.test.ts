// Only for `npm run bench`: how fast the connection of an answer is closed when VS Code cancels its request.
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { CancelTimes } from '../../bench/host';
import { requiredVariable } from '../../support/hostProtocol';
import { findModel } from '../vscodeChat/asker';
import { canary, setUpVscodeChat } from '../vscodeChat/setUp';

const rounds = 25;
const warmUpRounds = 5;
const model = 'gated';

describe("canceling a request of VS Code's chat", () => {
  const setUp = setUpVscodeChat();

  it('is measured beside a bare fetch that is aborted', async () => {
    const times: { readonly own: number[]; readonly bare: number[] } = { own: [], bare: [] };
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const [own, bare] = [await cancelTime(), await abortTime()];
      if (round >= warmUpRounds) {
        times.own.push(own);
        times.bare.push(bare);
      }
    }
    const result: CancelTimes = times;
    writeFileSync(requiredVariable('PORTICO_BENCH_RESULT'), JSON.stringify(result));
  });

  async function cancelTime(): Promise<number> {
    const { asker, gateway } = setUp;
    const gate = gateway.gate(model);
    const source = new vscode.CancellationTokenSource();
    const found = await findModel(asker, model);
    const next = gateway.nextRequest(({ method }) => method === 'POST');
    const answer = await found.sendRequest(
      [vscode.LanguageModelChatMessage.User('Hello')],
      undefined,
      source.token,
    );
    const request = await next;
    await gate.sendText('Some words.');
    await answer.text[Symbol.asyncIterator]().next();
    const start = Date.now();
    source.cancel();
    await request.closed;
    return (request.closedAt ?? NaN) - start;
  }

  /** VS Code passes the cancellation on by its window: so does a command of the window. */
  async function abortTime(): Promise<number> {
    const { gateway } = setUp;
    const gate = gateway.gate(model);
    const abort = new AbortController();
    const next = gateway.nextRequest(({ method }) => method === 'POST');
    const response = fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${canary}` },
      body: JSON.stringify({
        model,
        stream: true,
        messages: [{ role: 'user', content: 'Hello' }],
      }),
      signal: abort.signal,
    });
    const request = await next;
    await gate.sendText('Some words.');
    await (await response).body?.getReader().read();
    const start = Date.now();
    await vscode.commands.executeCommand('setContext', 'portico.bench', start);
    abort.abort();
    await request.closed;
    return (request.closedAt ?? NaN) - start;
  }
});
