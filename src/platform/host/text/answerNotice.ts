// The notice under an answer that did not end well: what happened, and the buttons that help.
import { l10n } from 'vscode';
import { assertNever } from '../../../base/assertNever';
import {
  canContinue,
  hasOnlyReasoning,
  isRunning,
  newAnswer,
  type Answer,
  type ToolBound,
} from '../../../conversation/common/conversation';
import { usualBounds } from '../../../conversation/node/session/toolLoop';
import type { AnsweredFormat } from '../../../gateway/common/answeredFormat';
import type { Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';
import type { Alternative, Notice, NoticeAction } from '../../common/notice';
import { noticeButton, remediesFor } from './failureActions';
import { failureDetails, failureSentence } from './failureText';
import { filterText, missingAnswerText, missingFinishText, truncationText } from './finishText';
import { joinItems, joinSentences } from './joinTexts';
import { countText } from './numberText';

/** What the gateway's current model list says about the model that failed. */
export interface Advice {
  /** The list names the model, whether or not it is served. */
  readonly listed: boolean;
  readonly alternatives: readonly Alternative[];
}

/**
 * Undefined while the answer is running, and when it is complete, has text, nothing of it may be missing and the user
 * picked no other model for its question.
 * @param isKeyStored The user has stored a key since, so Retry is the primary button.
 */
export function answerNotice(
  answer: Answer,
  advice?: Advice,
  isKeyStored = false,
): Notice | undefined {
  if (isRunning(answer.state)) {
    return undefined;
  }
  const first = withRemarks(answer, endNotice(answer, advice));
  const ended = isKeyStored && first !== undefined ? withRetryFirst(first) : first;
  if (advice === undefined) {
    return ended;
  }
  const { alternatives } = advice;
  const base =
    ended ?? notice(answer, 'info', l10n.t('You can send the same question to another model.'));
  return { ...base, alternatives };
}

/** The notice for a request that is not for an answer of the chat: for a summary or a commit message. */
export function requestNotice(
  end: Pick<Answer, 'state' | 'outcome'>,
  model: string,
): Notice | undefined {
  // A request of its own needs no advice about the format of its answer.
  const { otherFormat: _advised, ...outcome } = end.outcome ?? { endedAt: 0 };
  return answerNotice({ ...newAnswer('', '', model, 0), state: end.state, outcome });
}

function endNotice(answer: Answer, advice: Advice | undefined): Notice | undefined {
  const failure = answer.outcome?.failure;
  switch (answer.state) {
    case 'waiting':
    case 'streaming':
      return undefined;
    case 'complete':
      return hasOnlyReasoning(answer) ? notice(answer, 'warning', missingAnswerText()) : undefined;
    case 'stopped': {
      const bound = answer.outcome?.pausedAt;
      return bound === undefined
        ? notice(answer, 'info', l10n.t('You stopped this answer.'))
        : pausedNotice(bound);
    }
    case 'truncated': {
      const reason = answer.outcome?.finishReason;
      const { sentence, remedies } =
        reason === undefined
          ? { sentence: missingFinishText(), remedies: [] }
          : truncationText(reason, canContinue(answer) && !hasOnlyReasoning(answer));
      const shown = hasOnlyReasoning(answer)
        ? joinSentences(missingAnswerText(), sentence)
        : sentence;
      return notice(answer, 'warning', shown, remedies);
    }
    case 'filtered': {
      const { sentence, remedies } = filterText(answer.outcome?.finishReason ?? '');
      return failure === undefined
        ? notice(answer, 'warning', sentence, remedies)
        : notice(
            answer,
            'warning',
            failureSentence(failure, answer.model),
            remedies,
            failureDetails(failure),
          );
    }
    case 'interrupted':
    case 'failed': {
      const known = failure ?? { kind: 'unexpected' };
      const hasAlternatives = advice !== undefined && advice.alternatives.length > 0;
      const remedies = remediesFor(known);
      return notice(
        answer,
        // Text that was received makes an error like any other early end.
        canContinue(answer) ? 'warning' : 'error',
        advice === undefined
          ? failureSentence(known, answer.model)
          : advisedSentence(known, answer.model, advice),
        // The alternatives have their own button for another model.
        hasAlternatives ? remedies.filter((action) => action !== 'chooseModel') : remedies,
        failureDetails(known),
        retryMayHelp(known),
      );
    }
    default:
      return assertNever(answer.state);
  }
}

/** The model has read much for one question. */
function pausedNotice(bound: ToolBound): Notice {
  const actions = ['continueReading', 'answerNow'] as const;
  return {
    severity: 'info',
    sentence: pauseText(bound),
    actions: actions.map((action) => noticeButton(action, undefined)),
    details: [],
  };
}

function pauseText(bound: ToolBound): string {
  const texts: Readonly<Record<ToolBound, string>> = {
    calls: l10n.t('Paused after {0} tool calls.', usualBounds.calls),
    tokens: l10n.t(
      'Paused after {0} tokens were sent for this question.',
      countText(usualBounds.tokens),
    ),
    cost: l10n.t('Paused at the cost that portico.tools.maxCost allows for a question.'),
    budget: l10n.t('Paused before a request that would reach the budget in portico.budget.'),
    time: l10n.t('Paused after the tools took {0} seconds.', usualBounds.ms / 1_000),
  };
  return texts[bound];
}

/** Says after the reason of the end, or alone, what else the user has to know of the answer. */
function withRemarks(answer: Answer, ended: Notice | undefined): Notice | undefined {
  const { rounds = [], earlierOutcomes = [] } = answer;
  const outcomes = [...rounds.map((round) => round.outcome), ...earlierOutcomes, answer.outcome];
  // That sentence says it already.
  const isSaid = answer.outcome?.failure?.kind === 'malformedStream';
  const hasGap = !isSaid && outcomes.some((known) => known?.hasGap);
  const unknown = [...new Set(outcomes.flatMap((known) => known?.unknownParts ?? []))];
  const format = outcomes.findLast((known) => known?.otherFormat)?.otherFormat;
  const remarks = [
    hasGap ? l10n.t("Part of this answer couldn't be read and may be missing.") : undefined,
    unknown.length === 0
      ? undefined
      : l10n.t("Portico can't show all of this answer. Not shown: {0}.", joinItems(unknown)),
    format === undefined ? undefined : otherFormatText(format),
  ].filter((remark) => remark !== undefined);
  if (remarks.length === 0) {
    return ended;
  }
  const base = ended ?? notice(answer, hasGap ? 'warning' : 'info', '');
  const sentence = joinSentences(ended?.sentence, ...remarks);
  const offered = format === undefined || format === 'ollama' ? [] : (['openModels'] as const);
  const buttons = offered.map((action) => noticeButton(action, undefined));
  return { ...base, sentence, actions: [...base.actions, ...buttons] };
}

function otherFormatText(format: AnsweredFormat): string {
  return format === 'ollama'
    ? l10n.t("This answer came in the format of Ollama's own API.")
    : l10n.t(
        "This answer came in the API format “{0}”, which wasn't asked for. To ask for it, set “apiFormat” to “{0}” for this model in “portico.models”.",
        format,
      );
}

/** @param isRetryFirst Retry comes before the remedies. */
function notice(
  answer: Answer,
  severity: Notice['severity'],
  sentence: string,
  remedies: readonly NoticeAction[] = [],
  details: readonly string[] = [],
  isRetryFirst = true,
): Notice {
  const [first, ...others] = remedies;
  const actions: readonly NoticeAction[] = canContinue(answer)
    ? ['continue', 'retry', ...remedies]
    : first === undefined || isRetryFirst
      ? ['retry', ...remedies]
      : [first, 'retry', ...others];
  return {
    severity,
    sentence,
    actions: actions.map((action) => noticeButton(action, answer.outcome?.failure)),
    details,
  };
}

/** Whether the same request may succeed although nothing was changed. */
function retryMayHelp({ kind, demand }: Failure): boolean {
  const { repeats, progress } = failureTraits[kind];
  return demand === undefined && !repeats && progress !== 'rejected';
}

function withRetryFirst(shown: Notice): Notice {
  const isRetry = ({ action }: Notice['actions'][number]): boolean => action === 'retry';
  const others = shown.actions.filter((action) => !isRetry(action));
  return { ...shown, actions: [...shown.actions.filter(isRetry), ...others] };
}

function advisedSentence(failure: Failure, model: string, { listed }: Advice): string {
  const sentence = failureSentence(failure, model);
  const host = failure.host ?? l10n.t('the gateway');
  if (failure.kind === 'modelNotFound') {
    return listed
      ? l10n.t("“{1}” is listed by {0} but isn't available right now.", host, model)
      : sentence;
  }
  return listed
    ? sentence
    : joinSentences(sentence, l10n.t('The model “{0}” is no longer in the model list.', model));
}
