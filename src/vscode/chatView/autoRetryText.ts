// The automatic retries of an answer, as its notices show them.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { AutoRetry } from '../../shared/conversation/autoRetry';
import type { Answer } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';
import type { AutoRetryNotice } from '../../shared/protocol/protocol';
import { failureSentence } from '../text/failureText';
import { quirkNotice } from '../text/quirkText';

/** Undefined without automatic retries. */
export function autoRetryNotice({
  retryWait,
  autoRetries = [],
}: Answer): AutoRetryNotice | undefined {
  if (retryWait === undefined && autoRetries.length === 0) {
    return undefined;
  }
  return {
    notices: autoRetries.map(noticeOf),
    ...(retryWait === undefined ? {} : { waitReason: reason(retryWait.failure) }),
  };
}

function noticeOf(autoRetry: AutoRetry): string {
  switch (autoRetry.kind) {
    case 'delayed':
      return l10n.t('{0} Portico retried.', reason(autoRetry.failure));
    case 'adapted':
      return quirkNotice(autoRetry.quirk, hostOf(autoRetry.failure));
    case 'imagesOmitted':
      return l10n.t('This model is known to reject images, so they were not sent.');
    default:
      return assertNever(autoRetry);
  }
}

function hostOf(failure: Failure): string {
  return failure.host ?? l10n.t('The gateway');
}

/** One short sentence: the notice of an answer that fails for good has the full one. */
function reason(failure: Failure): string {
  const host = hostOf(failure);
  switch (failure.kind) {
    case 'unreachable':
      return l10n.t('Couldn’t reach {0}.', host);
    case 'rateLimited':
      return l10n.t('{0} is limiting requests.', host);
    case 'serverError':
    case 'notApi':
      return l10n.t('{0} is overloaded (status {1}).', host, failure.status ?? '');
    default:
      // No other kind is retried after a pause today.
      return failureSentence(failure, undefined);
  }
}
