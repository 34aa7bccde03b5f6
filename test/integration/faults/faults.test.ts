// Every fault of the reference gateway as a user sees it, from the question to the notice. `npm test -- full` runs about a quarter
// of them with streaming and another one without; the long rings run all of them, here and below the user interface.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answer, isRunning } from '../../../src/conversation/common/conversation';
import type { FailureKind } from '../../../src/gateway/common/failure';
import { faultModel } from '../../referenceGateway/faults/faultCatalog';
import {
  expectedAfterRetries,
  type Expected,
  type Fault,
} from '../../referenceGateway/faults/fault';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import { sampledFaults } from '../../support/sampledFaults';
import {
  activatePortico,
  answerAfter,
  getAnswer,
  lastAnswer,
  newChat,
  type Portico,
  questionsTo,
  setUserSetting,
  until,
} from '../support/portico';
import { holdTimers } from '../support/holdTimers';
import { checkNotice, checkSecret, key, recordUnhandledRejections } from './noticeChecks';

const shortSeconds = 0.3;
/** One short time-out each: the others must not run out before it. */
const shortTimeouts: Partial<Record<FailureKind, object>> = {
  firstTokenTimeout: { firstTokenSeconds: shortSeconds, idleSeconds: 50, totalSeconds: 50 },
  idleTimeout: { firstTokenSeconds: 50, idleSeconds: shortSeconds, totalSeconds: 50 },
  totalTimeout: { firstTokenSeconds: 50, idleSeconds: 50, totalSeconds: shortSeconds },
};
const longTimeouts = { firstTokenSeconds: 50, idleSeconds: 50, totalSeconds: 50 };

/** One model that gets one fault after the other: VS Code takes long to save the choice of another model. */
const faultyModel = 'faulty';

/** What a rejection teaches about a model must not change the request of the next fault. */
function modelOf(fault: Fault, stream: boolean): string {
  return fault.adaptedStreams === undefined ? faultyModel : `${fault.id}-${String(stream)}`;
}

/** Answers of many megabytes. */
const floods: ReadonlySet<string> = new Set(['fault-answer-65mb', 'fault-sources-in-each']);

describe('each fault of the gateway', () => {
  let portico: Portico;
  let gateway: Gateway;
  let redirectTarget: Gateway;
  let unhandled: ReturnType<typeof recordUnhandledRejections>;
  let timeouts: object | undefined;
  let chosenModel = faultyModel;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway({ apiKey: key });
    redirectTarget = await startGateway();
    gateway.setRedirectTarget(redirectTarget.origin);
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    await vscode.commands.executeCommand('portico.selectModel', faultyModel);
    unhandled = recordUnhandledRejections();
  });
  after(async () => {
    unhandled.dispose();
    await setUserSetting('stream', undefined);
    await setUserSetting('timeouts', undefined);
    await Promise.all([gateway.close(), redirectTarget.close()]);
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
    it('leaves no unhandled rejection', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unhandled.reasons, []);
      void Promise.reject(new Error('This one is on purpose.'));
      await until('an unhandled rejection to be recorded', () => unhandled.reasons.length > 0);
    });
  });

  /** Two retries, each after a pause in which nothing is sent; only a click ends the pauses. */
  async function answerAfterRetries(): Promise<Answer> {
    const pauses = holdTimers((ms) => ms >= 1_000);
    try {
      assert.equal(await portico.ask('Are you well?'), true);
      for (const attempt of [1, 2]) {
        await until('the pause', () => lastAnswer(portico).retryWait !== undefined);
        const { id, state, retryWait } = lastAnswer(portico);
        assert.equal(state, 'waiting');
        assert.ok((retryWait?.delayMs ?? 0) >= 1_000, 'a pause of a second at least');
        assert.equal(questionsTo(gateway).length, attempt);
        const { waitReason = '', notices } = portico.viewState().adjustments[id] ?? { notices: [] };
        assert.match(waitReason, /^127\.0\.0\.1:\d+ .*\.$/u);
        assert.deepEqual(notices, [], 'the countdown is the only line about retries');
        portico.retryNow(id);
        await until('the retry', () => lastAnswer(portico).adjustments?.length === attempt);
      }
      await until('the end', () => !isRunning(lastAnswer(portico).state));
      return lastAnswer(portico);
    } finally {
      pauses.dispose();
    }
  }

  /** The short time-out runs out once all that the fault sends has come. */
  async function answerAfterTimeout({ text = '', promptPercent }: Expected): Promise<Answer> {
    const timeout = holdTimers((ms) => ms === shortSeconds * 1_000);
    try {
      return await answerAfter(portico, async () => {
        assert.equal(await portico.ask('Are you well?'), true);
        await until('the request and the text before the time-out', () => {
          const isReceived = timeout.count > 0 && questionsTo(gateway).length > 0;
          return (
            isReceived &&
            lastAnswer(portico).text === text &&
            portico.viewState().promptProgress?.percent === promptPercent
          );
        });
        timeout.fire();
      });
    } finally {
      timeout.dispose();
    }
  }

  function ask(fault: Fault, expected: Expected): Promise<Answer> {
    if (fault.retried) {
      return answerAfterRetries();
    }
    return timeoutsFor(expected) === longTimeouts
      ? getAnswer(portico, 'Are you well?')
      : answerAfterTimeout(expected);
  }

  async function check(fault: Fault, stream: boolean): Promise<void> {
    const expected = expectedAfterRetries(fault, stream);
    const wanted = timeoutsFor(expected);
    if (wanted !== timeouts) {
      await setUserSetting('timeouts', wanted);
      timeouts = wanted;
    }
    const model = modelOf(fault, stream);
    if (model !== chosenModel) {
      await vscode.commands.executeCommand('portico.selectModel', model);
      chosenModel = model;
    }
    await newChat();
    if (floods.has(fault.id)) {
      // The view would spend the test's time on rendering.
      await vscode.commands.executeCommand('workbench.action.closeSidebar');
    }
    gateway.addModel({ ...faultModel(fault), id: model });
    gateway.clearRequests();
    const answer = await ask(fault, expected);
    compare(answer, expected);
    checkNotice(portico, answer);
    if (expected.charged !== undefined) {
      const { sentence = '' } = portico.viewState().notices[answer.id] ?? {};
      assert.equal(/may have been charged/u.test(sentence), expected.charged, sentence);
    }
    if (answer.text.length < 1_000_000) {
      checkSecret(JSON.stringify(portico.viewState()));
    }
    assert.deepEqual(
      questionsTo(gateway).map(({ json }) => (json as { stream: unknown }).stream),
      expectedStreams(fault, stream),
      'no retry where an answer may have started',
    );
    assert.deepEqual(redirectTarget.requests, []);
  }
});

/** The field `stream` of all requests of one question. */
function expectedStreams({ retried, adaptedStreams }: Fault, stream: boolean): readonly boolean[] {
  return retried ? [stream, stream, stream] : (adaptedStreams?.(stream) ?? [stream]);
}

function timeoutsFor({ failureKind }: Expected): object {
  return (failureKind && shortTimeouts[failureKind]) ?? longTimeouts;
}

/** Faults with the same time-outs one after the other: changing a setting is slow. */
function inOrder(stream: boolean): readonly Fault[] {
  return sampledFaults('chat', stream).toSorted((a, b) => rank(a, stream) - rank(b, stream));
}

function rank(fault: Fault, stream: boolean): number {
  return Object.values(shortTimeouts).indexOf(timeoutsFor(expectedAfterRetries(fault, stream)));
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
    const { min, max } = expected.retryAfterMs;
    const wait = failure?.retryAfterMs ?? -1;
    assert.ok(wait >= min && wait <= max, `to wait: ${wait} ms`);
  }
  if (expected.detail !== undefined) {
    assert.ok(failure?.detail?.includes(expected.detail), failure?.detail);
  }
  if (expected.tokens !== undefined) {
    assert.deepEqual(failure?.tokens, expected.tokens);
  }
}
