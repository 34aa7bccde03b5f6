// A fault of the gateway for each kind of failure as a user sees it, from the question to the notice. The ring `component` has
// every fault.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Answer } from '../../../src/conversation/common/conversation';
import { failureKinds, type FailureKind } from '../../../src/gateway/common/failure';
import { appliesTo, expectedAfterRetries, type Fault } from '../../referenceGateway/faults/fault';
import { faults } from '../../referenceGateway/faults/faultCatalog';
import { checkNotice } from '../../support/noticeChecks';
import { holdTimers } from '../support/holdTimers';
import {
  answerAfter,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from '../support/portico';
import { gateway, portico, withGateway } from '../support/withGateway';
import { checkSecret, key, recordUnhandledRejections } from './leaks';

const shortSeconds = 0.3;
/** One short time-out each: the others must not run out before it. */
const shortTimeouts: Partial<Record<FailureKind, object>> = {
  firstTokenTimeout: { firstTokenSeconds: shortSeconds, idleSeconds: 50, totalSeconds: 50 },
  idleTimeout: { firstTokenSeconds: 50, idleSeconds: shortSeconds, totalSeconds: 50 },
  totalTimeout: { firstTokenSeconds: 50, idleSeconds: 50, totalSeconds: shortSeconds },
};

const stream = true;

/** The first fault of each kind that a gateway can cause. */
const cases = failureKinds.flatMap((kind) => {
  const fault = faults.find(
    (each) =>
      appliesTo(each, 'chat', stream) && expectedAfterRetries(each, stream).failureKind === kind,
  );
  return fault === undefined ? [] : [{ kind, fault }];
});

describe('a failure of each kind', () => {
  let unhandled: ReturnType<typeof recordUnhandledRejections>;

  withGateway({ apiKey: key, isNewPerTest: true });
  before(() => {
    unhandled = recordUnhandledRejections();
  });
  afterEach(() => setUserSetting('timeouts', undefined));
  after(() => unhandled.dispose());

  for (const { kind, fault } of cases) {
    it(`has a notice that helps: ${kind} (${fault.id})`, async () => {
      const timeouts = shortTimeouts[kind];
      await setUserSetting('timeouts', timeouts);
      await vscode.commands.executeCommand('portico.selectModel', fault.id);
      const answer = await (timeouts === undefined
        ? getAnswer(portico, 'Are you well?')
        : answerAfterTimeout(fault));
      const { state, charged } = expectedAfterRetries(fault, stream);
      assert.deepEqual([answer.state, answer.outcome?.failure?.kind], [state, kind]);
      checkNotice(portico.viewState().notices[answer.id], answer);
      if (charged !== undefined) {
        const { sentence = '' } = portico.viewState().notices[answer.id] ?? {};
        assert.equal(/may have been charged/u.test(sentence), charged, sentence);
      }
      checkSecret(JSON.stringify(portico.viewState()));
      assert.deepEqual(unhandled.reasons, []);
    });
  }

  it('is followed by a countdown where no answer has started, and by nothing that is sent before it ends', async () => {
    const fault = faults.find(({ retried }) => retried);
    assert.ok(fault);
    await vscode.commands.executeCommand('portico.selectModel', fault.id);
    const pauses = holdTimers((ms) => ms >= 1_000);
    try {
      assert.equal(await portico.ask('Are you well?'), true);
      await until('the pause', () => lastAnswer(portico).retryWait !== undefined);
      const { id, retryWait } = lastAnswer(portico);
      assert.ok((retryWait?.delayMs ?? 0) >= 1_000, 'a pause of a second at least');
      assert.equal(questionsTo(gateway).length, 1);
      const { waitReason = '', notices } = portico.viewState().adjustments[id] ?? { notices: [] };
      assert.match(waitReason, /^127\.0\.0\.1:\d+ .*\.$/u);
      assert.deepEqual(notices, [], 'the countdown is the only line about retries');
      portico.retryNow(id);
      await until('the retry', () => questionsTo(gateway).length === 2);
    } finally {
      pauses.dispose();
      await newChat();
    }
  });

  /** The short time-out runs out once all that the fault sends has come. */
  async function answerAfterTimeout(fault: Fault): Promise<Answer> {
    const { text = '', promptPercent } = expectedAfterRetries(fault, stream);
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
});
