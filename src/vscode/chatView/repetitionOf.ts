// What an answer tells of being asked again without a click: nothing happens behind the user's back.
import { l10n } from 'vscode';
import type { AskedAgain } from '../../shared/askedAgain';
import type { Answer } from '../../shared/conversation';
import type { Failure } from '../../shared/failure';
import type { Repetition } from '../../shared/protocol';

/** Undefined where the question was asked once and waits for nothing. */
export function repetitionOf({ wait, askedAgain = [] }: Answer): Repetition | undefined {
  if (wait === undefined && askedAgain.length === 0) {
    return undefined;
  }
  return {
    told: askedAgain.map(told),
    ...(wait === undefined ? {} : { waiting: reason(wait.failure) }),
  };
}

function told({ failure }: AskedAgain): string {
  return l10n.t('{0} The question was asked again.', reason(failure));
}

/** One sentence, short: the whole one stands in the notice if it ends so. */
function reason(failure: Failure): string {
  const host = failure.host ?? l10n.t('The gateway');
  switch (failure.kind) {
    case 'unreachable':
      return l10n.t('{0} could not be reached.', host);
    case 'rateLimited':
      return l10n.t('{0} limits how often it may be asked.', host);
    default:
      return l10n.t('{0} was too busy to answer (status {1}).', host, failure.status ?? '');
  }
}
