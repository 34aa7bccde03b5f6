import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../gateway/server';
import { activatePortico, answered, newChat, setUser, until } from './portico';

type Portico = Awaited<ReturnType<typeof activatePortico>>;

describe('the context window', () => {
  let portico: Portico;
  let gateway: Gateway;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    await setUser('baseUrl', gateway.baseUrl);
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
    await until('the length is known', () => budget()?.limit === 2000);
    assert.equal(budget()?.tokens, 0);
    await setUser('stream', false);
    const answer = await answered(portico, 'How long is a piece of string?');
    await setUser('stream', undefined);
    const counted = answer.outcome?.usage?.inputTokens ?? 0;
    assert.ok(counted > 0);
    assert.ok((budget()?.tokens ?? 0) > counted);
  });

  it('is not guessed for a model of unknown length', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await until('no length is known', () => budget() === undefined);
    await answered(portico, 'Hello?');
    assert.equal(budget(), undefined);
  });
});
