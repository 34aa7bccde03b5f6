// Every answer that did not end well says so under its text.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import { type Answer, isRunning, canContinue } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';
import type { Alternative, Notice, NoticeAction } from '../../shared/protocol/protocol';
import { actionLabel, failureActions } from '../text/failureActions';
import { failureDetails, failureSentence } from '../text/failureText';

/** What a fresh list of the gateway's models says about the one that failed. */
export interface Advice {
  /** It stands in the list, whether or not it is served. */
  readonly listed: boolean;
  readonly alternatives: readonly Alternative[];
}

/**
 * The notice of an answer that has ended; undefined while it runs, and where it is complete and no other
 * model was picked for its question.
 */
export function answerNotice(answer: Answer, advice?: Advice): Notice | undefined {
  if (isRunning(answer.state)) {
    return undefined;
  }
  const told = endNotice(answer, advice);
  if (advice === undefined) {
    return told;
  }
  const { alternatives } = advice;
  const known =
    told ??
    notice(
      answer,
      'info',
      l10n.t('Another model can be asked the same. What that changes stands below its button.'),
    );
  return { ...known, alternatives };
}

/** What is to be said of how it ended. */
function endNotice(answer: Answer, advice: Advice | undefined): Notice | undefined {
  const failure = answer.outcome?.failure;
  switch (answer.state) {
    case 'waiting':
    case 'streaming':
    case 'complete':
      return undefined;
    case 'stopped':
      return notice(answer, 'info', l10n.t('You stopped this answer.'));
    case 'truncated':
      return notice(
        answer,
        'warning',
        answer.outcome?.finishReason === undefined
          ? l10n.t(
              'The answer may be cut off: the stream ended without saying that the answer is whole.',
            )
          : l10n.t(
              'The answer reached its length limit. The setting “portico.maxTokens” or the model sets it.',
            ),
        ['openSettings'],
      );
    case 'filtered':
      return notice(
        answer,
        'warning',
        l10n.t('The model or its provider declined to answer, or to go on answering.'),
        ['chooseModel'],
      );
    case 'interrupted':
    case 'failed': {
      const known = failure ?? { kind: 'unexpected' };
      const offers = advice !== undefined && advice.alternatives.length > 0;
      const helping = failureActions(known.kind);
      return notice(
        answer,
        answer.state === 'failed' ? 'error' : 'warning',
        advice === undefined
          ? failureSentence(known, answer.model)
          : advisedSentence(known, answer.model, advice),
        // Among the offers “Choose another…” does its work.
        offers ? helping.filter((action) => action !== 'chooseModel') : helping,
        failureDetails(known),
      );
    }
    default:
      return assertNever(answer.state);
  }
}

function notice(
  answer: Answer,
  severity: Notice['severity'],
  sentence: string,
  helping: readonly NoticeAction[] = [],
  details: readonly string[] = [],
): Notice {
  const goOn = canContinue(answer) ? (['continue'] as const) : [];
  const actions = [...goOn, ...helping, 'retry' as const];
  return {
    severity,
    sentence,
    actions: actions.map((action) => ({ action, label: actionLabel(action) })),
    details,
  };
}

function advisedSentence(failure: Failure, model: string, { listed }: Advice): string {
  const said = failureSentence(failure, model);
  const host = failure.host ?? l10n.t('the gateway');
  if (failure.kind === 'modelNotFound') {
    return listed
      ? l10n.t('{0} lists the model “{1}”, but does not serve it at the moment.', host, model)
      : said;
  }
  return listed ? said : l10n.t('{0} The model “{1}” is no longer in its list.', said, model);
}
