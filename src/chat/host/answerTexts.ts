// The texts that the page shows of answers: their notices, and what Portico did about their requests.
import { omitUndefined } from '../../base/omitUndefined';
import { shownAnswers } from '../../conversation/common/answerGroups';
import type { Answer, Conversation } from '../../conversation/common/conversation';
import type { AdjustmentNotice, Notice } from '../../platform/common/notice';
import { adjustmentNotice } from '../../platform/host/text/adjustmentText';

export interface AnswerTexts {
  readonly notice?: Notice;
  readonly adjustment?: AdjustmentNotice;
}

type NoticeOf = (answer: Answer) => Notice | undefined;

export function answerTexts(answer: Answer, noticeOf: NoticeOf): AnswerTexts {
  return omitUndefined({
    notice: noticeOf(answer),
    adjustment: adjustmentNotice(answer),
  });
}

/** Returns the texts of all answers that are shown; the keys are answer IDs. */
export function textsOf(
  conversation: Conversation,
  noticeOf: NoticeOf,
): {
  readonly notices: Readonly<Record<string, Notice>>;
  readonly adjustments: Readonly<Record<string, AdjustmentNotice>>;
} {
  const texts = shownAnswers(conversation).map(
    (answer) => [answer.id, answerTexts(answer, noticeOf)] as const,
  );
  return {
    notices: Object.fromEntries(
      texts.flatMap(([id, { notice }]) => (notice === undefined ? [] : [[id, notice]])),
    ),
    adjustments: Object.fromEntries(
      texts.flatMap(([id, { adjustment }]) => (adjustment === undefined ? [] : [[id, adjustment]])),
    ),
  };
}
