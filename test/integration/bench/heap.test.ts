// Only for `npm run bench`: memory of the extension host after a long answer.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import { requiredVariable } from '../../support/hostProtocol';
import { activatePortico, getAnswer, newChat, setUserSetting } from '../support/portico';

/** Bytes in use after everything unreachable has been collected. */
async function heapInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

describe('the extension host’s heap', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ tokensPerSecond: 20_000 });
  });
  after(() => gateway.close());

  it('is measured before and after an answer of 100 kB', async () => {
    const portico = await activatePortico();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', 'demo-long-100k');
    await newChat();
    const idle = await heapInUse();
    const answer = await getAnswer(portico, 'Tell me everything.');
    assert.equal(answer.state, 'complete');
    assert.ok(answer.text.length >= 90_000);
    gateway.clearRequests();
    const grown = (await heapInUse()) - idle;
    writeFileSync(requiredVariable('PORTICO_BENCH_RESULT'), JSON.stringify(grown));
  });
});
