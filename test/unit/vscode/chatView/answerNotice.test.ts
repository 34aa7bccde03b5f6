import assert from 'node:assert/strict';
import type { Answer } from '../../../../src/shared/conversation/conversation';
import type { Notice } from '../../../../src/shared/protocol/protocol';
import type * as answerNoticeModule from '../../../../src/vscode/chatView/answerNotice';
import { withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { answerNotice } = withVsCodeTexts(
  () => require('../../../../src/vscode/chatView/answerNotice') as typeof answerNoticeModule,
);

function noticeOf(
  state: Answer['state'],
  finishReason: string,
  text = 'Half an answer',
): Notice | undefined {
  return answerNotice({
    kind: 'answer',
    id: 'a',
    questionId: 'q',
    model: 'm',
    state,
    text,
    reasoning: '',
    startedAt: 0,
    outcome: { endedAt: 1, finishReason },
  });
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
        ['continue', ...remedies, 'retry'],
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
