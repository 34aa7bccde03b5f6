// Every misbehaviour of the reference gateway as a person meets it, from the question to the notice.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answer, isRunning } from '../../../src/shared/conversation/conversation';
import type { FailureKind } from '../../../src/shared/conversation/failure';
import { faultModel, faults } from '../../referenceGateway/faults/faultCatalog';
import { expectedOf, occurs, type Expected, type Fault } from '../../referenceGateway/faults/fault';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import type { RecordedRequest } from '../../referenceGateway/http/requestRecorder';
import {
  activatePortico,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from '../support/portico';
import { checkNotice, checkSecret, key, noteUnhandled } from './noticeChecks';

/** Each is given alone, the others being long: a busy machine must not meet the wrong one first. */
const shortTimeouts: Partial<Record<FailureKind, object>> = {
  firstTokenTimeout: { firstTokenSeconds: 0.3, idleSeconds: 50, totalSeconds: 50 },
  idleTimeout: { firstTokenSeconds: 50, idleSeconds: 0.3, totalSeconds: 50 },
  totalTimeout: { firstTokenSeconds: 50, idleSeconds: 50, totalSeconds: 0.3 },
};
const longTimeouts = { firstTokenSeconds: 50, idleSeconds: 50, totalSeconds: 50 };

/** One model with one misbehaviour after the other: VS Code takes long to save that another is chosen. */
const misbehaving = 'misbehaving';

/** Their text alone is many megabytes. */
const floods: ReadonlySet<string> = new Set(['fault-answer-65mb']);

/** Refused before anything began: 429, 503 and 529 without another reason. */
const repeatable: ReadonlySet<string> = new Set([
  'fault-429',
  'fault-429-retry-after-seconds',
  'fault-429-retry-after-ms',
  'fault-429-retry-after-date',
  'fault-429-retry-after-nonsense',
  'fault-429-empty-body',
  'fault-503-overloaded',
  'fault-529',
]);

describe('every fault of the gateway', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;
  let elsewhere: Gateway;
  let unhandled: ReturnType<typeof noteUnhandled>;
  let timeouts: object | undefined;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway({ apiKey: key });
    elsewhere = await startGateway();
    gateway.setRedirectTarget(elsewhere.origin);
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    await vscode.commands.executeCommand('portico.selectModel', misbehaving);
    unhandled = noteUnhandled();
  });
  after(async () => {
    unhandled.end();
    await setUserSetting('stream', undefined);
    await setUserSetting('timeouts', undefined);
    await Promise.all([gateway.close(), elsewhere.close()]);
  });

  for (const stream of [true, false]) {
    describe(stream ? 'streamed' : 'not streamed', () => {
      before(() => setUserSetting('stream', stream));

      for (const fault of inOrder(stream)) {
        it(fault.id, () => check(fault, stream));
      }
    });
  }

  describe('after all of them', () => {
    it('no rejection was left that nobody handles', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unhandled.reasons, []);
      void Promise.reject(new Error('This one is on purpose.'));
      await until('such a rejection is seen', () => unhandled.reasons.length > 0);
    });
  });

  function questions(): readonly RecordedRequest[] {
    return questionsTo(gateway);
  }

  /** Three times, each after a pause in which nothing is sent and which only a click cuts short. */
  async function repeated(): Promise<Answer> {
    assert.equal(await portico.ask('Are you well?'), true);
    for (const asked of [1, 2]) {
      await until('the pause', () => lastAnswer(portico).retryWait !== undefined);
      const { id, state, retryWait } = lastAnswer(portico);
      assert.equal(state, 'waiting');
      assert.ok((retryWait?.retryAt ?? 0) > Date.now(), 'the pause lies ahead');
      assert.equal(questions().length, asked);
      const { waitReason: waiting, notices: told } = portico.viewState().autoRetries[id] ?? {
        notices: [],
      };
      assert.match(waiting ?? '', /^127\.0\.0\.1:\d+ .*\.$/u);
      assert.equal(told.length, asked - 1);
      portico.retryNow(id);
      await until('it is asked again', () => lastAnswer(portico).autoRetries?.length === asked);
    }
    await until('the end', () => !isRunning(lastAnswer(portico).state));
    return lastAnswer(portico);
  }

  async function check(fault: Fault, stream: boolean): Promise<void> {
    const expected = expectedOf(fault, stream);
    const wanted = timeoutsFor(expected);
    if (wanted !== timeouts) {
      await setUserSetting('timeouts', wanted);
      timeouts = wanted;
    }
    await newChat();
    if (floods.has(fault.id)) {
      // What the view makes of so long an answer is not looked at here.
      await vscode.commands.executeCommand('workbench.action.closeSidebar');
    }
    gateway.addModel({ ...faultModel(fault), id: misbehaving });
    gateway.clearRequests();
    const answer = await (repeatable.has(fault.id)
      ? repeated()
      : getAnswer(portico, 'Are you well?'));
    compare(answer, expected);
    checkNotice(portico, answer);
    if (answer.text.length < 1_000_000) {
      checkSecret(JSON.stringify(portico.viewState()));
    }
    assert.deepEqual(
      questions().map(({ json }) => (json as { stream: unknown }).stream),
      streamsAsked(fault.id, stream),
      'nothing is asked twice that may have begun',
    );
    assert.deepEqual(elsewhere.requests, []);
  }
});

/** The field `stream` of every request that one question leads to. */
function streamsAsked(id: string, stream: boolean): readonly boolean[] {
  if (repeatable.has(id)) {
    return [stream, stream, stream];
  }
  // The one fault that refuses something which was sent: once more without it, for all to see.
  return id === 'fault-400-parameter' && stream ? [true, false] : [stream];
}

function timeoutsFor({ failureKind }: Expected): object {
  return (failureKind && shortTimeouts[failureKind]) ?? longTimeouts;
}

/** Those with the same time-outs after each other: each change of a setting takes its time. */
function inOrder(stream: boolean): readonly Fault[] {
  const occurring = faults.filter((fault) => occurs(fault, 'chat', stream));
  return occurring.toSorted((a, b) => rank(a, stream) - rank(b, stream));
}

function rank(fault: Fault, stream: boolean): number {
  return Object.values(shortTimeouts).indexOf(timeoutsFor(expectedOf(fault, stream)));
}

function compare(answer: Answer, expected: Expected): void {
  const failure = answer.outcome?.failure;
  assert.deepEqual(
    { state: answer.state, kind: failure?.kind },
    { state: expected.state, kind: expected.failureKind },
    JSON.stringify(answer.outcome),
  );
  if (expected.text !== undefined) {
    assert.equal(answer.text, expected.text);
  }
  if (expected.reasoning !== undefined) {
    assert.equal(answer.reasoning, expected.reasoning);
  }
  if (expected.status !== undefined && failure !== undefined) {
    assert.equal(failure.status, expected.status);
  }
  if (expected.retryAfterMs !== undefined) {
    const { least, most } = expected.retryAfterMs;
    const wait = failure?.retryAfterMs ?? -1;
    assert.ok(wait >= least && wait <= most, `to wait: ${wait} ms`);
  }
  if (expected.detail !== undefined) {
    assert.ok(failure?.detail?.includes(expected.detail), failure?.detail);
  }
  if (expected.tokens !== undefined) {
    assert.deepEqual(failure?.tokens, expected.tokens);
  }
}
