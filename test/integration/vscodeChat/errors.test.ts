// The errors that another extension gets, in a real VS Code: Portico's sentence and VS Code's code.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FailureKind } from '../../../src/gateway/common/failure';
import { supportsFormat, type Fault } from '../../referenceGateway/faults/fault';
import { faults } from '../../referenceGateway/faults/faultCatalog';
import { filesHolding, tracesOf } from '../../support/canary';
import { holdTimers } from '../support/holdTimers';
import { questionsTo, storageFolder, until } from '../support/portico';
import { findModel, offeredModels, rejectionOf, startAsking, user } from './asker';
import { canary, setUpVscodeChat } from './setUp';

/** One kind for each code of VS Code, and one that has none. The unit tests have all kinds. */
const codes: Partial<Record<FailureKind, string | undefined>> = {
  keyRejected: 'NoPermissions',
  modelNotFound: 'NotFound',
  rateLimited: 'Blocked',
  serverError: undefined,
};

/** Tells the pauses before a retry from the limits of a request. */
const isPause = (ms: number): boolean => ms === 2_000 || ms === 8_000;

describe('errors for another extension', () => {
  const setUp = setUpVscodeChat();

  for (const [kind, code] of Object.entries(codes)) {
    const fault = faults.find((one) => one.expected.failureKind === kind && isSimple(one));
    it(`${kind} is ${code ?? 'an error without a code'}`, async () => {
      assert.ok(fault, `no fault causes ${kind}`);
      const { message, code: actual } = await rejection(fault.id);
      assert.equal(actual, code, message);
      checkSentence(message);
    });
  }

  it('rateLimited waits as in the chat, and ends at once when it is canceled', async () => {
    const { asker, gateway } = setUp;
    const pauses = holdTimers(isPause);
    try {
      const source = new vscode.CancellationTokenSource();
      const asking = startAsking(await findModel(asker, 'fault-429'), 'Hello', source.token);
      await until('the first request', () => questionsTo(gateway).length === 1);
      await until('the first pause', () => pauses.count > 0);
      await until('the second request', () => {
        if (questionsTo(gateway).length === 1) pauses.fire();
        return questionsTo(gateway).length === 2;
      });
      await until('the second pause', () => pauses.count > 0);
      source.cancel();
      await asking.catch(() => undefined);
      assert.equal(questionsTo(gateway).length, 2);
    } finally {
      pauses.dispose();
    }
  });

  it('an answer that is cut off ends with an error after its text', async () => {
    const { asker, gateway } = setUp;
    const model = await findModel(asker, 'gated');
    const gate = gateway.gate('gated');
    const sent = gate.sendText('The beginning');
    const response = await model.sendRequest([user('Hello')]);
    let text = '';
    const reading = (async () => {
      for await (const part of response.text) text += part;
    })();
    void reading.catch(() => undefined);
    await sent;
    await until('the text', () => text === 'The beginning');
    await gate.cut();
    const { message, code } = await rejectionOf(reading);
    assert.equal(code, undefined);
    checkSentence(message);
  });

  it('a model that is gone leaves the picker', async () => {
    const { asker, gateway } = setUp;
    const model = await findModel(asker, 'echo');
    gateway.takeOffline('echo');
    const { code } = await rejectionOf(startAsking(model, 'Hello'));
    assert.equal(code, 'NotFound');
    await until('the model to be gone', async () => {
      return !(await offeredModels(asker)).some(({ family }) => family === 'echo');
    });
  });

  it('and their requests leave the key in no log and in no other file of VS Code', async () => {
    // Portico's storage is in `data/User/globalStorage/…`, beside VS Code's logs.
    const data = join(storageFolder(), '..', '..', '..');
    // The log is written a moment later; a fault of the last requests is in it.
    await until('the log', () => filesHolding('/v1/chat/completions', [data]).length > 0);
    assert.deepEqual(filesHolding(canary, [data]), []);
  });

  async function rejection(model: string): Promise<{ message: string; code: unknown }> {
    const pauses = holdTimers(isPause);
    let isOver = false;
    try {
      const asking = rejectionOf(startAsking(await findModel(setUp.asker, model), 'Hello'));
      void asking.finally(() => (isOver = true)).catch(() => undefined);
      await until('the end', () => {
        if (pauses.count > 0) pauses.fire();
        return isOver;
      });
      return await asking;
    } finally {
      pauses.dispose();
    }
  }
});

/** Whether it is a fault of the chat format that ends by itself. */
function isSimple({ stalls, only, adaptedStreams, expected, ...fault }: Fault): boolean {
  return (
    stalls === undefined &&
    only !== 'complete' &&
    adaptedStreams === undefined &&
    (expected.state === 'failed' || expected.state === 'filtered') &&
    supportsFormat({ ...fault, expected }, 'chat')
  );
}

function checkSentence(message: string): void {
  assert.doesNotMatch(message, /[{}]|\[object|\bundefined\b|\n/u);
  assert.ok(message.split(' ').length >= 4, message);
  assert.ok(tracesOf(canary).every((trace) => !message.includes(trace)));
}
