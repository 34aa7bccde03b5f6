// What Portico did about an answer's request on its own, as its notices show it.
import { l10n } from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { Answer } from '../../../conversation/common/conversation';
import type { Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';
import type { RequestAdjustment } from '../../../gateway/common/requestAdjustment';
import type { AdjustmentNotice } from '../../common/notice';
import { failureSentence } from './failureText';
import { joinSentences } from './joinTexts';
import { countText } from './numberText';
import { quirkTexts } from './quirkText';

type Delayed = Extract<RequestAdjustment, { kind: 'delayed' }>;

/** Undefined without adjustments and without a retry that waits. */
export function adjustmentNotice({
  retryWait,
  adjustments = [],
  outcome,
}: Answer): AdjustmentNotice | undefined {
  if (retryWait === undefined && adjustments.length === 0) {
    return undefined;
  }
  const delayed = adjustments.filter((one) => one.kind === 'delayed');
  const last = delayed.at(-1);
  const others = adjustments.filter((one) => one.kind !== 'delayed').map(noticeOf);
  // While the next retry waits, its countdown is the line about retries.
  return retryWait === undefined
    ? {
        notices: [
          ...(last === undefined ? [] : [retriesText(delayed.length, last, outcome?.failure)]),
          ...others,
        ],
      }
    : { notices: others, waitReason: reason(retryWait.failure) };
}

/** One sentence for all retries after a pause; their reason too, unless the notice of a failed answer names its own. */
function retriesText(count: number, last: Delayed, failure: Failure | undefined): string {
  // Its retries are one wait.
  if (last.failure.isLocal === true) {
    return reason(last.failure);
  }
  const sentence =
    count === 1 ? l10n.t('Portico retried once.') : l10n.t('Portico retried {0} times.', count);
  return failure === undefined ? joinSentences(reason(last.failure), sentence) : sentence;
}

function noticeOf(adjustment: Exclude<RequestAdjustment, Delayed>): string {
  switch (adjustment.kind) {
    case 'adapted':
      return quirkTexts[adjustment.quirk].notice(hostOf(adjustment.failure));
    case 'maxTokensLowered':
      return l10n.t(
        '{0} rejected the limit on the answer, so Portico retried with at most {1} tokens.',
        hostOf(adjustment.failure),
        countText(adjustment.failure.maxOutputTokens ?? 0),
      );
    case 'keyRenewed':
      return l10n.t(
        '{0} rejected the API key. Portico ran the key command again and retried.',
        hostOf(adjustment.failure),
      );
    case 'imagesOmitted':
      return l10n.t("This model is known to reject images, so they weren't sent.");
    default:
      return assertNever(adjustment);
  }
}

function hostOf(failure: Failure): string {
  return failure.host ?? l10n.t('The gateway');
}

/** One short sentence: the notice of an answer that fails for good has the full one. */
function reason(failure: Failure): string {
  const host = hostOf(failure);
  if (failure.kind === 'modelLoading') {
    return l10n.t('{0} was still loading the model.', host);
  }
  const { progress } = failureTraits[failure.kind];
  switch (progress) {
    case 'connecting':
      return l10n.t("Couldn't reach {0}.", host);
    case 'busy':
      return l10n.t('{0} is limiting requests.', host);
    case 'serverError':
      return l10n.t('{0} is overloaded (status {1}).', host, failure.status ?? '');
    case 'notSent':
    case 'rejected':
    case 'started':
    case 'cutOff':
    case 'unknown':
      // Portico does not retry it after a delay.
      return failureSentence(failure, undefined);
    default:
      return assertNever(progress);
  }
}
