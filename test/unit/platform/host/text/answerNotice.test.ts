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

describe('the notice of an answer of which an event could not be read', () => {
  const lostPart = "Part of this answer couldn't be read and may be missing.";
  const gap = { endedAt: 1, hasGap: true } as const;

  it('says so once, also after a reason of the end, and after Continue', () => {
    for (const answer of [
      { state: 'complete', outcome: gap },
      { state: 'stopped', outcome: gap },
      { state: 'truncated', outcome: { ...gap, finishReason: 'length' } },
      { state: 'interrupted', outcome: { ...gap, failure: { kind: 'connectionLost' } } },
      { state: 'complete', outcome: { endedAt: 2 }, earlierOutcomes: [gap, gap] },
    ] as const) {
      const { sentence = '' } = answerNotice({ ...ended, text: 'Half', ...answer }) ?? {};
      assert.equal(sentence.split(lostPart).length, 2, sentence);
    }
  });

  it('does not say it of an answer that is not there, and not of others', () => {
    const failure = { kind: 'malformedStream' } as const;
    const notice = answerNotice({ ...ended, outcome: { ...gap, failure } });
    assert.ok(!notice?.sentence.includes(lostPart));
    assert.equal(answerNotice({ ...ended, state: 'complete', outcome: { endedAt: 1 } }), undefined);
  });
});

describe('the sentence of a failure', () => {
  const notice = (failure: Failure): Notice | undefined =>
    answerNotice({ ...ended, outcome: { endedAt: 1, failure: { host: 'h', ...failure } } });

  it('names no status for an error in a stream, and the status of a refusal', () => {
    for (const kind of ['serverError', 'streamError', 'rateLimited', 'badRequest'] as const) {
      assert.doesNotMatch(JSON.stringify(notice({ kind, status: 200 })), /status|200/u, kind);
    }
    assert.match(notice({ kind: 'serverError', status: 502 })?.sentence ?? '', /status 502/u);
  });

  it('calls a gateway that is busy so, and names no internal error', () => {
    for (const status of [503, 529]) {
      const sentence = notice({ kind: 'serverError', status })?.sentence ?? '';
      assert.match(sentence, /is busy or unavailable right now \(status \d+\)/u);
      assert.doesNotMatch(sentence, /internal error/u);
    }
    const reported = notice({ kind: 'serverError', status: 200, detail: 'No slot is free' });
    assert.match(reported?.sentence ?? '', /^h reported an error: “No slot is free”/u);
  });

  it('names what is wrong with the response itself', () => {
    for (const [protocolFault, words] of [
      ['headersTooLarge', /HTTP headers.*header overflow/u],
      ['contentLength', /Content-Length/u],
      ['compression', /decompressed/u],
      ['invalidHttp', /rules of HTTP/u],
      ['notTls', /doesn't use TLS.*http:\/\/\./u],
      ['tlsOnly', /requires TLS.*https:\/\/\./u],
    ] as const) {
      assert.match(notice({ kind: 'connectionLost', protocolFault })?.sentence ?? '', words);
    }
  });

  it('quotes the line of a stack trace that names the error', () => {
    const detail =
      'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: too long';
    assert.match(notice({ kind: 'badRequest', detail })?.sentence ?? '', /“ValueError: too long”/u);
    const other = 'TypeError: x\n    at a.js:1';
    assert.match(notice({ kind: 'badRequest', detail: other })?.sentence ?? '', /“TypeError: x”/u);
  });
});

describe('the notice of an answer in another API format', () => {
  const outcome = { endedAt: 1, otherFormat: 'messages' } as const;

  it('names the format and offers it for the model, in one line', () => {
    const notice = answerNotice({ ...ended, text: 'Whole', state: 'complete', outcome });
    assert.equal(notice?.severity, 'info');
    assert.match(
      notice.sentence,
      /^[^.]+\.[^.]+“apiFormat” to “messages”[^.]+“portico\.models”\.$/,
    );
    assert.deepEqual(
      notice.actions.map(({ action }) => action),
      ['retry', 'openModels'],
    );
  });

  it('offers nothing that no setting can ask for', () => {
    const ollama = { ...outcome, otherFormat: 'ollama' } as const;
    const notice = answerNotice({ ...ended, text: 'Whole', state: 'complete', outcome: ollama });
    assert.match(notice?.sentence ?? '', /Ollama/);
    assert.equal(notice?.actions.length, 1);
  });
});

describe('the notice of an answer with rounds of tools', () => {
  it('says what the user has to know of each request', () => {
    const outcome = { endedAt: 1, otherFormat: 'messages', unknownParts: ['foo'] } as const;
    const round = { textLength: 0, runs: [], outcome };
    const { sentence = '' } =
      answerNotice({
        ...ended,
        text: 'So.',
        state: 'complete',
        outcome: { endedAt: 2 },
        rounds: [round],
      }) ?? {};
    assert.match(sentence, /Not shown: foo\..*“apiFormat” to “messages”/);
  });
});

describe('the notice of an answer with parts that are not shown', () => {
  it('names them once, also after a reason of the end', () => {
    const unknownParts = ['foo', 'bar'];
    for (const answer of [
      { state: 'complete', outcome: { endedAt: 1, unknownParts } },
      { state: 'stopped', outcome: { endedAt: 1, unknownParts } },
      {
        state: 'complete',
        outcome: { endedAt: 1, unknownParts },
        earlierOutcomes: [{ endedAt: 0, unknownParts: ['foo'] }],
      },
    ] as const) {
      const { sentence = '' } = answerNotice({ ...ended, text: 'Half', ...answer }) ?? {};
      assert.match(sentence, /Not shown: foo,? (?:and )?bar\.$/);
    }
  });
});
