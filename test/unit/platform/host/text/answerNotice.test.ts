import assert from 'node:assert/strict';
import type { Answer } from '../../../../../src/conversation/common/conversation';
import type { Failure } from '../../../../../src/gateway/common/failure';
import type { Notice } from '../../../../../src/platform/common/notice';
import type * as answerNoticeModule from '../../../../../src/platform/host/text/answerNotice';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { answerNotice } = withVsCodeTexts(
  () => require('../../../../../src/platform/host/text/answerNotice') as typeof answerNoticeModule,
);

const ended: Answer = {
  kind: 'answer',
  id: 'a',
  questionId: 'q',
  model: 'm',
  state: 'failed',
  text: '',
  reasoning: '',
  startedAt: 0,
};

/** The severity and the actions. */
function failureNotice(kind: Failure['kind'], text = ''): readonly string[] {
  const notice = answerNotice({ ...ended, text, outcome: { endedAt: 1, failure: { kind } } });
  return [notice?.severity ?? '', ...(notice?.actions.map(({ action }) => action) ?? [])];
}

function noticeOf(
  state: Answer['state'],
  finishReason: string,
  text = 'Half an answer',
): Notice | undefined {
  return answerNotice({ ...ended, state, text, outcome: { endedAt: 1, finishReason } });
}

describe('the notice of an answer that was cut short', () => {
  for (const [reason, sentence, remedies] of [
    ['max_tokens', /output limit/u, ['openSettings']],
    ['pause_turn', /provider paused.*Continue/u, []],
    ['model_context_window_exceeded', /context window.*new chat/u, ['newChat', 'chooseModel']],
    ['model_length', /context window/u, ['newChat', 'chooseModel']],
    ['time_limit', /time limit.*Continue.*shorter/u, []],
    ['repetition_truncation', /repeat.*another model/u, ['chooseModel']],
    ['incomplete', /“incomplete”.*Continue/u, []],
  ] as const) {
    it(`says why for ${reason}, and what helps`, () => {
      const notice = noticeOf('truncated', reason);
      assert.match(notice?.sentence ?? '', sentence);
      assert.deepEqual(
        notice?.actions.map(({ action }) => action),
        ['continue', 'retry', ...remedies],
      );
    });
  }

  for (const [reason, sentence] of [
    ['content_filter', /content filter/u],
    ['refusal', /declined/u],
    ['RECITATION', /existing text/u],
    ['IMAGE_RECITATION', /existing text/u],
    ['LANGUAGE', /language/u],
  ] as const) {
    it(`says why for the filter ${reason}`, () => {
      assert.match(noticeOf('filtered', reason)?.sentence ?? '', sentence);
    });
  }

  it('does not mention Continue where there is no text to continue', () => {
    for (const reason of ['pause_turn', 'time_limit', 'incomplete']) {
      assert.doesNotMatch(JSON.stringify(noticeOf('truncated', reason, '')), /continue/iu);
    }
  });
});

describe('the notice of an answer that has only reasoning', () => {
  function reasoningOnly(state: Answer['state'], finishReason?: string): Notice | undefined {
    const outcome = { endedAt: 1, ...(finishReason === undefined ? {} : { finishReason }) };
    return answerNotice({ ...ended, state, reasoning: 'Hm.', text: '\n', outcome });
  }

  it('says so, and offers Continue and Retry', () => {
    for (const [state, reason] of [
      ['complete', 'stop'],
      ['complete', 'unknown_reason'],
      ['truncated', 'length'],
      ['truncated', 'pause_turn'],
      ['truncated', undefined],
    ] as const) {
      const notice = reasoningOnly(state, reason);
      assert.match(notice?.sentence ?? '', /wrote no answer/u);
      const [first, second] = notice?.actions ?? [];
      assert.deepEqual([first?.action, second?.action], ['continue', 'retry'], reason);
    }
    assert.match(reasoningOnly('truncated', 'length')?.sentence ?? '', /output limit/u);
  });

  it('is absent where the answer has text or calls a tool', () => {
    const answer: Answer = { ...ended, state: 'complete', reasoning: 'Hm.' };
    assert.equal(answerNotice({ ...answer, text: 'So.' }), undefined);
    const toolCalls = [{ name: 'f', arguments: '{}' }];
    assert.equal(answerNotice({ ...answer, outcome: { endedAt: 1, toolCalls } }), undefined);
  });

  it('says only that the user stopped it, if so', () => {
    assert.doesNotMatch(reasoningOnly('stopped')?.sentence ?? '', /answer\. Continue/u);
  });
});

describe('the buttons of the notice of a failed answer', () => {
  it('begin with Retry where it may help, and with the remedy where it cannot', () => {
    assert.deepEqual(failureNotice('serverError'), [
      'error',
      'retry',
      'checkConnection',
      'chooseModel',
    ]);
    assert.deepEqual(failureNotice('rateLimited'), ['error', 'retry', 'chooseModel']);
    assert.deepEqual(failureNotice('keyRejected'), ['error', 'setApiKey', 'retry']);
    assert.deepEqual(failureNotice('badRequest'), [
      'error',
      'chooseModel',
      'retry',
      'openSettings',
    ]);
    assert.deepEqual(failureNotice('unreachable'), [
      'error',
      'checkConnection',
      'retry',
      'changeBaseUrl',
    ]);
  });

  it('are the same after a failure in mid-answer as after a cut', () => {
    const actions = ['warning', 'continue', 'retry', 'checkConnection', 'chooseModel'];
    assert.deepEqual(failureNotice('streamError', 'Half'), actions);
    assert.deepEqual(failureNotice('connectionLost', 'Half'), actions);
  });
});
